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
from verifier.diagnostics import Rejected, Report
from verifier.pipeline import composition
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.format import printed
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
    texts = [_text(name) for name in (base, ruleset)]
    before, after = sides(base, ruleset, wish, {} if known is None else known)
    claims = {
        item.name.text: printed(item.claim)
        for item in texts[1].items
        if isinstance(item, nodes.Invariant | nodes.Witness)
    }
    return Impact(
        base,
        ruleset,
        before.shape == after.shape,
        tuple(compared(texts[0].items, texts[1].items, {})),
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


def _text(ruleset: str) -> Composition:
    report = Report()
    laid = composition(ruleset, report)
    if laid is None or report.has_errors:
        raise Rejected(report)
    return laid
