"""Many random plays of the full game, every claim held against every state: a machine in, a report out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from verifier.engine import Engine
from verifier.kernel.machine import Claim, Machine
from verifier.runtime import FINAL, Seeded
from verifier.trace.drive import Claims, Driver, Monitor
from verifier.trace.policies.uniform import at_random, random_given
from verifier.trace.record import Run
from verifier.trace.shrink import DEAD_END, played, shrunk
from verifier.trace.trace import WrittenTrace

LONGEST = 3_000


@dataclass(frozen=True, slots=True)
class Broken:
    """What does not hold, in words, with a play made as short as replaying could make it."""

    words: str
    play: WrittenTrace


@dataclass(frozen=True, slots=True)
class Tested:
    """`asked` says how often each claim was asked.

    `broken` are claims, `bounds`, `conservation` or `no-dead-end`; `met` are witnesses that some play met.
    """

    plays: int
    steps: int
    ended: int
    longest: int
    seed: int
    asked: Mapping[str, int] = field(default_factory=dict)
    broken: Mapping[str, Broken] = field(default_factory=dict)
    met: Mapping[str, WrittenTrace] = field(default_factory=dict)


def tested(
    machine: Machine,
    claims: Sequence[Claim] | None,
    plays: int,
    seed: int,
    longest: int = LONGEST,  # noqa: PT028 - no test, whatever its name
) -> Tested:
    """So many plays of so many moves at most; the same seed gives the same report.

    The claims are those of the machine unless others are given.
    """
    return _Tester(machine, machine.claims if claims is None else claims, longest).report(plays, seed)


# Whoever imports it into a test does not mean it as one.
tested.__test__ = False  # type: ignore[attr-defined]


class _Tester(Monitor):
    def __init__(self, machine: Machine, claims: Sequence[Claim], most: int) -> None:
        self.most = most
        self.engine = Engine(replace(machine, claims=tuple(claims)), checked=True)
        self.claims = Claims(claims, self.engine.claims)
        self.driver = Driver(self.engine, (self.claims, self))
        self.broken: dict[str, Broken] = {}
        self.met: dict[str, WrittenTrace] = {}
        self.steps = self.ended = self.longest = 0

    def report(self, plays: int, seed: int) -> Tested:
        for number in range(plays):
            self._play(seed * 1_000_003 + number)
        asked = dict(self.claims.asked)
        return Tested(plays, self.steps, self.ended, self.longest, seed, asked, self.broken, self.met)

    def _play(self, seed: int) -> None:
        chance = random.Random(seed)
        run = Run(self.engine, Seeded(seed), random_given(self.engine, chance))
        self.driver.play(run, at_random(chance), self.most)
        if run.fault is not None:
            self._found(run.fault.property, f"the rules cannot be executed: {run.fault}", run)
        elif run.state.at == FINAL:
            self.ended += 1
        elif not self.engine.legal(run.state):
            self._found(DEAD_END, "nobody has a legal move", run)
        self.steps += len(run.moves)
        self.longest = max(self.longest, len(run.moves))

    def stepped(self, run: Run) -> None:
        """Keeps the first play that breaks or meets a claim, which is then asked no more."""
        if not self.claims.broken and not self.claims.met:
            return
        for name, words in list(self.claims.broken.items()):
            self._found(name, words, run)
        for name in sorted(self.claims.met):
            self.met[name] = played(self.engine, run.trace())
            self.claims.settled.add(name)
        self.claims.clear()

    def _found(self, name: str, words: str, run: Run) -> None:
        if name not in self.broken:
            self.broken[name] = Broken(words, shrunk(self.engine, run.trace(), name))
            self.claims.settled.add(name)
