"""Zone axioms: what holds of every zone, instantiated only for the variables of a query.

A component lies in one zone; a size is a count; places in an ordered zone run from 0 without gaps. These hold in every
state that play reaches without a fault, because a fault is a component taken from where it does not lie or put while
it lies somewhere; `execute` asks for both at every step. They are not proved again: the agreement tests hold the
encoding to the lists that the machine keeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verifier.check.induction.arithmetic import at_most, equal, less
from verifier.check.induction.encode import Encoding
from verifier.check.induction.logic import both, disjunction, implies, negation
from verifier.check.induction.terms import Term, Variable, by_number

# Of a component that may lie in more zones than these it is said by a count, not zone against zone.
FEW_ZONES = 20


class ZoneAxioms:
    """The laws of one encoding's zones."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.store = encoding.store
        self._place = {variable: key for key, variable in encoding.inside.items()}
        self._spot = {variable: thing for thing, variable in encoding.spot.items()}
        # Asked for again and again: that a component does not lie in two zones, and what a size is.
        self._apart: dict[tuple[int, int, int], Term] = {}
        self._own_place: dict[tuple[int, int, int], Term] = {}
        self._below: dict[tuple[int, int], Term] = {}
        self._sums: dict[int, Term] = {}
        self._size: dict[Term, int] = {
            variable: zone for zone, variable in enumerate(encoding.sizes) if isinstance(variable, Variable)
        }

    def among(self, variables: frozenset[Term], state: Mapping[Term, int] | None = None) -> Iterator[Term]:
        """The laws that speak of these variables alone; with a state, some that it keeps may be left out."""
        by_thing: dict[int, list[int]] = {}
        by_zone: dict[int, list[int]] = {}
        for zone, thing in sorted(self._place[variable] for variable in variables & self._place.keys()):
            by_thing.setdefault(thing, []).append(zone)
            by_zone.setdefault(zone, []).append(thing)
        for thing, zones in by_thing.items():
            taken = zones if state is None else self._taken(thing, zones, state)
            if len(zones) <= FEW_ZONES:
                yield from self._one_place(thing, taken)
            elif len(taken) > 1:
                yield at_most(self._places_of(thing, zones), self.store.number(1))
            if len(zones) == len(self.encoding.reach.zones[thing]):
                yield self.somewhere(thing)
        for zone, things in by_zone.items():
            sized = self.encoding.sizes[zone] in variables
            if sized and len(things) == len(self.encoding.holders[zone]):
                yield self.size(zone)
            if zone in self.encoding.ordered:
                placed = [thing for thing in things if self.encoding.spot[thing] in variables]
                yield from self._places(zone, placed, sized, state)

    def around(self, variables: frozenset[Term]) -> Iterator[Term]:
        """Laws that tie these variables to others."""
        places = [self._place[variable] for variable in variables & self._place.keys()]
        for thing in sorted({thing for _, thing in places}):
            yield self.somewhere(thing)
        sized = {self._size[variable] for variable in variables & self._size.keys()}
        here: dict[int, list[int]] = {}
        for zone, thing in sorted(places):
            if zone not in sized:
                here.setdefault(zone, []).append(thing)
        for zone, things in here.items():
            whole = len(things) == len(self.encoding.holders[zone])
            yield self.size(zone) if whole else self.room(zone, things)
        for zone in sorted(sized):
            yield self.size(zone)
            if zone in self.encoding.ordered:
                yield from (self.slot(zone, slot) for slot in range(len(self.encoding.holders[zone])))

    def _one_place(self, thing: int, zones: list[int]) -> Iterator[Term]:
        inside = self.encoding.inside
        for place, zone in enumerate(zones):
            for other in zones[place + 1 :]:
                law = self._apart.get((thing, zone, other))
                if law is None:
                    law = negation(both(inside[zone, thing], inside[other, thing]))
                    self._apart[thing, zone, other] = law
                yield law

    def _taken(self, thing: int, zones: list[int], state: Mapping[Term, int]) -> list[int]:
        """The zones where the component lies, if it may lie in several at once."""
        inside = self.encoding.inside
        return [zone for zone in zones if state.get(inside[zone, thing], 1)]

    def somewhere(self, thing: int) -> Term:
        zones = sorted(self.encoding.reach.zones[thing])
        if len(zones) > FEW_ZONES:
            return equal(self._places_of(thing, zones), self.store.number(1))
        return disjunction(self.encoding.inside[zone, thing] for zone in zones)

    def _places_of(self, thing: int, zones: list[int]) -> Term:
        """In how many of the zones a component lies."""
        return self.store.count(self.encoding.inside[zone, thing] for zone in zones)

    def room(self, zone: int, things: list[int]) -> Term:
        """Some of what lies in a zone is no more than lies there."""
        inside = self.encoding.inside
        count = self.store.count(inside[zone, thing] for thing in things)
        return at_most(count, self.encoding.sizes[zone])

    def size(self, zone: int) -> Term:
        """The size of a zone is the count of what lies there."""
        if zone not in self._sums:
            inside = self.encoding.inside
            count = self.store.count(inside[zone, thing] for thing in self.encoding.holders[zone])
            self._sums[zone] = equal(self.encoding.sizes[zone], count)
        return self._sums[zone]

    def _places(
        self, zone: int, things: list[int], sized: bool, state: Mapping[Term, int] | None = None
    ) -> Iterator[Term]:
        """The places in an ordered zone are below its size, one component each."""
        encoding = self.encoding
        if sized:
            size = encoding.sizes[zone]
            for thing in things:
                law = self._below.get((zone, thing))
                if law is None:
                    law = implies(encoding.inside[zone, thing], less(encoding.spot[thing], size))
                    self._below[zone, thing] = law
                yield law
        for place, thing in enumerate(things):
            for other in things[place + 1 :]:
                if state is None or self._shared(zone, thing, other, state):
                    yield self._own_places(zone, thing, other)

    def _shared(self, zone: int, thing: int, other: int, state: Mapping[Term, int]) -> bool:
        """May two components of a zone lie at one place?"""
        inside, spot = self.encoding.inside, self.encoding.spot
        if not (state.get(inside[zone, thing], 1) and state.get(inside[zone, other], 1)):
            return False
        first, second = state.get(spot[thing]), state.get(spot[other])
        return first is None or second is None or first == second

    def _own_places(self, zone: int, thing: int, other: int) -> Term:
        law = self._own_place.get((zone, thing, other))
        if law is None:
            inside, spot = self.encoding.inside, self.encoding.spot
            apart = negation(equal(spot[thing], spot[other]))
            law = implies(both(inside[zone, thing], inside[zone, other]), apart)
            self._own_place[zone, thing, other] = law
        return law

    def slot(self, zone: int, slot: int) -> Term:
        """Something lies at each place of an ordered zone below its size."""
        encoding = self.encoding
        filled = [
            both(encoding.inside[zone, thing], equal(encoding.spot[thing], self.store.number(slot)))
            for thing in encoding.holders[zone]
        ]
        return disjunction((at_most(encoding.sizes[zone], self.store.number(slot)), *filled))

    def sizes_in(self, term: Term) -> list[Term]:
        """What each size is that a term speaks of."""
        sizes = sorted(term.free & self._size.keys(), key=by_number)
        return [self.size(self._size[size]) for size in sizes]

    def all(self) -> Iterator[Term]:
        """Every law, for tests."""
        encoding = self.encoding
        for thing, zones in enumerate(encoding.reach.zones):
            yield self.somewhere(thing)
            yield from self._one_place(thing, sorted(zones))
        for zone in range(encoding.machine.zones):
            yield self.size(zone)
            if zone in encoding.ordered:
                yield from self._places(zone, list(encoding.holders[zone]), True)
                yield from (self.slot(zone, slot) for slot in range(len(encoding.holders[zone])))
