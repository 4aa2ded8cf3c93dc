"""Helper invariants: guesses about what holds at each pause, made from the states of some plays.

A guess is cheap and worth nothing until the induction has kept it. Each has words, for the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product

from verifier.backends.proof.compare import at_most, equal
from verifier.backends.proof.control import Cut
from verifier.backends.proof.claims import conjuncts
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.samples import Assignment, Sample
from verifier.backends.proof.state import State
from verifier.backends.proof.terms import (
    Term,
    both,
    counted,
    disjunction,
    implies,
    negation,
    number,
    same_truth,
    total,
    variable,
)
from verifier.backends.proof.walk import value
from verifier.kernel.domain import NOTHING, Number, Players, Things, Truth
from verifier.kernel.machine import Cell

# So many states say something about what never happens.
MANY = 40
TELLING = 5
# Of more amounts than these, no sums of several are guessed.
FEW_AMOUNTS = 12


@dataclass(frozen=True, slots=True)
class Guess:
    term: Term
    words: str
    cuts: tuple[Cut, ...]


class Guesses:
    """Guesses from samples. `cuts` are all cuts of the proof; those rarely met get what is guessed of any other."""

    def __init__(self, encoding: Encoding, samples: Sequence[Sample], cuts: Sequence[Cut]) -> None:
        self.encoding = encoding
        self.machine = encoding.machine
        self.at: dict[Cut, list[Assignment]] = {}
        for cut, state in samples:
            if cut not in cuts:
                continue
            self.at.setdefault(cut, []).append(state)
        self.rare = tuple(cut for cut in cuts if len(self.at.get(cut, ())) < MANY)
        self.everywhere = [state for states in self.at.values() for state in states]
        self.seats = [
            encoding.cells[name, 0]
            for name, cell in self.machine.cells.items()
            if isinstance(cell.domain, Players) and not cell.index and not cell.given
            if encoding.cells[name, 0].op == "var"
        ]

    def all(self) -> Iterator[Guess]:
        for cut, states in self.at.items():
            for term, words in self._about(states):
                yield Guess(term, f"at {cut.label or 'the end'}: {words}", (cut, *self.rare))
        if self.everywhere:
            every = tuple(dict.fromkeys((*self.at, *self.rare)))
            for term, words in (*self._about(self.everywhere), *self._sums(), *self._never_there()):
                yield Guess(term, words, every)

    def _about(self, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        yield from self._constant_cells(states)
        yield from self._sizes(states)
        yield from self._sizes_by_seat(states)
        yield from self._equal_cells(states)
        yield from self._lying(states)
        yield from self._counts(states)
        yield from self._passed_over(states)
        yield from self._covered(states)
        yield from self._worked_out(states)

    # --- cells

    def _constant_cells(self, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        for (name, _), cell in self.encoding.cells.items():
            if cell.op == "const" or self.machine.cells[name].given:
                continue
            first = states[0][cell]
            if all(state[cell] == first for state in states):
                yield _is(cell, first), f"{cell!r} is {self._worded(name, first)}"

    def _worded(self, name: str, value: int) -> str:
        domain = self.machine.cells[name].domain
        if value == NOTHING and not isinstance(domain, Number):
            return "nothing"
        if isinstance(domain, Things):
            return self.machine.things[value].name
        return str(value)

    def _equal_cells(self, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        for group in self._comparable():
            # Two cells that never change are known as they are.
            alive = [cell for cell in group if _varies(cell, states)]
            for left, right in combinations(alive, 2):
                yield from self._compared(left, right, states)
            for cell in alive:
                if cell.low == NOTHING and all(state[cell] != NOTHING for state in states):
                    yield negation(equal(cell, number(NOTHING))), f"{cell!r} is not nothing"

    def _compared(self, left: Term, right: Term, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        if all(state[left] == state[right] for state in states):
            yield equal(left, right), f"{left!r} is {right!r}"
            return
        none = [{state[cell] == NOTHING for state in states} for cell in (left, right)]
        if len(states) >= MANY and all(state[left] != state[right] for state in states):
            if none == [{False}, {False}]:
                yield negation(equal(left, right)), f"{left!r} is not {right!r}"
        elif len(none[0]) == 2 and all(
            (state[left] == NOTHING) == (state[right] == NOTHING) for state in states
        ):
            nothing = [equal(cell, number(NOTHING)) for cell in (left, right)]
            yield same_truth(*nothing), f"{left!r} is nothing just when {right!r} is"

    def _comparable(self) -> Iterator[list[Term]]:
        """Plain cells that speak of the same kind of thing."""
        groups: dict[str, list[Term]] = {}
        for name, cell in self.machine.cells.items():
            variable = self.encoding.cells.get((name, 0))
            if not cell.index and variable is not None and variable.op == "var" and not variable.truth:
                groups.setdefault(_sort(cell), []).append(variable)
        yield from groups.values()

    def _counts(self, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        """For how many a note is set, if that is always the same."""
        for name, cells in self._notes.items():
            seen = {sum(state[cell] for cell in cells) for state in states}
            if len(seen) == 1 and any(_varies(cell, states) for cell in cells):
                count = total(0, ((1, counted(cell)) for cell in cells))
                yield equal(count, number(min(seen))), f"{name} is set for {min(seen)}"

    @cached_property
    def _notes(self) -> dict[str, list[Term]]:
        """Notes that each player has, in the order of the seats."""
        found: dict[str, list[Term]] = {}
        for (name, _), cell in self.encoding.cells.items():
            index = self.machine.cells[name].index
            if cell.truth and len(index) == 1 and isinstance(index[0], Players):
                found.setdefault(name, []).append(cell)
        return found

    def _passed_over(self, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        """Going round the table from one seat to another: what is so of everybody between the two."""
        for name, cells in self._notes.items():
            for first, last in permutations(self.seats, 2):
                if sum(_tells(state, cells, first, last) for state in states) < TELLING:
                    continue
                for value in (0, 1):
                    if all(_between_has(state, cells, first, last, value) for state in states):
                        words = f"{name} is {'set' if value else 'not set'} for those between {first!r} and {last!r}"
                        yield from ((term, words) for term in _between_terms(cells, first, last, value))

    def _covered(self, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        """The player whom a cell names has at least as much of something as another amount says."""
        plain = [cells[0] for cells in self._amounts.values() if len(cells) == 1]
        owned = [(name, cells) for name, cells in self._amounts.items() if len(cells) == self.machine.players]
        for (name, cells), seat, amount in product(owned, self.seats, plain):
            if not any(state[amount] > amount.low and state[seat] != NOTHING for state in states):
                continue
            if all(state[seat] == NOTHING or state[cells[state[seat]]] >= state[amount] for state in states):
                words = f"{name} of {seat!r} is at least {amount!r}"
                for place, cell in enumerate(cells):
                    yield implies(equal(seat, number(place)), at_most(amount, cell)), words

    def _lying(self, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        """The component that a cell names lies in zones of one family."""
        for name, cell in self.machine.cells.items():
            variable = self.encoding.cells.get((name, 0))
            if cell.index or not isinstance(cell.domain, Things) or variable is None or variable.op != "var":
                continue
            named = [(state, state[variable]) for state in states if state[variable] != NOTHING]
            for family in self.machine.families.values():
                zones = range(family.base, family.base + family.size)
                if named and all(self._lies(state, thing, zones) for state, thing in named):
                    words = f"what {name} names lies in {family.name}"
                    yield from ((term, words) for term in self._lying_terms(variable, zones))

    def _lies(self, state: Assignment, thing: int, zones: Iterable[int]) -> bool:
        inside = self.encoding.inside
        return any(state[inside[zone, thing]] for zone in zones if (zone, thing) in inside)

    def _lying_terms(self, cell: Term, zones: Iterable[int]) -> Iterator[Term]:
        inside = self.encoding.inside
        for thing in range(max(cell.low, 0), cell.high + 1):
            here = disjunction(inside[zone, thing] for zone in zones if (zone, thing) in inside)
            yield implies(equal(cell, number(thing)), here)

    def _never_there(self) -> Iterator[tuple[Term, str]]:
        """A component that lies in some zones of a family and never in others."""
        seen = {
            place: any(state[variable] for state in self.everywhere)
            for place, variable in self.encoding.inside.items()
        }
        family_of = self.encoding.layout.family_of
        at_home = {(family_of[zone].name, thing) for (zone, thing), there in seen.items() if there}
        for (zone, thing), there in seen.items():
            if not there and (family_of[zone].name, thing) in at_home:
                words = f"{self.machine.things[thing].name} is never in {self.encoding.zone_name(zone)}"
                yield negation(self.encoding.inside[zone, thing]), words

    # --- what is worked out

    def _worked_out(self, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        """Truths that the rules define, such as that play is over, where they are always the same."""
        for name, term in self._definitions.items():
            seen = {value(term, state, {}) for state in states}
            if len(seen) == 1:
                held = term if seen == {1} else negation(term)
                words = f"{name} holds" if seen == {1} else f"{name} does not hold"
                yield from ((part, words) for part in conjuncts(held))

    @cached_property
    def _definitions(self) -> dict[str, Term]:
        """The truths without parameters that read nothing hidden, as terms."""
        found = {}
        for name, definition in self.machine.definitions.items():
            if isinstance(definition.domain, Truth) and not definition.params:
                term = Evaluation(State(self.encoding), variable).call(name, ())
                if term.op != "const" and term.free <= self.encoding.slots.keys():
                    found[name] = term
        return found

    # --- sizes

    def _sizes(self, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        for zone, size in enumerate(self.encoding.sizes):
            if size.op == "const":
                continue
            seen = {state[size] for state in states}
            name = self.encoding.zone_name(zone)
            if len(seen) == 1:
                yield equal(size, number(min(seen))), f"{name} holds {min(seen)}"
            elif min(seen) > 0 and len(states) >= MANY:
                yield at_most(number(1), size), f"{name} is not empty"

    def _sizes_by_seat(self, states: list[Assignment]) -> Iterator[tuple[Term, str]]:
        """How many lie in the zone of the player whom a cell names, and how many in the others'."""
        for family in self.machine.families.values():
            if not family.index or not isinstance(family.index[0][1], Players):
                continue
            for seat in self.seats:
                for mine in (True, False):
                    yield from self._seat_sizes(family.name, seat, mine, states)

    def _seat_sizes(
        self, name: str, seat: Term, mine: bool, states: list[Assignment]
    ) -> Iterator[tuple[Term, str]]:
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
        for zone in zones:
            here = equal(seat, number(owner[zone]))
            yield (
                implies(here if mine else negation(here), equal(sizes[zone], number(held))),
                f"each {name} {whose} holds {held}",
            )

    # --- sums

    def _sums(self) -> Iterator[tuple[Term, str]]:
        """Amounts that only change hands: cells whose sum is the same in every state."""
        varying = {
            name: cells for name, cells in self._amounts.items() if self._sum_varies(cells) or len(cells) > 1
        }
        for count in (1, 2, 3) if len(varying) <= FEW_AMOUNTS else (1,):
            for names in combinations(varying, count):
                cells = [cell for name in names for cell in varying[name]]
                moving = len(cells) > 1 and any(_varies(cell, self.everywhere) for cell in cells)
                if moving and not self._sum_varies(cells):
                    held = sum(self.everywhere[0][cell] for cell in cells)
                    words = " + ".join(names)
                    yield (
                        equal(total(0, ((1, cell) for cell in cells)), number(held)),
                        f"{words} is {held}",
                    )

    @cached_property
    def _amounts(self) -> dict[str, list[Term]]:
        """The numbers among the cells, by name."""
        found: dict[str, list[Term]] = {}
        for (name, _), cell in self.encoding.cells.items():
            if isinstance(self.machine.cells[name].domain, Number) and cell.op == "var" and not cell.truth:
                found.setdefault(name, []).append(cell)
        return found

    def _sum_varies(self, cells: Sequence[Term]) -> bool:
        first = sum(self.everywhere[0][cell] for cell in cells)
        return any(sum(state[cell] for cell in cells) != first for state in self.everywhere)


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
        here = both(equal(first, number(start)), equal(last, number(end)))
        for seat in _between(start, end, len(cells)):
            yield implies(here, _is(cells[seat], value))


def _is(cell: Term, value: int) -> Term:
    if cell.truth:
        return cell if value else negation(cell)
    return equal(cell, number(value))


def _varies(cell: Term, states: Sequence[Mapping[Term, int]]) -> bool:
    return any(state[cell] != states[0][cell] for state in states)


def _sort(cell: Cell) -> str:
    return type(cell.domain).__name__ if isinstance(cell.domain, Players | Things) else f"{cell.domain}"
