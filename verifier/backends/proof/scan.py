"""Every expression of a machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from verifier.kernel.expression import Expr
from verifier.kernel.machine import (
    Branch,
    Choice,
    Decide,
    Each,
    Fork,
    Guard,
    Let,
    Machine,
    Mark,
    Put,
    Roll,
    Shuffle,
    Step,
    Take,
    Times,
    Write,
)
from verifier.kernel.walk import parts


def step_expressions(steps: tuple[Step, ...]) -> Iterator[Expr]:
    """The outermost expressions of steps, those of inner steps included."""
    for step in steps:
        match step:
            case Let(_, value):
                yield value
            case Write(_, index, value, _):
                yield from (*index, value)
            case Take(thing, zone) | Put(thing, zone, _):
                yield from (thing, zone)
            case Branch(test, then, otherwise, _):
                yield test
                yield from step_expressions(then + otherwise)
            case Each(_, source, inner):
                yield from parts(source)
                yield from step_expressions(inner)
            case Times(count, _, inner):
                yield count
                yield from step_expressions(inner)
            case Shuffle(zone):
                yield zone
            case Roll() | Mark():
                pass
            case _:
                assert_never(step)


def decide_expressions(out: Decide) -> Iterator[Expr]:
    yield out.player
    for alternative in out.alternatives:
        for part in alternative.prelude:
            match part:
                case Let(_, value):
                    yield value
                case Choice(_, source, where, _):
                    yield from parts(source)
                    if where is not None:
                        yield where
                case Guard(_, when, require):
                    yield from when + require


def outermost_expressions(machine: Machine) -> Iterator[Expr]:
    """Every expression of a machine that is no part of another."""
    for block in machine.blocks.values():
        yield from step_expressions(block.steps)
        if isinstance(block.out, Decide):
            yield from decide_expressions(block.out)
        elif isinstance(block.out, Fork):
            yield block.out.test
    for definition in machine.definitions.values():
        yield definition.start
        for rung in definition.rungs:
            yield from (*rung.when, rung.value)
    yield machine.score
    yield from (rank.value for rank in machine.winner)
    yield from (claim.truth for claim in machine.claims)
    yield from (measure.value for measure in machine.measures)
