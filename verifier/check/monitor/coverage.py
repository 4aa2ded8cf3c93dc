"""Rule coverage: which rules were seen at work, in plays or in scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from verifier.check.monitor.instrument import (
    OVER,
    ROUND_ENDS,
    InstrumentedMachine,
    coverage_goal_in_words,
    instrumented_machine,
)
from verifier.engine import Engine, Move, State
from verifier.engine.scenarios import ScenarioRunner
from verifier.kernel.machine import Decide
from verifier.model import game as g
from verifier.runtime import STOP
from verifier.trace.drive import Monitor, Question
from verifier.trace.moves import action_of
from verifier.trace.record import Run

# A rule that must be asked for is asked for in so many states.
STATES = 3_000
# A look behind the scenes (guards, lines of definitions) at one pause in so many.
LOOK = 7


class Coverage(Monitor):
    """Everything in a game that should be seen at work once; `vanished` are steps left out since it was cleared."""

    def __init__(self, game: g.Game, engine: Engine, marked: InstrumentedMachine) -> None:
        decides = [block.out for block in engine.machine.blocks.values() if isinstance(block.out, Decide)]
        offered = {each.action for decide in decides for each in decide.alternatives}
        actions = [f"action {name}" for name in game.actions if name in offered]
        goals = [coverage_goal_in_words(goal) for goal in marked.goals if goal.sort != "skipped"]
        self.all = tuple(dict.fromkeys([*actions, *goals]))
        self.seen: set[str] = set()
        self.vanished: set[str] = set()
        self._moments = {
            moment: (goal.sort == "skipped", coverage_goal_in_words(goal))
            for moment, goal in marked.moments.items()
        }
        self._tries: Counter[str] = Counter()
        self._anywhere: list[tuple[str, str, Question]] = []
        self._at: dict[int, list[tuple[str, str, Question]]] = {}
        self._over: list[tuple[str, Question]] = []
        questions = engine.claims
        for claim in engine.machine.claims:
            goal = marked.asked.get(claim.name)
            if goal is None:
                continue
            question = questions[claim.name]
            if claim.moment == OVER:
                self._over.append((coverage_goal_in_words(goal), question))
            elif claim.name in marked.pauses:
                number = engine.layout.label_number[marked.pauses[claim.name]]
                self._at.setdefault(number, []).append((claim.name, coverage_goal_in_words(goal), question))
            else:
                self._anywhere.append((claim.name, coverage_goal_in_words(goal), question))

    @property
    def idle(self) -> list[str]:
        """What has not been seen, in the order of the rules."""
        return [name for name in self.all if name not in self.seen]

    def chosen(self, run: Run, move: Move) -> None:
        if move[0] != STOP:
            self.seen.add(f"action {action_of(run.engine, run.state, move)}")

    def watch(self, state: State, moment: str | None) -> None:
        """A mark that a play passes."""
        if moment is None:
            return
        if moment == OVER:
            self.seen.update(name for name, question in self._over if question(state))
            return
        if moment == ROUND_ENDS:
            self._ask(state, self._anywhere)
        known = self._moments.get(moment)
        if known is not None:
            (self.vanished if known[0] else self.seen).add(known[1])

    def pause(self, run: Run) -> bool:
        if is_looked_at(run):
            self.look(run.state)
        return False

    def look(self, state: State) -> None:
        """Guards that refuse something here, and lines that change a value here."""
        self._ask(state, (*self._at.get(state.at, ()), *self._anywhere))

    def _ask(self, state: State, questions: Sequence[tuple[str, str, Question]]) -> None:
        for claim, name, question in questions:
            if name not in self.seen:
                self._tries[claim] += 1
                if self._tries[claim] <= STATES and question(state):
                    self.seen.add(name)


def is_looked_at(run: Run) -> bool:
    """Is this one of the few pauses at which somebody looks behind the scenes?"""
    return (len(run.moves) + run.number) % LOOK == 0


def seen_in_scenarios(game: g.Game) -> set[str]:
    """What is at work in a scenario that comes out as it is written."""
    if not game.scenarios:
        return set()
    marks = instrumented_machine(game, scenarios=True)

    def watch(state: State, moment: str | None) -> None:
        if moment is None:
            coverage.look(state)
        else:
            coverage.watch(state, moment)

    suite = ScenarioRunner(game, marks.machine, watch, piecemeal=True)
    coverage = Coverage(game, suite.engine, marks)
    for scenario in game.scenarios:
        before = set(coverage.seen)
        if suite.run(scenario):
            coverage.seen = before
        else:
            coverage.seen.update(f"action {action}" for action in _done(scenario.facts))
    return coverage.seen


def _done(facts: Sequence[g.Fact]) -> Iterator[str]:
    """The actions that a scenario carries out, without those that it expects to be refused."""
    for place, fact in enumerate(facts):
        if isinstance(fact, g.Act):
            after = facts[place + 1] if place + 1 < len(facts) else None
            if not isinstance(after, g.ThenRefused):
                yield fact.action
