"""Steps of a block carried out on states of terms; faults become questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol, assert_never

from verifier.check.certificate.certificate import TOPS
from verifier.check.certificate.names import NEAR, one_of
from verifier.check.certificate.read import Reader
from verifier.check.certificate.state import Env, Moved, Slot, State, cell_slot, height_slot, zone_slot
from verifier.check.certificate.terms import (
    Term,
    all_of,
    any_of,
    case,
    comparison,
    equal,
    implied,
    is_denial,
    is_known,
    negation,
    number,
    same,
    supposing,
    truth,
)
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, bounds, values


class Questions(Protocol):
    """Who is asked while steps are carried out."""

    def fault(self, what: str, state: State, fine: Term) -> State:
        """Asks that something is fine, and goes on as if it were: an answer that it is not is kept."""

    def may_be(self, state: State) -> bool:
        """Only a sure no leaves a path out."""

    def moment(self, name: str, state: State) -> None:
        """A moment of which claims speak."""


class Steps:
    """Carries out steps. Inside loops states are merged again after a branch; elsewhere each way is followed alone."""

    def __init__(self, reader: Reader, ask: Questions, unseen: Set[str]) -> None:
        self.reader = reader
        self.names = reader.names
        self.machine = reader.machine
        self.ask = ask
        self._unseen = unseen
        self._seats = range(NOTHING, self.machine.players)

    def run(self, steps: Iterable[km.Step], state: State, looping: bool = False) -> list[State]:
        """The states after the steps."""
        states = [state]
        for step in steps:
            states = [after for before in states for after in self._step(step, before, looping)]
        return states

    def _step(self, step: km.Step, state: State, looping: bool) -> Sequence[State]:
        match step:
            case km.Let(local, value):
                found = self._value(value, state)
                if (
                    isinstance(value, k.End)
                    and not is_known(found)
                    and not looping
                    and TOPS not in self._unseen
                ):
                    return [after.binding(local, one) for one, after in self.split(state, found)]
                return [state.binding(local, found)]
            case km.Write(cell, index, value, _):
                points = [self._value(part, state) for part in index]
                return self._write(cell, points, self._value(value, state), state)
            case km.Take(thing, zone):
                return self._take(thing, zone, state)
            case km.Put(thing, zone, end):
                return self._put(thing, zone, end, state, looping)
            case km.Branch(test, then, otherwise, _):
                return self._branch(truth(self._value(test, state)), then, otherwise, state, looping)
            case km.Each(local, source, inner):
                states = self._each(local, source, inner, state)
                return states if looping else list(map(self._settled, states))
            case km.Times(count, most, inner):
                states = self._times(self._value(count, state), most, inner, state)
                return states if looping else list(map(self._settled, states))
            case km.Shuffle(zone):
                return [self._shuffled(self._value(zone, state), state)]
            case km.Roll(cell, faces):
                return self._write(cell, [], self.names.number("roll", sorted(set(faces))), state)
            case km.Mark(moment):
                self.ask.moment(moment, state)
                return [state]
            case _:
                assert_never(step)

    def _value(self, expr: k.Expr, state: State) -> Term:
        return self.reader.value(expr, state, state.env)

    # --- ways that part, and come together again

    def split(self, state: State, value: Term, otherwise: Iterable[int] = ()) -> Iterator[tuple[int, State]]:
        """One state for each value that a name or a cell may have; that there is no other is asked."""
        options = self.reader.sure_options(value)
        if options is None:
            options = list(otherwise)
            state = self.ask.fault("split", state, one_of(value, options))
        for one in options:
            known = {
                slot: one for slot, held in state.slots.items() if slot[0] == "cell" and same(held, value)
            }
            yield one, state.with_slots(known).assuming(equal(value, one))

    def fork(self, state: State, test: Term) -> Iterator[tuple[bool, State]]:
        """The ways that are open: where the test holds, and where it does not."""
        if is_known(test):
            yield bool(test), state
            return
        # What is denied seldom fails ("if there is one"): to find no case of it is quick, to find one is not.
        first = not is_denial(test)
        ways = {True: state.assuming(test), False: state.assuming(negation(test))}
        if not self.ask.may_be(ways[first]):
            yield not first, ways[not first]
            return
        yield first, ways[first]
        if self.ask.may_be(ways[not first]):
            yield not first, ways[not first]

    def _branch(
        self, test: Term, then: Sequence[km.Step], otherwise: Sequence[km.Step], state: State, looping: bool
    ) -> Sequence[State]:
        if is_known(test):
            return self.run(then if test else otherwise, state, looping)
        ways = list(self.fork(state, test))
        if not looping or len(ways) == 1:
            return [
                after
                for answer, way in ways
                for after in self.run(then if answer else otherwise, way, looping)
            ]
        with self._supposing(test):
            ours = self.run(then, state.assuming(test), True)
        with self._supposing(negation(test)):
            theirs = self.run(otherwise, state.assuming(negation(test)), True)
        if len(ours) == len(theirs) == 1:
            return [_merged(test, state, ours[0], theirs[0])]
        return [*ours, *theirs]

    @contextmanager
    def _supposing(self, test: Term) -> Iterator[None]:
        before = self.names.premise
        self.names.premise = all_of((before, test))
        try:
            yield
        finally:
            self.names.premise = before

    # --- loops

    def _each(self, local: str, source: k.Source, inner: Sequence[km.Step], state: State) -> Sequence[State]:
        if isinstance(source, k.Values):
            first = NOTHING if source.first is None else self._value(source.first, state)
            starts = [(first, state)] if is_known(first) else self.split(state, first, self._seats)
            return [
                after
                for one, way in starts
                for after in self._over(
                    local, [(v, True) for v in self.reader.rotated(source, one)], inner, way
                )
            ]
        members = [(value, hit) for value, hit, _ in self.reader.members(source, state, state.env)]
        return self._over(local, members, inner, state)

    def _over(
        self, local: str, members: Sequence[tuple[int, Term]], inner: Sequence[km.Step], state: State
    ) -> Sequence[State]:
        """The steps for each member, what they bind is forgotten after each; or so many times, and it is kept."""
        states: Sequence[State] = [state]
        for value, hit in members:
            states = [
                replace(after, env=before.env) if local else after
                for before in states
                for after in self._branch(hit, inner, (), before.binding(local, value), True)
            ]
        return states

    def _times(self, count: Term, most: int, inner: Sequence[km.Step], state: State) -> Sequence[State]:
        state = self.ask.fault("bounds", state, comparison("<=", count, most))
        return self._over("", [(done, comparison(">", count, done)) for done in range(most)], inner, state)

    # --- cells

    def _write(self, name: str, index: list[Term], value: Term, state: State) -> Sequence[State]:
        cell = self.machine.cells[name]
        value, (low, high) = number(value), bounds(cell.domain)
        nothing = all_of((cell.optional, equal(value, NOTHING)))
        if cell.saturates:
            above = case(comparison(">", value, high), high, value)
            value = case(nothing, NOTHING, case(comparison("<", value, low), low, above))
        else:
            state = self.ask.fault("bounds", state, any_of((nothing, one_of(value, values(cell.domain)))))
        hits = list(self.reader.hits(cell.index, index))
        if cell.index:
            state = self.ask.fault("bounds", state, any_of(hit for _, hit in hits))
        slots = {cell_slot(name, point): hit for point, hit in hits}
        return [state.with_slots({slot: case(hit, value, state.slots[slot]) for slot, hit in slots.items()})]

    # --- components

    def _take(self, thing: k.Expr, zone: k.Expr, state: State) -> Sequence[State]:
        cases = self._cases(thing, zone, state)
        lying = {one: self.reader.lies_in(state, one, place) for one, place, _ in cases}
        fine = self.reader.some_end(self._value(thing, state), lying.items())
        fine = _one_fits(cases, lying.values()) if fine is None else fine
        state = self.ask.fault("conservation", state, fine)
        slots = {
            zone_slot(one): case(chosen, NOTHING, state.slots[zone_slot(one)]) for one, _, chosen in cases
        }
        moved = (*state.moved, Moved(-1, cases))
        return [] if fine is False else [replace(state.with_slots(slots), moved=moved)]

    def _put(self, thing: k.Expr, zone: k.Expr, end: str, state: State, looping: bool) -> Sequence[State]:
        cases, meant = self._cases(thing, zone, state), self._value(thing, state)
        fits = [
            all_of(
                (
                    negation(equal(place, NOTHING)),
                    equal(supposing(chosen, state.slots[zone_slot(one)]), NOTHING),
                )
            )
            for one, place, chosen in cases
        ]
        fine = _one_fits(cases, fits)
        options = self.reader.sure_options(meant)
        found = {NOTHING, *(one for one, _, _ in cases)}
        if options is not None and found.issuperset(options) and all(fit is True for fit in fits):
            # Where each of them fits it need only be one of these.
            fine = negation(self.reader.is_same(meant, NOTHING))
        state = self.ask.fault("conservation", state, fine)
        height = state.highest + 1 if end == "top" else state.lowest - 1
        state = replace(state, highest=height) if end == "top" else replace(state, lowest=height)
        slots: dict[Slot, Term] = {}
        for one, place, chosen in cases:
            lying = case(chosen, place, state.slots[zone_slot(one)])
            slots[zone_slot(one)] = self._renamed(lying) if looping and not is_known(chosen) else lying
            if not self.reader.is_set(place):
                slots[height_slot(one)] = case(chosen, height, state.slots[height_slot(one)])
        moved = (*state.moved, Moved(1, cases))
        return [] if fine is False else [replace(state.with_slots(slots), moved=moved)]

    def _cases(self, thing: k.Expr, zone: k.Expr, state: State) -> tuple[tuple[int, Term, Term], ...]:
        """Each component that may be meant, its zone if it is the one, and when it is."""
        meant, place = self._value(thing, state), self._value(zone, state)
        found = []
        for one in self.reader.thing_options(meant):
            chosen = equal(meant, one)
            own = place
            if isinstance(thing, k.Local) and not is_known(place) and not is_known(meant):
                # Where it goes may depend on what it is: then it is worked out for each.
                own = self.reader.value(zone, state, state.env.bound(thing.name, one))
            found.append((one, own, chosen))
        return tuple(found)

    def _renamed(self, zone: Term, empty: Collection[int] = ()) -> Term:
        """Where a component lies, as a name among few zones, none of them empty; defined in a late round."""
        options = [each for each in self.reader.zone_options(zone) if each not in empty]
        if is_known(zone) or len(options) == 1:
            return options[0]
        name = self.names.number("zone", options)
        self.names.define(name, NEAR, lambda: zone)
        return name

    def _settled(self, state: State) -> State:
        """Behind a loop: what is known to lie somewhere is counted anew; where nothing lies, no component lies."""
        lying = {thing: state.slots[zone_slot(thing)] for thing in _uncounted(state.moved)}
        anew = {thing: at for thing, at in lying.items() if is_known(at)}
        counted = (anew.get(thing, at) for thing, at in enumerate(state.counted))
        moved = []
        for each in state.moved:
            cases = tuple((one, NOTHING if one in anew else at, chosen) for one, at, chosen in each.cases)
            moved.append(replace(each, cases=cases))
        rest = tuple(each for each in moved if _uncounted([each]))
        state = replace(state, counted=tuple(counted), moved=rest)
        open_places = {zone_slot(thing): at for thing, at in lying.items() if thing not in anew}
        zones = {zone for at in open_places.values() for zone in self.reader.zone_options(at)} - {NOTHING}
        empty = {zone for zone in zones if same(self.reader.size_of(state, zone), 0)}
        return state.with_slots({slot: self._renamed(at, empty) for slot, at in open_places.items() if empty})

    def _shuffled(self, zone: Term, state: State) -> State:
        """Any order: new heights, of which only bounds are known."""
        lowest, highest = self.names.number("height"), self.names.number("height")
        self.names.tell(lowest, [lowest <= state.lowest], always=True)
        self.names.tell(highest, [highest >= state.highest], always=True)
        slots: dict[Slot, Term] = {}
        for thing in self.reader.board.things:
            hit = self.reader.lies_in(state, thing, zone)
            if hit is not False:
                height = self.names.number("height")
                self.names.tell(height, [lowest <= height, height <= highest], always=True)
                slots[height_slot(thing)] = case(hit, height, state.slots[height_slot(thing)])
        return replace(state.with_slots(slots), lowest=lowest, highest=highest)


def _one_fits(cases: Sequence[tuple[int, Term, Term]], fits: Iterable[Term]) -> Term:
    return any_of(all_of((chosen, fit)) for (_, _, chosen), fit in zip(cases, fits, strict=True))


def _uncounted(moved: Iterable[Moved]) -> set[int]:
    """Components that came or went since they were counted."""
    return {thing for each in moved for thing, place, _ in each.cases if not same(place, NOTHING)}


def _merged(test: Term, before: State, ours: State, theirs: State) -> State:
    """One state for both ways of a branch."""
    sides = ((test, ours), (negation(test), theirs))
    moved = [
        replace(each, when=all_of((taken, each.when)))
        for taken, side in sides
        for each in side.moved[len(before.moved) :]
    ]
    told = [implied(taken, fact) for taken, side in sides for fact in side.path[len(before.path) :]]
    changed = {
        slot: case(test, held, theirs.slots[slot])
        for slot, held in ours.slots.items()
        if not (held is theirs.slots[slot] is before.slots[slot])
    }
    locals_ = {
        name: case(test, value, theirs.env.values.get(name, value)) for name, value in ours.env.values.items()
    }
    return replace(
        before.with_slots(changed),
        highest=case(test, ours.highest, theirs.highest),
        lowest=case(test, ours.lowest, theirs.lowest),
        moved=(*before.moved, *moved),
        path=(*before.path, *(fact for fact in told if fact is not True)),
        env=Env({**theirs.env.values, **locals_}),
    )
