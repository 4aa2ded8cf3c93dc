"""Piles whose order nobody can know: what lies on top may be decided when it is drawn.

A hidden pile qualifies when its order is never told: it is filled and then shuffled before anything else
happens to it, and its top is looked at only by a step that takes it away at once. Then the same can happen,
whether chance speaks when the pile is shuffled or when a component is drawn. In doubt, none qualifies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verifier.backends.machine.facts import Facts, is_something
from verifier.backends.machine.find_facts import facts_of
from verifier.kernel.domain import Domain, Zones
from verifier.kernel.expression import (
    Call,
    Const,
    Contents,
    End,
    Expr,
    Fold,
    Local,
    Position,
    Read,
    Source,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import Branch, Each, Family, Let, Machine, Put, Shuffle, Step, Take, Times
from verifier.kernel.visit import children, operands, preorder


def lazy_families(machine: Machine) -> frozenset[str]:
    """The families of piles that can be kept in no order."""
    facts = facts_of(machine)
    return frozenset(
        family.name
        for family in machine.families.values()
        if family.shape == "pile" and family.view == "hidden" and family.base != machine.box
        if _Asked(machine, family, facts).qualifies()
    )


class _Asked:
    """One family, asked whether its order is ever told."""

    def __init__(self, machine: Machine, family: Family, facts: Facts) -> None:
        self.machine = machine
        self.facts = facts
        self.family = family
        self.numbers = frozenset(range(family.base, family.base + family.size))

    def qualifies(self) -> bool:
        if any(self._tells(expr, {}) for expr in self._outside_steps()):
            return False
        return all(self._steps_fit(block.steps, ()) for block in self.machine.blocks.values())

    def _outside_steps(self) -> Iterator[Expr | Source]:
        """Every expression except those of steps, which are looked at in their order."""
        machine = self.machine
        yield machine.score
        yield from (rank.value for rank in machine.winner)
        yield from (claim.truth for claim in machine.claims)
        yield from (measure.value for measure in machine.measures)
        for definition in machine.definitions.values():
            yield definition.start
            for rung in definition.rungs:
                yield from (*rung.when, rung.value)
        for block in machine.blocks.values():
            yield from operands(block.out)

    def _may_be(self, zone: Expr) -> bool:
        """Could this be a zone of the family?"""
        match zone:
            case ZoneAt(family, _):
                return family == self.family.name
            case Const(value, _):
                return value in self.numbers
            case Local(_, domain):
                return self._among(domain)
            case Read(cell, _):
                return self._among(self.machine.cells[cell].domain)
            case Call(definition, _):
                return self._among(self.machine.definitions[definition].domain)
            case _:
                return True

    def _among(self, domain: Domain) -> bool:
        # A domain that names no zones says nothing.
        return not isinstance(domain, Zones) or not domain.ids or bool(self.numbers & frozenset(domain.ids))

    def _tells(self, node: Any, lying: Mapping[str, bool]) -> bool:
        """Does an expression read the order? `lying`: may a bound name lie in the family?"""
        match node:
            case End(zone=zone) if self._may_be(zone):
                return True
            case Position(Local(name, _)) if not lying.get(name, True):
                return False
            case Position():
                return True
            case Fold(binds=binds):
                inner = dict(lying)
                for bind in binds:
                    if self._tells(bind.source, inner):
                        return True
                    inner[bind.local] = self._members_lie_here(bind.source)
                rest = [part for part in (node.where, node.body, node.default) if part is not None]
                return any(self._tells(part, inner) for part in rest)
            case _:
                return any(self._tells(part, lying) for part in children(node))

    def _members_lie_here(self, source: Source) -> bool:
        match source:
            case Contents(ZonesOf(family, _), _):
                return family == self.family.name
            case Contents(zones, _) if not isinstance(zones, ZonesOf):
                return self._may_be(zones)
            case _:
                return True

    def _steps_fit(self, steps: Sequence[Step], behind: Sequence[Step]) -> bool:
        """Do the steps, followed by those `behind`, keep the order to themselves?"""
        for nth, step in enumerate(steps):
            rest = [*steps[nth + 1 :], *behind]
            match step:
                case Let(_, End() as end) if self._may_be(end.zone):
                    if not self._draws(step, end, steps[nth + 1 :]):
                        return False
                case Put(_, zone, _) if self._may_be(zone):
                    if not self._shuffled_next(zone, rest):
                        return False
                case Branch(test, then, otherwise, _):
                    if self._tells(test, {}) or not self._steps_fit(then, rest):
                        return False
                    if not self._steps_fit(otherwise, rest):
                        return False
                case Each(steps=inner) | Times(steps=inner):
                    # After its last step a loop may begin again.
                    again = [*inner, *rest]
                    if any(self._tells(part, {}) for part in _own(step)) or not self._steps_fit(inner, again):
                        return False
                case _:
                    if any(self._tells(part, {}) for part in operands(step)):
                        return False
        return True

    def _draws(self, let: Let, end: End, rest: Sequence[Step]) -> bool:
        """Is what was looked at taken away at once?"""
        if end.end != "top" or end.where is not None or any(self._tells(part, {}) for part in children(end)):
            return False
        everything_there = frozenset().union(*(self.facts.possible[zone] for zone in self.numbers))
        if not isinstance(end.zone, ZoneAt) or not everything_there <= frozenset(end.things.ids):
            return False
        match rest:
            case [Take(Local(name, _) as thing, zone), *_]:
                return name == let.local and zone in (end.zone, ZoneOf(thing))
            case [Branch(test, (Take(Local(name, _) as thing, zone), *_), (), _), *_]:
                same = name == let.local and zone in (end.zone, ZoneOf(thing))
                return same and is_something(test, thing)
            case _:
                return False

    def _shuffled_next(self, zone: Expr, rest: Sequence[Step]) -> bool:
        """Is the pile shuffled before anything is drawn from it?"""
        if not isinstance(zone, ZoneAt) or not all(isinstance(part, Const | Local) for part in zone.index):
            return False
        for step in rest:
            if step == Shuffle(zone):
                return True
            if any(isinstance(part, End) and self._may_be(part.zone) for part in _below(step)):
                return False
        return False


def _own(step: Each | Times) -> list[Expr | Source]:
    return [step.source] if isinstance(step, Each) else [step.count]


def _below(step: Step) -> Iterator[Any]:
    for node in operands(step):
        yield from preorder(node)
