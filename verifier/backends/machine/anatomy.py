"""What stands inside steps: their expressions and sources, the names they read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from verifier.kernel.expression import Call, Contents, End, Expr, Fold, Local, Source, ZonesOf
from verifier.kernel.machine import (
    Block,
    Branch,
    Choice,
    Decide,
    Each,
    Fork,
    Guard,
    Let,
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
from verifier.kernel.walk import everything, free_locals, parts

Part = Choice | Let | Guard


def in_steps(steps: Iterable[Step]) -> Iterator[Expr | Source]:
    """Every expression and source that stands directly in one of the steps, or in a step inside them."""
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
                yield from in_steps(then + otherwise)
            case Each(_, source, inner):
                yield source
                yield from in_steps(inner)
            case Times(count, _, inner):
                yield count
                yield from in_steps(inner)
            case Shuffle(zone):
                yield zone
            case Roll() | Mark():
                pass
            case _:
                assert_never(step)


def in_prelude(parts: Iterable[Part]) -> Iterator[Expr | Source]:
    """The same for the parts of a prelude."""
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


def in_way_out(out: Out) -> Iterator[Expr | Source]:
    """The same for the way out of a block."""
    match out:
        case Decide(player, alternatives, _, _):
            yield player
            for alternative in alternatives:
                yield from in_prelude(alternative.prelude)
        case Fork(test, _, _, _):
            yield test


def in_block(block: Block) -> Iterator[Expr | Source]:
    """The same for a whole block."""
    yield from in_steps(block.steps)
    yield from in_way_out(block.out)


def uses(nodes: Iterable[Expr | Source]) -> Counter[str]:
    """How often each name is read."""
    return Counter(part.name for node in nodes for part in everything(node) if isinstance(part, Local))


def zones_read(nodes: Iterable[Expr | Source]) -> Counter[Expr]:
    """How often the contents of each zone are looked at; zones named by a fold's own binders are left out."""
    found: Counter[Expr] = Counter()
    for node in nodes:
        found.update(_zones_read(node, frozenset()))
    return found


def _zones_read(node: Any, bound: frozenset[str]) -> Iterator[Expr]:
    zone = node.zone if isinstance(node, End) else node.zones if isinstance(node, Contents) else None
    if zone is not None and not isinstance(zone, ZonesOf) and not free_locals(zone) & bound:
        yield zone
    for part in parts(node):
        yield from _zones_read(part, bound | bound_by(node))


def bound_by(node: Any) -> frozenset[str]:
    """The names that an expression binds for its own parts."""
    match node:
        case Fold(binds=binds):
            return frozenset(bind.local for bind in binds)
        case End(local=local):
            return frozenset((local,))
        case _:
            return frozenset()


def costly(node: Any, bound: frozenset[str] = frozenset()) -> Iterator[Expr]:
    """The calls and folds in a node that its own binders do not touch."""
    if isinstance(node, Call | Fold | End) and not free_locals(node) & bound:
        yield node
    for part in parts(node):
        yield from costly(part, bound | bound_by(node))
