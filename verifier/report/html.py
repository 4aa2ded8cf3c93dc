"""An outcome as one page that needs nothing else: the matrix, every verdict, and plays to step through."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from verifier.check.schedule import SubjectFindings, VerifyOutcome
from verifier.engine import Engine
from verifier.program import Subject
from verifier.report.frames import Pictures
from verifier.report.json import bare_finding_as_json, verdict_counts
from verifier.report.reader import IN_ENGLISH, PageReader, TableNames, report_words
from verifier.report.text import content_policy, picked
from verifier.surface.files import known_as
from verifier.trace.links import play_fragment
from verifier.trace.trace import Evidence
from verifier.trace.words import player_name
from verifier.verdict.finding import Finding
from verifier.verdict.properties import HEALTH

# A play that refutes is always drawn; one that shows what is possible, if it is not too long.
LONGEST_WITNESS = 120


def verify_page(outcome: VerifyOutcome, plays: str = ".", reader: PageReader = IN_ENGLISH) -> str:
    """The page as text for its reader; `plays` is the folder beside it that has the playable pages of its rule sets."""
    data = {
        "lang": reader.lang,
        "words": report_words(reader.lang),
        "partial": outcome.partial,
        "changed": list(outcome.changed),
        "summary": verdict_counts(outcome),
        "health": {name: reader.line(words) for name, words in HEALTH.items()},
        "sheets": [_sheet(sheet, plays, reader) for sheet in outcome.sheets],
    }
    # What stands in a script element must not end it.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    script, stepping = _part("page.js"), _part("play.js")
    parts = {
        **{f"/*{key}*/": escape(words) for key, words in report_words(reader.lang).items()},
        "/*lang*/": reader.lang,
        "/*policy*/": content_policy(script, stepping),
        "/*style*/": _part("page.css"),
        "/*script*/": script,
        "/*stepping*/": stepping,
        "/*data*/": text,
    }
    return re.sub("|".join(map(re.escape, parts)), lambda found: parts[found[0]], _part("page.html"))


def _part(name: str) -> str:
    return files("verifier.report").joinpath("page", name).read_text(encoding="utf-8")


def played_rulesets(outcome: VerifyOutcome) -> list[str]:
    """The rule sets of which the page shows a play."""
    shown = (sheet for sheet in outcome.sheets if any(map(_is_drawn, sheet.findings)))
    return list(dict.fromkeys(sheet.subject.ruleset for sheet in shown))


def playable_file(ruleset: str) -> str:
    """The file of the page on which a rule set is played."""
    return f"{known_as(ruleset)}.html"


def _sheet(sheet: SubjectFindings, plays: str, reader: PageReader) -> dict[str, Any]:
    drawn = [finding for finding in sheet.findings if _is_drawn(finding)]
    names = reader.table(sheet.subject.ruleset, sheet.subject.players) if drawn else TableNames()
    pictures = Pictures(Engine(sheet.subject.program().machine), names) if drawn else None
    found: dict[str, Any] = {
        "ruleset": sheet.subject.ruleset,
        "players": sheet.subject.players,
        "findings": [_finding(finding, sheet.subject, pictures, plays, reader) for finding in sheet.findings],
    }
    if pictures is not None:
        found["table"], found["names"] = pictures.table(), pictures.things()
        found["seats"] = [player_name(seat) for seat in range(sheet.subject.players)]
    return found


def _is_drawn(finding: Finding) -> bool:
    if finding.trace is None:
        return False
    return finding.kind != "witness" or len(finding.trace.told) <= LONGEST_WITNESS


def _finding(
    finding: Finding, subject: Subject, pictures: Pictures | None, plays: str, reader: PageReader
) -> dict[str, Any]:
    found = bare_finding_as_json(finding, 2)
    found |= {key: reader.line(found[key]) for key in ("method", "detail")}
    if finding.acknowledged is not None:
        found["acknowledged"] = reader.reasons(finding.acknowledged, subject.ruleset, subject.players)
    if finding.trace is not None and pictures is not None and _is_drawn(finding):
        told = reader.story(finding).trace or finding.trace
        story = picked(told, "shows told loop") | {"shows": reader.line(told.shows)}
        found["trace"] = story | {
            "frames": pictures.frames(finding.trace),
            "link": _link(finding.trace, plays),
        }
    return found


def _link(trace: Evidence, plays: str) -> str:
    """The play on the playable page of its rules."""
    return f"{plays}/{quote(playable_file(str(trace.play['ruleset'])))}{play_fragment(trace.play)}"
