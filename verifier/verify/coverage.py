"""Coverage of rules: which have been seen at work, in many plays or in scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from verifier.backends.machine import Engine, State
from verifier.backends.machine.scenarios import Scenarios
from verifier.backends.search.marked import OVER, Marked
from verifier.kernel.machine import Alternative, Decide
from verifier.model import game as g
from verifier.model.game import Game
from verifier.verify.instrument import spoken, telling

# A rule that must be asked for is asked for in so many states.
STATES = 3_000

Question = Callable[[State], bool]


class Lively:
    """Everything in a game that should be seen at work once."""

    def __init__(self, game: Game, engine: Engine, marked: Marked) -> None:
        decides = [block.out for block in engine.machine.blocks.values() if isinstance(block.out, Decide)]
        offered = {each.action for decide in decides for each in decide.alternatives}
        actions = [f"action {name}" for name in game.actions if name in offered]
        goals = [spoken(goal) for goal in marked.goals if goal.sort != "vain"]
        self.all = tuple(dict.fromkeys([*actions, *goals]))
        self.seen: set[str] = set()
        self.vanished: set[str] = set()
        self._moments = {
            moment: (goal.sort == "vain", spoken(goal)) for moment, goal in marked.moments.items()
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
                self._over.append((spoken(goal), question))
            elif claim.name in marked.pauses:
                number = engine.layout.label_number[marked.pauses[claim.name]]
                self._at.setdefault(number, []).append((claim.name, spoken(goal), question))
            else:
                self._anywhere.append((claim.name, spoken(goal), question))

    @property
    def idle(self) -> list[str]:
        """What has not been seen, in the order of the rules."""
        return [name for name in self.all if name not in self.seen]

    def took(self, alternative: Alternative) -> None:
        self.seen.add(f"action {alternative.action}")

    def at_moment(self, state: State, moment: str) -> None:
        """A mark that a play passes."""
        if moment == OVER:
            self.seen.update(name for name, question in self._over if question(state))
            return
        known = self._moments.get(moment)
        if known is not None:
            (self.vanished if known[0] else self.seen).add(known[1])

    def at_pause(self, state: State) -> None:
        """Guards that refuse something here, and lines that change a value here."""
        for claim, name, question in (*self._at.get(state.at, ()), *self._anywhere):
            if name not in self.seen:
                self._tries[claim] += 1
                if self._tries[claim] <= STATES and question(state):
                    self.seen.add(name)


def seen_in_scenarios(game: g.Game) -> set[str]:
    """What is at work in a scenario that comes out as it is written."""
    if not game.scenarios:
        return set()
    marks = telling(game, scenarios=True)

    def watch(state: State, moment: str | None) -> None:
        if moment is None:
            lively.at_pause(state)
        else:
            lively.at_moment(state, moment)

    suite = Scenarios(game, marks.machine, watch, piecemeal=True)
    lively = Lively(game, suite.engine, marks)
    for scenario in game.scenarios:
        before = set(lively.seen)
        if suite.run(scenario):
            lively.seen = before
        else:
            lively.seen.update(f"action {action}" for action in _done(scenario.facts))
    return lively.seen


def _done(facts: Sequence[g.Fact]) -> Iterator[str]:
    """The actions that a scenario carries out, without those that it expects to be refused."""
    for place, fact in enumerate(facts):
        if isinstance(fact, g.Act):
            after = facts[place + 1] if place + 1 < len(facts) else None
            if not isinstance(after, g.ThenRefused):
                yield fact.action
