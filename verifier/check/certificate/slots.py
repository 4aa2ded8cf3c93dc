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
# Where components lie in so few zones, it is told that the sums over these make up the whole.
FEW_ZONES = 3


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
        # The same object is asked for again and again; kept here, so that its number is not given away twice.
        key = id(at), zone
        if key not in self._lying:
            self._lying[key] = (equal(at, zone) if zone in self.zone_options(at) else False), at
        return self._lying[key][0]

    def height(self, state: State, thing: int, zone: Term) -> Term:
        """What orders the components of a zone: a set is in the order of numbers."""
        if self.is_set(zone):
            return thing
        sets = [each for each in self.zone_options(zone) if each != NOTHING and self.board.is_set(each)]
        own = self.slot(state, height_slot(thing))
        return case(any_of(equal(zone, each) for each in sets), thing, own)

    def is_set(self, zone: Term) -> bool:
        """Is this surely a set? There heights are never read."""
        return all(each != NOTHING and self.board.is_set(each) for each in self.zone_options(zone))

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
        known = sum(weights[thing] for thing in counted if state.counted[thing] in zones)
        others = tuple(0 if at is not None else own for own, at in zip(weights, state.counted, strict=True))
        start = total(self._counted(others, zone) for zone in zones)
        return total((known, start, *self._changes(state, weights, zones)))

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
        """A name for a sum at the cutpoint, and what is true of such sums; what never lies there is left out."""
        if self.start is None:
            return 0
        if (weights, zone) not in self._sums:
            lying = [bool(own) and self.lies_in(self.start, at, zone) for at, own in enumerate(weights)]
            there = tuple(own * (hit is not False) for own, hit in zip(weights, lying, strict=True))
            if there != weights:
                self._sums[weights, zone] = self._counted(there, zone)
            elif any(weights):
                self._sums[weights, zone] = name = self.names.number("sum")
                self._tell_sum(name, weights, [each for each in zip(weights, lying, strict=True) if each[0]])
            else:
                self._sums[weights, zone] = 0
        return self._sums[weights, zone]

    def _tell_sum(self, name: Term, weights: Weights, terms: Sequence[tuple[int, Term]]) -> None:
        self.names.define(name, NEAR, lambda: total(case(hit, own, 0) for own, hit in terms))
        if min(own for own, _ in terms) > 0:
            some = any_of(hit for _, hit in terms)
            facts = [name >= 0, name <= sum(weights), case(some, name > 0, name == 0)]
            facts += [implied(hit, name >= own) for own, hit in terms]
            self.names.tell(name, facts, always=True)
        assert self.start is not None
        places = [self.start.slots[zone_slot(thing)] for thing, own in enumerate(weights) if own]
        zones = {zone for at in places for zone in self.zone_options(at)}
        if len(zones) <= FEW_ZONES and NOTHING not in zones:
            whole = total(self._counted(weights, zone) for zone in sorted(zones))
            self.names.tell(name, [equal(whole, sum(weights))], always=True)
