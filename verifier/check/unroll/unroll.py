"""The unrolled transition relation: so many transitions from the set-up as one query, and its targets.

At each step play stands at one cut, and one way of one transition is gone, or play stops there. A variable that no
way of a step changes stays the same expression; any other gets a new one, which is the old one unless a way that
changes it is gone. Ranges are carried along: a way that they exclude is left out. A target is a truth at some pause,
or at a marked moment on the way of a transition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.check.induction.arithmetic import at_most
from verifier.check.induction.cutpoints import START, Cut
from verifier.check.induction.encode import Encoding
from verifier.check.induction.goals import claim_evaluation
from verifier.check.induction.logic import conjunction, negation
from verifier.check.induction.rewrite_terms import variables_replaced
from verifier.check.induction.solver import Solver
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import FALSE, And, Constant, Negation, Or, Term, by_number
from verifier.check.induction.transitions import Path, Transition
from verifier.check.induction.zone_axioms import ZoneAxioms
from verifier.check.unroll.bit_vectors import BitVectorContext, BitVectorPrinter, width_of
from verifier.check.unroll.horizon import NO, Horizon, Range, hull, range_of
from verifier.kernel.machine import Claim

Ranges = Mapping[Term, Range]


@dataclass(frozen=True, slots=True)
class UnrolledPath:
    """One way of a transition at one step: whether it is gone, and where it leads."""

    transition: Transition
    path: Path
    gone: Any


@dataclass(slots=True)
class UnrolledState:
    """The state before a step: at which cuts play may stand, and what the variables are. `ways` lead on."""

    printer: BitVectorPrinter
    at: dict[Cut, Any]
    ranges: dict[Cut, dict[Term, Range]]
    stopped: Any
    ways: list[UnrolledPath] = field(default_factory=list)


class Unrolling:
    """The stages so far; `asserted` is called with every truth that they must keep to."""

    def __init__(
        self,
        encoding: Encoding,
        horizon: Horizon,
        asserted: Callable[[Any], None],
    ) -> None:
        self.encoding = encoding
        self.horizon = horizon
        self.pad = BitVectorContext()
        self.asserted = asserted
        first = UnrolledState(
            BitVectorPrinter(self.pad, "@0"), {START: self.pad.yes}, horizon.ranges[0], self.pad.no
        )
        self._fix(first)
        self.stages = [first]

    def extend(self) -> UnrolledState:
        """One more step."""
        number = len(self.stages) - 1
        stage = self.stages[-1]
        pad = self.pad
        self.horizon.extend_to(number + 1)
        for transition, path in self.horizon.ways[number]:
            self._go(stage, stage.at[transition.source], transition, path)
        stop = pad.truth(f"stop@{number}")
        choices = [*(way.gone for way in stage.ways), stop]
        self.asserted(pad.some(choices))
        self.asserted(pad.at_most_one(choices))
        self.asserted(pad.implied(stage.stopped, stop))
        ranges = self.horizon.ranges[number + 1]
        following = UnrolledState(
            BitVectorPrinter(pad, f"@{number + 1}"), self._arriving(stage), ranges, stop
        )
        self._fix(following)
        self._change(stage, following, stop)
        self._keep_ranges(stage)
        self._keep_ranges(following)
        self.stages.append(following)
        return following

    def _fix(self, stage: UnrolledState) -> None:
        """Variables that can have one value only are that value."""
        printer, pad = stage.printer, self.pad
        for variable in self.encoding.slots:
            whole = None
            for ranges in stage.ranges.values():
                whole = hull(whole, ranges.get(variable, (variable.low, variable.high)))
            if whole is not None and whole[0] == whole[1]:
                value = whole[0]
                width = width_of(variable.low, variable.high)
                printer.known[variable] = (
                    (pad.yes if value else pad.no) if variable.truth else pad.numeral(value, width)
                )

    # --- one step

    def _go(self, stage: UnrolledState, here: Any, transition: Transition, path: Path) -> None:
        pad, printer = self.pad, stage.printer
        gone = pad.truth(f"way {len(stage.ways)}{printer.tag}")
        stage.ways.append(UnrolledPath(transition, path, gone))
        self.asserted(pad.implied(gone, here))
        for fact in (*path.state.facts, *path.state.laws):
            self.asserted(pad.implied(gone, printer(fact)))

    def _arriving(self, stage: UnrolledState) -> dict[Cut, Any]:
        """Where play may stand next: exactly where one of the ways leads."""
        by_target: dict[Cut, list[Any]] = {}
        for way in stage.ways:
            by_target.setdefault(way.path.target, []).append(way.gone)
        return {target: self.pad.some(gone) for target, gone in by_target.items()}

    def _change(self, stage: UnrolledState, following: UnrolledState, stop: Any) -> None:
        pad = self.pad
        changing: dict[Term, list[UnrolledPath]] = {}
        for way in stage.ways:
            for variable in way.path.state.changed:
                changing.setdefault(variable, []).append(way)
        known = following.printer.known
        for variable in self.encoding.slots:
            ways = changing.get(variable)
            if variable in known and ways is not None:
                continue
            if ways is None:
                known[variable] = stage.printer.variable(variable)
                continue
            new = following.printer.variable(variable)
            if len(ways) < len(stage.ways):
                same = pad.equal(new, stage.printer.variable(variable))
                self.asserted(pad.some([*(way.gone for way in ways), stop, same]))
            by_value: dict[Term, list[Any]] = {}
            for way in ways:
                by_value.setdefault(way.path.state.changed[variable], []).append(way.gone)
            for term, gone in by_value.items():
                value = self._printed(stage, term, variable)
                self.asserted(pad.implied(pad.some(gone), pad.equal(new, value)))

    def _printed(self, stage: UnrolledState, term: Term, variable: Term) -> Any:
        if variable.truth:
            return stage.printer(term)
        return stage.printer.held(term, variable.low, variable.high)

    def _keep_ranges(self, stage: UnrolledState) -> None:
        for limit in stage.printer.ranges:
            self.asserted(limit)
        stage.printer.ranges.clear()


# So many variables may a case have for us to ask which of them it forces.
MOST_FORCED = 80
STEPS_EACH = 300_000


@dataclass(frozen=True, slots=True)
class ReachTarget:
    """Cases of which one is to be met, each with everything that it forces; at a moment, or at any pause."""

    name: str
    moment: str | None
    cases: tuple[Term, ...]


def target_of(encoding: Encoding, claim: Claim, forcing: ForcedFacts | None) -> ReachTarget:
    """The claim, met if it is a witness, broken if it is an invariant; with `forcing`, and all that it forces."""
    truth = claim_evaluation(encoding, claim).truth(claim.truth, {})
    cases = list(_cases(truth, claim.sort == "witness"))
    sharpened = cases if forcing is None else [forcing.sharpened(case) for case in cases]
    return ReachTarget(claim.name, claim.moment, tuple(case for case in sharpened if case is not FALSE))


def _cases(truth: Term, sense: bool) -> Iterator[Term]:
    """The ways in which a truth can hold, or fail: one part of it that does, where one is enough."""
    if isinstance(truth, Negation):
        yield from _cases(truth.args[0], not sense)
    elif isinstance(truth, Or if sense else And):
        for part in truth.args:
            yield from _cases(part, sense)
    else:
        yield truth if sense else negation(truth)


class ForcedFacts:
    """Finds what a case forces. Nobody sees in a formula of points that only one set of cards reaches the most."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.solver = Solver(STEPS_EACH)
        self.laws = ZoneAxioms(encoding)
        self._zone = {variable: zone for (zone, _), variable in encoding.inside.items()}

    def sharpened(self, case: Term) -> Term:
        """The case, every truth among its variables that holds wherever it does, and the least size of zones."""
        if isinstance(case, Constant) or len(case.free) > MOST_FORCED:
            return case
        ground = [case, *self.laws.sizes_in(case)]
        answer = self.solver.ask(ground)
        if answer.verdict == "no":
            return FALSE
        if answer.state is None:
            return case
        forced = []
        for each in sorted(answer.state, key=by_number):
            if each.truth:
                held = each if answer.state[each] else negation(each)
                if self.solver.ask([*ground, negation(held)]).verdict == "no":
                    forced.append(held)
        least = list(self._sizes(ground, answer.state))
        # Often what is forced says it all, and in fewer words.
        enough = self.solver.ask([*forced, *ground[1:], negation(case)]).verdict == "no"
        return conjunction((*forced, *least) if enough else (case, *forced, *least))

    def _sizes(self, ground: list[Term], state: Mapping[Term, int]) -> Iterator[Term]:
        """How many components must lie in a zone at least: that tells how soon a case can be met."""
        zones: dict[int, list[Term]] = {}
        for each in sorted(state.keys() & self._zone.keys(), key=by_number):
            zones.setdefault(self._zone[each], []).append(each)
        for zone, inside in zones.items():
            store = self.encoding.store
            count = store.count(inside)
            least = sum(state[each] for each in inside)
            while (
                least and self.solver.ask([*ground, at_most(count, store.number(least - 1))]).verdict != "no"
            ):
                least -= 1
            if least:
                yield at_most(store.number(least), self.encoding.sizes[zone])


