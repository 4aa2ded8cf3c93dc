"""Candidate invariants about the player whom a cell names: what they hold, and the seats between two players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations, product

from verifier.check.induction.arithmetic import at_most, equal
from verifier.check.induction.encode import Encoding
from verifier.check.induction.logic import both, implies, negation
from verifier.check.induction.print_terms import CandidateText, StateNames
from verifier.check.induction.samples import Assignment
from verifier.check.induction.terms import Term, Variable
from verifier.kernel.domain import NOTHING, Number, Players

TELLING = 5


class PlayerCandidates:
    """Guesses from states, each with its words."""

    def __init__(self, encoding: Encoding, saying: StateNames) -> None:
        self.encoding = encoding
        self.store = encoding.store
        self.saying = saying
        self.machine = encoding.machine
        self.amounts = amounts(encoding)
        self.seats = [
            encoding.cells[name, 0]
            for name, cell in self.machine.cells.items()
            if isinstance(cell.domain, Players) and not cell.index and not cell.given
            if isinstance(encoding.cells[name, 0], Variable)
        ]

    def about(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        yield from self._sizes_by_seat(states)
        yield from self._counts(states)
        yield from self._noted(states)
        yield from self._passed_over(states)
        yield from self._covered(states)

    def _counts(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        """For how many a note is set, if that is always the same."""
        for name, cells in self._notes.items():
            seen = {sum(state[cell] for cell in cells) for state in states}
            if len(seen) == 1 and any(varies(cell, states) for cell in cells):
                store = self.store
                count = store.count(cells)
                text = f"(count player p where p.{name}) is {min(seen)}"
                yield (
                    equal(count, self.store.number(min(seen))),
                    CandidateText(f"{name} is set for {min(seen)}", text),
                )

    @cached_property
    def _notes(self) -> dict[str, list[Term]]:
        """Notes that each player has, in the order of the seats."""
        found: dict[str, list[Term]] = {}
        for (name, _), cell in self.encoding.cells.items():
            index = self.machine.cells[name].index
            if cell.truth and len(index) == 1 and isinstance(index[0], Players):
                found.setdefault(name, []).append(cell)
        return found

    def _noted(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        """Whether a note is set for the player whom a cell names, if that is always the same."""
        for (name, cells), seat in product(self._notes.items(), self.seats):
            seen = {state[cells[state[seat]]] for state in states if state[seat] != NOTHING}
            if len(seen) == 1 and any(varies(cell, states) for cell in cells):
                held = min(seen)
                words = f"{name} is {'set' if held else 'not set'} for {seat!r}"
                said = CandidateText(words, self._of(seat, f"p.{name}" if held else f"not p.{name}"))
                for place, cell in enumerate(cells):
                    yield implies(equal(seat, self.store.number(place)), is_(cell, held)), said

    def _of(self, seat: Term, text: str, mine: bool = True) -> str | None:
        """The text, about the player `p` whom a cell names, or about everybody else."""
        return self.saying.filled(f"every player p where p is {'' if mine else 'not '}{{}}: {text}", seat)

    def _passed_over(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        """Going round the table from one seat to another: what is so of everybody between the two."""
        for name, cells in self._notes.items():
            for first, last in permutations(self.seats, 2):
                if sum(_tells(state, cells, first, last) for state in states) < TELLING:
                    continue
                for value in (0, 1):
                    if all(_between_has(state, cells, first, last, value) for state in states):
                        words = f"{name} is {'set' if value else 'not set'} for those between {first!r} and {last!r}"
                        said = CandidateText(
                            words, self._between(first, last, f"p.{name}" if value else f"not p.{name}")
                        )
                        yield from ((term, said) for term in _between_terms(cells, first, last, value))

    def _between(self, first: Term, last: Term, text: str) -> str | None:
        """The text, about every player `p` from the left of the one to the right of the other."""
        steps = ["left of {0}"]
        for _ in range(self.machine.players - 2):
            steps.append(f"left of ({steps[-1]})")
        ways = [
            " and ".join((f"p is {step}", *(f"{one} is not {{1}}" for one in steps[: place + 1])))
            for place, step in enumerate(steps)
        ]
        there = [
            f"{{{place}}} is not nothing" for place, seat in enumerate((first, last)) if seat.low == NOTHING
        ]
        where = " and ".join((*there, f"({' or '.join(ways)})"))
        return self.saying.filled(f"every player p where {where}: {text}", first, last)

    def _covered(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        """The player whom a cell names has at least as much of something as another amount says."""
        plain = [cells[0] for cells in self.amounts.values() if len(cells) == 1]
        owned = [(name, cells) for name, cells in self.amounts.items() if len(cells) == self.machine.players]
        for (name, cells), seat, amount in product(owned, self.seats, plain):
            if not any(state[amount] > amount.low and state[seat] != NOTHING for state in states):
                continue
            if all(state[seat] == NOTHING or state[cells[state[seat]]] >= state[amount] for state in states):
                words = f"{name} of {seat!r} is at least {amount!r}"
                least = self.saying.named(amount)
                said = CandidateText(words, least and self._of(seat, f"p.{name} is at least {least}"))
                for place, cell in enumerate(cells):
                    yield implies(equal(seat, self.store.number(place)), at_most(amount, cell)), said

    def _sizes_by_seat(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        """How many lie in the zone of the player whom a cell names, and how many in the others'."""
        for family in self.machine.families.values():
            if not family.index or not isinstance(family.index[0][1], Players):
                continue
            for seat in self.seats:
                for mine in (True, False):
                    yield from self._seat_sizes(family.name, seat, mine, states)

    def _seat_sizes(
        self, name: str, seat: Term, mine: bool, states: list[Assignment]
    ) -> Iterator[tuple[Term, CandidateText]]:
        family = self.machine.families[name]
        zones = range(family.base, family.base + family.size)
        owner = {zone: self.encoding.layout.zone_index(zone)[0] for zone in zones}
        sizes = self.encoding.sizes
        seen = {
            state[sizes[zone]] for state in states for zone in zones if (owner[zone] == state[seat]) is mine
        }
        all_the_same = len({state[sizes[zone]] for state in states for zone in zones}) == 1
        if len(seen) != 1 or all_the_same:
            return
        held = min(seen)
        whose = f"of {seat!r}" if mine else f"of others than {seat!r}"
        said = CandidateText(f"each {name} {whose} holds {held}", self._held(zones, seat, mine, held))
        for zone in zones:
            here = equal(seat, self.store.number(owner[zone]))
            yield (
                implies(here if mine else negation(here), equal(sizes[zone], self.store.number(held))),
                said,
            )

    def _held(self, zones: range, seat: Term, mine: bool, held: int) -> str | None:
        ranges, zone = self.saying.zone(zones.start).ranged()
        count = self.saying.count(zones).format(zone)
        return self.saying.filled(
            f"every {ranges} where p is {'' if mine else 'not '}{{}}: {count} is {held}", seat
        )


