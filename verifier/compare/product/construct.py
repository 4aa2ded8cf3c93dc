"""The product of two machines: one that plays like the first and watches at every place where the second differs.

If no watch is ever broken, and the offers agree at every pause, then the second machine can do in every reachable
state what the first does, and nothing else: by induction over the moves the two play alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from verifier.analysis.normal_form import normal_machine
from verifier.compare.align import aligned
from verifier.compare.canonical.order import Sequence
from verifier.compare.product.rewording import reworded, set_apart
from verifier.compare.product.steps import (
    ApartError,
    Names,
    Row,
    Sites,
    StepMerger,
    conjunction,
    private_cells,
    translated,
)
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Labels, Players, Truth
from verifier.kernel.visit import called_definitions, cells_read, substituted

Prelude = tuple[km.Choice | km.Let | km.Guard, ...]
# So many blocks that only lead on are read together with the one before.
FURTHER = 3


@dataclass(frozen=True, slots=True)
class PairedOffer:
    """One action as each side offers it; the choices of both stand for each other one by one."""

    first: km.Alternative
    second: km.Alternative

    @property
    def names(self) -> dict[str, str]:
        """What the first calls each choice of the second."""
        pairs = zip(_choices(self.first), _choices(self.second), strict=True)
        return {"me": "me", **{theirs.local: mine.local for mine, theirs in pairs}}


Offers = tuple[PairedOffer, ...]


def offers_of(first: km.Decide, second: km.Decide) -> Offers:
    """The alternatives of two pauses in pairs, in the order of the first."""
    waiting = list(second.alternatives)
    found = []
    for mine in first.alternatives:
        theirs = next((each for each in waiting if each.action == mine.action), None)
        if theirs is None:
            raise ApartError(f"only one of them offers `{mine.action}`")
        waiting.remove(theirs)
        _check_choices(mine, theirs)
        found.append(PairedOffer(mine, theirs))
    if waiting:
        raise ApartError(f"only one of them offers `{waiting[0].action}`")
    return tuple(found)


def _check_choices(mine: km.Alternative, theirs: km.Alternative) -> None:
    names = [choice.local for choice in _choices(mine)]
    others = [choice.local for choice in _choices(theirs)]
    if len(names) != len(others) or (names != others and sorted(names) == sorted(others)):
        raise ApartError(f"their choices for `{mine.action}` differ")


def _choices(taken: km.Alternative) -> list[km.Choice]:
    return [part for part in taken.prelude if isinstance(part, km.Choice)]


def something_offered(alternatives: tuple[km.Alternative, ...], player: k.Expr) -> k.Expr:
    """Is any alternative legal for this player?"""
    ways = [substituted(_offered(each.prelude), {"me": player}) for each in alternatives]
    return k.Logic("or", tuple(ways))


def _offered(prelude: Prelude) -> k.Expr:
    if not prelude:
        return k.Const(1, Truth())
    rest = _offered(prelude[1:])
    match prelude[0]:
        case km.Let(local, value):
            found: k.Expr = substituted(rest, {local: value})
            return found
        case km.Guard(_, when, require):
            allowed = k.Logic("or", (k.Not(conjunction(when)), conjunction(require)))
            return k.Logic("and", (allowed, rest))
        case km.Choice(local, source, where, _):
            return k.Fold("any", (k.Bind(local, source),), where, rest)
        case _:
            assert_never(prelude[0])


@dataclass(frozen=True, slots=True)
class Product:
    """The machine, the cells that watch, those that only one side has, and the offers at each pause by its label."""

    machine: km.Machine
    watches: tuple[str, ...]
    private: frozenset[str]
    offers: Mapping[str, Offers]


def product_of(first: km.Machine, second: km.Machine, names: Mapping[str, str] | None = None) -> Product:
    """One machine for two; raises `ApartError` where they are built too differently."""
    mine, theirs = normal_machine(first), normal_machine(second)
    other = reworded(mine, theirs, aligned(mine, theirs, names))
    if other is None:
        raise ApartError("their components or zones differ")
    ours, others = (Sequence(each).machine_in_order() for each in (mine, other))
    found = _Construction(*set_apart(ours, others)).run()
    return replace(found, machine=readable(found.machine, first))


class _Construction:
    """Goes through the blocks of both machines side by side."""

    def __init__(self, first: km.Machine, second: km.Machine) -> None:
        self.first = first
        self.second = second
        self.sites = Sites()
        self.steps = StepMerger(self.sites, private_cells(first.cells, second.cells))
        self.labels: dict[tuple[str, str], str] = {}
        self.waiting: list[tuple[str, str]] = []
        self.blocks: dict[str, km.Block] = {}
        self.offers: dict[str, Offers] = {}
        self.returns: dict[str, tuple[str, ...]] = {}

    def run(self) -> Product:
        _check_cells(self.first, self.second)
        start = self.label(self.first.start, self.second.start)
        while self.waiting:
            here, there = self.waiting.pop()
            self._block(self.labels[here, there], here, there)
        cells = {name: self._cell(cell) for name, cell in self.first.cells.items()}
        own = {name: cell for name, cell in self.second.cells.items() if name not in cells}
        machine = replace(
            self.first,
            cells={**cells, **own, **self.sites.cells()},
            tables={**self.first.tables, **self.second.tables},
            definitions={**self.second.definitions, **self.first.definitions},
            blocks=self.blocks,
            start=start,
        )
        private = frozenset().union(*self.steps.private)
        return Product(machine, tuple(self.sites.watches), private, self.offers)

    def label(self, here: str, there: str) -> str:
        found = self.labels.get((here, there))
        if found is None:
            taken = here in self.labels.values()
            found = self.labels[here, there] = f"{here} & {there}" if taken else here
            self.waiting.append((here, there))
        return found

    def _cell(self, cell: km.Cell) -> km.Cell:
        return replace(cell, domain=Labels(self.returns[cell.name])) if cell.name in self.returns else cell

    # --- one block of each

    def _block(self, label: str, here: str, there: str) -> None:
        mine, theirs = self.first.blocks[here], self.second.blocks[there]
        if len(mine.params) != len(theirs.params):
            raise ApartError(f"`{here}` is entered differently")
        names: Names = dict(zip(theirs.params, mine.params, strict=True))
        steps, out = self._side_by_side(label, mine, theirs, names)
        self.blocks[label] = km.Block(label, mine.params, steps, out, mine.origin)

    def _side_by_side(self, label: str, mine: km.Block, theirs: km.Block, names: Names) -> tuple[Row, km.Out]:
        """Both blocks; where they do not fit, with more of what follows on one side or the other."""
        failed: ApartError | None = None
        for further in range(FURTHER):
            for ahead, behind in dict.fromkeys(((further, 0), (0, further), (further, further))):
                ours, others = _ahead(self.first, mine, ahead), _ahead(self.second, theirs, behind)
                before = len(self.sites.watches)
                try:
                    if ours is not None and others is not None:
                        return self._fitted(label, ours, others, names)
                except ApartError as error:
                    failed = failed or error
                    del self.sites.watches[before:]
        raise failed or ApartError("their control flow differs")

    def _fitted(self, label: str, mine: km.Block, theirs: km.Block, names: Names) -> tuple[Row, km.Out]:
        steps, bound = self.steps.merged(mine.steps, theirs.steps, names)
        watches, out = self._out(label, mine.out, theirs.out, bound)
        return (*steps, *watches), out

    def _out(self, label: str, mine: km.Out, theirs: km.Out, names: Names) -> tuple[list[km.Step], km.Out]:
        match mine, theirs:
            case km.Goto(here), km.Goto(there):
                return [], km.Goto(self.label(here, there))
            case km.Fork() as first, km.Fork() as second:
                watches = self.sites.agreeing(first.test, translated(second.test, names))
                yes = self.label(first.then, second.then)
                return watches, km.Fork(
                    first.test, yes, self.label(first.otherwise, second.otherwise), first.rule
                )
            case km.Decide() as first, km.Decide() as second:
                return self._pause(label, first, second, names)
            case km.Return(cell), km.Return(other) if cell == other:
                self._return(cell)
                return [], km.Return(cell)
            case km.Final(), km.Final():
                return self._result(), km.Final()
            case _:
                raise ApartError("their control flow differs")

    def _pause(
        self, label: str, first: km.Decide, second: km.Decide, names: Names
    ) -> tuple[list[km.Step], km.Out]:
        if (first.stop is None) != (second.stop is None) or (first.if_none is None) != (
            second.if_none is None
        ):
            raise ApartError("only one of them may be skipped")
        player = translated(second.player, names)
        watches = self.sites.agreeing(first.player, player)
        offers = offers_of(first, second)
        self.offers[label] = offers
        if first.if_none is not None and second.if_none is not None:
            some = something_offered(first.alternatives, first.player)
            watches += self.sites.agreeing(some, something_offered(second.alternatives, player))
        alternatives = tuple(
            replace(offer.first, to=self.label(offer.first.to, offer.second.to)) for offer in offers
        )
        stop = self.label(first.stop, second.stop) if first.stop and second.stop else None
        if_none = self.label(first.if_none, second.if_none) if first.if_none and second.if_none else None
        return watches, km.Decide(first.player, alternatives, stop, if_none)

    def _return(self, cell: str) -> None:
        domains = self.first.cells[cell].domain, self.second.cells[cell].domain
        assert isinstance(domains[0], Labels)
        assert isinstance(domains[1], Labels)
        if len(domains[0].members) != len(domains[1].members):
            raise ApartError("they return to different places")
        if cell not in self.returns:
            pairs = zip(domains[0].members, domains[1].members, strict=True)
            self.returns[cell] = tuple(self.label(here, there) for here, there in pairs)

    def _result(self) -> list[km.Step]:
        """Watches over every player's score and every line of the ranking."""
        ours, others = self.first.winner, self.second.winner
        if [rank.op for rank in ours] != [rank.op for rank in others]:
            raise ApartError("their rankings differ")
        pairs = [(self.first.score, self.second.score)]
        pairs += [(mine.value, theirs.value) for mine, theirs in zip(ours, others, strict=True)]
        watches = [step for pair in pairs for step in self.sites.agreeing(*pair)]
        if not watches:
            return []
        return [km.Each("p", k.Values(Players(self.first.players)), tuple(watches))]


