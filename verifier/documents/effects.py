"""What an overlay does to a game, in a few numbers: the same seeds played with it and without it."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from verifier.analysis.normal_form import idle_rules, normal
from verifier.backends.machine import Engine
from verifier.compare.canonical.shape import normal_shape
from verifier.compare.ending import bound_of
from verifier.documents.verdicts import Effect, effect_mark, stands_on
from verifier.kernel.machine import Machine
from verifier.program import Program, program_of
from verifier.runtime import Fault
from verifier.trace.policies.uniform import random_play

PLAYS = 100
LONGEST = 5_000


def effect_of(game: str, overlay: str) -> Effect:
    """The effect of one overlay on what it is laid over."""
    rulesets = stands_on(game, overlay), f"{game}+{overlay}"
    before, after = (program_of(ruleset).analysis(_sketch) for ruleset in rulesets)
    return Effect(
        effect_mark(game, overlay) or "",
        before.shape == after.shape,
        (before.moves, after.moves),
        (before.score, after.score),
        PLAYS,
        tuple(sorted(after.idle - before.idle)),
        tuple(sorted(before.idle - after.idle)),
        after.bound if before.bound is None else None,
    )


@dataclass(frozen=True, slots=True)
class _Sketch:
    """A rule set in a few strokes."""

    shape: str
    idle: frozenset[str]
    moves: float
    score: float
    bound: str | None


def _sketch(program: Program) -> _Sketch:
    machine = program.machine
    bound = bound_of(machine)
    return _Sketch(
        normal_shape(normal(machine), named=True).digest,
        idle_rules(machine) & frozenset(program.game.rules),
        *_averages(machine),
        bound.words if bound is not None else None,
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
