"""The kernel: a finite state machine that is the meaning of a game's rules.

A state is the value of every cell, the contents (bottom to top) of every zone, and the label of the pause.
A block is a straight program with one way out. Control pauses only at a block whose `out` is `Decide`: a
player takes an alternative (or stops) and control runs, block after block, to the next pause or to `Final`.
Chance (`Shuffle`, `Roll`) is asked of an oracle while control runs; it is not a pause.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from verifier.kernel.domain import Domain, Number, Things
from verifier.kernel.expression import ArithOp, Expr, Source
from verifier.kernel.memo import Analysed

# --- what there is


@dataclass(frozen=True, slots=True)
class Thing:
    """A component. `name` is unique; things of one `twin` group are interchangeable copies."""

    name: str
    design: str
    twin: int


@dataclass(frozen=True, slots=True)
class Family:
    """Zones of one name: one for each combination of indexes, row-major, numbered from `base`.

    `view` says who sees the contents; `holds` is the capacity, checked as a property and not enforced.
    """

    name: str
    shape: Literal["pile", "row", "set", "space"]
    index: tuple[tuple[str, Domain], ...]
    view: Literal["hidden", "seen", "owner", "others", "top", "bottom"]
    holds: int | None
    base: int
    size: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A variable, or one for each combination of indexes.

    A value outside `domain` is a fault unless the cell saturates (then it stops at the bound).
    `given` cells come with the play. `frame` cells hold what a suspended block still needs, and go back to
    `starts` when it does not. `view` says who sees it; what is `told` everybody sees, and is meant to.
    """

    name: str
    index: tuple[Domain, ...]
    domain: Domain
    optional: bool
    starts: int
    life: Literal["turn", "round", "match", "spilled"]
    given: bool = False
    saturates: bool = False
    view: Literal["seen", "owner", "others", "hidden", "told"] = "seen"


@dataclass(frozen=True, slots=True)
class Table:
    """Constants by index, row-major. An index of components or zones runs over all of them."""

    name: str
    index: tuple[Domain, ...]
    values: tuple[int, ...]
    domain: Domain
    missing: int


# --- what is worked out


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule of a definition: when all of `when` hold, the value so far is changed by `op`.

    `require` belongs to truths: the definition is false where `value` is false.
    """

    rule: str
    when: tuple[Expr, ...]
    op: Literal["add", "subtract", "multiply", "at-least", "at-most", "require"]
    value: Expr


# What a clause does to a number, in the words of expressions; a truth is asked for, and nothing is worked out.
WORKED_OUT: Mapping[str, ArithOp] = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "at-least": "max",
    "at-most": "min",
}


@dataclass(frozen=True, slots=True)
class Definition:
    name: str
    params: tuple[tuple[str, Domain], ...]
    domain: Domain
    start: Expr
    clauses: tuple[Clause, ...]


# --- steps: no pause inside


@dataclass(frozen=True, slots=True)
class Let:
    local: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Write:
    cell: str
    index: tuple[Expr, ...]
    value: Expr
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """Remove a component from the zone where it is said to lie. A move is a `Take` and a `Put`."""

    thing: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class Put:
    thing: Expr
    zone: Expr
    end: Literal["top", "bottom"]


@dataclass(frozen=True, slots=True)
class Branch:
    test: Expr
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """The steps for each member; the members are those at the start, in the order of the source."""

    local: str
    source: Source
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """The steps so many times; `most` bounds the count, which is worked out once."""

    count: Expr
    most: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    zone: Expr


@dataclass(frozen=True, slots=True)
class Roll:
    """A cell gets one of the faces, each as likely as it is listed."""

    cell: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment people speak of, such as `start of turn`, or what asks for the decision that follows.

    Claims about that moment are checked here.
    """

    moment: str


Step = Let | Write | Take | Put | Branch | Each | Times | Shuffle | Roll | Mark


# --- control


@dataclass(frozen=True, slots=True)
class Choice:
    """Part of a move: one member of a source. Refused by `rule` (the name of the choice) if it is not one."""

    local: str
    source: Source
    where: Expr | None
    rule: str


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuses by its name: when all of `when` hold, all of `require` must."""

    rule: str
    when: tuple[Expr, ...]
    require: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """What a player may do at a pause. The prelude runs in order; its choices are parameters of the block."""

    action: str
    prelude: tuple[Choice | Let | Guard, ...]
    to: str


@dataclass(frozen=True, slots=True)
class Decide:
    """A pause: `player` takes a legal alternative, or stops if `stop` says where that leads.

    If no alternative is legal and `if_none` is a label, there is no pause: control goes on there.
    `me` is a parameter of every block an alternative leads to.
    """

    player: Expr
    alternatives: tuple[Alternative, ...]
    stop: str | None
    if_none: str | None


@dataclass(frozen=True, slots=True)
class Goto:
    label: str


@dataclass(frozen=True, slots=True)
class Fork:
    test: Expr
    then: str
    otherwise: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Return:
    """Go to the label held by a cell of labels."""

    cell: str


@dataclass(frozen=True, slots=True)
class Final:
    """The play is over; `Machine.winner` reads the result."""


Out = Goto | Fork | Decide | Return | Final


@dataclass(frozen=True, slots=True)
class Block:
    """`params` are the choices of the alternative that leads here, `me` first; empty for any other block.

    `rule` is what people call this place: a phase, an action, a rule.
    """

    label: str
    params: tuple[str, ...]
    steps: tuple[Step, ...]
    out: Out
    origin: str


# --- claims and the result


@dataclass(frozen=True, slots=True)
class Claim:
    """An invariant or a witness: at every pause, or at the marked moment."""

    name: str
    sort: Literal["invariant", "witness"]
    moment: str | None
    truth: Expr


@dataclass(frozen=True, slots=True)
class Measure:
    """A claim: each time that `each` happens, the value falls (or rises). `domain` has every value it can take."""

    name: str
    way: Literal["falls", "rises"]
    each: str
    value: Expr
    domain: Number


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of a ranking over the local `p`: the best value wins; `holder` is whoever makes it true.

    `together` is asked of nobody in particular: if it is true all who are left win, and otherwise nobody does.
    """

    op: Literal["highest", "lowest", "holder", "together"]
    value: Expr


@dataclass(frozen=True, slots=True)
class Machine(Analysed):
    """The whole machine, and with it whatever has been worked out about it: `machine.analysis(Reach)`."""

    name: str
    players: int
    things: tuple[Thing, ...]
    families: Mapping[str, Family]
    zones: int
    box: int
    cells: Mapping[str, Cell]
    tables: Mapping[str, Table]
    definitions: Mapping[str, Definition]
    blocks: Mapping[str, Block]
    start: str
    score: Expr
    winner: tuple[Rank, ...]
    claims: tuple[Claim, ...]
    measures: tuple[Measure, ...]
    all_things: Things
    # Names that readers need: who is on turn, and who was shown which zone or component, if anything ever is.
    active: str = "active"
    shown_zones: str | None = None
    shown_things: str | None = None
    # Where a scenario may enter: an action or procedure by name, the end of a round or turn.
    entries: Mapping[str, str] | None = None

    @property
    def is_lost_together(self) -> bool:
        """Can a play be over without a winner, because all win or lose together?"""
        return any(rank.op == "together" for rank in self.winner)