class UnrolledTarget:
    """A target as it looks at each stage of one unrolling."""

    def __init__(self, target: ReachTarget, unrolling: Unrolling) -> None:
        self.target = target
        self.unrolling = unrolling
        self._moments: dict[int, list[tuple[Term, ...]]] = {}

    def at(self, stage: UnrolledState) -> dict[int, Any]:
        """Whether each case that can be met at this stage is; of a moment, on the way from here."""
        pad = self.unrolling.pad
        found: dict[int, list[Any]] = {}
        for place, case, here in self._places(stage):
            found.setdefault(place, []).append(pad.every([here, stage.printer(case)]))
        return {place: pad.some(met) for place, met in found.items()}

    def _places(self, stage: UnrolledState) -> Iterator[tuple[int, Term, Any]]:
        """Each case with where it may be met, as far as ranges tell."""
        for cut, here in stage.at.items():
            memo: dict[Term, Range] = {}
            for cases, there in self._cases(stage, cut, here):
                for place, case in enumerate(cases):
                    if range_of(case, stage.ranges[cut], memo) != NO:
                        yield place, case, there

    def _cases(self, stage: UnrolledState, cut: Cut, here: Any) -> Iterator[tuple[tuple[Term, ...], Any]]:
        if self.target.moment is None:
            if cut.kind in ("pause", "final"):
                yield self.target.cases, here
            return
        gone: dict[int, tuple[Transition, list[Any]]] = {}
        for way in stage.ways:
            if way.transition.source == cut:
                gone.setdefault(id(way.transition), (way.transition, []))[1].append(way.gone)
        for transition, ways in gone.values():
            for cases in self._moments_of(transition):
                yield cases, self.unrolling.pad.some(ways)

    def _moments_of(self, transition: Transition) -> list[tuple[Term, ...]]:
        known = self._moments.get(id(transition))
        if known is None:
            known = [
                self._then(moment.state)
                for moment in transition.record.moments
                if moment.name == self.target.moment
            ]
            self._moments[id(transition)] = known
        return known

    def _then(self, state: SymbolicState) -> tuple[Term, ...]:
        by, memo = {**state.known, **state.changed}, dict[Term, Term]()
        way = conjunction((*state.facts, *state.laws))
        return tuple(conjunction((way, variables_replaced(case, by, memo))) for case in self.target.cases)
