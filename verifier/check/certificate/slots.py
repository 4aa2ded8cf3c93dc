"""Slots of a state: where components lie, how high, how many there are in a zone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verifier.check.certificate.board import Board
from verifier.check.certificate.names import NEAR, Names
from verifier.check.certificate.state import Slot, State, height_slot, zone_slot
from verifier.check.certificate.terms import (
    Term,
    all_of,
    any_of,
    case,
    equal,
    implied,
    is_known,
    outcomes,
    same,
    total,
)
from verifier.kernel.domain import NOTHING

# What each component counts.
Weights = tuple[int, ...]


class Slots:
    """Reads slots of one machine and notes which: `reads`. Counts at the cutpoint, the state `start`, get names."""

    def __init__(self, board: Board, names: Names, start: State | None) -> None:
        self.board = board
        self.machine = board.machine
        self.names = names
        self.start = start
        self.reads: set[Slot] = set()
        self._lying: dict[tuple[int, int], tuple[Term, Term]] = {}
        self._sums: dict[tuple[Weights, int], Term] = {}

    # --- slots

    def slot(self, state: State, slot: Slot) -> Term:
        self.reads.add(slot)
        return state.slots[slot]

    def options(self, term: Term, otherwise: Sequence[int]) -> list[int]:
        """What a term may come to, in order: more than it can be is no harm."""
        found = self.sure_options(term)
        return [NOTHING, *(value for value in otherwise if value != NOTHING)] if found is None else found

    def sure_options(self, term: Term) -> list[int] | None:
        """The same, if every value it may come to is known."""
        found: set[int] = set()
        for each in outcomes(term):
            if is_known(each):
                found.add(int(each))
            else:
                own = self.names.options.get(each.decl().name()) if each.num_args() == 0 else None
                if own is None:
                    return None
                found.update(own)
        return sorted(found)

    def differ(self, left: Term, right: Term) -> bool:
        """Are these surely different, since a name never comes to this number?"""
        options = self.sure_options(left) if is_known(right) and not is_known(left) else None
        return options is not None and right not in options

    def zone_options(self, term: Term) -> list[int]:
        return self.options(term, range(self.machine.zones))

    def thing_options(self, term: Term) -> list[int]:
        return [each for each in self.options(term, self.board.things) if each in self.board.things]

    def lies_in(self, state: State, thing: int, zone: Term) -> Term:
        """Does the component lie in the zone? In the air it lies in none, and nothing has no zone."""
        at = self.slot(state, zone_slot(thing))
        if not is_known(zone):
            possible = set(self.zone_options(at))
            options = [each for each in self.zone_options(zone) if each in possible and each != NOTHING]
            return any_of(all_of((equal(zone, each), self.lies_in(state, thing, each))) for each in options)
        if zone == NOTHING:
            return False
        if is_known(at):
            return at == zone
        key = at.get_id(), zone
        if key not in self._lying:
            self._lying[key] = (equal(at, zone) if zone in self.zone_options(at) else False), at
        return self._lying[key][0]

    def height(self, state: State, thing: int, zone: Term) -> Term:
        """What orders the components of a zone: a set is in the order of numbers."""
        options = self.zone_options(zone)
        sets = [each for each in options if each != NOTHING and self.board.is_set(each)]
        if len(sets) == len(options):
            return thing
        own = self.slot(state, height_slot(thing))
        return case(any_of(equal(zone, each) for each in sets), thing, own)

    # --- counting

    def weight_in(self, state: State, weights: Weights, zone: Term) -> Term:
        """The sum of the weights of what lies in a zone."""
        if is_known(zone):
            return self.weight_in_all(state, weights, [zone])
        return total(
            case(equal(zone, each), self.weight_in_all(state, weights, [each]), 0)
            for each in self.zone_options(zone)
        )

    def size_of(self, state: State, zone: Term) -> Term:
        return self.weight_in(state, (1,) * len(self.board.things), zone)

    def weight_in_all(self, state: State, weights: Weights, zones: Sequence[int]) -> Term:
        """The sum over several zones: what moves between them, or comes to any of them, counts once."""
        zones = [zone for zone in zones if zone != NOTHING]
        counted = [thing for thing in self.board.things if weights[thing]]
        lying = [self.slot(state, zone_slot(thing)) for thing in counted]
        if all(map(is_known, lying)):
            return sum(weights[thing] for thing, at in zip(counted, lying, strict=True) if at in zones)
        if state.counted is None:
            start = total(self._counted(weights, zone) for zone in zones)
        else:
            start = sum(weights[thing] for thing in counted if state.counted[thing] in zones)
        return total((start, *self._changes(state, weights, zones)))

    def _changes(self, state: State, weights: Weights, zones: Sequence[int]) -> Iterable[Term]:
        for moved in state.moved:
            amounts = [
                case(any_of(self._is_at(at, zone) for zone in zones), moved.sign * weights[thing], 0)
                for thing, at, _ in moved.cases
            ]
            if all(same(each, amounts[0]) for each in amounts[1:]):
                # Whichever it was, it counts the same.
                yield case(moved.when, amounts[0], 0)
            else:
                for (_, _, chosen), amount in zip(moved.cases, amounts, strict=True):
                    yield case(all_of((moved.when, chosen)), amount, 0)

    def _is_at(self, at: Term, zone: int) -> Term:
        return False if self.differ(at, zone) else equal(at, zone)

    def _counted(self, weights: Weights, zone: int) -> Term:
        """A name for a sum at the cutpoint, and what is true of such sums."""
        key = weights, zone
        if key not in self._sums:
            self._sums[key] = self._sum(weights, zone)
        return self._sums[key]

    def _sum(self, weights: Weights, zone: int) -> Term:
        assert self.start is not None
        terms = [
            (weights[thing], self.lies_in(self.start, thing, zone))
            for thing in self.board.things
            if weights[thing]
        ]
        terms = [(weight, lies) for weight, lies in terms if lies is not False]
        if not terms:
            return 0
        name = self.names.number("sum")
        self.names.define(name, NEAR, lambda: total(case(lies, weight, 0) for weight, lies in terms))
        if all(weight > 0 for weight, _ in terms):
            most, some = sum(weight for weight, _ in terms), any_of(lies for _, lies in terms)
            facts = [name >= 0, name <= most, case(some, name > 0, name == 0)]
            facts += [implied(lies, name >= weight) for weight, lies in terms]
            self.names.tell(name, facts, always=True)
        return name
