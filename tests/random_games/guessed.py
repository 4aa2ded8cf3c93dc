"""Certificates guessed from all reachable states, some of them falsified, for the checker to judge.

What a cell may hold at a pause, what two of them may hold together, and the claims that hold: often that is inductive.
A line from which one value is missing is false; whether the checker refuses it does not hang on who wrote it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.random_games.truth import Truth
from verifier.check.certificate.board import zones_of
from verifier.check.certificate.certificate import Certificate, Cutpoint, Line, Outcome
from verifier.engine.interpret import Interpreter
from verifier.kernel import expression as k
from verifier.kernel.domain import Things, values
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Machine

# Lines about two cells: what holds is often not inductive without them.
PAIRS = 12
# So few states can be told one by one, so that what is said is inductive, but for the order in piles.
FEW = 60


@dataclass(frozen=True, slots=True)
class Slot:
    """Something that a state holds, and the values that it was found to hold as expressions."""

    name: str
    read: k.Expr
    values: Mapping[int, k.Expr]

    def among(self, held: set[int]) -> k.Expr:
        """Is what is held one of these?"""
        each = [k.Compare("=", self.read, self.values[value]) for value in sorted(held)]
        return each[0] if len(each) == 1 else k.Logic("or", tuple(each))


class Guesser:
    """The certificate of a machine of which all states are known."""

    def __init__(self, machine: Machine, truth: Truth, luck: random.Random) -> None:
        self.machine, self.truth, self.luck = machine, truth, luck
        self.interpreter = Interpreter(machine, machine.analysis(Layout))
        self.slots = [*self._cells(), *self._places()]

    def certificate(self) -> Certificate:
        return {label: self._cutpoint(states) for label, states in self.truth.reached.items()}

    def _cutpoint(self, states: list[Any]) -> Cutpoint:
        held = [tuple(self._value(slot.read, state) for slot in self.slots) for state in states]
        alone = [{each[at] for each in held} for at in range(len(self.slots))]
        lines = [Line(slot.name, slot.among(found)) for slot, found in zip(self.slots, alone, strict=True)]
        lines += self._pairs(held, alone)
        if len(held) <= FEW and self.luck.random() < 0.5:
            lines.append(Line("states", self._one_by_one(held, alone)))
        lines += [
            Line(claim.name, claim.truth)
            for claim in self.machine.claims
            if claim.sort == "invariant" and claim.moment is None and self.truth.holds(claim.name)
        ]
        lies = tuple(
            frozenset(state.where[thing] for state in states) for thing in range(len(self.machine.things))
        )
        falls = () if self.truth.longest is None else self._ranking()
        return Cutpoint(tuple(lines), lies, ranking=falls)

    def _value(self, expr: k.Expr, state: Any) -> int:
        return self.interpreter.value(expr, state, {})

    def _ranking(self) -> tuple[k.Expr, ...]:
        """A cell that may fall at every move, where all plays end."""
        return tuple(slot.read for slot in self.slots if slot.name == "clock")

    def _pairs(self, held: list[tuple[int, ...]], alone: list[set[int]]) -> Iterator[Line]:
        """If one is this, the other is one of these: where that says more than each by itself."""
        pairs = [
            (one, other)
            for one, other in itertools.permutations(range(len(self.slots)), 2)
            if len({(each[one], each[other]) for each in held}) < len(alone[one]) * len(alone[other])
        ]
        self.luck.shuffle(pairs)
        for one, other in pairs[:PAIRS]:
            first, second = self.slots[one], self.slots[other]
            parts = []
            for value in sorted(alone[one]):
                together = {each[other] for each in held if each[one] == value}
                if together != alone[other]:
                    parts.append(k.Logic("or", (k.Not(first.among({value})), second.among(together))))
            if parts:
                yield Line(f"{first.name}, {second.name}", k.Logic("and", tuple(parts)))

    def _one_by_one(self, held: list[tuple[int, ...]], alone: list[set[int]]) -> k.Expr:
        """All that is held, state by state; what is the same in all of them is said elsewhere."""
        changing = [at for at, found in enumerate(alone) if len(found) > 1]
        states = sorted({tuple(each[at] for at in changing) for each in held})
        slots = [self.slots[at] for at in changing]
        each = [
            k.Logic("and", tuple(slot.among({value}) for slot, value in zip(slots, state, strict=True)))
            for state in states
        ]
        return k.Logic("or", tuple(each))

    # --- what a state holds

    def _cells(self) -> Iterator[Slot]:
        for name, cell in self.machine.cells.items():
            domains = cell.index
            possible = {value: k.Const(value, cell.domain) for value in (-1, *values(cell.domain))}
            for point in itertools.product(*(values(domain) for domain in domains)):
                index = tuple(k.Const(at, domain) for at, domain in zip(point, domains, strict=True))
                yield Slot(" ".join((name, *map(str, point))), k.Read(name, index), possible)

    def _places(self) -> Iterator[Slot]:
        """Where each component lies."""
        zones: dict[int, k.Expr] = {}
        for name, family in self.machine.families.items():
            domains = [domain for _, domain in family.index]
            points = itertools.product(*map(values, domains))
            for zone, point in zip(zones_of(family), points, strict=True):
                index = tuple(k.Const(at, domain) for at, domain in zip(point, domains, strict=True))
                zones[zone] = k.ZoneAt(name, index)
        for thing in range(len(self.machine.things)):
            here = k.Const(thing, Things("", (thing,)))
            yield Slot(f"place of {thing}", k.ZoneOf(here), zones)


def falsified(certificate: Certificate, luck: random.Random) -> Certificate:
    """One value that is met is left out of one line, or one zone of where a component lies."""
    label = luck.choice(sorted(certificate))
    said = certificate[label]
    lies = said.lies or ()
    things = [thing for thing, zones in enumerate(lies) if len(zones) > 1]
    wide = [
        at for at, line in enumerate(said.lines) if isinstance(line.truth, k.Logic) and line.truth.op == "or"
    ]
    if things and (not wide or luck.random() < 0.3):
        thing = luck.choice(things)
        left = lies[thing] - {luck.choice(sorted(lies[thing]))}
        new = replace(said, lies=(*lies[:thing], left, *lies[thing + 1 :]))
    elif wide:
        at = luck.choice(wide)
        truth = said.lines[at].truth
        assert isinstance(truth, k.Logic)
        gone = luck.randrange(len(truth.parts))
        narrow = replace(truth, parts=truth.parts[:gone] + truth.parts[gone + 1 :])
        lines = list(said.lines)
        lines[at] = replace(lines[at], truth=narrow)
        new = replace(said, lines=tuple(lines))
    else:
        return certificate
    return {**certificate, label: new}


def without(certificate: Certificate, broken: Collection[str]) -> Certificate:
    """Without the lines that were refused, by cutpoint and text, or with nothing said of where components lie."""
    return {
        label: replace(
            said,
            lines=tuple(line for line in said.lines if f"{label}: {line.text}" not in broken),
            lies=None if f"{label}: lies" in broken else said.lies,
        )
        for label, said in certificate.items()
    }


def wrongly_accepted(
    outcome: Outcome, certificate: Certificate, machine: Machine, truth: Truth
) -> Iterator[str]:
    """Properties that some play breaks, and lines that some reachable state breaks, though they were accepted."""
    for name in sorted(outcome.accepted):
        if not truth.holds(name):
            yield f"{name} is accepted by the checker, and a play breaks it"
    if outcome.broken:
        return
    read = Interpreter(machine, machine.analysis(Layout))
    for label, states in truth.reached.items():
        said = certificate.get(label, Cutpoint())
        for state in states:
            for line in said.lines:
                if not read.value(line.truth, state, {}):
                    yield f"`{line.text}` is accepted at {label}, and a state breaks it"
                    return
            for thing, zones in enumerate(said.lies or ()):
                if state.where[thing] not in zones:
                    yield f"where {thing} lies is accepted at {label}, and a state breaks it"
                    return
