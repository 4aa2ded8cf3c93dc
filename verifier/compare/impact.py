"""What overlays do to a game: the game alone beside the game with them, in everything we can ask."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from verifier.check.termination import Bound
from verifier.compare.combinations import overlays_to_compare
from verifier.compare.line_diff import LineDiffers, differing_lines
from verifier.compare.repairs import Repair, repairs
from verifier.compare.sides import CompareJob, Known, Plays, PropertyRow, Side, base_of, property_rows, sides
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import program_of
from verifier.source import Source
from verifier.surface.format import printed
from verifier.surface.index import claims_of
from verifier.trace import read_play, replayed
from verifier.verdict.finding import Finding


@dataclass(frozen=True, slots=True)
class Impact:
    """What the overlays are laid over (`before`) beside the whole (`after`)."""

    base: str
    ruleset: str
    same: bool
    lines: tuple[LineDiffers, ...]
    rows: tuple[PropertyRow, ...]
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


def impact(ruleset: str, wish: CompareJob, known: Known | None = None) -> Impact:
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
        tuple(differing_lines(programs[0].composition.items, programs[1].composition.items, {})),
        tuple(property_rows(before.sheet.findings, after.sheet.findings)),
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


@dataclass(frozen=True, slots=True)
class OverlayEffect:
    """An overlay's impact, and of everything that fails now whether there is a play that shows it again."""

    overlay: str
    found: Impact
    shown: tuple[bool, ...]

    @property
    def verdict(self) -> str:
        if self.found.broken:
            return "breaks"
        return "no change" if self.found.same else "holds"

    @property
    def repaired(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.found.rows if row.change == "repaired")


def effects(game: str, wish: CompareJob) -> Iterator[OverlayEffect]:
    """One overlay after the other, as `conflicts` lists them."""
    known: Known = {}
    for overlay in overlays_to_compare(game):
        found = impact(f"{game}+{overlay}", wish, known)
        yield OverlayEffect(overlay, found, tuple(_replays(found.ruleset, each) for each in found.broken))


def _replays(ruleset: str, finding: Finding) -> bool:
    """Is there a play that, written to a file and read again, goes by the rules from its first move to its last?"""
    if finding.trace is None:
        return False
    play = read_play(Source("play.json", json.dumps(finding.trace.play)), Report())
    if play is None:
        return False
    engine = Engine(program_of(ruleset, play.players).machine, checked=True, piecemeal=True)
    return replayed(engine, play).refused is None
