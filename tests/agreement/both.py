"""One play read both ways: every step of the generated Python held against the symbolic reader, and no other allowed.

Every pile keeps its order here, so a step without chance has exactly one outcome. Two ways to ask the symbolic reader:
`whole` holds the step against the transitions that proofs are made of, written out once for all states; `step by step`
carries out each move symbolically on the very state, which any machine bears, however large.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from unittest.mock import patch

from tests.agreement.known import Known, constant
from tests.agreement.luck import Fortune, LuckySteps
from tests.agreement.transitions import Agreement, Outcome
from verifier.check.induction import transitions
from verifier.check.induction.cutpoints import START, Cut
from verifier.check.induction.evaluate import Evaluation
from verifier.check.induction.execute_steps import PathRecord
from verifier.check.induction.legal import MoveInstance, move_instances
from verifier.check.induction.rewrite_terms import term_value
from verifier.check.induction.samples import Assignment, cut_of, state_assignment
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import FALSE, TRUE, Constant, Term
from verifier.check.induction.transitions import Control, Transition
from verifier.engine import Engine, Move
from verifier.engine import State as Played
from verifier.kernel.machine import Machine
from verifier.runtime import STOP, Fault, Recording, Seeded
from verifier.trace.policies.uniform import random_given

LONGEST = 400
# Claims are compared at one pause in so many.
CLAIMS = 10


@dataclass(slots=True)
class Tally:
    """What was compared: steps, moves that both allow or refuse, claims.

    `chance` of the steps met chance; of those `undecided` were too much for the solver.
    """

    plays: int = 0
    steps: int = 0
    moves: int = 0
    claims: int = 0
    chance: int = 0
    undecided: int = 0
    faults: int = 0
    actions: set[str] = field(default_factory=set)


class Both:
    """A machine and its two readers."""

    def __init__(self, machine: Machine, whole: bool) -> None:
        self.machine = machine
        self.engine = Engine(machine)
        self.agreement = Agreement(machine, in_order=True, written_out=whole)
        self.encoding = self.agreement.encoding
        self.whole = whole
        self.control = Control(self.encoding, frozenset())
        self.tally = Tally()
        self._ways: dict[tuple[int, int], list[MoveInstance]] = {}
        self._claims: dict[str, Term] = {}

    # --- plays

    def follow(self, seed: int, steps: int, longest: int = LONGEST) -> None:
        """Plays until so many steps were compared."""
        until = self.tally.steps + steps
        while self.tally.steps < until:
            self._play(seed + self.tally.plays, until, longest)
            self.tally.plays += 1

    def _play(self, seed: int, until: int, longest: int) -> None:
        chance, oracle = random.Random(seed), Recording(Seeded(seed))
        state = self.engine.blank(random_given(self.engine, chance))
        here = Known(self.encoding, state)
        fault = told(self.engine.enter, state, self.machine.start, oracle)
        here = self._compare(here, None, state, fault, oracle)
        for _ in range(longest):
            if fault is not None or self.tally.steps >= until:
                return
            if self.tally.steps % CLAIMS == 0:
                assert here.values == state_assignment(self.encoding, state)
                self._compare_claims(here)
            moves = self.engine.legal(state)
            if not moves:
                return
            self._compare_moves(here, moves)
            # An action first, then a way to take it: rare actions happen more often.
            action = chance.choice(sorted({move[0] for move in moves}))
            move = chance.choice([each for each in moves if each[0] == action])
            oracle.shuffles.clear()
            oracle.rolls.clear()
            fault = told(self.engine.step, state, move, oracle)
            here = self._compare(here, move, state, fault, oracle)

    # --- moves and claims

    def _compare_moves(self, here: Known, moves: list[Move]) -> None:
        memo = dict[Term, int]()
        decide = self.engine.decide(here.played)
        found: set[Move] = {(STOP,)} if decide.stop is not None else set()
        considered = self._ways_at(here)
        for way in considered:
            if all(term_value(test, here.values, memo) for _, test in way.tests):
                found.add((way.place, *(choice.low for _, choice in way.choices)))
        assert found == set(moves), f"the readers allow different moves: {found ^ set(moves)}"
        self.tally.moves += len(considered)

    def _ways_at(self, here: Known) -> list[MoveInstance]:
        """What may be done; read once for all states, or on this very state."""
        decide, player = self.engine.decide(here.played), self.engine.player(here.played)
        key = (here.played.at, player)
        if not self.whole:
            look = Evaluation(here.symbolic(), closed)
            return list(move_instances(look, decide.alternatives, player, open_numbers=False))
        if key not in self._ways:
            look = Evaluation(SymbolicState(self.encoding), closed)
            self._ways[key] = list(move_instances(look, decide.alternatives, player, open_numbers=False))
        return self._ways[key]

    def _compare_claims(self, here: Known) -> None:
        memo = dict[Term, int]()
        fixed = None if self.whole else Evaluation(here.symbolic(), closed)
        for claim in self.machine.claims:
            if fixed is not None:
                term = fixed.truth(claim.truth, {})
            elif claim.name in self._claims:
                term = self._claims[claim.name]
            else:
                look = Evaluation(SymbolicState(self.encoding), closed)
                term = self._claims[claim.name] = look.truth(claim.truth, {})
            concrete = bool(self.engine.claims[claim.name](here.played))
            assert bool(term_value(term, here.values, memo)) == concrete, claim.name
            self.tally.claims += 1

    # --- steps

    def _compare(
        self, before: Known, move: Move | None, state: Played, fault: str | None, luck: Recording
    ) -> Known:
        """The state after the step, as known; an error if the symbolic reader knows another."""
        if move is not None:
            self.tally.steps += 1
            alternatives = self.engine.decide(before.played).alternatives
            self.tally.actions.add("stop" if move[0] == STOP else alternatives[move[0]].action)
        self.tally.chance += bool(luck.shuffles or luck.rolls)
        outcomes = list(self._outcomes(before, move, luck))
        if fault is not None:
            self.tally.faults += 1
            assert not (settled(outcomes) and outcomes), (
                f"one reader breaks off ({fault}), the other does not"
            )
            return before
        after, cut = before.then(state), cut_of(self.encoding, state)
        if any(self._is(outcome, after, cut) for outcome in outcomes):
            assert len(outcomes) == 1 or not settled(outcomes), f"{len(outcomes)} outcomes of {move}"
            return after
        # The luck was perhaps misunderstood: is there any with which it fits?
        lucky = self.whole and (luck.shuffles or luck.rolls)
        assert lucky, f"no outcome of {move} is the state that was played"
        cut_before = START if move is None else cut_of(self.encoding, before.played)
        player = -1 if move is None else self.engine.player(before.played)
        possible = self.agreement.outcomes(before.values, cut_before, move, player)
        verdicts = {self.agreement.verdict(outcome, after.values, cut) for outcome in possible}
        if "yes" not in verdicts:
            assert "unknown" in verdicts, f"no outcome of {move} is the state that was played"
            self.tally.undecided += 1
        return after

    def _is(self, outcome: Outcome, after: Known, cut: Cut) -> bool:
        """Is this outcome the state that was played, in everything that matters?"""
        if outcome.cut != cut or outcome.facts:
            return False
        held = outcome.values
        different = [variable for variable, term in after.terms.items() if held[variable] is not term]
        return not any(self.agreement.matters(variable, after.values) for variable in different)

    def _outcomes(self, before: Known, move: Move | None, luck: Recording) -> Iterator[Outcome]:
        player = -1 if move is None else self.engine.player(before.played)
        if self.whole:
            cut = START if move is None else cut_of(self.encoding, before.played)
            yield from self._worked_out(cut, before.values, move, player, Fortune(self.encoding, luck), 0)
        else:
            yield from self._carried_out(before, move, player, luck)

    def _carried_out(
        self, before: Known, move: Move | None, player: int, luck: Recording
    ) -> Iterator[Outcome]:
        """The move carried out symbolically on this state, with the luck that the play had."""
        label, env = self.machine.start, dict[str, Term]()
        if move is not None:
            decide = self.engine.decide(before.played)
            if move[0] == STOP:
                assert decide.stop is not None
                label = decide.stop
            else:
                taken = decide.alternatives[move[0]]
                label = taken.to
                names = [part.local for part in taken.prelude if hasattr(part, "source")]
                env = {
                    "me": self.encoding.store.number(player),
                    **dict(zip(names, map(self.encoding.store.number, move[1:]), strict=True)),
                }
                env = {name: env[name] for name in self.machine.blocks[label].params}
        with patch.object(transitions, "Executor", partial(LuckySteps, luck)):
            paths = self.control.paths(label, env, before.symbolic(), PathRecord())
        for path in paths:
            facts = tuple(fact for fact in (*path.state.facts, *path.state.laws) if fact is not TRUE)
            if FALSE not in facts:
                yield Outcome(path.target, facts, {**before.terms, **path.state.changed})

    def _worked_out(
        self, cut: Cut, values: Assignment, move: Move | None, player: int, fortune: Fortune, leg: int
    ) -> Iterator[Outcome]:
        """The outcomes of the written-out transitions: terms worked out with what is known and the play's luck."""
        assert leg < 60, "a circle without an end"
        for transition in self.agreement.transitions.get(cut, ()):
            known = chosen_in(transition, values, move, player)
            if known is None:
                continue
            memo: dict[Term, int] = {}
            for path in transition.paths:
                rest = fortune
                if transition.record.fresh:
                    fallen, rest = fortune.told(path)
                    known, memo = {**known, **fallen}, {}
                facts = (*path.state.facts, *path.state.laws)
                if not all(term_value(fact, known, memo) for fact in facts):
                    continue
                after = {
                    **values,
                    **{each: term_value(term, known, memo) for each, term in path.state.changed.items()},
                }
                if path.target.kind == "entry":
                    yield from self._worked_out(path.target, after, None, -1, rest, leg + 1)
                else:
                    terms = {each: constant(each, held) for each, held in after.items()}
                    yield Outcome(path.target, (), terms)


def settled(outcomes: list[Outcome]) -> bool:
    """Is nothing left open in the conditions of the outcomes?"""
    return not any(fact.free for outcome in outcomes for fact in outcome.facts)


def chosen_in(
    transition: Transition, values: Assignment, move: Move | None, player: int
) -> Assignment | None:
    """The state with what was chosen; nothing if the transition is another move."""
    if move is None:
        return values
    if transition.player != player or transition.alternative != move[0]:
        return None
    known = dict(values)
    for (_, term), one in zip(transition.choices, move[1:], strict=True):
        if isinstance(term, Constant):
            if term.value != one:
                return None
        else:
            known.update((pick, one) for pick in term.free)
            if not term.low <= one <= term.high or term_value(term, known, {}) != one:
                return None
    return known


def told(run, *args) -> str | None:
    """Nothing, or the property that a fault breaks."""
    try:
        run(*args)
    except Fault as fault:
        return fault.property
    return None


def closed(name: str, low: int, high: int) -> Term:
    raise AssertionError(f"{name} is open though every zone is in order")
