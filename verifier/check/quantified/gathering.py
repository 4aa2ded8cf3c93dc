"""A machine without the order of piles: components that go to another pile as they lie go there all at once.

The quantified reader knows which components lie where, not in which order. Whether the lowest goes first, or the one
with the least number, is all the same to it; that all of them go is not.
"""

from __future__ import annotations

from dataclasses import replace

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.visit import substituted, with_inner_steps


def without_order(machine: km.Machine) -> km.Machine:
    """The machine with each such loop over the places of a pile as a loop over its components."""
    blocks = {label: _block(block) for label, block in machine.blocks.items()}
    if all(blocks[label] is block for label, block in machine.blocks.items()):
        return machine
    return replace(machine, blocks=blocks)


def _block(block: km.Block) -> km.Block:
    steps = tuple(_step(step) for step in block.steps)
    return block if steps == block.steps else replace(block, steps=steps)


def _step(step: km.Step) -> km.Step:
    gathered = gathering_in(step)
    if gathered is not None:
        return gathered
    return with_inner_steps(step, lambda inner: map(_step, inner))


def gathering_in(step: km.Step) -> km.Each | None:
    """The loop over components that a step is: so many times as there are some that fit, one that fits is moved."""
    match step:
        case km.Times(
            k.Fold("count", (k.Bind(asked, k.Contents() as source),), fits, k.Const(1), None),
            _,
            (
                km.Let(local, k.End(_, drawn, zone, things, where)),
                km.Branch(
                    k.Compare("!=", k.Local(tested), k.Const(-1)),
                    (km.Take(k.Local(taken), origin), km.Put(k.Local(laid), target, end)),
                    (),
                ),
            ),
        ) if (
            source == k.Contents(zone, things)
            and (fits, asked) == (where, drawn)
            and origin == zone
            and tested == taken == laid == local
        ):
            thing = k.Local(local, things)
            moves: tuple[km.Step, ...] = (km.Take(thing, zone), km.Put(thing, target, end))
            if where is not None:
                moves = (km.Branch(substituted(where, {drawn: thing}), moves, ()),)
            return km.Each(local, source, moves)
    return None
