"""Candidate invariants for each pause, guessed from the states of sampled plays.

A guess is cheap and worth nothing until the induction has kept it. Each has words, for the report, and as far as the
language goes a text, so that it can be pinned in the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from verifier.check.induction.arithmetic import at_most, equal
from verifier.check.induction.candidates.players import PlayerCandidates, amounts, is_, varies
from verifier.check.induction.cutpoints import Cut
from verifier.check.induction.encode import Encoding
from verifier.check.induction.evaluate import Evaluation
from verifier.check.induction.goals import conjuncts
from verifier.check.induction.logic import disjunction, implies, negation, same_truth
from verifier.check.induction.print_terms import CandidateText, StateNames
from verifier.check.induction.rewrite_terms import term_value
from verifier.check.induction.samples import Assignment, Sample
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import Constant, Term, Variable
from verifier.kernel.domain import NOTHING, Players, Things, Truth
from verifier.kernel.machine import Cell

# So many states say something about what never happens.
MANY = 40
# Of more amounts than these, no sums of several are guessed.
FEW_AMOUNTS = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    term: Term
    said: CandidateText
    cuts: tuple[Cut, ...]


class CandidateGenerator:
    """Guesses from samples. `cuts` are all cuts of the proof; those rarely met get what is guessed of any other."""

    def __init__(self, encoding: Encoding, samples: Sequence[Sample], cuts: Sequence[Cut]) -> None:
        self.encoding = encoding
        self.store = encoding.store
        self.machine = encoding.machine
        self.at: dict[Cut, list[Assignment]] = {}
        for cut, state in samples:
            if cut not in cuts:
                continue
            self.at.setdefault(cut, []).append(state)
        self.rare = tuple(cut for cut in cuts if len(self.at.get(cut, ())) < MANY)
        self.everywhere = [state for states in self.at.values() for state in states]
        self.saying = StateNames(encoding)
        self.seated = PlayerCandidates(encoding, self.saying)

    def all(self) -> Iterator[Candidate]:
        for cut, states in self.at.items():
            for term, said in self._about(states):
                yield Candidate(term, said, (cut, *self.rare))
        if self.everywhere:
            every = tuple(dict.fromkeys((*self.at, *self.rare)))
            for term, said in (*self._about(self.everywhere), *self._sums(), *self._never_there()):
                yield Candidate(term, said, every)

    def _about(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        yield from self._constant_cells(states)
        yield from self._sizes(states)
        yield from self._equal_cells(states)
        yield from self._lying(states)
        yield from self._at_home(states)
        yield from self._strangers(states)
        yield from self.seated.about(states)
        yield from self._worked_out(states)

    # --- cells

    def _constant_cells(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        for (name, place), cell in self.encoding.cells.items():
            if isinstance(cell, Constant) or self.machine.cells[name].given:
                continue
            first = states[0][cell]
            if all(state[cell] == first for state in states):
                yield is_(cell, first), self.saying.constant(name, place, first)

    def _equal_cells(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        for group in self._comparable():
            # Two cells that never change are known as they are.
            alive = [cell for cell in group if varies(cell, states)]
            for left, right in combinations(alive, 2):
                yield from self._compared(left, right, states)
            for cell in alive:
                if cell.low == NOTHING and all(state[cell] != NOTHING for state in states):
                    yield (
                        negation(equal(cell, self.store.number(NOTHING))),
                        self.saying.compared("{} is not nothing", cell),
                    )

    def _compared(
        self, left: Term, right: Term, states: list[Assignment]
    ) -> Iterator[tuple[Term, CandidateText]]:
        if all(state[left] == state[right] for state in states):
            yield equal(left, right), self.saying.compared("{} is {}", left, right)
            return
        none = [{state[cell] == NOTHING for state in states} for cell in (left, right)]
        if len(states) >= MANY and all(state[left] != state[right] for state in states):
            if none == [{False}, {False}]:
                yield negation(equal(left, right)), self.saying.compared("{} is not {}", left, right)
        elif len(none[0]) == 2 and all(
            (state[left] == NOTHING) == (state[right] == NOTHING) for state in states
        ):
            nothing = [equal(cell, self.store.number(NOTHING)) for cell in (left, right)]
            text = "{0} is nothing and {1} is nothing or {0} is not nothing and {1} is not nothing"
            words = f"{left!r} is nothing just when {right!r} is"
            yield same_truth(*nothing), CandidateText(words, self.saying.filled(text, left, right))

    def _comparable(self) -> Iterator[list[Term]]:
        """Plain cells that speak of the same kind of thing."""
        groups: dict[str, list[Term]] = {}
        for name, cell in self.machine.cells.items():
            variable = self.encoding.cells.get((name, 0))
            if not cell.index and isinstance(variable, Variable) and not variable.truth:
                groups.setdefault(_sort(cell), []).append(variable)
        yield from groups.values()

    def _lying(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        """The component that a cell names lies in zones of one family."""
        for name, cell in self.machine.cells.items():
            variable = self.encoding.cells.get((name, 0))
            if cell.index or not isinstance(cell.domain, Things) or not isinstance(variable, Variable):
                continue
            named = [(state, state[variable]) for state in states if state[variable] != NOTHING]
            for family in self.machine.families.values():
                zones = range(family.base, family.base + family.size)
                if named and all(self._lies(state, thing, zones) for state, thing in named):
                    place = (
                        f"(any {family.name} z where {{0}} is in z)"
                        if family.index
                        else "{0} is in " + family.name
                    )
                    text = self.saying.filled(f"{{0}} is nothing or {place}", variable)
                    said = CandidateText(f"what {name} names lies in {family.name}", text)
                    yield from ((term, said) for term in self._lying_terms(variable, zones))

    def _at_home(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        """Components that always lie in the same zone: before a deal everything lies in the pile."""
        for (zone, thing), here in self.encoding.inside.items():
            if all(state[here] for state in states):
                words = f"{self.machine.things[thing].name} lies in {{}}"
                yield here, CandidateText(words, None, self.saying.zone(zone))

    def _strangers(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        """Components of a design none of which lies in a zone where others do: no tile among cards put aside."""
        things = self.machine.things
        for zone, holders in enumerate(self.encoding.holders):
            if len({things[thing].design for thing in holders}) == 1:
                continue
            inside = {thing: self.encoding.inside[zone, thing] for thing in holders}
            there = {thing for thing, here in inside.items() if any(state[here] for state in states)}
            designs = {things[thing].design for thing in there}
            for thing, here in inside.items() if there else ():
                if things[thing].design not in designs:
                    words = f"{things[thing].name} is not in {{}}"
                    yield negation(here), CandidateText(words, None, self.saying.zone(zone))

    def _lies(self, state: Assignment, thing: int, zones: Iterable[int]) -> bool:
        inside = self.encoding.inside
        return any(state[inside[zone, thing]] for zone in zones if (zone, thing) in inside)

    def _lying_terms(self, cell: Term, zones: Iterable[int]) -> Iterator[Term]:
        inside = self.encoding.inside
        for thing in range(max(cell.low, 0), cell.high + 1):
            here = disjunction(inside[zone, thing] for zone in zones if (zone, thing) in inside)
            yield implies(equal(cell, self.store.number(thing)), here)

    def _never_there(self) -> Iterator[tuple[Term, CandidateText]]:
        """A component that lies in some zones of a family and never in others, nor does a copy of it."""
        twins = [thing.twin for thing in self.machine.things]
        seen = {
            (zone, twins[thing])
            for (zone, thing), here in self.encoding.inside.items()
            if any(state[here] for state in self.everywhere)
        }
        family_of = self.encoding.layout.family_of
        at_home = {(family_of[zone].name, twin) for zone, twin in seen}
        for (zone, thing), here in self.encoding.inside.items():
            if (zone, twins[thing]) not in seen and (family_of[zone].name, twins[thing]) in at_home:
                words = f"{self.machine.things[thing].name} is never in {{}}"
                yield negation(here), CandidateText(words, None, self.saying.zone(zone))

    # --- what is worked out

    def _worked_out(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        """Truths that the rules define, such as that play is over, where they are always the same."""
        for name, term in self._definitions.items():
            seen = {term_value(term, state, {}) for state in states}
            if len(seen) == 1:
                held = term if seen == {1} else negation(term)
                said = (
                    CandidateText(f"{name} holds", name)
                    if seen == {1}
                    else CandidateText(f"{name} does not hold", f"not {name}")
                )
                yield from ((part, said) for part in conjuncts(held))

    @cached_property
    def _definitions(self) -> dict[str, Term]:
        """The truths without parameters that read nothing hidden, as terms."""
        found: dict[str, Term] = {}
        for name, definition in self.machine.definitions.items():
            if isinstance(definition.domain, Truth) and not definition.params:
                term = Evaluation(SymbolicState(self.encoding), self.store.variable, exact=True).call(
                    name, ()
                )
                if not isinstance(term, Constant) and term.free <= self.encoding.slots.keys():
                    found[name] = term
        return found

    # --- sizes

    def _sizes(self, states: list[Assignment]) -> Iterator[tuple[Term, CandidateText]]:
        for zone, size in enumerate(self.encoding.sizes):
            if isinstance(size, Constant):
                continue
            seen = {state[size] for state in states}
            place = self.saying.zone(zone)
            if len(seen) == 1:
                held = min(seen)
                text = f"{self.saying.count([zone])} is {held}" if held else "{} is empty"
                yield equal(size, self.store.number(held)), CandidateText(f"{{}} holds {held}", text, place)
            elif min(seen) > 0 and len(states) >= MANY:
                yield (
                    at_most(self.store.number(1), size),
                    CandidateText("{} is not empty", "{} is not empty", place),
                )

    # --- sums

    def _sums(self) -> Iterator[tuple[Term, CandidateText]]:
        """Amounts that only change hands: cells whose sum is the same in every state."""
        varying = {
            name: cells
            for name, cells in amounts(self.encoding).items()
            if self._sum_varies(cells) or len(cells) > 1
        }
        for count in (1, 2, 3) if len(varying) <= FEW_AMOUNTS else (1,):
            for names in combinations(varying, count):
                cells = [cell for name in names for cell in varying[name]]
                moving = len(cells) > 1 and any(varies(cell, self.everywhere) for cell in cells)
                if moving and not self._sum_varies(cells):
                    held = sum(self.everywhere[0][cell] for cell in cells)
                    sums = [self.saying.total(name) for name in names]
                    text = f"{' + '.join(map(str, sums))} is {held}" if all(sums) else None
                    said = CandidateText(f"{' + '.join(names)} is {held}", text)
                    yield (
                        equal(
                            self.store.total(0, ((1, cell) for cell in cells)),
                            self.store.number(held),
                        ),
                        said,
                    )

    def _sum_varies(self, cells: Sequence[Term]) -> bool:
        first = sum(self.everywhere[0][cell] for cell in cells)
        return any(sum(state[cell] for cell in cells) != first for state in self.everywhere)


def _sort(cell: Cell) -> str:
    return type(cell.domain).__name__ if isinstance(cell.domain, Players | Things) else f"{cell.domain}"
