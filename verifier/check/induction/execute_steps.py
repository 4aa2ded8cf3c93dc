"""Symbolic execution of steps. A step may split a state into several with exclusive conditions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from verifier.check.induction import terms as t
from verifier.check.induction import zones
from verifier.check.induction.arithmetic import as_truth, at_most, cases, chosen, equal, within
from verifier.check.induction.encode import Encoding
from verifier.check.induction.evaluate import Evaluation
from verifier.check.induction.folds import members
from verifier.check.induction.logic import conjunction, disjunction, either, implies, negation
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.symmetry import THING, Symmetry, orbit_representatives
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Players, Things, Zones, bounds, values
from verifier.kernel.expression import Const, Values, ZoneOf
from verifier.kernel.layout import flat
from verifier.kernel.visit import steps_within

# Components are followed on ways of their own as far as that makes few ways: two cards at once are thousands of pairs.
FEW_OPTIONS = 4
MOST_WIDE = 150


def is_wide(width: int, options: int) -> bool:
    """Would it be too much to follow each of the options, on one of so many ways?"""
    return options > FEW_OPTIONS and width * options > MOST_WIDE


@dataclass(frozen=True, slots=True)
class Obligation:
    """What must hold at a step lest the rules are at fault, and what is known there."""

    property: str
    subject: str
    facts: tuple[t.Term, ...]
    laws: tuple[t.Term, ...]
    goal: t.Term


@dataclass(frozen=True, slots=True)
class MarkedState:
    """The state at a mark."""

    name: str
    state: SymbolicState


@dataclass(slots=True)
class PathRecord:
    """What was met on the way from one cut to the next."""

    obligations: list[Obligation] = field(default_factory=list)
    moments: list[MarkedState] = field(default_factory=list)
    fresh: int = 0

    def clear(self) -> None:
        self.obligations.clear()
        self.moments.clear()
        self.fresh = 0


class TooManyPathsError(Exception):
    """One transition falls into more paths than we care to follow."""


@dataclass(slots=True)
class Config:
    """Where a run has come to: what its locals are, and the state."""

    env: dict[str, t.Term]
    state: SymbolicState


class Executor:
    """Carries out steps; keeps a record of what must hold and of moments passed."""

    def __init__(
        self,
        encoding: Encoding,
        record: PathRecord,
        most_paths: int,
        merging: bool,
        symmetries: Sequence[Symmetry] = (),
    ) -> None:
        self.encoding = encoding
        self.store = encoding.store
        self.record = record
        self.most_paths = most_paths
        # Keep components open instead of following each on a way of its own.
        self.merging = merging
        self.symmetries = symmetries
        # Inside a loop over members some have had their turn: then they are not alike.
        self._loops = 0
        self._everything = frozenset(encoding.machine.all_things.ids)
        self.watched = {claim.moment for claim in encoding.machine.claims}

    def fresh(self, name: str, low: int, high: int) -> t.Term:
        self.record.fresh += 1
        return self.store.variable(f"{name} #{self.record.fresh}", low, high)

    def demand(self, state: SymbolicState, property: str, subject: str, goal: t.Term) -> None:
        """Note what must hold here; play goes on only where it does."""
        goal = state.settled(goal)
        if goal is t.TRUE or not state.proper:
            return
        self.record.obligations.append(
            Obligation(property, subject, tuple(state.facts), tuple(state.laws), goal)
        )
        state.learn(goal)

    def run(self, steps: Iterable[km.Step], places: list[Config], splitting: bool = True) -> list[Config]:
        for step in steps:
            after = []
            for place in places:
                after += self._step(step, place, splitting)
            places = self._counted([place for place in after if place.state.proper])
        return places

    def _step(self, step: km.Step, place: Config, splitting: bool) -> list[Config]:
        env, state = place.env, place.state
        look = Evaluation(state, self.fresh)
        match step:
            case km.Let(local, value):
                return self._let(local, look.value(value, env), place, splitting)
            case km.Write(cell, index, value, _):
                self._write(cell, [look.value(part, env) for part in index], look.value(value, env), look)
            case km.Take(thing, zone) | km.Put(thing, zone):
                home = isinstance(step, km.Take) and zone == ZoneOf(thing)
                where = None if home else look.value(zone, env)
                return self._move(step, look.value(thing, env), where, place, splitting)
            case km.Branch(test, then, otherwise, _):
                return self._branch(state.settled(look.truth(test, env)), then, otherwise, place, splitting)
            case km.Each():
                return self._each(step, look, place, splitting)
            case km.Times():
                return self._times(step, look, place, splitting)
            case km.Shuffle(zone):
                for one, condition in look.options(look.value(zone, env)):
                    zones.shuffle(state, one, condition, self.fresh)
            case km.Roll(cell, faces):
                face = self.fresh(cell, min(faces), max(faces))
                state.learn(disjunction(equal(face, self.store.number(one)) for one in sorted(set(faces))))
                self._write(cell, [], face, look)
            case km.Mark(moment):
                if moment in self.watched:
                    self.record.moments.append(MarkedState(moment, state.copy()))
            case _:
                assert_never(step)
        return [place]

    # --- one step each

    def _let(self, local: str, value: t.Term, place: Config, splitting: bool) -> list[Config]:
        """A component that is one of several splits the state: small goals for each are what solvers like."""
        found = []
        for option, state in self._split(value, local, place, splitting):
            found.append(Config({**place.env, local: option}, state))
        return found

    def _split(
        self, value: t.Term, name: str, place: Config, splitting: bool
    ) -> list[tuple[t.Term, SymbolicState]]:
        """The state once for each value; of values that are images of each other, once."""
        state = place.state
        if not isinstance(value, t.Cases) or not splitting or self.merging:
            return [(value, state)]
        heads = self._told_apart(value, name, place)
        if is_wide(state.width, len(heads)):
            return [(value, state)]
        state.width *= len(heads)
        found = []
        for option, test in zip(value.values, value.args, strict=True):
            branch = state.copy()
            if option in heads and branch.learn(test):
                found.append((self.store.number(option), branch))
        return found

    def _told_apart(self, value: t.Cases, name: str, place: Config) -> list[int]:
        if self._loops or len(value.values) <= FEW_OPTIONS:
            return list(value.values)
        alike = [
            one
            for one in self.symmetries
            if one.fixes_value(name, value) and one.fixes(place.state, place.env)
        ]
        return orbit_representatives(alike, value.values, name)

    def _move(
        self, step: km.Take | km.Put, thing: t.Term, zone: t.Term | None, place: Config, splitting: bool
    ) -> list[Config]:
        """Take from a zone or put into it; without a zone, take from wherever the component lies."""
        found = []
        for one, state in self._split(thing, THING, place, splitting):
            look = Evaluation(state, self.fresh)
            if zone is None:
                for option, test in look.options(one):
                    places = state.zone_of(option) if option != NOTHING else [(NOTHING, t.TRUE)]
                    zones.take(state, [(option, test)], places, self.demand)
            elif isinstance(step, km.Take):
                zones.take(state, look.options(one), look.options(zone), self.demand)
            else:
                zones.put(state, look.options(one), look.options(zone), step.end, self.demand)
            found.append(Config(place.env, state))
        return found

    def _write(self, name: str, index: list[t.Term], value: t.Term, look: Evaluation) -> None:
        cell = self.encoding.machine.cells[name]
        state = look.state
        value = self._kept(cell, value, state)
        if not index:
            self._write_at(name, 0, t.TRUE, value, state)
            return
        axes = self.encoding.layout.cell_axes(cell)
        for values_, condition in _combinations([look.options(part) for part in index]):
            place = flat(axes, values_)
            if place < 0:
                self.demand(state, "bounds", name, negation(condition))
            else:
                self._write_at(name, place, condition, value, state)

    def _kept(self, cell: km.Cell, value: t.Term, state: SymbolicState) -> t.Term:
        """The value as the cell keeps it; a fault if it cannot."""
        if value.truth:
            value = self.store.as_number(value)
        low, high = bounds(cell.domain)
        nothing = equal(value, self.store.number(NOTHING)) if cell.optional else t.FALSE
        if cell.saturates:
            lowered = chosen(at_most(value, self.store.number(high)), value, self.store.number(high))
            clamped = chosen(at_most(self.store.number(low), lowered), lowered, self.store.number(low))
            return chosen(nothing, value, clamped)
        allowed = within(value, low, high)
        if isinstance(cell.domain, Things | Zones) and high - low + 1 > len(cell.domain.ids):
            allowed = disjunction(equal(value, self.store.number(one)) for one in cell.domain.ids)
        self.demand(state, "bounds", cell.name, either(nothing, allowed))
        return value

    def _write_at(
        self, name: str, place: int, condition: t.Term, value: t.Term, state: SymbolicState
    ) -> None:
        cell = self.encoding.cells[name, place]
        new = as_truth(value) if cell.truth else value
        if isinstance(cell, t.Constant):
            # Only one value was thought possible here: that is a goal too.
            self.demand(state, "bounds", name, implies(condition, equal(self.store.as_number(cell), value)))
            return
        state.set(cell, chosen(condition, new, state.get(cell)))

    # --- steps with steps inside

    def _branch(
        self,
        test: t.Term,
        then: tuple[km.Step, ...],
        otherwise: tuple[km.Step, ...],
        place: Config,
        splitting: bool,
    ) -> list[Config]:
        if isinstance(test, t.Constant):
            return self.run(then if test is t.TRUE else otherwise, [place], splitting)
        yes, no = (Config(dict(place.env), place.state.copy()) for _ in range(2))
        yes.state.learn(test)
        no.state.learn(negation(test))
        split = splitting and not self.merging and (_has_moves(then) or _has_moves(otherwise))
        after_yes = self.run(then, [yes], split) if yes.state.proper else []
        after_no = self.run(otherwise, [no], split) if no.state.proper else []
        if split or len(after_yes) != 1 or len(after_no) != 1:
            return after_yes + after_no
        return [_joined(test, place, after_yes[0], after_no[0])]

    def _each(self, each: km.Each, look: Evaluation, place: Config, splitting: bool) -> list[Config]:
        source = each.source
        if isinstance(source, Values) and source.first is not None:
            first = look.value(source.first, place.env)
            if not isinstance(first, t.Constant):
                return self._each_from(each, look.options(first), place, splitting)
        if isinstance(source, Values):
            ordered = [(value, t.TRUE) for value in self._in_order(source, look, place)]
        else:
            ordered = [(self.store.number(value), test) for value, test in members(look, source, place.env)]
        places = [Config(dict(place.env), place.state)]
        self._loops += 1
        for value, test in ordered:
            after = []
            for one in places:
                bound = Config({**one.env, each.local: value}, one.state)
                ends = self._branch(
                    one.state.settled(test), each.steps, (), bound, splitting and test is t.TRUE
                )
                after += [Config(dict(place.env), end.state) for end in ends]
            places = self._counted(after)
        self._loops -= 1
        self._recount(places)
        return places

    def _each_from(
        self, each: km.Each, firsts: list[tuple[int, t.Term]], place: Config, splitting: bool
    ) -> list[Config]:
        """Round the table from an open seat: one way for each seat."""
        assert isinstance(each.source, Values)
        found = []
        for seat, test in firsts:
            state = place.state.copy()
            if state.learn(test):
                source = replace(each.source, first=Const(seat, each.source.domain))
                look = Evaluation(state, self.fresh)
                found += self._each(replace(each, source=source), look, Config(place.env, state), splitting)
        return found

    def _recount(self, places: list[Config]) -> None:
        """Where it is plain of every component whether it lies in a zone, the size is their count."""
        for place in places:
            state = place.state
            for zone, size in enumerate(self.encoding.sizes):
                if size in state.changed and not isinstance(state.changed[size], t.Constant):
                    count = _count(
                        self.store, (state.has(zone, thing) for thing in self.encoding.holders[zone])
                    )
                    if count is not None and _is_shorter(count, state.changed[size]):
                        state.set(size, count)

    def _in_order(self, source: Values, look: Evaluation, place: Config) -> list[t.Term]:
        every = [self.store.number(value) for value in values(source.domain)]
        if source.first is None or not isinstance(source.domain, Players):
            return every
        first = look.options(look.value(source.first, place.env))
        count = source.domain.count
        return [
            cases(self.store, (((max(start, 0) + step) % count, test) for start, test in first))
            for step in range(count)
        ]

    def _times(self, times: km.Times, look: Evaluation, place: Config, splitting: bool) -> list[Config]:
        count = self.store.as_number(look.value(times.count, place.env))
        self.demand(place.state, "bounds", "times", at_most(count, self.store.number(times.most)))
        if self._dealt(times, count, look, place):
            return [place]
        places = [place]
        for turn in range(min(times.most, count.high)):
            more = at_most(self.store.number(turn + 1), count)
            after = []
            for one in places:
                after += self._branch(
                    one.state.settled(more), times.steps, (), one, splitting and more is t.TRUE
                )
            places = self._counted([one for one in after if one.state.proper])
        return places

    def _counted(self, places: list[Config]) -> list[Config]:
        if len(places) > self.most_paths:
            raise TooManyPathsError
        return places

    def _dealt(self, times: km.Times, count: t.Term, look: Evaluation, place: Config) -> bool:
        deal = zones.deal_in(times, self._everything)
        if deal is None:
            return False
        source = look.options(look.value(deal.source, place.env))
        target = look.options(look.value(deal.target, place.env))
        if not zones.is_certain(source) or not zones.is_certain(target):
            return False
        zones.deal(place.state, source[0][0], target[0][0], count, deal.end, self.demand, self.fresh)
        return True


def _count(store: t.TermStore, truths: Iterable[t.Term]) -> t.Term | None:
    """How many of the truths hold, if each is plain: known, a variable, or the opposite of one."""
    constant, parts = 0, []
    for one in truths:
        if isinstance(one, t.Constant):
            constant += one.value
        elif isinstance(one, t.Variable):
            parts.append((1, store.counted(one)))
        elif isinstance(one, t.Negation) and isinstance(one.args[0], t.Variable):
            constant += 1
            parts.append((-1, store.counted(one.args[0])))
        else:
            return None
    return store.total(constant, parts)


def _is_shorter(count: t.Term, other: t.Term) -> bool:
    """Is a count easier to reckon with than the sum or the alternatives that stand for it?"""
    return isinstance(other, t.Choice) or len(count.args) < len(other.args)


def _combinations(options: list[list[tuple[int, t.Term]]]) -> list[tuple[tuple[int, ...], t.Term]]:
    found: list[tuple[tuple[int, ...], t.Term]] = [((), t.TRUE)]
    for column in options:
        found = [
            ((*values_, value), conjunction((test, more)))
            for values_, test in found
            for value, more in column
        ]
    return [(values_, test) for values_, test in found if test is not t.FALSE]


def _has_moves(steps: tuple[km.Step, ...]) -> bool:
    return any(isinstance(step, km.Take | km.Put | km.Shuffle) for step in steps_within(steps))


def _joined(test: t.Term, before: Config, yes: Config, no: Config) -> Config:
    """Two ways come together again: each variable is what it became on the way taken."""
    state = before.state.copy()
    for variable_ in {**yes.state.changed, **no.state.changed}:
        state.set(variable_, chosen(test, yes.state.get(variable_), no.state.get(variable_)))
    for branch, condition in ((yes, test), (no, negation(test))):
        for fact in branch.state.facts:
            if fact not in before.state.facts:
                state.learn(implies(condition, fact))
        for law in branch.state.laws[len(before.state.laws) :]:
            state.laws.append(implies(condition, law))
    state.held = yes.state.held | no.state.held
    env = dict(before.env)
    for name in (name for name in yes.env if name in no.env):
        env[name] = chosen(test, yes.env[name], no.env[name])
    return Config(env, state)