def _ahead(machine: km.Machine, block: km.Block, further: int) -> km.Block | None:
    """A block with so many of those it leads on to; `None` if it does not lead on."""
    for _ in range(further):
        if not isinstance(block.out, km.Goto):
            return None
        following = machine.blocks[block.out.label]
        block = replace(block, steps=(*block.steps, *following.steps), out=following.out)
    return block


def _check_cells(first: km.Machine, second: km.Machine) -> None:
    shown = (first.shown_zones, first.shown_things) == (second.shown_zones, second.shown_things)
    if not shown or first.active != second.active:
        raise ApartError("they show or count differently")
    for name, cell in first.cells.items():
        other = second.cells.get(name)
        if other is None:
            continue
        alike = ("index", "starts", "given", "saturates", "optional", "life", "view")
        if any(getattr(cell, each) != getattr(other, each) for each in alike):
            raise ApartError(f"the lifetime of `{name}` differs")
        if cell.saturates and cell.domain != other.domain:
            raise ApartError(f"the bounds of `{name}` differ")


def readable(machine: km.Machine, claiming: km.Machine) -> km.Machine:
    """The machine with every invariant of the other that speaks of cells both have, for a proof to lean on."""
    both = replace(machine, definitions={**claiming.definitions, **machine.definitions})

    def cells(truth: k.Expr) -> set[str]:
        return cells_read(truth, *(both.definitions[name] for name in called_definitions(both, truth)))

    claims = tuple(
        claim
        for claim in claiming.claims
        if claim.sort == "invariant" and claim.moment is None and cells(claim.truth) <= machine.cells.keys()
    )
    needed = called_definitions(both, *(claim.truth for claim in claims)).union(machine.definitions)
    kept = {name: shape for name, shape in both.definitions.items() if name in needed}
    return replace(both, definitions=kept, claims=claims)
