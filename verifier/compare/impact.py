"""What overlays do to a game: the game alone beside the game with them, in everything we can ask."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier import pipeline
from verifier.backends.machine import Engine, random_play
from verifier.compare.ending import Bound
from verifier.compare.idle import idle_rules
from verifier.compare.normal import normal
from verifier.compare.properties import Row, Sheet, rows, sheets
from verifier.compare.repairs import Repair, repairs
from verifier.compare.rulebooks import LineDiffers, compared
from verifier.compare.shape import normal_shape
from verifier.diagnostics import Rejected, Report
from verifier.runtime import Fault
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.format import printed
from verifier.verify.budget import Budget
from verifier.verify.case import Subject
from verifier.verify.finding import Finding

PLAYS = 300
LONGEST = 5_000
# How many moves of a machine without a block the plays may take together: a large game is played less often.
MOVES = 40_000_000


@dataclass(frozen=True, slots=True)
class Simulated:
    """How random plays went: the moves of each that ended, every score at the end, and how many did not end."""

    lengths: tuple[int, ...]
    scores: tuple[int, ...]
    unended: int

    @property
    def plays(self) -> int:
        return len(self.lengths) + self.unended


@dataclass(frozen=True, slots=True)
class Impact:
    """The game (`before`) beside the game with the overlays (`after`)."""

    base: str
    ruleset: str
    same: bool
    lines: tuple[LineDiffers, ...]
    rows: tuple[Row, ...]
    idle: tuple[str, ...]
    revived: tuple[str, ...]
    bounds: tuple[Bound | None, Bound | None]
    simulated: tuple[Simulated, Simulated]
    repairs: tuple[Repair, ...] = ()
    claims: Mapping[str, str] = field(default_factory=dict)
    seconds: float = field(default=0.0, compare=False)

    @property
    def broken(self) -> list[Finding]:
        """What fails now and nobody has accepted, though it did not fail before."""
        return [row.after for row in self.rows if row.change == "broken" and row.after and row.after.fails()]


@dataclass(frozen=True, slots=True)
class Wish:
    """How much work it is worth: seconds for each method, whether to try proofs and to look for repairs."""

    seconds: float = 2.0
    proofs: bool = False
    repairs: bool = False
    jobs: int = 2
    plays: int = PLAYS
    seed: int = 1


def impact(ruleset: str, wish: Wish) -> Impact:
    """The impact of the overlays of a rule set on its game; mistakes in the texts raise `Rejected`."""
    began = time.perf_counter()
    base = ruleset.split("+")[0]
    names = [base, ruleset] if ruleset != base else [base]
    texts = [_text(name) for name in names]
    read = [pipeline.compiled(name) for name in names]
    subjects = [Subject(name, game.players) for name, (game, _) in zip(names, read, strict=True)]
    found = sheets(subjects, Budget(wish.seconds), wish.proofs, wish.jobs)
    shapes = [normal_shape(normal(machine), named=True).digest for _, machine in read]
    idle = [idle_rules(machine) & frozenset(game.rules) for game, machine in read]
    simulated = [_simulated(Engine(machine), wish) for _, machine in read]
    claims = {
        item.name.text: printed(item.claim)
        for item in texts[-1].items
        if isinstance(item, nodes.Invariant | nodes.Witness)
    }
    return Impact(
        base,
        ruleset,
        shapes[0] == shapes[-1],
        tuple(compared(texts[0].items, texts[-1].items, {})),
        tuple(rows(found[0].findings, found[-1].findings)),
        tuple(sorted(idle[-1] - idle[0])),
        tuple(sorted(idle[0] - idle[-1])),
        (found[0].bound, found[-1].bound),
        (simulated[0], simulated[-1]),
        tuple(repairs(ruleset, _failing(found[-1]))) if wish.repairs else (),
        claims,
        round(time.perf_counter() - began, 3),
    )


def _failing(sheet: Sheet) -> list[str]:
    """The health properties that fail, accepted or not."""
    return [each.property for each in sheet.findings if each.kind == "health" and each.verdict == "refuted"]


def _text(ruleset: str) -> Composition:
    report = Report()
    laid = pipeline.composition(ruleset, report)
    if laid is None or report.has_errors:
        raise Rejected(report)
    return laid


def _simulated(engine: Engine, wish: Wish) -> Simulated:
    lengths: list[int] = []
    scores: list[int] = []
    moves, most = 0, MOVES // (100 + len(engine.machine.blocks))
    unended = 0
    for number in range(wish.plays):
        if moves > most:
            break
        try:
            play = random_play(engine, wish.seed + number, most=LONGEST)
        except Fault:
            unended += 1
            continue
        moves += play.steps
        if play.over:
            lengths.append(play.steps)
            scores += engine.result(play.state).scores
        else:
            unended += 1
    return Simulated(tuple(lengths), tuple(scores), unended)
