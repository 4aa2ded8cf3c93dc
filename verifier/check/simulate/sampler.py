"""Random plays of the full game with every claim checked at every state: a machine in, what was seen out."""

from __future__ import annotations

from dataclasses import dataclass, field

from verifier.check.monitor.claims import CheapClaims
from verifier.check.monitor.coverage import Coverage
from verifier.check.monitor.instrument import InstrumentedMachine
from verifier.check.monitor.noninterference import SwapNoninterference
from verifier.kernel.machine import Machine
from verifier.model.game import Game
from verifier.runtime import FINAL
from verifier.runtime.fault import UNDECIDED
from verifier.trace.drive import Circles, Driver, End, Monitor
from verifier.trace.policies.biased import BiasedPolicy, Features
from verifier.trace.policies.greedy import ScoreReader
from verifier.trace.policies.uniform import random_given
from verifier.trace.record import Run
from verifier.trace.trace import Trace

# A witness is looked for again so often, for a shorter play.
AGAIN = 40
# Those who have tastes often go round in circles.
WITH_TASTES = 500


@dataclass(slots=True)
class SampleFindings:
    """What the plays showed; the shortest trace to each claim that broke and each witness that was met.

    `fair` are the plays without tastes, `ended` those of them that ended; `loop` is the shortest play that came
    back to where it had been, and after how many moves it was there first.
    """

    plays: int = 0
    steps: int = 0
    fair: int = 0
    ended: int = 0
    longest: int = 0
    broken: dict[str, tuple[Trace, str]] = field(default_factory=dict)
    met: dict[str, Trace] = field(default_factory=dict)
    vanished: dict[str, Trace] = field(default_factory=dict)
    loop: tuple[Trace, int] | None = None


@dataclass(frozen=True, slots=True)
class PlayOutcome:
    """How a play went."""

    end: End
    steps: int


class Sampler(Monitor):
    """Plays by seeds. With `marked`, a machine that tells more, it also sees which rules are at work.

    A long play goes on for as many moves as `patience` allows, to see whether it goes round in circles; if not,
    those who have tastes lose them. With `greedy`, a quarter of the plays has greedy players.
    """

    def __init__(
        self,
        game: Game,
        machine: Machine,
        marked: InstrumentedMachine | None = None,
        longest: int = 3_000,
        patience: int = 0,
        greedy: bool = False,
    ) -> None:
        self.claims = CheapClaims(game.claims, machine)
        self.engine = self.claims.engine
        self.features = Features(machine)
        self.standing = ScoreReader(self.engine) if greedy else None
        self.longest = longest
        self.patience = patience
        self.seen = SampleFindings()
        self.ties_are_shared = True
        self.circles = Circles()
        self.coverage = Coverage(game, self.engine, marked) if marked is not None else None
        self.noninterference = SwapNoninterference(self.engine) if marked is not None else None
        looking_on = (self.claims, self.circles, self.coverage, self.noninterference, self)
        self.driver = Driver(self.engine, [each for each in looking_on if each is not None])
        self.counted: dict[str, int] = {}
        self._noted: set[str] = set()

    def watch_claims_alone(self) -> None:
        """Leave out which rules are at work and what is given away: nobody asks. The plays are the same."""
        self.coverage = self.noninterference = None
        self.driver = Driver(self.engine, [self.claims, self.circles, self])

    def run(self, steps: int, seed: int = 1) -> SampleFindings:
        """Plays until so many steps were made."""
        while self.seen.steps < steps:
            self.play(seed + self.seen.plays, self.longest)
        return self.seen

    def alone(self, seed: int, most: int) -> tuple[PlayOutcome, SampleFindings]:
        """One play, and what it alone showed."""
        self.seen = SampleFindings()
        return self.play(seed, most), self.seen

    def play(self, seed: int, most: int) -> PlayOutcome:
        """One play, everything that it shows, and how it went."""
        seen, biased = self.seen, BiasedPolicy(self.engine, self.features, seed, self.standing)
        with_tastes = biased.has_tastes
        run = Run(self.engine, biased.oracle, random_given(self.engine, biased.chance), seen.plays)
        self.circles.since = min(most, WITH_TASTES) if with_tastes else most
        end = self.driver.play(run, biased.move, self.circles.since + self.patience)
        if end == "late" and with_tastes and self.patience:
            biased.lose_tastes()
            self.circles.since = len(run.moves) + most
            end = self.driver.go_on(run, biased.move, self.circles.since + self.patience)
        if run.fault is not None:
            self._break(run.fault.property, f"the rules cannot be executed: {run.fault}", run)
            if run.fault.subject == UNDECIDED:
                # Such a play takes as long as many others, and a few are enough.
                seen.steps += run.fault.value
        elif end == "dead end":
            self._break("no-dead-end", "nobody has a legal move", run)
        loop = self.circles.found
        if loop is not None and (seen.loop is None or len(seen.loop[0]) > len(loop[0])):
            seen.loop = loop
        seen.plays += 1
        seen.steps += len(run.moves) + 1
        seen.longest = max(seen.longest, len(run.moves))
        seen.fair += not with_tastes
        if run.fault is None and run.state.at == FINAL:
            seen.ended += not with_tastes
            self._result(run)
        return PlayOutcome(end, len(run.moves))

    def _result(self, run: Run) -> None:
        winners = len(self.engine.result(run.state).winners)
        is_open = not winners and not self.engine.machine.is_lost_together
        if is_open or (winners > 1 and not self.ties_are_shared):
            words = "nobody wins" if not winners else "the rules do not say who wins a tie"
            self._break("somebody-wins", words, run)

    # --- the shortest trace to what is seen

    def begin(self, run: Run) -> None:
        self._noted.clear()

    def stepped(self, run: Run) -> None:
        """Keeps the trace to what was broken, met or left out in the step just made."""
        claims = self.claims
        for name, words in claims.broken.items():
            if name not in self._noted:
                self._noted.add(name)
                self._break(name, words, run)
        for name in claims.met - self._noted if claims.met else ():
            self._noted.add(name)
            self.counted[name] = self.counted.get(name, 0) + 1
            if self.counted[name] == AGAIN:
                claims.settle(name)
            _keep(self.seen.met, name, run)
        claims.met.clear()
        if self.coverage is not None and self.coverage.vanished:
            for name in self.coverage.vanished:
                _keep(self.seen.vanished, name, run)
            self.coverage.vanished.clear()

    def _break(self, name: str, words: str, run: Run) -> None:
        known = self.seen.broken.get(name)
        if known is None or len(known[0]) > len(run.moves):
            self.seen.broken[name] = run.trace(), words


def _keep(traces: dict[str, Trace], name: str, run: Run) -> None:
    known = traces.get(name)
    if known is None or len(known) > len(run.moves):
        traces[name] = run.trace()
