"""What was found out about a game and written down: `verdicts.json` in its folder, and whether it is still true.

A verdict belongs to the rules it was given for. Beside each rule set stands a fingerprint of its composed
text; where the rules have changed since, a page says so and shows no verdict.
"""

from __future__ import annotations

import builtins
import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from verifier.check.subjects import published_rulesets
from verifier.diagnostics import Report
from verifier.program import composition
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.files import game_folder, game_name, known_as, overlays_of
from verifier.surface.format import printed
from verifier.trace.links import play_fragment
from verifier.trace.trace import Evidence
from verifier.verdict.finding import Finding
from verifier.verdict.properties import PLAYS_AND_SCENARIOS, SCENARIOS

FILE = "verdicts.json"
SCHEMA = "rulewright/verdicts/1"
# So many lines of a play are kept: enough to see a loop go round.
LONGEST_STORY = 40
# A longer link is not followed by every browser, and nobody steps through such a play.
LONGEST_LINK = 4_000
# Stands for every property, when nothing is known of a rule set.
ALL = frozenset({"*"})


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One property of one rule set, as it was found."""

    property: str
    kind: str
    verdict: str
    method: str
    detail: str
    acknowledged: str | None = None
    story: tuple[str, ...] = ()
    # A fingerprint of what was claimed, if the rules claim it.
    claim: str | None = None
    # The play that refutes a claim or shows what may happen, as the end of a link to the playable page.
    play: str | None = None

    @builtins.property
    def status(self) -> str:
        """The verdict, and `known` for a refutation that the rules acknowledge."""
        return "known" if self.verdict == "refuted" and self.acknowledged is not None else self.verdict


@dataclass(frozen=True, slots=True)
class Recorded:
    """Everything found about one rule set, by the number of players."""

    rules: str
    examples: str
    players: Mapping[int, tuple[RecordRow, ...]]

    def fitting(self, marks: Fingerprints) -> Recorded:
        """The verdicts that belong to a rule set with these marks; its rules must be the same."""
        examples = self.examples == marks.examples
        rows = {
            count: tuple(row for row in rows if _fits(row, marks, examples))
            for count, rows in self.players.items()
        }
        return Recorded(self.rules, self.examples if examples else "", rows)

    def missing(self, marks: Fingerprints) -> frozenset[str]:
        """What is claimed and has no verdict; the examples too, if they have none."""
        found = {row.property for rows in self.players.values() for row in rows}
        return frozenset(marks.claims) - found | (frozenset() if self.examples else {SCENARIOS})

    def counts(self) -> Counter[str]:
        return Counter(row.status for rows in self.players.values() for row in rows)


@dataclass(frozen=True, slots=True)
class RecordedEffect:
    """What an overlay does to a game: average plays before and after, rules that fall idle, how play ends."""

    rules: str
    same: bool
    moves: tuple[float, float]
    score: tuple[float, float]
    plays: int
    idle: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()
    bound: str | None = None


@dataclass(frozen=True, slots=True)
class VerdictRecord:
    rulesets: Mapping[str, Recorded] = field(default_factory=dict)
    effects: Mapping[str, RecordedEffect] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """Fingerprints of what a rule set says, of its examples, and of each of its claims."""

    rules: str
    examples: str
    claims: Mapping[str, str]


def fingerprints_of(laid: Composition) -> Fingerprints:
    """The fingerprints of a rule set.

    Comments, places and the files it is split into do not count. A new example or a new claim changes nothing
    that is proved already, so that it touches the verdict on itself alone. Former names change nothing.
    """
    sorts: dict[str, list[str]] = {"rules": [], "examples": []}
    claims: dict[str, str] = {}
    for item in laid.items:
        if isinstance(item, nodes.Invariant | nodes.Witness | nodes.Measure):
            claims[item.name.text] = _mark([printed(item)])[:8]
        elif not isinstance(item, nodes.Renamed):
            sorts["examples" if isinstance(item, nodes.Scenario) else "rules"].append(printed(item))
    return Fingerprints(_mark(sorts["rules"]), _mark(sorts["examples"]), claims)


def _mark(texts: list[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def _fits(row: RecordRow, marks: Fingerprints, examples: bool) -> bool:
    if row.kind in ("invariant", "witness", "measure"):
        return row.claim is not None and row.claim == marks.claims.get(row.property)
    return examples or not (row.property == SCENARIOS or row.method == PLAYS_AND_SCENARIOS)


@lru_cache(maxsize=200)
def fingerprints_now(ruleset: str) -> Fingerprints | None:
    """The fingerprints of a rule set as its text is now; `None` if it cannot be read."""
    laid = composition(ruleset, Report())
    return fingerprints_of(laid) if laid is not None else None


def rules_fingerprint(ruleset: str) -> str | None:
    """The fingerprint of the rules alone."""
    found = fingerprints_now(ruleset)
    return found.rules if found is not None else None


def record_path(game: str) -> Path:
    return game_folder(game) / FILE


def record_of(game: str) -> VerdictRecord:
    """What is written down about a game, true or not any more; nothing if nothing is."""
    path = record_path(game)
    if not path.is_file():
        return VerdictRecord()
    return renamed(read_record(path.read_text(encoding="utf-8")), game_name(game), game)


def renamed(record: VerdictRecord, before: str, after: str) -> VerdictRecord:
    """The record with another word for its game: files have its name, whoever reads them perhaps its path."""
    if before == after:
        return record
    names = ((name, name.split("+")) for name in record.rulesets)
    rulesets = {
        "+".join([after if head == before else head, *rest]): record.rulesets[name]
        for name, (head, *rest) in names
    }
    return replace(record, rulesets=rulesets)


def valid_record(game: str) -> VerdictRecord:
    """What is written down about a game and belongs to its rules as they are."""
    record = record_of(game)
    rulesets = {}
    for name, each in record.rulesets.items():
        marks = fingerprints_now(name)
        if marks is not None and each.rules == marks.rules:
            rulesets[name] = each.fitting(marks)
    effects = {
        name: each for name, each in record.effects.items() if each.rules == effect_fingerprint(game, name)
    }
    return VerdictRecord(rulesets, effects)


def stands_on(game: str, overlay: str) -> str:
    """The rule set that an overlay is laid over: the game, or the variant of it that it names."""
    of = next(each.of for each in overlays_of(game) if each.name == overlay)
    return game if of == (game_name(game),) else "+".join([game, *of])


def effect_fingerprint(game: str, overlay: str) -> str | None:
    """An effect is one between two rule sets: both are in the mark."""
    if all(each.name != overlay for each in overlays_of(game)):
        return None
    before, after = rules_fingerprint(stands_on(game, overlay)), rules_fingerprint(f"{game}+{overlay}")
    return f"{before[:8]}{after[:8]}" if before is not None and after is not None else None


def wanted(game: str) -> tuple[list[str], list[str]]:
    """The rule sets whose verdicts and the overlays whose effects belong in the record of a game."""
    rulesets = published_rulesets([game])
    overlays = [
        each.name
        for each in overlays_of(game)
        if each.sort in ("variant", "house-rule") and not each.published and not _is_part(game, each.name)
    ]
    return rulesets, overlays


def _is_part(game: str, overlay: str) -> bool:
    """A set that other variants are made of, not one to play by."""
    return any(overlay in each.of for each in overlays_of(game))


def stale(game: str) -> list[str]:
    """What is missing from the record of a game, or was found for other rules."""
    rulesets, overlays = wanted(game)
    record = valid_record(game)
    return [
        *(name for name in rulesets if open_questions(name, record.rulesets.get(name))),
        *(f"{game}+{name}" for name in overlays if name not in record.effects),
    ]


def open_questions(ruleset: str, recorded: Recorded | None) -> frozenset[str]:
    """The properties that the record has no verdict on, or `ALL`."""
    marks = fingerprints_now(ruleset)
    if recorded is None or marks is None:
        return ALL
    return recorded.missing(marks)


# --- as a file


def row_of(finding: Finding, marks: Fingerprints) -> RecordRow:
    """What is kept of a finding: no times, a story only where something is refuted, the play also of a witness."""
    told = finding.trace.told if finding.verdict == "refuted" and finding.trace is not None else ()
    story = told if len(told) <= LONGEST_STORY else (*told[:2], "...", *told[3 - LONGEST_STORY :])
    return RecordRow(
        finding.property,
        finding.kind,
        finding.verdict,
        finding.method,
        finding.detail,
        finding.acknowledged,
        tuple(story),
        marks.claims.get(finding.property),
        _kept_play(finding, bool(told)),
    )


def _kept_play(finding: Finding, refuted: bool) -> str | None:
    """The play as the end of a link; that of a witness only where it is short enough."""
    if finding.trace is None or not (refuted or finding.kind == "witness"):
        return None
    link = _link(finding.trace)
    return link if refuted or len(link) <= LONGEST_LINK else None


def _link(trace: Evidence) -> str:
    """The play under the plain name of its rules: who reads the record may keep the game elsewhere."""
    return play_fragment({**trace.play, "ruleset": known_as(str(trace.play["ruleset"]))})


def read_record(text: str) -> VerdictRecord:
    found = json.loads(text)
    return VerdictRecord(
        {
            name: Recorded(
                each["rules"],
                each["examples"],
                {int(n): tuple(map(_row, rows)) for n, rows in each["players"].items()},
            )
            for name, each in found["rulesets"].items()
        },
        {name: _effect(each) for name, each in found["effects"].items()},
    )


def _row(row: Mapping[str, Any]) -> RecordRow:
    return RecordRow(**{**row, "story": tuple(row.get("story", ()))})


def _effect(found: Mapping[str, Any]) -> RecordedEffect:
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in found.items()
    }
    return RecordedEffect(**fields)


def record_text(record: VerdictRecord) -> str:
    """The record as JSON, a line for each row, so that a change of one verdict is a change of one line."""
    rulesets = ",\n".join(
        f'  {_json(name)}: {{"rules": {_json(each.rules)}, "examples": {_json(each.examples)}, "players": {{\n'
        + ",\n".join(
            f"   {_json(str(count))}: [\n"
            + ",\n".join(f"    {_json(_plain(row))}" for row in rows)
            + "\n   ]"
            for count, rows in sorted(each.players.items())
        )
        + "\n  }}"
        for name, each in sorted(record.rulesets.items())
    )
    effects = ",\n".join(
        f"  {_json(name)}: {_json(_plain(each))}" for name, each in sorted(record.effects.items())
    )
    return f'{{"schema": "{SCHEMA}",\n "rulesets": {{\n{rulesets}\n }},\n "effects": {{\n{effects}\n }}\n}}\n'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _plain(value: RecordRow | RecordedEffect) -> dict[str, Any]:
    """Fields in order; what says nothing is left out."""
    names = value.__dataclass_fields__
    found = {name: getattr(value, name) for name in names}
    return {name: each for name, each in found.items() if each is not None and each != ()}
