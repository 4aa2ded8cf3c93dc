"""What is the same: changes that would change nothing, and one text that stands on several copies of a component."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Things
from verifier.model import game as g
from verifier.model import steps as m
from verifier.mutate.rewriting import Copies, parts_of
from verifier.source import Span


@dataclass(frozen=True, slots=True)
class SameEitherWay:
    """Where top and bottom are the same: in zones without an order, and in piles that are shuffled next."""

    families: Mapping[str, km.Family]
    shuffled: frozenset[int]

    def has_one_place(self, node: Any) -> bool:
        """The top of a space is its bottom."""
        zone = node.zone if isinstance(node, k.End) else None
        return isinstance(zone, k.ZoneAt) and self.families[zone.family].shape == "space"

    def at_either_end(self, node: m.Move | m.Deal) -> bool:
        to = node.to
        has_order = not isinstance(to, k.ZoneAt) or self.families[to.family].shape in ("pile", "row")
        return not has_order or id(node) in self.shuffled


def same_either_way(game: g.Game) -> SameEitherWay:
    """What of a game is the same at either end of a pile."""
    return SameEitherWay(game.families, frozenset(map(id, _before_a_shuffle(game))))


def _before_a_shuffle(whole: Any) -> Iterator[Any]:
    """Every step that puts something into a pile which is shuffled later in the same list of steps."""
    if isinstance(whole, tuple):
        shuffles = [(at, step.zone) for at, step in enumerate(whole) if isinstance(step, m.Shuffle)]
        for at, step in enumerate(whole):
            if zones := [zone for later, zone in shuffles if at < later]:
                yield from (move for move in _moves(step) if move.to in zones)
    for part in parts_of(whole):
        yield from _before_a_shuffle(part)


def _moves(step: Any) -> Iterator[m.Move | m.Deal]:
    if isinstance(step, m.Move | m.Deal):
        yield step
    elif isinstance(step, m.Each):
        for inner in step.steps:
            yield from _moves(inner)


def copies_of(game: g.Game) -> Copies:
    """Are these two the same text, on two copies of one design?"""
    designs = [thing.design for thing in game.things]

    def copies(one: Any, other: Any) -> bool:
        return (
            isinstance(one, m.Rule | km.Clause)
            and isinstance(other, m.Rule | km.Clause)
            and one.rule == other.rule
            and _same_but_for_copies(one, other, designs)
        )

    return copies


def _same_but_for_copies(one: Any, other: Any, designs: Sequence[str]) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, k.Const) and isinstance(one.domain, Things):
        return one.domain == other.domain and _design(one.value, designs) == _design(other.value, designs)
    if isinstance(one, tuple) or (is_dataclass(one) and not isinstance(one, type | Span)):
        ours, theirs = tuple(parts_of(one)), tuple(parts_of(other))
        pairs = zip(ours, theirs, strict=False)
        return len(ours) == len(theirs) and all(_same_but_for_copies(*pair, designs) for pair in pairs)
    return bool(one == other)


def _design(thing: int, designs: Sequence[str]) -> str | None:
    return designs[thing] if thing >= 0 else None
