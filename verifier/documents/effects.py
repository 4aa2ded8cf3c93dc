"""What an overlay does to a game, in a few numbers: the same seeds played with it and without it."""

from __future__ import annotations

from statistics import fmean

from verifier.backends.machine import Engine, random_play
from verifier.compare.ending import bound_of
from verifier.compare.idle import idle_rules
from verifier.compare.normal import normal
from verifier.compare.shape import normal_shape
from verifier.documents.verdicts import Effect, effect_mark, stands_on
from verifier.kernel.machine import Machine
from verifier.pipeline import compiled
from verifier.runtime import Fault

PLAYS = 400
LONGEST = 5_000


def effect_of(game: str, overlay: str) -> Effect:
    """The effect of one overlay on what it is laid over."""
    before, without = compiled(stands_on(game, overlay))
    after, with_it = compiled(f"{game}+{overlay}")
    shapes = [normal_shape(normal(machine), named=True).digest for machine in (without, with_it)]
    idle = [idle_rules(without) & frozenset(before.rules), idle_rules(with_it) & frozenset(after.rules)]
    (moves, score), (moves_then, score_then) = _averages(without), _averages(with_it)
    bounds = bound_of(without), bound_of(with_it)
    return Effect(
        effect_mark(game, overlay) or "",
        shapes[0] == shapes[1],
        (moves, moves_then),
        (score, score_then),
        PLAYS,
        tuple(sorted(idle[1] - idle[0])),
        tuple(sorted(idle[0] - idle[1])),
        bounds[1].words if bounds[1] is not None and bounds[0] is None else None,
    )


def _averages(machine: Machine) -> tuple[float, float]:
    """Moves of a play and score of a player, over random plays that came to an end."""
    engine = Engine(machine)
    moves: list[int] = []
    scores: list[int] = []
    for seed in range(1, PLAYS + 1):
        try:
            play = random_play(engine, seed, most=LONGEST)
        except Fault:
            continue
        if play.over:
            moves.append(play.steps)
            scores += engine.result(play.state).scores
    return (round(fmean(moves), 1), round(fmean(scores), 1)) if moves else (0.0, 0.0)
