"""Which rules have been seen at work in the states of many plays: what has been seen is crossed off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from verifier.backends.machine import Engine, State
from verifier.kernel.machine import Alternative, Decide
from verifier.model.game import Game
from verifier.verify.lookouts import Lookout

# A rule is looked for in so many states.
STATES = 400


class Lively:
    """Everything in a game that should be seen at work once."""

    def __init__(
        self, game: Game, engine: Engine, lookouts: tuple[Lookout, ...], marks: tuple[str, ...]
    ) -> None:
        decides = [block.out for block in engine.machine.blocks.values() if isinstance(block.out, Decide)]
        offered = {each.action for decide in decides for each in decide.alternatives}
        actions = [f"action {name}" for name in game.actions if name in offered]
        self.ends = {rule.rule for rule in game.ends}
        self.all = tuple(dict.fromkeys([*actions, *(each.rule for each in lookouts), *marks]))
        self.seen: set[str] = set()
        self._tries: Counter[str] = Counter()
        self._anywhere: list[tuple[Lookout, Callable[[State], bool]]] = []
        self._at: dict[int, list[tuple[Lookout, Callable[[State], bool]]]] = {}
        questions = engine.claims
        for each in lookouts:
            entry = (each, questions[each.claim])
            if each.pause is None:
                self._anywhere.append(entry)
            else:
                self._at.setdefault(engine.layout.label_number[each.pause], []).append(entry)

    @property
    def idle(self) -> list[str]:
        """What has not been seen, in the order of the rules."""
        return [name for name in self.all if name not in self.seen]

    def took(self, alternative: Alternative) -> None:
        self.seen.add(f"action {alternative.action}")

    def at_end_of_round(self, state: State) -> None:
        """The rules by which a round is over."""
        for lookout, question in self._anywhere:
            if lookout.rule in self.ends and lookout.rule not in self.seen and question(state):
                self.seen.add(lookout.rule)

    def at_pause(self, state: State) -> None:
        """Guards that refuse something here, and lines that change a value here."""
        for lookout, question in (*self._at.get(state.at, ()), *self._anywhere):
            if lookout.rule in self.seen or lookout.rule in self.ends:
                continue
            self._tries[lookout.claim] += 1
            if self._tries[lookout.claim] <= STATES and question(state):
                self.seen.add(lookout.rule)
