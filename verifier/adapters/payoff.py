"""What a play is worth to each player when it is over: a share of the victory, or the score of all together."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.engine import Engine, State
from verifier.kernel.domain import Number, bounds
from verifier.kernel.expression import Call, Expr, Read
from verifier.kernel.machine import Machine

# A score whose range nobody has declared.
WIDE = 1_000_000


@dataclass(frozen=True, slots=True)
class Payoff:
    """Payoffs of one machine: `low` to `high`; they sum to 0 unless all win or lose together."""

    engine: Engine
    together: bool
    low: float
    high: float

    @classmethod
    def of(cls, engine: Engine) -> Payoff:
        machine = engine.machine
        if machine.is_lost_together:
            low, high = _range(machine, machine.score)
            return cls(engine, True, min(0.0, low), max(0.0, high))
        return cls(engine, False, -1.0, 1.0)

    def __call__(self, state: State) -> list[float]:
        """One number for each seat; 0 for all while the play is not over."""
        engine = self.engine
        seats = range(engine.machine.players)
        if not engine.over(state):
            return [0.0 for _ in seats]
        result = engine.result(state)
        if self.together:
            return [sum(result.scores) / len(result.scores) for _ in seats]
        count, players = len(result.winners), engine.machine.players
        if count in (0, players):
            return [0.0 for _ in seats]
        # A sole winner has 1; what the losers have together is as much below 0.
        share, loss = (players - count) / (count * (players - 1)), -1 / (players - 1)
        return [share if seat in result.winners else loss for seat in seats]


def _range(machine: Machine, score: Expr) -> tuple[float, float]:
    domain = None
    if isinstance(score, Read):
        domain = machine.cells[score.cell].domain
    elif isinstance(score, Call):
        domain = machine.definitions[score.definition].domain
    low, high = bounds(domain) if isinstance(domain, Number) else (-WIDE, WIDE)
    return float(low), float(high)
