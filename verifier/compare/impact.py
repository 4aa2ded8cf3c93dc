"""What overlays do to a game: the game alone beside the game with them, in everything we can ask."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from verifier.check.termination import Bound
from verifier.compare.combinations import overlays_to_compare
from verifier.compare.line_diff import LineDiffers, differing_lines
from verifier.compare.repairs import Repair, repairs
from verifier.compare.sides import (
    CompareJob,
    Known,
    Plays,
    PropertyRow,
    Side,
    base_of,
    property_rows,
    sides,
    tables_of,
)
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import Subject, program_of
from verifier.source import Source
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.surface.index import claims_of
from verifier.trace import read_play, replayed
from verifier.verdict.finding import Finding


@dataclass(frozen=True, slots=True)
class Impact:
    """What the overlays are laid over (`before`) beside the whole (`after`), for one number of players.

    `others` are the same for the further numbers of players.
    """

    base: str
    ruleset: str
    players: int
    same: bool
    lines: tuple[LineDiffers, ...]
    rows: tuple[PropertyRow, ...]
    idle: tuple[str, ...]
    revived: tuple[str, ...]
    bounds: tuple[Bound | None, Bound | None]
    plays: tuple[Plays, Plays]
    repairs: tuple[Repair, ...] = ()
    claims: Mapping[str, str] = field(default_factory=dict)
    # Scenarios of the game of which the overlays say themselves that they end in another way.
    expected: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    others: tuple[Impact, ...] = ()

    @property
    def tables(self) -> tuple[Impact, ...]:
        """One for each number of players."""
        return (self, *self.others)

    @property
    def broken(self) -> list[Finding]:
        """What fails now and nobody has accepted, though it did not fail before."""
        return [row.after for row in self.rows if row.change == "broken" and row.after and row.after.fails()]

    @property
    def breaks(self) -> bool:
        """Does something fail with any number of players?"""
        return any(each.broken for each in self.tables)


def impact(ruleset: str, wish: CompareJob, known: Known | None = None) -> Impact:
    """The impact of the overlays of a rule set on its game; mistakes in the texts raise `Rejected`.

    `known` keeps what was found of the game, for the next overlay of it.
    """
    base, kept = base_of(ruleset), {} if known is None else known
    tables = tables_of(base, ruleset, wish.players)
    for before, after in tables:
        for each in (before.program(), after.program()):
            each.report.reject_errors()
            _ = each.machine
    first, *others = (_impact(before, after, wish, kept) for before, after in tables)
    return replace(first, others=tuple(others))


def _impact(old: Subject, new: Subject, wish: CompareJob, known: Known) -> Impact:
    began = time.perf_counter()
    programs = old.program(), new.program()
    before, after = sides(old, new, wish, known)
    claims = {each.name.text: printed(each.claim) for each in claims_of(programs[1].composition.items)}
    return Impact(
        old.ruleset,
        new.ruleset,
        new.players,
        before.shape == after.shape,
        tuple(differing_lines(programs[0].composition.items, programs[1].composition.items, {})),
        tuple(property_rows(before.sheet.findings, after.sheet.findings)),
        tuple(sorted(after.idle - before.idle)),
        tuple(sorted(before.idle - after.idle)),
        (before.sheet.bound, after.sheet.bound),
        (before.plays, after.plays),
        tuple(repairs(new.ruleset, _failing(after))) if wish.repairs else (),
        claims,
        _expected(programs[0].composition.items, programs[1].composition.items),
        round(time.perf_counter() - began, 3),
    )


def _expected(before: Sequence[nodes.Item], after: Sequence[nodes.Item]) -> tuple[str, ...]:
    """The scenarios of the game that the overlays expect to end in another way."""
    was = {each.name.text: printed(each) for each in before if isinstance(each, nodes.Scenario)}
    now = {each.name.text: printed(each) for each in after if isinstance(each, nodes.Scenario)}
    return tuple(name for name in was if name in now and was[name] != now[name])


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
    shown: Mapping[str, bool]

    @property
    def verdict(self) -> str:
        if self.found.breaks:
            return "breaks"
        return "no change" if all(each.same for each in self.found.tables) else "holds"

    @property
    def broken(self) -> dict[str, tuple[int, ...]]:
        """What fails now, and with how many players."""
        tables = self.found.tables
        names = dict.fromkeys(each.property for table in tables for each in table.broken)
        return {
            name: tuple(t.players for t in tables if any(each.property == name for each in t.broken))
            for name in names
        }

    @property
    def repaired(self) -> tuple[str, ...]:
        """What holds again with every number of players."""
        return _in_all([row.name for row in t.rows if row.change == "repaired"] for t in self.found.tables)

    @property
    def idle(self) -> tuple[str, ...]:
        return _in_all(table.idle for table in self.found.tables)

    @property
    def seconds(self) -> float:
        return round(sum(table.seconds for table in self.found.tables), 3)


def _in_all(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    first, *others = lists
    return tuple(name for name in first if all(name in other for other in others))


def effects(game: str, wish: CompareJob) -> Iterator[OverlayEffect]:
    """One overlay after the other, as `conflicts` lists them."""
    known: Known = {}
    for overlay in overlays_to_compare(game):
        found = impact(f"{game}+{overlay}", wish, known)
        broken = [each for table in found.tables for each in table.broken]
        shown = {each.property: _replays(found.ruleset, each) for each in reversed(broken)}
        yield OverlayEffect(overlay, found, shown)


def _replays(ruleset: str, finding: Finding) -> bool:
    """Is there a play that, written to a file and read again, goes by the rules from its first move to its last?"""
    if finding.trace is None:
        return False
    play = read_play(Source("play.json", json.dumps(finding.trace.play)), Report())
    if play is None:
        return False
    engine = Engine(program_of(ruleset, play.players).machine, checked=True, piecemeal=True)
    return replayed(engine, play).refused is None
