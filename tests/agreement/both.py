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

from verifier.backends.machine import Engine, Move
from verifier.backends.machine import State as Played
from verifier.backends.machine.players import random_given
from verifier.backends.proof import control
from verifier.backends.proof.agreement import Agreement, Outcome
from verifier.backends.proof.carry_out import Record, Steps
from verifier.backends.proof.control import Control
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.execute import START, Transition
from verifier.backends.proof.legal import Way, ways
from verifier.backends.proof.samples import Assignment, assignment, cut_of
from verifier.backends.proof.state import State
from verifier.backends.proof.terms import FALSE, TRUE, Term, number, truth
from verifier.backends.proof.walk import value
from verifier.kernel.machine import Machine
from verifier.runtime import STOP, Fault, Recording, Seeded

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
        self._ways: dict[tuple[int, int], list[Way]] = {}
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
        blank = state.copy()
        fault = told(self.engine.enter, state, self.machine.start, oracle)
        self._compare(blank, None, state, fault, oracle)
        for _ in range(longest):
            if fault is not None or self.tally.steps >= until:
                return
            if self.tally.steps % CLAIMS == 0:
                self._compare_claims(state)
            moves = self.engine.legal(state)
            if not moves:
                return
            self._compare_moves(state, moves)
            # An action first, then a way to take it: rare actions happen more often.
            action = chance.choice(sorted({move[0] for move in moves}))
            move = chance.choice([each for each in moves if each[0] == action])
            before = state.copy()
            oracle.shuffles.clear()
            oracle.rolls.clear()
            fault = told(self.engine.step, state, move, oracle)
            self._compare(before, move, state, fault, oracle)

    # --- moves and claims

    def _compare_moves(self, state: Played, moves: list[Move]) -> None:
        before, memo = assignment(self.encoding, state), dict[Term, int]()
        found: set[Move] = {(STOP,)} if self.engine.decide(state).stop is not None else set()
        considered = self._ways_at(state)
        for way in considered:
            if all(value(test, before, memo) for _, test in way.tests):
                found.add((way.place, *(choice.data for _, choice in way.choices)))
        assert found == set(moves), f"the readers allow different moves: {found ^ set(moves)}"
        self.tally.moves += len(considered)

    def _ways_at(self, state: Played) -> list[Way]:
        """What may be done; read once for all states, or on this very state."""
        decide, player = self.engine.decide(state), self.engine.player(state)
        key = (state.at, player)
        if not self.whole:
            look = Evaluation(self._fixed(assignment(self.encoding, state)), closed)
            return list(ways(look, decide.alternatives, player, open_numbers=False))
        if key not in self._ways:
            look = Evaluation(State(self.encoding), closed)
            self._ways[key] = list(ways(look, decide.alternatives, player, open_numbers=False))
        return self._ways[key]

    def _compare_claims(self, state: Played) -> None:
        before, memo = assignment(self.encoding, state), dict[Term, int]()
        fixed = None if self.whole else Evaluation(self._fixed(before), closed)
        for claim in self.machine.claims:
            if fixed is not None:
                term = fixed.truth(claim.truth, {})
            elif claim.name in self._claims:
                term = self._claims[claim.name]
            else:
                look = Evaluation(State(self.encoding), closed)
                term = self._claims[claim.name] = look.truth(claim.truth, {})
            concrete = bool(self.engine.claims[claim.name](state))
            assert bool(value(term, before, memo)) == concrete, claim.name
            self.tally.claims += 1

    def _fixed(self, values: Assignment) -> State:
        """A symbolic state of which everything is known."""
        state = State(self.encoding)
        for variable, held in values.items():
            if variable.op == "var":
                state.set(variable, constant(variable, held))
        return state

    # --- steps

    def _compare(
        self, before: Played, move: Move | None, after: Played, fault: str | None, luck: Recording
    ) -> None:
        if move is not None:
            self.tally.steps += 1
            taken = self.engine.decide(before).alternatives[move[0]].action if move[0] != STOP else "stop"
            self.tally.actions.add(taken)
        outcomes = list(self._outcomes(before, move, luck))
        settled = not any(fact.free for outcome in outcomes for fact in outcome.facts)
        self.tally.chance += bool(luck.shuffles or luck.rolls)
        if fault is not None:
            self.tally.faults += 1
            assert not (settled and outcomes), f"one reader breaks off ({fault}), the other does not"
            return
        there, cut = assignment(self.encoding, after), cut_of(self.encoding, after)
        verdicts = {self.agreement.verdict(outcome, there, cut) for outcome in outcomes}
        if "yes" not in verdicts:
            # A hundred cards in any order may be too much to ask.
            assert "unknown" in verdicts, f"no outcome of {move} is the state that was played"
            assert not settled
            self.tally.undecided += 1
        if settled:
            assert len(outcomes) == 1, f"{len(outcomes)} outcomes of {move}"

    def _outcomes(self, before: Played, move: Move | None, luck: Recording) -> Iterator[Outcome]:
        player = -1 if move is None else self.engine.player(before)
        values = assignment(self.encoding, before)
        if self.whole:
            yield from self._written_out(before, values, move, player)
        else:
            yield from self._carried_out(before, values, move, player, luck)

    def _carried_out(
        self, before: Played, values: Assignment, move: Move | None, player: int, luck: Recording
    ) -> Iterator[Outcome]:
        """The move carried out symbolically on this state, with the luck that the play had."""
        state = self._fixed(values)
        constants = {variable: constant(variable, held) for variable, held in values.items()}
        label, env = self.machine.start, dict[str, Term]()
        if move is not None:
            decide = self.engine.decide(before)
            if move[0] == STOP:
                assert decide.stop is not None
                label = decide.stop
            else:
                taken = decide.alternatives[move[0]]
                label = taken.to
                names = [part.local for part in taken.prelude if hasattr(part, "source")]
                env = {
                    "me": number(player),
                    **dict(zip(names, map(number, move[1:]), strict=True)),
                }
                env = {name: env[name] for name in self.machine.blocks[label].params}
        with patch.object(control, "Steps", partial(LuckySteps, luck)):
            paths = self.control.paths(label, env, state, Record())
        for path in paths:
            facts = tuple(fact for fact in (*path.state.facts, *path.state.laws) if fact is not TRUE)
            if FALSE not in facts:
                yield Outcome(path.target, facts, {**constants, **path.state.changed})

    def _written_out(
        self, before: Played, values: Assignment, move: Move | None, player: int
    ) -> Iterator[Outcome]:
        """The outcomes of the transitions; where chance has no part they are worked out, not rewritten."""
        cut = START if move is None else cut_of(self.encoding, before)
        try:
            yield from list(self._worked_out(cut, values, move, player, 0))
        except KeyError:
            yield from self.agreement.outcomes(values, cut, move, player)

    def _worked_out(
        self, cut, values: Assignment, move: Move | None, player: int, leg: int
    ) -> Iterator[Outcome]:
        assert leg < 60, "a circle without an end"
        for transition in self.agreement.transitions.get(cut, ()):
            known = chosen_in(transition, values, move, player)
            if known is None:
                continue
            memo: dict[Term, int] = {}
            for path in transition.paths:
                facts = (*path.state.facts, *path.state.laws)
                if not all(value(fact, known, memo) for fact in facts):
                    continue
                after = {
                    **values,
                    **{each: value(term, known, memo) for each, term in path.state.changed.items()},
                }
                if path.target.kind == "entry":
                    yield from self._worked_out(path.target, after, None, -1, leg + 1)
                else:
                    yield Outcome(
                        path.target, (), {each: constant(each, held) for each, held in after.items()}
                    )


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
        if term.op == "const":
            if term.data != one:
                return None
        else:
            known.update((pick, one) for pick in term.free)
            if not term.low <= one <= term.high or value(term, known, {}) != one:
                return None
    return known


class LuckySteps(Steps):
    """Steps for which chance falls as it fell in the play; questions come in the same order."""

    def __init__(self, luck: Recording, encoding: Encoding, *rest) -> None:
        super().__init__(encoding, *rest)
        self.places = [
            (encoding.machine.things[thing].name, place)
            for order in luck.shuffles
            for place, thing in sorted(enumerate(reversed(order)), key=lambda each: each[1])
        ]
        self.rolls = list(luck.rolls)

    def fresh(self, name: str, low: int, high: int) -> Term:
        if name.startswith("shuffled "):
            thing, place = self.places.pop(0)
            assert name == f"shuffled {thing}"
            return number(place)
        cell, face = self.rolls.pop(0)
        assert cell == name
        return number(face)


def told(run, *args) -> str | None:
    """Nothing, or the property that a fault breaks."""
    try:
        run(*args)
    except Fault as fault:
        return fault.property
    return None


def constant(variable: Term, held: int) -> Term:
    return truth(bool(held)) if variable.truth else number(held)


def closed(name: str, low: int, high: int) -> Term:
    raise AssertionError(f"{name} is open though every zone is in order")
