"""What stands inside a machine: the steps within steps, the expressions of blocks and of everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, assert_never

from verifier.kernel.expression import Call, Expr, Source
from verifier.kernel.machine import (
    Block,
    Branch,
    Choice,
    Decide,
    Each,
    Fork,
    Guard,
    Let,
    Machine,
    Mark,
    Out,
    Put,
    Roll,
    Shuffle,
    Step,
    Take,
    Times,
    Write,
)
from verifier.kernel.walk import everything, parts

Node = Expr | Source
Part = Choice | Let | Guard


def flattened(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps and all steps inside them."""
    for step in steps:
        yield step
        match step:
            case Branch(_, then, otherwise, _):
                yield from flattened(then + otherwise)
            case Each(_, _, inner) | Times(_, _, inner):
                yield from flattened(inner)


def written(machine: Machine) -> frozenset[str]:
    """The cells that some step may change."""
    steps = (step for block in machine.blocks.values() for step in flattened(block.steps))
    return frozenset(step.cell for step in steps if isinstance(step, Write | Roll))


def in_step(step: Step) -> Iterator[Node]:
    """The expressions and sources that stand directly in a step, those of inner steps left out."""
    match step:
        case Let(_, value):
            yield value
        case Write(_, index, value, _):
            yield from (*index, value)
        case Take(thing, zone) | Put(thing, zone, _):
            yield from (thing, zone)
        case Branch(test, _, _, _):
            yield test
        case Each(_, source, _):
            yield source
        case Times(count, _, _):
            yield count
        case Shuffle(zone):
            yield zone
        case Roll() | Mark():
            pass
        case _:
            assert_never(step)


def in_steps(steps: Iterable[Step]) -> Iterator[Node]:
    """The same for steps, those of inner steps included."""
    for step in flattened(steps):
        yield from in_step(step)


def in_prelude(prelude: Iterable[Part]) -> Iterator[Node]:
    """The same for what comes before an action: its choices and guards."""
    for part in prelude:
        match part:
            case Let(_, value):
                yield value
            case Choice(_, source, where, _):
                yield source
                if where is not None:
                    yield where
            case Guard(_, when, require):
                yield from (*when, *require)
            case _:
                assert_never(part)


def in_way_out(out: Out) -> Iterator[Node]:
    """The same for the way out of a block."""
    match out:
        case Decide(player, alternatives, _, _):
            yield player
            for alternative in alternatives:
                yield from in_prelude(alternative.prelude)
        case Fork(test, _, _, _):
            yield test


def in_block(block: Block) -> Iterator[Node]:
    """The same for a whole block."""
    yield from in_steps(block.steps)
    yield from in_way_out(block.out)


def in_words(machine: Machine) -> Iterator[Expr]:
    """The outermost expressions that stand in no block: definitions, the result, claims, measures."""
    for definition in machine.definitions.values():
        yield definition.start
        for rung in definition.rungs:
            yield from (*rung.when, rung.value)
    yield machine.score
    yield from (rank.value for rank in machine.winner)
    yield from (claim.truth for claim in machine.claims)
    yield from (measure.value for measure in machine.measures)


def expressions(nodes: Iterable[Node]) -> Iterator[Expr]:
    """The nodes, and in the place of each source the expressions in it."""
    for node in nodes:
        if isinstance(node, Source):
            yield from parts(node)
        else:
            yield node


def definitions_with(machine: Machine, wanted: Callable[[Any], bool]) -> frozenset[str]:
    """The definitions in which something wanted stands, directly or in what they lean on."""
    bodies = {
        name: [part for whole in (definition.start, *definition.rungs) for part in everything(whole)]
        for name, definition in machine.definitions.items()
    }
    found = {name for name, inside in bodies.items() if any(map(wanted, inside))}
    while True:
        more = {
            name
            for name, inside in bodies.items()
            if name not in found
            and any(isinstance(part, Call) and part.definition in found for part in inside)
        }
        if not more:
            return frozenset(found)
        found |= more
