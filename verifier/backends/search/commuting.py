"""May the members of a loop come in any order? Its steps in, yes or no out; in doubt, no."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from verifier.backends.search.places import Families, Places
from verifier.kernel.expression import Arith, Call, Contents, End, Expr, Local, Position, Read, ZoneAt, ZoneOf
from verifier.kernel.machine import Each, Let, Machine, Put, Roll, Shuffle, Step, Take, Times, Write
from verifier.kernel.visit import Operand, free_locals, own_operands, preorder, steps_within


def commutes(loop: Each, machine: Machine, unordered: Families) -> bool:
    """Does each member write, take and put only what no other member reads or changes?"""
    steps = list(steps_within(loop.steps))
    if any(isinstance(step, Roll | Shuffle | Times) for step in steps):
        return False
    # What a name inside the loop stands for is looked through.
    named = {step.local: step.value for step in steps if isinstance(step, Let)}
    return _writes_apart(loop, steps, machine, named) and _moves_apart(loop, steps, machine, unordered)


# --- cells


def _writes_apart(loop: Each, steps: Sequence[Step], machine: Machine, named: dict[str, Expr]) -> bool:
    writes = [step for step in steps if isinstance(step, Write)]
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


def _is(expr: Expr, local: str, named: dict[str, Expr]) -> bool:
    """Is it the member of the loop, under whatever name?"""
    while isinstance(expr, Local) and expr.name != local and expr.name in named:
        expr = named[expr.name]
    return isinstance(expr, Local) and expr.name == local


def _adds_up(write: Write, others: Sequence[Read], local: str, machine: Machine) -> bool:
    """Is the same amount added each time, and the sum read by nobody else?"""
    if machine.cells[write.cell].saturates or any(free_locals(part) for part in write.index):
        return False
    match write.value:
        case Arith("+" | "-", Read(cell, index), amount) if cell == write.cell and index == write.index:
            return len(others) == 1 and not _mentions(amount, local)
        case _:
            return False


def _mentions(amount: Expr, local: str) -> bool:
    """May an amount depend on the member? Only a plain name or constant surely does not."""
    return bool(free_locals(amount)) and (local in free_locals(amount) or not isinstance(amount, Local))


def _reads(nodes: Iterable[Operand], machine: Machine) -> Iterator[Read]:
    """Every cell that is read, by definitions too."""
    waiting: list[Operand] = list(nodes)
    seen: set[str] = set()
    while waiting:
        for part in preorder(waiting.pop()):
            if isinstance(part, Read):
                yield part
            elif isinstance(part, Call) and part.definition not in seen:
                seen.add(part.definition)
                shape = machine.definitions[part.definition]
                waiting.append(shape.start)
                waiting.extend(each for rung in shape.rungs for each in (*rung.when, rung.value))


# --- components


def _moves_apart(loop: Each, steps: Sequence[Step], machine: Machine, unordered: Families) -> bool:
    """Are only the members themselves moved, into sets or zones of their own, while nobody looks?"""
    moves = [step for step in steps if isinstance(step, Take | Put)]
    if not moves:
        return True
    places = Places(machine)
    for step in moves:
        if not (isinstance(step.thing, Local) and step.thing.name == loop.local):
            return False
        own = isinstance(step.zone, ZoneAt) and any(_is(part, loop.local, {}) for part in step.zone.index)
        if isinstance(step, Put) and not own and not places.of(step.zone, {}) <= unordered:
            return False
    others = [node for step in steps if not isinstance(step, Take | Put) for node in own_operands(step)]
    return not any(_looks(node, loop.local, machine) for node in others)


def _looks(node: Operand, local: str, machine: Machine) -> bool:
    """Does an expression ask where components lie, other than the member itself?"""
    for part in preorder(node):
        if isinstance(part, Contents | End | Position | Call):
            return True
        if isinstance(part, ZoneOf) and not (isinstance(part.thing, Local) and part.thing.name == local):
            return True
    return False