def amounts(encoding: Encoding) -> dict[str, list[Term]]:
    """The numbers among the cells, by name."""
    found: dict[str, list[Term]] = {}
    for (name, _), cell in encoding.cells.items():
        if (
            isinstance(encoding.machine.cells[name].domain, Number)
            and isinstance(cell, Variable)
            and not cell.truth
        ):
            found.setdefault(name, []).append(cell)
    return found


def _between(first: int, last: int, count: int) -> list[int]:
    """The seats after the first and before the last, going round; from a seat to itself, all the others."""
    steps = (last - first) % count or count
    return [seat % count for seat in range(first + 1, first + steps)]


def _tells(state: Assignment, cells: list[Term], first: Term, last: Term) -> bool:
    """Is there somebody between the two, and does the note differ among all?"""
    if NOTHING in (state[first], state[last]) or len({state[cell] for cell in cells}) == 1:
        return False
    return bool(_between(state[first], state[last], len(cells)))


def _between_has(state: Assignment, cells: list[Term], first: Term, last: Term, value: int) -> bool:
    if NOTHING in (state[first], state[last]):
        return True
    return all(state[cells[seat]] == value for seat in _between(state[first], state[last], len(cells)))


def _between_terms(cells: list[Term], first: Term, last: Term, value: int) -> Iterator[Term]:
    for start, end in product(range(len(cells)), repeat=2):
        here = both(equal(first, first.store.number(start)), equal(last, last.store.number(end)))
        for seat in _between(start, end, len(cells)):
            yield implies(here, is_(cells[seat], value))


def is_(cell: Term, value: int) -> Term:
    if cell.truth:
        return cell if value else negation(cell)
    return equal(cell, cell.store.number(value))


def varies(cell: Term, states: Sequence[Mapping[Term, int]]) -> bool:
    return any(state[cell] != states[0][cell] for state in states)
