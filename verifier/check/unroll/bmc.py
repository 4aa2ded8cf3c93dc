"""Iterative deepening: the unrolling grows, and each open target is queried at every depth.

Work is counted in the solver's own steps, so that the same budget finds the same plays everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import z3

from verifier.check.induction.encode import Encoding
from verifier.check.induction.proof import all_transitions
from verifier.check.induction.rewrite_terms import term_value
from verifier.check.induction.samples import Assignment
from verifier.check.induction.solver import steps_taken
from verifier.check.induction.terms import Term, TermStore, Variable
from verifier.check.induction.transitions import Transition
from verifier.check.unroll.concretize import ModelConcretizer, ModelStep, NotConcretizedError
from verifier.check.unroll.horizon import Horizon
from verifier.check.unroll.unroll import (
    ForcedFacts,
    ReachTarget,
    UnrolledState,
    UnrolledTarget,
    Unrolling,
    target_of,
)
from verifier.kernel.machine import Claim, Machine
from verifier.runtime import STOP
from verifier.trace.record import NotReplayedError
from verifier.trace.trace import ReplayedTrace

SEED = 1
# What the solver does in about a second.
WORK = 2_000_000
# One question may take so much of it.
EACH = 5 * WORK
DEEPEST = 240
# From this depth on one case of a target is asked for before all of them: the others are often like it.
DEEP = 16
# One part in so many is for making known plays shorter, and no more than this.
SHARE = 3
FOR_KNOWN = 5_000_000
# Plays of so many moves are not made shorter here; it is only said how many they must have.
FAR = 60
# What it costs to look whether the ranges allow one way.
LOOK = 80


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """A play that meets a target; `shortest` if the solver has shown that no play with fewer moves does.

    That is said of plays with the same `given`: who begins, for one.
    """

    name: str
    play: ReplayedTrace
    depth: int
    shortest: bool


@dataclass(slots=True)
class BoundedSearchResult:
    """What was found, and how far we looked: `depth` steps, `spoiled` models that the machine did not confirm."""

    found: dict[str, FoundPlay] = field(default_factory=dict)
    depth: int = 0
    work: int = 0
    spoiled: dict[str, str] = field(default_factory=dict)
    # Up to which depth it is sure that there is nothing, and how many moves a play must have at least.
    empty: dict[str, int] = field(default_factory=dict)
    least: dict[str, int] = field(default_factory=dict)


def bounded_search(
    machine: Machine,
    claims: Iterable[Claim],
    work: int,
    deepest: int = DEEPEST,
    known: Mapping[str, int] | None = None,
    most_terms: int | None = None,
) -> BoundedSearchResult:
    """Plays to the claims: to where a witness is met, or an invariant broken.

    For some of them a play may be `known`, and of how many moves: then only a shorter one is worth looking for,
    with a part of the work.
    """
    return _Search(machine, claims, work, known or {}, most_terms).done(deepest)


class _Search:
    def __init__(
        self,
        machine: Machine,
        claims: Iterable[Claim],
        work: int,
        known: Mapping[str, int],
        most_terms: int | None,
    ) -> None:
        self.machine = machine
        self.encoding = Encoding(machine, store=TermStore(most_terms))
        self.result = BoundedSearchResult()
        self.budget = work
        _, transitions = all_transitions(self.encoding)
        self.given: dict[Term, int] = {
            variable: max(variable.low, 0)
            for (name, _), variable in self.encoding.cells.items()
            if machine.cells[name].given and isinstance(variable, Variable)
        }
        self.waiting: list[Any] = []
        self.horizon = Horizon(self.encoding, transitions, self.given)
        self.unrolling = Unrolling(self.encoding, self.horizon, self.waiting.append)
        self.pad = self.unrolling.pad
        self.solver = z3.SolverFor("QF_FD", ctx=self.pad.context)
        self.solver.set("random_seed", SEED)
        forcing = ForcedFacts(self.encoding)
        # What a target forces helps far from the start; near it, to find that out is dearer than to do without.
        near = {name for name, moves in known.items() if moves < DEEP}
        targets = [
            target_of(self.encoding, claim, None if claim.name in near else forcing) for claim in claims
        ]
        # What nobody has seen yet comes first.
        targets.sort(key=lambda target: target.name in known)
        self.far = {each.name: (each, known[each.name]) for each in targets if known.get(each.name, 0) >= FAR}
        self.open = {
            each.name: _Open(each, self.unrolling, known.get(each.name))
            for each in targets
            if each.name not in self.far
        }
        is_new = any(each.known is None for each in self.open.values())
        self.for_known = min(work // SHARE if is_new else work, FOR_KNOWN)
        self.retold: ModelConcretizer | None = None

    def done(self, deepest: int) -> BoundedSearchResult:
        depth = 0
        while self.open and self.result.work < self.budget and depth < deepest:
            self.unrolling.extend()
            depth += 1
            for each in self.open.values():
                each.extend(self.waiting)
            self._assert()
            self.result.depth = depth
            for name in list(self.open):
                is_due = depth in (self.open[name].following, deepest)
                if is_due and self.result.work < self.budget:
                    self._look_again(self.open[name], depth)
        for target, moves in self.far.values():
            self._look_far(target, moves, deepest)
        return self._measured()

    def _measured(self) -> BoundedSearchResult:
        """How many moves a play must have at least, if there is nothing up to some depth."""
        for name, depth in self.result.empty.items():
            self.result.least[name] = self.horizon.fewest(depth + 1)
        return self.result

    def _look_far(self, target: ReachTarget, moves: int, deepest: int) -> None:
        """How deep the ranges alone exclude a target, as far as that is worth knowing."""
        if target.moment is not None:
            return
        depth = 0
        while depth < deepest and self.horizon.looked * LOOK < self.budget:
            if self.horizon.may_meet(target.cases, depth + 1):
                break
            depth += 1
            if self.horizon.fewest(depth) >= moves:
                break
        self.result.empty[target.name] = depth

    def _assert(self) -> None:
        for truth in self.waiting:
            z3.Z3_solver_assert(self.pad.ref, self.solver.solver, truth)
        self.waiting.clear()

    # --- one target

    def _look_again(self, each: _Open, depth: int) -> None:
        """Of a known play: as long as a shorter one may be met, and not for ever."""
        if each.known is None:
            self._look(each, depth)
            return
        if self.for_known <= 0:
            del self.open[each.name]
            return
        while depth > 0 and self.horizon.fewest(depth) >= each.known:
            depth -= 1
            each.last = True
        before = self.result.work
        self._look(each, depth)
        self.for_known -= self.result.work - before
        if each.last:
            self.open.pop(each.name, None)

    def _look(self, each: _Open, depth: int) -> None:
        verdict = self._ask(each.within(depth, None if depth < DEEP else 0))
        if verdict == z3.unsat and depth >= DEEP and len(each.target.cases) > 1:
            verdict = self._ask(each.within(depth, None))
        # It costs nothing to say that a target is out of reach; to search for one costs more and more.
        each.following = max(depth + 1, depth * 13 // 10) if each.met else depth + 1
        if verdict == z3.unsat:
            self.result.empty[each.name] = depth
            return
        if verdict == z3.sat:
            found = self._told(each)
            if found is not None:
                self.result.found[each.name] = self._shorter(each, found)
                del self.open[each.name]

    def _shorter(self, each: _Open, found: FoundPlay) -> FoundPlay:
        """Between the depth where there is nothing and the one where there is something."""
        low = self.result.empty.get(each.name, 0)
        while low < found.depth - 1 and self.result.work < self.budget:
            middle = (low + found.depth) // 2
            verdict = self._ask(each.within(middle, None if middle < DEEP else 0))
            if verdict != z3.sat:
                sure = verdict == z3.unsat and self._surely(each, middle)
                low = middle
                if sure and self.result.empty.get(each.name, 0) < middle:
                    self.result.empty[each.name] = middle
                continue
            better = self._told(each)
            if better is None:
                break
            found = better
        shortest = self.result.empty.get(each.name, 0) >= found.depth - 1 and self._in_step(found.depth)
        return FoundPlay(found.name, found.play, found.depth, shortest)

    def _in_step(self, depth: int) -> bool:
        """Do as many transitions make as many moves, whichever way is gone?"""
        return all(
            len({cut.kind == "pause" for cut in stage.at}) == 1 for stage in self.unrolling.stages[:depth]
        )

    def _surely(self, each: _Open, depth: int) -> bool:
        if depth < DEEP or len(each.target.cases) == 1:
            return True
        return bool(self._ask(each.within(depth, None)) == z3.unsat)

    def _ask(self, wish: Any | None) -> Any:
        if wish is None:
            return z3.unsat
        self._assert()
        self.solver.set("rlimit", max(1, min(EACH, self.budget - self.result.work)))
        before = steps_taken(self.solver)
        verdict = self.solver.check(z3.BoolRef(wish, self.pad.context))
        self.result.work += max(1, steps_taken(self.solver) - before)
        return verdict

    # --- what the solver says, as a play

    def _told(self, each: _Open) -> FoundPlay | None:
        model = self.solver.model()
        depth = next(number for number, met in each.met if self._true(model, met))
        try:
            if self.retold is None:
                self.retold = ModelConcretizer(self.machine, self.encoding)
            play = self.retold.play(self._given(), self._legs(model, depth, each.target))
        except (NotConcretizedError, NotReplayedError) as refused:
            self.result.spoiled[each.name] = str(refused)
            return None
        return FoundPlay(each.name, play, depth, False)

    def _true(self, model: Any, ast: Any) -> bool:
        return bool(z3.is_true(model.eval(z3.BoolRef(ast, self.pad.context), model_completion=True)))

    def _given(self) -> dict[str, int | list[int]]:
        rows: dict[str, list[int]] = {}
        for (name, _), held in self.encoding.cells.items():
            if self.machine.cells[name].given:
                rows.setdefault(name, []).append(self.given.get(held, held.low))
        return {name: row if self.machine.cells[name].index else row[0] for name, row in rows.items()}

    def _legs(self, model: Any, depth: int, target: ReachTarget) -> list[ModelStep]:
        """The moves up to a stage; of a moment also the one on whose way it lies."""
        stages = self.unrolling.stages
        last = depth + (target.moment is not None)
        legs: list[ModelStep] = []
        move = None
        for number in range(last):
            stage = stages[number]
            way = next(way for way in stage.ways if self._true(model, way.gone))
            if way.transition.source.kind == "pause":
                move = self._move(way.transition, self._values(model, stage))
            following = way.path.target.kind
            if following in ("pause", "final"):
                legs.append(ModelStep(move, self._values(model, stages[number + 1])))
            elif number == last - 1:
                legs.append(ModelStep(move, None))
        return legs

    def _move(self, transition: Transition, values: Assignment) -> tuple[int, ...]:
        assert transition.alternative is not None
        if transition.alternative == STOP:
            return (STOP,)
        # A choice on which nothing depends is asked of nobody: any will do.
        free = {each for _, term in transition.choices for each in term.free if each not in values}
        held = {**values, **{each: each.low for each in free}}
        memo: dict[Term, int] = {}
        return (transition.alternative, *(term_value(term, held, memo) for _, term in transition.choices))

    def _values(self, model: Any, stage: UnrolledState) -> Assignment:
        found: Assignment = {}
        for variable, ast in stage.printer.known.items():
            if variable.truth:
                found[variable] = int(self._true(model, ast))
                continue
            held = model.eval(z3.BitVecRef(ast, self.pad.context), model_completion=True)
            found[variable] = held.as_signed_long()
        return found


class _Open:
    """A target that is not met yet, and what the solver is asked about it."""

    def __init__(self, target: ReachTarget, unrolling: Unrolling, known: int | None) -> None:
        self.target = target
        self.known = known
        self.last = False
        # The depth at which it is asked for again.
        self.following = 1
        self.name = target.name
        self.aim = UnrolledTarget(target, unrolling)
        self.unrolling = unrolling
        # For each stage whether it is met there, in some case; and the cases one by one.
        self.met: list[tuple[int, Any]] = []
        self.cases: list[tuple[int, dict[int, Any]]] = []
        self.waiting: list[Any] = []
        self._made: dict[tuple[int, int | None], Any] = {}

    def extend(self, waiting: list[Any]) -> None:
        self.waiting = waiting
        stages = self.unrolling.stages
        # What happens on the way from a stage is known once it has ways.
        number = len(stages) - (1 if self.target.moment is None else 2)
        stage = stages[number]
        cases = self.aim.at(stage)
        for limit in stage.printer.ranges:
            waiting.append(limit)
        stage.printer.ranges.clear()
        if cases:
            self.cases.append((number, cases))
            self.met.append((number, self.unrolling.pad.some(list(cases.values()))))

    def within(self, depth: int, case: int | None) -> Any | None:
        """A truth that wishes for the target within so many steps."""
        pad = self.unrolling.pad
        if case is None:
            fitting = [met for number, met in self.met if number <= depth]
        else:
            fitting = [cases[case] for number, cases in self.cases if number <= depth and case in cases]
        if not fitting:
            return None
        known = self._made.get((depth, case))
        if known is None:
            known = self._made[depth, case] = pad.truth(f"{self.name} within {depth} {case}")
            self.waiting.append(pad.implied(known, pad.some(fitting)))
        return known
