"""What is known wherever control comes: a machine in, for each block the cells with one possible value out.

A cell that every way to a block leaves at the same value has that value there. Blocks to which no way
leads are not in the answer.
"""

from __future__ import annotations

from verifier.compare.folding import Folding
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Labels

Facts = dict[str, int]


def known_cells(machine: km.Machine, folding: Folding) -> dict[str, Facts]:
    """The facts at the start of each block that control can come to."""
    found: dict[str, Facts] = {machine.start: _at_the_start(machine)}
    waiting = [machine.start]
    while waiting:
        label = waiting.pop()
        block = machine.blocks[label]
        facts = after(block.steps, found[label], folding)
        for target in targets(machine, block.out, facts, folding):
            before = found.get(target)
            if before is None or not before.items() <= facts.items():
                found[target] = dict(facts) if before is None else met(before, facts)
                waiting.append(target)
    return found


def _at_the_start(machine: km.Machine) -> Facts:
    return {name: cell.starts for name, cell in machine.cells.items() if not cell.index and not cell.given}


def met(one: Facts, other: Facts) -> Facts:
    """What both agree on."""
    return {cell: value for cell, value in one.items() if other.get(cell) == value}


def after(steps: tuple[km.Step, ...], facts: Facts, folding: Folding) -> Facts:
    """The facts behind straight steps."""
    now = dict(facts)
    for step in steps:
        match step:
            case km.Write(cell, index, value):
                folded = folding.expr(value, now) if not index else None
                if isinstance(folded, k.Const):
                    now[cell] = folded.value
                else:
                    now.pop(cell, None)
            case km.Roll(cell, _):
                now.pop(cell, None)
            case km.Branch(test, then, otherwise):
                folded = folding.expr(test, now)
                if isinstance(folded, k.Const):
                    now = after(then if folded.value else otherwise, now, folding)
                else:
                    now = met(after(then, now, folding), after(otherwise, now, folding))
            case km.Each(steps=inner) | km.Times(steps=inner):
                now = without(now, inner)
            case _:
                pass
    return now


def without(facts: Facts, steps: tuple[km.Step, ...]) -> Facts:
    """The facts that hold however often the steps are carried out."""
    changed = written(steps)
    return {cell: value for cell, value in facts.items() if cell not in changed}


def written(steps: tuple[km.Step, ...]) -> set[str]:
    """Every cell that the steps may write."""
    found: set[str] = set()
    for step in steps:
        match step:
            case km.Write(cell=cell) | km.Roll(cell=cell):
                found.add(cell)
            case km.Branch(then=then, otherwise=otherwise):
                found |= written(then) | written(otherwise)
            case km.Each(steps=inner) | km.Times(steps=inner):
                found |= written(inner)
            case _:
                pass
    return found


def targets(machine: km.Machine, out: km.Out, facts: Facts, folding: Folding) -> list[str]:
    """Where control may go from a way out."""
    match out:
        case km.Goto(label):
            return [label]
        case km.Fork(test, then, otherwise):
            folded = folding.expr(test, facts)
            if isinstance(folded, k.Const):
                return [then if folded.value else otherwise]
            return [then, otherwise]
        case km.Decide(_, alternatives, stop, vain):
            ways = [each.to for each in alternatives]
            return [*ways, *(label for label in (stop, vain) if label is not None)]
        case km.Return(cell):
            domain = machine.cells[cell].domain
            assert isinstance(domain, Labels)
            if cell in facts:
                return [domain.members[facts[cell]]]
            return [label for label in domain.members if label in machine.blocks]
        case km.Final():
            return []
