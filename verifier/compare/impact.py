"""What overlays do to a game: the game alone beside the game with them, in everything we can ask."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.compare.ending import Bound
from verifier.compare.properties import Row, rows
from verifier.compare.repairs import Repair, repairs
from verifier.compare.rulebooks import LineDiffers, compared
from verifier.compare.side import Known, Side, Wish, base_of, sides
from verifier.compare.simulated import Plays
from verifier.program import program_of
from verifier.surface.format import printed
from verifier.surface.index import claims_of
from verifier.verify.finding import Finding


@dataclass(frozen=True, slots=True)
class Impact:
    """What the overlays are laid over (`before`) beside the whole (`after`)."""

    base: str
    ruleset: str
    same: bool
    lines: tuple[LineDiffers, ...]
    rows: tuple[Row, ...]
    idle: tuple[str, ...]
    revived: tuple[str, ...]
    bounds: tuple[Bound | None, Bound | None]
    plays: tuple[Plays, Plays]
    repairs: tuple[Repair, ...] = ()
    claims: Mapping[str, str] = field(default_factory=dict)
    seconds: float = field(default=0.0, compare=False)

    @property
    def broken(self) -> list[Finding]:
        """What fails now and nobody has accepted, though it did not fail before."""
        return [row.after for row in self.rows if row.change == "broken" and row.after and row.after.fails()]


def impact(ruleset: str, wish: Wish, known: Known | None = None) -> Impact:
    """The impact of the overlays of a rule set on its game; mistakes in the texts raise `Rejected`.

    `known` keeps what was found of the game, for the next overlay of it.
    """
    began = time.perf_counter()
    base = base_of(ruleset)
    programs = program_of(base), program_of(ruleset)
    for each in programs:
        each.report.reject_errors()
    before, after = sides(base, ruleset, wish, {} if known is None else known)
    claims = {each.name.text: printed(each.claim) for each in claims_of(programs[1].composition.items)}
    return Impact(
        base,
        ruleset,
        before.shape == after.shape,
        tuple(compared(programs[0].composition.items, programs[1].composition.items, {})),
        tuple(rows(before.sheet.findings, after.sheet.findings)),
        tuple(sorted(after.idle - before.idle)),
        tuple(sorted(before.idle - after.idle)),
        (before.sheet.bound, after.sheet.bound),
        (before.plays, after.plays),
        tuple(repairs(ruleset, _failing(after))) if wish.repairs else (),
        claims,
        round(time.perf_counter() - began, 3),
    )


def _failing(side: Side) -> list[str]:
    """The health properties that fail, accepted or not."""
    return [
        each.property for each in side.sheet.findings if each.kind == "health" and each.verdict == "refuted"
    ]
