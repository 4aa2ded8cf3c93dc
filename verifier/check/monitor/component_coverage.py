"""Component coverage: which components come into play, and short plays that show each of them.

A component appears when the text on it is followed, or when it is laid before a player for all to see after the
set-up. Many plays are made: by greedy players, by greedy against random ones, and by players with tastes.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from verifier.check.monitor.instrument import instrumented_machine
from verifier.engine import Engine, State
from verifier.model.game import Game
from verifier.runtime import Oracle, Seeded
from verifier.trace.drive import Driver, Monitor
from verifier.trace.moves import MoveNotation
from verifier.trace.policies.biased import BiasedPolicy, Features
from verifier.trace.policies.greedy import Greedy, ScoreReader
from verifier.trace.policies.uniform import Policy, by_choice, by_seat, random_given
from verifier.trace.record import Recorder, Run
from verifier.trace.replay import Replayer
from verifier.trace.trace import WrittenTrace

LAID = "laid"
# A play costs something to read even when it is short.
OVERHEAD = 40


@dataclass(frozen=True, slots=True, order=True)
class Feature:
    """Something of a design that can appear: it is laid, or one of its texts is followed."""

    design: str
    how: str

    def __str__(self) -> str:
        return f"{self.design} {self.how}"


@dataclass(frozen=True, slots=True)
class FeatureSightings:
    """A play by its seed, and after how many moves each feature first appears in it."""

    seed: int
    first: dict[Feature, int]


class WatchedRuleSet:
    """One rule set on which it is watched who appears."""

    def __init__(self, game: Game, ruleset: str) -> None:
        marked = instrumented_machine(game)
        self.ruleset = ruleset
        self.engine = Engine(marked.machine, checked=True)
        self.standing = ScoreReader(self.engine)
        self.moving = MoveNotation(self.engine)
        self.likes = Features(marked.machine)
        self.open = frozenset(zone for zones in self.standing.open for zone in zones)
        texts = {f"{design}.{name}": Feature(design, name) for design, name in game.texts}
        self.marks = {
            moment: texts[goal.name] for moment, goal in marked.moments.items() if goal.name in texts
        }
        laid = {self._design(thing) for zone in self.open for thing in self.engine.ranges.possible[zone]}
        self.features = tuple(sorted({*self.marks.values(), *(Feature(design, LAID) for design in laid)}))

    def _design(self, thing: int) -> str:
        return self.engine.machine.things[thing].design

    @property
    def designs(self) -> tuple[str, ...]:
        return tuple(sorted({thing.design for thing in self.engine.machine.things}))

    def play(self, seed: int, most: int) -> FeatureSightings:
        """The play that belongs to a seed."""
        return self._played(seed, most)[0]

    def written(self, seed: int, most: int) -> WrittenTrace:
        """The same play, written down as far as so many moves."""
        return self._played(seed, most)[1].written()

    def _played(self, seed: int, most: int) -> tuple[FeatureSightings, Recorder]:
        oracle, policy = self._players(seed)
        given = random_given(self.engine, random.Random(seed))
        recorder = Recorder(self.moving, self.ruleset, oracle, given)
        coverage = ComponentCoverage(self)
        Driver(self.engine, [coverage]).play(recorder, policy, most)
        return FeatureSightings(seed, coverage.first), recorder

    def _players(self, seed: int) -> tuple[Oracle, Policy]:
        if seed % 3 == 2:
            biased = BiasedPolicy(self.engine, self.likes, seed)
            return biased.oracle, biased.move
        anything = by_choice(random.Random(seed))
        policies = [
            Greedy(self.standing, seed * 1000 + seat) if seed % 3 == 0 or (seat + seed) % 2 else anything
            for seat in range(self.engine.machine.players)
        ]
        return Seeded(seed), by_seat(self.engine, policies)

    def appearing(self, play: WrittenTrace) -> dict[Feature, int]:
        """What appears in a written play; it must be legal to its end."""
        coverage = ComponentCoverage(self)
        self.engine.watch = coverage.watch

        def look(number: int, state: State, move: object) -> None:
            coverage.look(state, number)

        found = Replayer(self.engine).replay(play, look)
        if not found.legal:
            raise ValueError("a move of the play is illegal")
        coverage.look(found.state, len(found.moves))
        return coverage.first


class ComponentCoverage(Monitor):
    """After how many moves of one play each feature is first seen."""

    def __init__(self, stage: WatchedRuleSet) -> None:
        self.stage = stage
        self.first: dict[Feature, int] = {}
        self._heard: list[Feature] = []
        self._where: list[int] = []

    def watch(self, state: State, moment: str | None) -> None:
        if moment in self.stage.marks:
            self._heard.append(self.stage.marks[moment])

    def stepped(self, run: Run) -> None:
        self.look(run.state, len(run.moves))

    def look(self, state: State, number: int) -> None:
        """What has appeared with the move of this number, counted from 1.

        The set-up shows nothing: what lies there was not played by anybody.
        """
        where, openly = state.where, self.stage.open
        if number and where != self._where:
            for thing, (before, now) in enumerate(zip(self._where, where, strict=True)):
                if before != now and now in openly and before not in openly:
                    self._heard.append(Feature(self.stage._design(thing), LAID))
        self._where = where[:]
        for feature in self._heard if number else ():
            self.first.setdefault(feature, number)
        self._heard.clear()


def cover(plays: Iterable[FeatureSightings], wanted: Iterable[Feature]) -> list[tuple[int, int]]:
    """Beginnings of plays, as seed and number of moves, that together show all that is wanted.

    Step by step the beginning that shows most for its length is taken.
    """
    missing, candidates = set(wanted), list(plays)
    found: dict[int, int] = {}
    while missing:
        best: tuple[float, int, int] | None = None
        for play in candidates:
            new = sorted(after for feature, after in play.first.items() if feature in missing)
            for count, after in enumerate(new, 1):
                ratio = count / (after + OVERHEAD)
                if best is None or ratio > best[0]:
                    best = ratio, play.seed, after
        if best is None:
            break
        _, seed, after = best
        found[seed] = max(after, found.get(seed, 0))
        shown = next(play for play in candidates if play.seed == seed)
        missing -= {feature for feature, first in shown.first.items() if first <= after}
    return sorted(found.items())
