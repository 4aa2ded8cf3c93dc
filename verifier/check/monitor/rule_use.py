"""How often each rule is at work in plays: plays that are watched in, times a play out.

A rule with steps counts each time it applies, an end rule once a play; one that refuses counts each decision at which
it refuses something, one that changes a value each decision at which it changes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from verifier.check.monitor.coverage import Coverage
from verifier.check.monitor.instrument import OVER, InstrumentedMachine, instrumented_machine
from verifier.engine import Engine, State
from verifier.model.game import Game
from verifier.trace.drive import Driver, Question
from verifier.trace.record import Run
from verifier.trace.simulate import Simulation

# So many questions are asked in all; in a large game fewer decisions are looked at, and counted for those between.
QUESTIONS = 200_000


class RuleUse(Coverage):
    """Counts what is at work, one decision in `every` looked at."""

    def __init__(self, game: Game, engine: Engine, marked: InstrumentedMachine, every: int = 1) -> None:
        super().__init__(game, engine, marked)
        self.every = every
        self.counts: Counter[str] = Counter()

    def watch(self, state: State, moment: str | None) -> None:
        if moment == OVER:
            self.counts.update({name for name, question in self._over if question(state)})
            return
        known = self._moments.get(moment) if moment is not None else None
        if known is not None and not known[0]:
            self.counts[known[1]] += 1

    def pause(self, run: Run) -> bool:
        if (len(run.moves) + run.number) % self.every == 0:
            self.look(run.state)
        return False

    def _ask(self, state: State, questions: Sequence[tuple[str, str, Question]]) -> None:
        found: set[str] = set()
        for _, name, question in questions:
            if name not in found and question(state):
                found.add(name)
        for name in found:
            self.counts[name] += self.every


def rules_used(
    game: Game, simulated: Callable[[Engine], Simulation], seeds: range, length: float
) -> dict[str, float]:
    """How often each rule is at work in a play, by the plays of these seeds; `length` is about their moves."""
    marked = instrumented_machine(game)
    simulation = simulated(Engine(marked.machine, checked=True))
    asked = len(marked.asked) * max(1.0, length) * len(seeds)
    use = RuleUse(game, simulation.engine, marked, every=1 + int(asked / QUESTIONS))
    simulation.driver = Driver(simulation.engine, [use])
    for seed in seeds:
        simulation.play(seed, written=True)
    rules = [name for name in use.all if not name.startswith("action ")]
    return {name: round(use.counts[name] / len(seeds), 2) for name in rules}
