"""What a position is worth to each player, from 0 to 1: the result if there is one, else how far ahead each one is.

No scale of points is known beforehand: a margin is held against the margins met so far.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from verifier.engine import State
from verifier.trace.policies.greedy import ScoreReader

# How much counts being ahead in points, in what lies open, and in what is held, where the play is not over.
WEIGHTS = (1.0, 0.3, 0.15)
STEEP = 1.7


@dataclass(slots=True)
class Spread:
    """Mean and deviation of numbers as they come."""

    many: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def note(self, value: float) -> None:
        away = value - self.mean
        self.many += 1
        self.mean += away / self.many
        self.squares += away * (value - self.mean)

    def standard(self, value: float) -> float:
        if self.many < 2 or self.squares <= 1e-9:
            return 0.0
        return (value - self.mean) / math.sqrt(self.squares / self.many)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of each player the gain, the share of a victory, and what they are ahead by."""

    gain: tuple[float, ...]
    won: tuple[float, ...]
    margin: tuple[int, ...]
    over: bool


class Judge:
    """Judges positions of one search."""

    def __init__(self, standing: ScoreReader) -> None:
        self.standing = standing
        self.engine = standing.engine
        self.seats = range(self.engine.machine.players)
        self.together = any(rank.op == "together" for rank in self.engine.machine.winner)
        self.spreads = [[Spread() for _ in WEIGHTS] for _ in self.seats]

    def judged(self, state: State) -> Outcome:
        over, standing = self.engine.over(state), self.standing
        measures = (standing.score,) if over else (standing.score, standing.laid_out, standing.held)
        worth = [[measure(state, seat) for seat in self.seats] for measure in measures]
        winners = self.engine.result(state).winners if over else ()
        gains, shares, margins = [], [], []
        for seat in self.seats:
            ahead = [self._ahead(each, seat) for each in worth]
            for spread, margin in zip(self.spreads[seat], ahead, strict=False):
                spread.note(margin)
            weighed = zip(WEIGHTS, self.spreads[seat], ahead, strict=False)
            z = STEEP * sum(weight * spread.standard(margin) for weight, spread, margin in weighed)
            gain = 0.5 + 0.5 * z / (1 + abs(z))
            share = (1.0 if self.together else 1 / len(winners)) if seat in winners else 0.0
            gains.append(0.5 * gain + 0.5 * share if over else gain)
            shares.append(share)
            margins.append(ahead[0])
        return Outcome(tuple(gains), tuple(shares), tuple(margins), over)

    def _ahead(self, worth: list[int], seat: int) -> int:
        """What a player is ahead of the best of the others; together all have the same aim."""
        if self.together or len(worth) == 1:
            return worth[seat]
        return worth[seat] - max(value for other, value in enumerate(worth) if other != seat)
