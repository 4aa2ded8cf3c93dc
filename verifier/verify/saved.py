"""Plays kept for later: a finding in, files out that `replay` reads and `pytest` runs; and what they still show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from verifier.diagnostics import Rejected, Report
from verifier.plays import read_play
from verifier.source import Source
from verifier.verify.case import Subject, case_of
from verifier.verify.confirming import Confirming
from verifier.verify.finding import Finding
from verifier.verify.running import Outcome

TESTS = "test_saved_plays.py"

HEAD = '''"""Plays that `rulewright verify` found: what was refuted must not be shown again, witnesses must be."""

from pathlib import Path

import pytest

from verifier.verify.saved import still_shows

PLAYS = {
'''

TAIL = """}


@pytest.mark.parametrize("name", PLAYS)
def test_saved_play(name):
    claim, is_witness = PLAYS[name]
    assert still_shows(Path(__file__).parent / name, claim) is is_witness
"""


@dataclass(frozen=True, slots=True)
class Saved:
    """A file by its name, and what is written in it."""

    name: str
    text: str


def saved(outcome: Outcome) -> Iterator[Saved]:
    """A file for each play that can be held against the rules again, and one with a test for each of them."""
    lines = []
    for sheet in outcome.sheets:
        for finding in sheet.findings:
            if finding.trace is None or not _can_be_asked(finding):
                continue
            name = _file_name(sheet.subject, finding)
            text = json.dumps(dict(finding.trace.play), indent=2, ensure_ascii=False) + "\n"
            lines.append(f"    {name!r}: ({finding.property!r}, {finding.kind == 'witness'}),\n")
            yield Saved(name, text)
    if lines:
        yield Saved(TESTS, HEAD + "".join(lines).replace("'", '"') + TAIL)


def still_shows(path: Path, claim: str) -> bool:
    """Does the play in a file still break an invariant or a health property, or meet a witness?

    A play that the rules refuse by now shows nothing.
    """
    report = Report()
    play = read_play(Source(str(path), path.read_text(encoding="utf-8")), report)
    report.reject_errors()
    if play is None:
        raise Rejected(report)
    return Confirming(case_of(Subject(play.ruleset, play.players))).shows(play, claim)


def _can_be_asked(finding: Finding) -> bool:
    """A circle is no end, a look at unseen cards needs two plays, and silence leaves no trace in a state."""
    return finding.property not in ("it-ends", "no-peeking", "nothing-vanishes", "every-rule-lives")


def _file_name(subject: Subject, finding: Finding) -> str:
    words = f"{subject.ruleset}-{subject.players}-{finding.property}"
    return re.sub(r"[^a-z0-9+-]+", "-", words.lower()).strip("-") + ".json"
