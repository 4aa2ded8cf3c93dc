"""What each overlay of a game does to it, in a line: the table that `impact --every` shows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from verifier.backends.machine import Engine
from verifier.compare.combinations import overlays_to_compare
from verifier.compare.impact import Impact, impact
from verifier.compare.side import Known, Wish
from verifier.diagnostics import Report
from verifier.program import program_of
from verifier.source import Source
from verifier.trace import read_play, replayed
from verifier.verify.finding import Finding


@dataclass(frozen=True, slots=True)
class Effect:
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


def effects(game: str, wish: Wish) -> Iterator[Effect]:
    """One overlay after the other, as `conflicts` lists them."""
    known: Known = {}
    for overlay in overlays_to_compare(game):
        found = impact(f"{game}+{overlay}", wish, known)
        yield Effect(overlay, found, tuple(_replays(found.ruleset, each) for each in found.broken))


def _replays(ruleset: str, finding: Finding) -> bool:
    """Is there a play that, written to a file and read again, goes by the rules from its first move to its last?"""
    if finding.trace is None:
        return False
    play = read_play(Source("play.json", json.dumps(finding.trace.play)), Report())
    if play is None:
        return False
    return (
        replayed(
            Engine(program_of(ruleset, play.players).machine, checked=True, piecemeal=True), play
        ).refused
        is None
    )


def told(effect: Effect) -> tuple[str, ...]:
    """The columns of its line: overlay, verdict, seconds, what is worth saying."""
    said = [
        f"{each.property} ({'a play' if shown else 'no play'})"
        for each, shown in zip(effect.found.broken, effect.shown, strict=True)
    ]
    said += [f"mends {name}" for name in effect.repaired]
    if effect.found.bounds[1] is not None:
        said.append(f"ends: {effect.found.bounds[1].words}")
    if effect.found.idle:
        said.append(f"idle: {', '.join(effect.found.idle)}")
    return effect.overlay, effect.verdict, f"{effect.found.seconds:.1f}", "; ".join(said)


def as_json(effect: Effect) -> dict[str, Any]:
    return {
        "overlay": effect.overlay,
        "verdict": effect.verdict,
        "broken": [
            {"property": each.property, "replays": shown}
            for each, shown in zip(effect.found.broken, effect.shown, strict=True)
        ],
        "repaired": list(effect.repaired),
        "idle": list(effect.found.idle),
        "seconds": effect.found.seconds,
    }
