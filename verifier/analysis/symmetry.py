"""Symmetries: which renamings of colours and players map a machine onto itself, checked rule by rule.

Where the members of a loop are renamed, they must be allowed to come in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from verifier.analysis.effects import Families, FamilyNames
from verifier.analysis.equivariance import PLAIN, AsymmetricError, ExpressionEquivariance, Sorts
from verifier.analysis.renaming import Order, Renaming, renaming
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Domain, Names, Players
from verifier.kernel.graph import reachable_from
from verifier.kernel.layout import Layout
from verifier.kernel.visit import (
    Operand,
    called_definitions,
    free_locals,
    own_operands,
    preorder,
    steps_within,
)

# More members than these are not looked at pair by pair, and larger groups are not written out.
MOST_MEMBERS = 10
MOST_RENAMINGS = 48
MIXED = "mixed"


def symmetries(layout: Layout, unordered: frozenset[str]) -> list[Renaming]:
    """Renamings that generate all that are known to map the machine onto itself.

    What happens before the first pause is left out: whoever uses a renaming must see for himself that it maps
    the set of first states onto itself.
    """
    found = []
    for kinds, players in _candidates(layout.machine):
        candidate = renaming(layout, kinds, players)
        if candidate is not None and not candidate.is_idle and is_symmetry(layout, candidate, unordered):
            found.append(candidate)
    return found


def generated_group(generators: Sequence[Renaming]) -> list[Renaming]:
    """Everything that the generators make together, without the idle one; at most so many."""
    found: dict[tuple[object, ...], Renaming] = {}
    waiting = list(generators)
    while waiting and len(found) < MOST_RENAMINGS:
        one = waiting.pop(0)
        if one.is_idle or one.key in found:
            continue
        found[one.key] = one
        waiting += [one.then(other) for other in generators]
    return list(found.values())


def _candidates(machine: km.Machine) -> Iterator[tuple[dict[str, Order], Order]]:
    seats = tuple(range(machine.players))
    for name, count in sorted(_kinds(machine).items()):
        if count <= MOST_MEMBERS:
            for one in range(count):
                for other in range(one + 1, count):
                    order = list(range(count))
                    order[one], order[other] = other, one
                    yield {name: tuple(order)}, seats
    if machine.players > 1:
        yield {}, (*seats[1:], 0)


def _kinds(machine: km.Machine) -> dict[str, int]:
    """The kinds that the zones and cells of a state know, with the number of their members."""
    domains: list[Domain] = [domain for family in machine.families.values() for _, domain in family.index]
    for cell in machine.cells.values():
        domains += (cell.domain, *cell.index)
    return {domain.name: len(domain.members) for domain in domains if isinstance(domain, Names)}


def is_symmetry(layout: Layout, by: Renaming, unordered: frozenset[str]) -> bool:
    """Does the renaming map every rule after the first pause, every claim and the result onto themselves?"""
    machine = layout.machine
    twins: dict[int, int] = {}
    for number, thing in enumerate(machine.things):
        if twins.setdefault(thing.twin, machine.things[by.things[number]].twin) != (
            machine.things[by.things[number]].twin
        ):
            return False
    try:
        SymmetryCheck(ExpressionEquivariance(layout, by, unordered)).machine_()
    except AsymmetricError:
        return False
    return True


class SymmetryCheck:
    """A renaming held against the rules; every method raises `AsymmetricError` where they part.

    `sorts` are those of every name bound so far; a name that stands for several sorts has none of them. What `read`
    has found of expressions is not worked out again.
    """

    def __init__(self, read: ExpressionEquivariance) -> None:
        self.machine = read.machine
        self.by = read.by
        self.read = read
        self.seat = self.read.of_domain(Players(self.machine.players))
        self.sorts: dict[str, str] = {"me": self.seat}

    def machine_(self) -> None:
        machine = self.machine
        pauses = [label for label, block in machine.blocks.items() if isinstance(block.out, km.Decide)]
        self.blocks(reachable_from(pauses, machine), pauses)
        self.words()

    def blocks(self, labels: Iterable[str], pauses: Iterable[str]) -> None:
        """The blocks with these labels, and what may be done at these pauses."""
        pauses = list(pauses)
        parameters = self._parameters(pauses)
        for label in labels:
            block = self.machine.blocks[label]
            known = dict(parameters.get(label, {}))
            self._steps(block.steps, known)
            self._out(block, known)
        for label in pauses:
            self._out(self.machine.blocks[label], {})

    def words(self) -> None:
        """The claims and the result."""
        machine = self.machine
        for claim in machine.claims:
            self._truth(claim.truth, {})
        everyone = {"p": self.seat}
        for expr in (machine.score, *(rank.value for rank in machine.winner)):
            self._must(self.read.check(expr, everyone), PLAIN)

    def _must(self, one: str, other: str) -> None:
        self.read.must(one, other, "a step")

    def _truth(self, expr: object, known: Sorts) -> None:
        self._must(self.read.check(expr, known), PLAIN)  # type: ignore[arg-type]

    def _parameters(self, pauses: Iterable[str]) -> dict[str, dict[str, str]]:
        """The sorts of what each alternative at these pauses hands to its block."""
        found: dict[str, dict[str, str]] = {}
        for label in pauses:
            out = self.machine.blocks[label].out
            assert isinstance(out, km.Decide)
            for alternative in out.alternatives:
                known = found.setdefault(alternative.to, {})
                for name, sort in self._prelude(alternative.prelude).items():
                    self._must(known.setdefault(name, sort), sort)
        return found

    def _binds(self, local: str, sort: str) -> str:
        if self.sorts.setdefault(local, sort) != sort:
            self.sorts[local] = MIXED
        return sort

    def _prelude(self, parts: Iterable[km.Choice | km.Let | km.Guard]) -> dict[str, str]:
        known = {"me": self.seat}
        for part in parts:
            match part:
                case km.Let(local, value):
                    known[local] = self._binds(local, self.read.check(value, known))
                case km.Choice(local, source, where, _):
                    known[local] = self._binds(local, self.read.check_source(source, known))
                    if where is not None:
                        self._truth(where, known)
                case km.Guard(_, when, require):
                    for truth in (*when, *require):
                        self._truth(truth, known)
                case _:
                    assert_never(part)
        return known

    def _out(self, block: km.Block, known: Sorts) -> None:
        match block.out:
            case km.Fork(test, _, _, _):
                self._truth(test, known)
            case km.Decide(player, _, _, _):
                self._must(self.read.check(player, {}), self.seat)
            case km.Goto() | km.Return() | km.Final():
                pass
            case _:
                assert_never(block.out)

    def _steps(self, steps: Iterable[km.Step], known: dict[str, str]) -> None:
        for step in steps:
            self._step(step, known)

    def _step(self, step: km.Step, known: dict[str, str]) -> None:
        read = self.read
        match step:
            case km.Let(local, value):
                known[local] = self._binds(local, read.check(value, known))
            case km.Write(cell, index, value, _):
                shape = self.machine.cells[cell]
                for part, domain in zip(index, shape.index, strict=True):
                    self._must(read.check(part, known), read.of_domain(domain))
                self._must(read.check(value, known), read.of_domain(shape.domain))
            case km.Take(thing, zone) | km.Put(thing, zone, _):
                self._must(read.check(thing, known), read.of_domain(self.machine.all_things))
                read.check(zone, known)
            case km.Branch(test, then, otherwise, _):
                self._truth(test, known)
                self._steps(then, known)
                self._steps(otherwise, known)
            case km.Each(local, source, inner):
                sort = read.check_source(source, known)
                if not (sort == PLAIN or self._turns(step) or commutes(step, self.machine, read.unordered)):
                    raise AsymmetricError(f"the order of a loop over {source} may matter")
                self._steps(inner, {**known, local: self._binds(local, sort)})
            case km.Times(count, _, inner):
                self._truth(count, known)
                self._steps(inner, known)
            case km.Shuffle(zone):
                read.check(zone, known)
            case km.Roll(cell, faces):
                domain = self.machine.cells[cell].domain
                if sorted(faces) != sorted(self.by.value(domain, face) for face in faces):
                    raise AsymmetricError(f"the faces of {cell} are renamed")
            case km.Mark():
                pass
            case _:
                assert_never(step)

    def _turns(self, loop: km.Each) -> bool:
        """Players in the order of the table, from one of them on: the same for all if the table turns."""
        source = loop.source
        return isinstance(source, k.Values) and source.first is not None and self.read.rotates


def commutes(loop: km.Each, machine: km.Machine, unordered: FamilyNames) -> bool:
    """Does each member write, take and put only what no other member reads or changes?"""
    steps = list(steps_within(loop.steps))
    if any(isinstance(step, km.Roll | km.Shuffle | km.Times) for step in steps):
        return False
    # What a name inside the loop stands for is looked through.
    named = {step.local: step.value for step in steps if isinstance(step, km.Let)}
    return _writes_apart(loop, steps, machine, named) and _moves_apart(loop, steps, machine, unordered)


# --- cells


def _writes_apart(
    loop: km.Each, steps: Sequence[km.Step], machine: km.Machine, named: dict[str, k.Expr]
) -> bool:
    writes = [step for step in steps if isinstance(step, km.Write)]
    read = [part for step in steps for part in _reads(own_operands(step), machine)]
    for write in writes:
        own = [place for place, part in enumerate(write.index) if _is(part, loop.local, named)]
        others = [part for part in read if part.cell == write.cell]
        if own:
            if not all(any(_is(part.index[place], loop.local, named) for place in own) for part in others):
                return False
        elif not _adds_up(write, others, loop.local, machine):
            return False
    return True


def _is(expr: k.Expr, local: str, named: dict[str, k.Expr]) -> bool:
    """Is it the member of the loop, under whatever name?"""
    while isinstance(expr, k.Local) and expr.name != local and expr.name in named:
        expr = named[expr.name]
    return isinstance(expr, k.Local) and expr.name == local


def _adds_up(write: km.Write, others: Sequence[k.Read], local: str, machine: km.Machine) -> bool:
    """Is the same amount added each time, and the sum read by nobody else?"""
    if machine.cells[write.cell].saturates or any(free_locals(part) for part in write.index):
        return False
    match write.value:
        case k.Arith("+" | "-", k.Read(cell, index), amount) if cell == write.cell and index == write.index:
            return len(others) == 1 and not _mentions(amount, local)
        case _:
            return False


def _mentions(amount: k.Expr, local: str) -> bool:
    """May an amount depend on the member? Only a plain name or constant surely does not."""
    return bool(free_locals(amount)) and (local in free_locals(amount) or not isinstance(amount, k.Local))


def _reads(nodes: Sequence[Operand], machine: km.Machine) -> list[k.Read]:
    """Every reading of a cell, by definitions too."""
    called = (machine.definitions[name] for name in called_definitions(machine, *nodes))
    return [part for part in preorder(*nodes, *called) if isinstance(part, k.Read)]


# --- components


def _moves_apart(
    loop: km.Each, steps: Sequence[km.Step], machine: km.Machine, unordered: FamilyNames
) -> bool:
    """Are only the members themselves moved, into sets or zones of their own, while nobody looks?"""
    moves = [step for step in steps if isinstance(step, km.Take | km.Put)]
    if not moves:
        return True
    families = Families(machine)
    for step in moves:
        if not (isinstance(step.thing, k.Local) and step.thing.name == loop.local):
            return False
        own = isinstance(step.zone, k.ZoneAt) and any(_is(part, loop.local, {}) for part in step.zone.index)
        if isinstance(step, km.Put) and not own and not families.of(step.zone, {}) <= unordered:
            return False
    others = [node for step in steps if not isinstance(step, km.Take | km.Put) for node in own_operands(step)]
    return not any(_looks(node, loop.local) for node in others)


def _looks(node: Operand, local: str) -> bool:
    """Does an expression ask where components lie, other than the member itself?"""
    for part in preorder(node):
        if isinstance(part, k.Contents | k.End | k.Position | k.Call):
            return True
        if isinstance(part, k.ZoneOf) and not (isinstance(part.thing, k.Local) and part.thing.name == local):
            return True
    return False
