"""A game with one player count and all overlays laid: names resolved, types checked, no text left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from verifier.kernel.domain import Domain, Things
from verifier.kernel.expression import Call, Contents, End, Expr, Position, Read, ZoneOf
from verifier.kernel.machine import Cell, Claim, Definition, Family, Measure, Rank, Table, Thing
from verifier.kernel.visit import preorder
from verifier.model.steps import Do, Offer, Step
from verifier.source import Node, Span

KNOWN_BEFORE = ("active", "round")
"""Cells that hold something before a round is set up."""


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A named number, or a table of them (then `value` is `None`)."""

    name: str
    value: int | None
    entries: tuple[tuple[int, int], ...]
    by: str | None


@dataclass(frozen=True, slots=True)
class Phase(Node):
    name: str
    step: Offer | Do


@dataclass(frozen=True, slots=True)
class Param:
    name: str
    domain: Domain


@dataclass(frozen=True, slots=True)
class Action(Node):
    name: str
    params: tuple[Param, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    """Named steps: a procedure, or the text of a component (then the first parameter is `this`)."""

    name: str
    params: tuple[Param, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class EndRule(Node):
    rule: str
    moment: str | None
    when: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class RuleInfo(Node):
    """Where a rule stands and what it belongs to: for explanations, mutants, catalogues."""

    id: str
    sort: Literal["guard", "steps", "value", "truth", "end"]
    place: str


@dataclass(frozen=True, slots=True)
class LoopScope:
    """Which loops are meant: those of one phase, those by some actions alone; if neither, those between turns."""

    phase: str | None = None
    actions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Acknowledged(Node):
    """A finding that the rules accept; of a loop they say which one."""

    property: str
    subject: str | None
    reason: str
    loop: LoopScope | None = None


@dataclass(frozen=True, slots=True)
class GivenCell(Node):
    cell: str
    index: tuple[Expr, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class GivenPhase(Node):
    phase: str


@dataclass(frozen=True, slots=True)
class GivenZone(Node):
    """The zone then holds exactly one component for each set of candidates, bottom first."""

    zone: Expr
    things: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Act(Node):
    """A move in the words of the scenario: each literal is a tuple of words and numbers."""

    player: Expr
    action: str
    literals: tuple[tuple[str | int, ...], ...]


@dataclass(frozen=True, slots=True)
class ActRoll(Node):
    cell: str
    face: int


@dataclass(frozen=True, slots=True)
class Then(Node):
    claim: Expr


@dataclass(frozen=True, slots=True)
class ThenRefused(Node):
    rule: str


@dataclass(frozen=True, slots=True)
class ThenAllowed(Node):
    pass


@dataclass(frozen=True, slots=True)
class ThenOver(Node):
    """The game is over, however many rounds it has."""


@dataclass(frozen=True, slots=True)
class ThenWinner(Node):
    """The game is over and has been won by these seats, and by nobody else."""

    seats: tuple[int, ...]


Fact = (
    GivenCell | GivenPhase | GivenZone | Act | ActRoll | Then | ThenRefused | ThenAllowed | ThenOver
    | ThenWinner
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scenario(Node):
    name: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Game:
    name: str
    title: str | None
    players: int
    parameters: Mapping[str, Parameter]
    kinds: Mapping[str, Domain]
    classes: Mapping[str, Things]
    things: tuple[Thing, ...]
    families: Mapping[str, Family]
    zones: int
    cells: Mapping[str, Cell]
    dice: Mapping[str, tuple[int, ...]]
    tables: Mapping[str, Table]
    definitions: Mapping[str, Definition]
    setup_once: tuple[Step, ...]
    setup: tuple[Step, ...]
    phases: tuple[Phase, ...]
    actions: Mapping[str, Action]
    procedures: Mapping[str, Procedure]
    texts: Mapping[tuple[str, str], Procedure]
    hooks: Mapping[tuple[str, str], tuple[Step, ...]]
    # How many rounds there are at most, and after which of them no other follows.
    rounds: int | None
    enough: Expr | None
    starter: Expr
    later_starter: Expr
    winner: tuple[Rank, ...]
    score: Expr
    ends: tuple[EndRule, ...]
    claims: tuple[Claim, ...]
    # The texts before whose decisions some claim is asked, and where it says so.
    decisions: Mapping[str, Span]
    measures: tuple[Measure, ...]
    acknowledged: tuple[Acknowledged, ...]
    scenarios: tuple[Scenario, ...]
    rules: Mapping[str, RuleInfo]

    @property
    def starts_by_the_deal(self) -> bool:
        """Does who starts depend on what lies on the table? Then it is worked out after the set-up, in every round.

        What is given, and whose turn it was, is known before.
        """
        waiting: list[Expr | Definition] = [self.starter]
        seen: set[str] = set()
        while waiting:
            for part in preorder(waiting.pop()):
                if isinstance(part, ZoneOf | Position | Contents | End):
                    return True
                if isinstance(part, Read) and not (self.cells[part.cell].given or part.cell in KNOWN_BEFORE):
                    return True
                if isinstance(part, Call) and part.definition not in seen:
                    seen.add(part.definition)
                    waiting.append(self.definitions[part.definition])
        return False
