"""Every expression of a machine, with the steps and pauses in which it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from verifier.kernel.domain import Labels
from verifier.kernel.expression import Expr, Source
from verifier.kernel.machine import (
    Block,
    Branch,
    Choice,
    Decide,
    Each,
    Final,
    Fork,
    Goto,
    Guard,
    Let,
    Machine,
    Mark,
    Put,
    Return,
    Roll,
    Shuffle,
    Step,
    Take,
    Times,
    Write,
)

Node = Expr | Source


def flattened(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps and all steps inside them."""
    for step in steps:
        yield step
        match step:
            case Branch(_, then, otherwise, _):
                yield from flattened(then + otherwise)
            case Each(_, _, inner) | Times(_, _, inner):
                yield from flattened(inner)


def in_step(step: Step) -> Iterator[Node]:
    """The expressions that stand directly in a step, those of inner steps left out."""
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


def in_prelude(parts: Iterable[Choice | Let | Guard]) -> Iterator[Node]:
    for part in parts:
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


def in_way_out(block: Block) -> Iterator[Node]:
    match block.out:
        case Decide(player, alternatives, _, _):
            yield player
            for alternative in alternatives:
                yield from in_prelude(alternative.prelude)
        case Fork(test, _, _, _):
            yield test


def in_words(machine: Machine) -> Iterator[Node]:
    """The outermost expressions that stand in no block: definitions, the result, claims, measures."""
    for definition in machine.definitions.values():
        yield definition.start
        for rung in definition.rungs:
            yield from (*rung.when, rung.value)
    yield machine.score
    yield from (rank.value for rank in machine.winner)
    yield from (claim.truth for claim in machine.claims)
    yield from (measure.value for measure in machine.measures)


def following(block: Block, machine: Machine) -> tuple[str, ...]:
    """The labels to which control may go from a block, over a pause too."""
    match block.out:
        case Goto(label):
            return (label,)
        case Fork(_, then, otherwise, _):
            return then, otherwise
        case Decide(_, alternatives, stop, vain):
            ways = (*(alternative.to for alternative in alternatives), stop, vain)
            return tuple(way for way in ways if way is not None)
        case Return(cell):
            domain = machine.cells[cell].domain
            assert isinstance(domain, Labels)
            return domain.members
        case Final():
            return ()
        case _:
            assert_never(block.out)


def reached_from(labels: Iterable[str], machine: Machine) -> frozenset[str]:
    """Every label that control can come to after one of these, the labels themselves if it comes back."""
    found: set[str] = set()
    waiting = [way for label in labels for way in following(machine.blocks[label], machine)]
    while waiting:
        label = waiting.pop()
        if label not in found:
            found.add(label)
            waiting.extend(following(machine.blocks[label], machine))
    return frozenset(found)
