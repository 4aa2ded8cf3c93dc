"""Many random plays of the full game, every claim held against every state: a machine in, a report out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from verifier.backends.machine import Engine, Move
from verifier.backends.machine.engine import Given
from verifier.backends.stateful.watching import Watch
from verifier.kernel.machine import Claim, Machine
from verifier.runtime import FINAL, Fault, Recording, Seeded
from verifier.trace import Trace, WrittenTrace
from verifier.trace.policies.uniform import random_given
from verifier.trace.shrink import DEAD_END, played, shrunk

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


def random_plays(
    machine: Machine, claims: Sequence[Claim] | None, plays: int, seed: int, longest: int = LONGEST
) -> Tested:
    """So many plays of so many moves at most; the same seed gives the same report.

    The claims are those of the machine unless others are given.
    """
    return _Tester(machine, machine.claims if claims is None else claims, longest).report(plays, seed)


def tested(machine: Machine, claims: Sequence[Claim] | None, plays: int, seed: int) -> Tested:
    """So many plays to their end, or nearly."""
    return random_plays(machine, claims, plays, seed)


# Whoever imports it into a test does not mean it as one.
tested.__test__ = False  # type: ignore[attr-defined]


class _Tester:
    def __init__(self, machine: Machine, claims: Sequence[Claim], most: int) -> None:
        self.most = most
        self.engine = Engine(replace(machine, claims=tuple(claims)), checked=True)
        self.watch = Watch(self.engine, claims)
        self.engine.watch = self.watch.look
        self.broken: dict[str, Broken] = {}
        self.met: dict[str, WrittenTrace] = {}
        self.steps = self.ended = self.longest = 0

    def report(self, plays: int, seed: int) -> Tested:
        for number in range(plays):
            self._play(seed * 1_000_003 + number)
        return Tested(
            plays, self.steps, self.ended, self.longest, seed, dict(self.watch.asked), self.broken, self.met
        )

    def _play(self, seed: int) -> None:
        engine, chance = self.engine, random.Random(seed)
        oracle = Recording(Seeded(seed))
        given = random_given(engine, chance)
        moves: list[Move] = []
        self.watch.clear()
        try:
            state = engine.new(oracle, given)
            self._note(given, oracle, moves)
            while len(moves) < self.most:
                legal = engine.legal(state)
                if not legal:
                    break
                moves.append(legal[int(chance.random() * len(legal))])
                engine.step(state, moves[-1], oracle)
                if self.watch.broken or self.watch.met:
                    self._note(given, oracle, moves)
            if state.at == FINAL:
                self.ended += 1
            elif not engine.legal(state):
                self._found(DEAD_END, "nobody has a legal move", given, oracle, moves)
        except Fault as fault:
            self._found(fault.property, f"the rules break: {fault}", given, oracle, moves)
        self.steps += len(moves)
        self.longest = max(self.longest, len(moves))

    def _note(self, given: Mapping[str, Given], oracle: Recording, moves: list[Move]) -> None:
        broken, met = dict(self.watch.broken), set(self.watch.met)
        for name, words in broken.items():
            self._found(name, words, given, oracle, moves)
        for name in sorted(met):
            self.met[name] = played(self.engine, _wish(given, oracle, moves))
            self.watch.known.add(name)
        self.watch.clear()

    def _found(
        self, name: str, words: str, given: Mapping[str, Given], oracle: Recording, moves: list[Move]
    ) -> None:
        if name not in self.broken:
            play = shrunk(self.engine, _wish(given, oracle, moves), name)
            self.broken[name] = Broken(words, play)
            self.watch.known.add(name)


def _wish(given: Mapping[str, Given], oracle: Recording, moves: list[Move]) -> Trace:
    orders = tuple(tuple(order) for order in oracle.shuffles)
    return Trace(dict(given), orders, tuple(oracle.rolls), tuple(moves))
