"""Do the symbolic reader and the generated Python tell the same story? Steps of plays, held against transitions.

The zones may keep their order here even where proofs leave it open: then a step without chance has exactly one outcome,
and it must be the one that was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from verifier.check.induction.arithmetic import equal
from verifier.check.induction.cutpoints import START, Cut
from verifier.check.induction.encode import Encoding
from verifier.check.induction.evaluate import Evaluation
from verifier.check.induction.legal import move_instances
from verifier.check.induction.logic import conjunction
from verifier.check.induction.proof import all_transitions
from verifier.check.induction.rewrite_terms import term_value, variables_replaced
from verifier.check.induction.samples import Assignment, cut_of, state_assignment
from verifier.check.induction.solver import Solver
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import FALSE, TRUE, Term
from verifier.check.induction.transitions import Path, Transition
from verifier.engine import Engine, Move
from verifier.engine import State as Played
from verifier.kernel.machine import Machine
from verifier.runtime import STOP

MOST_LEGS = 60


@dataclass(frozen=True, slots=True)
class Outcome:
    """One end that a step may have: conditions and values, both perhaps with chance left in them."""

    cut: Cut
    facts: tuple[Term, ...]
    values: dict[Term, Term]


class Agreement:
    """A machine's transitions, ready to be held against steps of plays; none if they are not `written_out`."""

    def __init__(self, machine: Machine, in_order: bool, written_out: bool = True) -> None:
        self.machine = machine
        every = _piles(machine) if in_order else None
        self.encoding = Encoding(machine, every)
        self.transitions: dict[Cut, list[Transition]] = {}
        for transition in all_transitions(self.encoding)[1] if written_out else ():
            self.transitions.setdefault(transition.source, []).append(transition)
        self.solver = Solver()

    # --- moves

    def legal(self, engine: Engine, state: Played) -> set[Move]:
        """The legal moves, by the guards as terms; only for zones in order."""
        decide = engine.decide(state)
        before = state_assignment(self.encoding, state)
        start = SymbolicState(self.encoding)
        look = Evaluation(start, _closed)
        found: set[Move] = {(STOP,)} if decide.stop is not None else set()
        memo: dict[Term, int] = {}
        for way in move_instances(look, decide.alternatives, engine.player(state), open_numbers=False):
            if all(term_value(test, before, memo) for _, test in way.tests):
                found.add((way.place, *(choice.low for _, choice in way.choices)))
        return found

    # --- steps

    def outcomes(self, before: Assignment, cut: Cut, move: Move | None, player: int) -> Iterator[Outcome]:
        """Every end that a step may have, through all cuts on the way to the next pause."""
        start = {variable: _constant(variable, held) for variable, held in before.items()}
        for transition in self.transitions.get(cut, ()):
            bound = _fitting(transition, move, player)
            if bound is not None:
                yield from self._followed(transition, start, (bound,), 0)

    def _followed(
        self, transition: Transition, values: dict[Term, Term], facts: tuple[Term, ...], leg: int
    ) -> Iterator[Outcome]:
        for path in transition.paths:
            outcome = self._after(path, values, facts, leg)
            if outcome is None:
                continue
            if path.target.kind != "entry":
                yield outcome
                continue
            assert leg < MOST_LEGS, "a circle without an end"
            for following in self.transitions[path.target]:
                yield from self._followed(following, outcome.values, outcome.facts, leg + 1)

    def _after(
        self, path: Path, values: dict[Term, Term], facts: tuple[Term, ...], leg: int
    ) -> Outcome | None:
        # What is left open on one leg has nothing to do with what is on the next.
        by = _Renaming(values, leg, self.encoding)
        memo: dict[Term, Term] = {}
        more = [variables_replaced(fact, by, memo) for fact in (*facts, *path.state.facts, *path.state.laws)]
        if FALSE in more:
            return None
        new = {variable: variables_replaced(term, by, memo) for variable, term in path.state.changed.items()}
        kept = tuple(fact for fact in more if fact is not TRUE)
        return Outcome(path.target, kept, {**values, **new})

    def accepts(self, outcome: Outcome, after: Assignment, cut: Cut) -> bool:
        """Can this outcome be the state that was played?"""
        return self.verdict(outcome, after, cut) == "yes"

    def verdict(self, outcome: Outcome, after: Assignment, cut: Cut) -> str:
        """The same as a word: `yes`, `no`, or `unknown` where the solver gives up on what chance may do."""
        if outcome.cut != cut:
            return "no"
        same = []
        for variable, held in after.items():
            if variable in self.encoding.slots and self.matters(variable, after):
                same.append(equal(outcome.values[variable], _constant(variable, held)))
                if same[-1] is FALSE:
                    return "no"
        wanted = conjunction((*outcome.facts, *same))
        return "yes" if wanted is TRUE else "no" if wanted is FALSE else self.solver.ask([wanted]).verdict

    def matters(self, variable: Term, after: Assignment) -> bool:
        """The place of a component says nothing while it lies in no ordered zone."""
        thing = self._thing_of.get(variable)
        if thing is None:
            return True
        zones = self.encoding.reach.zones[thing] & self.encoding.ordered
        return any(after[self.encoding.inside[zone, thing]] for zone in zones)

    @cached_property
    def _thing_of(self) -> dict[Term, int]:
        return {variable: thing for thing, variable in self.encoding.spot.items()}

    def step_outcomes(self, engine: Engine, before: Played, move: Move) -> list[Outcome]:
        cut = cut_of(self.encoding, before)
        return list(self.outcomes(state_assignment(self.encoding, before), cut, move, engine.player(before)))

    def set_up_outcomes(self, blank: Played) -> list[Outcome]:
        return list(self.outcomes(state_assignment(self.encoding, blank), START, None, -1))


class _Renaming(dict[Term, Term]):
    """The values of a state; variables that are no part of a state are named after the leg they belong to."""

    def __init__(self, values: dict[Term, Term], leg: int, encoding: Encoding) -> None:
        super().__init__(values)
        self.leg = leg
        self.slots = encoding.slots

    def get(self, variable: Term, default: Term | None = None) -> Term:  # type: ignore[override]
        found = super().get(variable)
        if found is not None:
            return found
        name = f"{variable.payload} on leg {self.leg}"
        return variable.store.like(variable, name)


def _fitting(transition: Transition, move: Move | None, player: int) -> Term | None:
    """What must hold for a transition to be this move; nothing if it is another."""
    if move is None:
        return TRUE
    if transition.player != player or transition.alternative != move[0]:
        return None
    chosen: Sequence[int] = move[1:]
    tests = [
        equal(term, term.store.number(one)) for (_, term), one in zip(transition.choices, chosen, strict=True)
    ]
    together = conjunction(tests)
    return None if together is FALSE else together


def _piles(machine: Machine) -> frozenset[int]:
    return frozenset(
        zone
        for family in machine.families.values()
        if family.shape != "set"
        for zone in range(family.base, family.base + family.size)
    )


def _constant(variable: Term, held: int) -> Term:
    return variable.store.constant(variable, held)


def _closed(name: str, low: int, high: int) -> Term:
    raise AssertionError(f"{name} is open though every zone is in order")
