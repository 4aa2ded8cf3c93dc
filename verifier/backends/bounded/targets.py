"""What is looked for: a truth at some pause, or at a marked moment on the way of a transition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.backends.bounded.ranges import NO, Range, range_of
from verifier.backends.bounded.unroll import Stage, Unrolling
from verifier.backends.proof.arithmetic import at_most
from verifier.backends.proof.cutpoints import Cut
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.execute import Transition
from verifier.backends.proof.laws import Laws
from verifier.backends.proof.logic import conjunction, negation
from verifier.backends.proof.solver import Solver
from verifier.backends.proof.state import State
from verifier.backends.proof.terms import FALSE, And, Constant, Negation, Or, Term, by_number
from verifier.backends.proof.walk import replaced
from verifier.kernel.machine import Claim

# So many variables may a case have for us to ask which of them it forces.
MOST_FORCED = 80
STEPS_EACH = 300_000


@dataclass(frozen=True, slots=True)
class Target:
    """Cases of which one is to be met, each with everything that it forces; at a moment, or at any pause."""

    name: str
    moment: str | None
    cases: tuple[Term, ...]


def target_of(encoding: Encoding, claim: Claim, forcing: Forcing | None) -> Target:
    """The claim, met if it is a witness, broken if it is an invariant; with `forcing`, and all that it forces."""
    opened = 0

    def fresh(name: str, low: int, high: int) -> Term:
        nonlocal opened
        opened += 1
        return encoding.store.variable(f"{name} (in {claim.name}) #{opened}", low, high)

    truth = Evaluation(State(encoding), fresh).truth(claim.truth, {})
    cases = list(_cases(truth, claim.sort == "witness"))
    sharpened = cases if forcing is None else [forcing.sharpened(case) for case in cases]
    return Target(claim.name, claim.moment, tuple(case for case in sharpened if case is not FALSE))


def _cases(truth: Term, sense: bool) -> Iterator[Term]:
    """The ways in which a truth can hold, or fail: one part of it that does, where one is enough."""
    if isinstance(truth, Negation):
        yield from _cases(truth.args[0], not sense)
    elif isinstance(truth, Or if sense else And):
        for part in truth.args:
            yield from _cases(part, sense)
    else:
        yield truth if sense else negation(truth)


class Forcing:
    """Finds what a case forces. Nobody sees in a formula of points that only one set of cards reaches the most."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.solver = Solver(STEPS_EACH)
        self.laws = Laws(encoding)
        self._size = {variable: zone for zone, variable in enumerate(encoding.sizes)}
        self._zone = {variable: zone for (zone, _), variable in encoding.inside.items()}

    def sharpened(self, case: Term) -> Term:
        """The case, every truth among its variables that holds wherever it does, and the least size of zones."""
        if isinstance(case, Constant) or len(case.free) > MOST_FORCED:
            return case
        sizes = sorted(case.free & self._size.keys(), key=by_number)
        ground = [case, *(self.laws.size(self._size[size]) for size in sizes)]
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


class Aim:
    """A target as it looks at each stage of one unrolling."""

    def __init__(self, target: Target, unrolling: Unrolling) -> None:
        self.target = target
        self.unrolling = unrolling
        self._moments: dict[int, list[tuple[Term, ...]]] = {}

    def at(self, stage: Stage) -> dict[int, Any]:
        """Whether each case that can be met at this stage is; of a moment, on the way from here."""
        pad = self.unrolling.pad
        found: dict[int, list[Any]] = {}
        for place, case, here in self._places(stage):
            found.setdefault(place, []).append(pad.every([here, stage.printer(case)]))
        return {place: pad.some(met) for place, met in found.items()}

    def _places(self, stage: Stage) -> Iterator[tuple[int, Term, Any]]:
        """Each case with where it may be met, as far as ranges tell."""
        for cut, here in stage.at.items():
            memo: dict[Term, Range] = {}
            for cases, there in self._cases(stage, cut, here):
                for place, case in enumerate(cases):
                    if range_of(case, stage.ranges[cut], memo) != NO:
                        yield place, case, there

    def _cases(self, stage: Stage, cut: Cut, here: Any) -> Iterator[tuple[tuple[Term, ...], Any]]:
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

    def _then(self, state: State) -> tuple[Term, ...]:
        by, memo = {**state.known, **state.changed}, dict[Term, Term]()
        way = conjunction((*state.facts, *state.laws))
        return tuple(conjunction((way, replaced(case, by, memo))) for case in self.target.cases)
