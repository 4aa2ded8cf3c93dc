"""Blocks without needless jumps: a machine in, the same with chains of blocks drawn together out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import assert_never

from verifier.kernel import machine as km
from verifier.kernel.domain import Labels
from verifier.kernel.graph import successors


def threaded(machine: km.Machine) -> km.Machine:
    """The machine with empty blocks skipped and a block that only one jump leads to drawn into it."""
    blocks = {label: replace(block, out=_led(machine, block.out)) for label, block in machine.blocks.items()}
    start = _goal(machine, machine.start)
    returns = _returns(machine)
    drawn = _drawn(machine, blocks, start, returns)
    return replace(machine, blocks=_reached(machine, drawn, start), start=start)


def _goal(machine: km.Machine, label: str) -> str:
    """The first block on the way that does something."""
    seen: set[str] = set()
    while label not in seen:
        seen.add(label)
        block = machine.blocks[label]
        if block.steps or not isinstance(block.out, km.Goto):
            return label
        label = block.out.label
    return label


def _led(machine: km.Machine, out: km.Out) -> km.Out:
    def goal(label: str) -> str:
        return _goal(machine, label)

    match out:
        case km.Goto(label):
            return km.Goto(goal(label))
        case km.Fork(test, then, otherwise, rule):
            yes, no = goal(then), goal(otherwise)
            return km.Goto(yes) if yes == no else km.Fork(test, yes, no, rule)
        case km.Decide(player, alternatives, stop, vain):
            # An alternative leads to a block of its own, with its choices.
            return km.Decide(player, alternatives, stop and goal(stop), vain and goal(vain))
        case km.Return() | km.Final():
            return out
        case _:
            assert_never(out)


def _returns(machine: km.Machine) -> list[str]:
    """The labels that cells hold: control comes there by a return."""
    domains = [cell.domain for cell in machine.cells.values()]
    return [label for domain in domains if isinstance(domain, Labels) for label in domain.members]


def _drawn(
    machine: km.Machine, blocks: dict[str, km.Block], start: str, returns: list[str]
) -> dict[str, km.Block]:
    reached = _reached(machine, blocks, start)
    led = Counter(label for block in reached.values() for label in successors(block.out, machine.cells))
    led[start] += 1
    led.update(returns)
    made = dict(reached)
    for label in list(made):
        while label in made:
            block = made[label]
            if not isinstance(block.out, km.Goto):
                break
            following = block.out.label
            if following == label or led[following] != 1 or following not in made:
                break
            behind = made.pop(following)
            made[label] = replace(block, steps=(*block.steps, *behind.steps), out=behind.out)
    return made


def _reached(machine: km.Machine, blocks: dict[str, km.Block], start: str) -> dict[str, km.Block]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        label = waiting.pop()
        if label not in seen and label in blocks:
            seen.add(label)
            waiting.extend(successors(blocks[label].out, machine.cells))
    return {label: block for label, block in blocks.items() if label in seen}
