"""Plays kept for later: a finding in, files out that `replay` reads and `pytest` runs; and what they still show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from verifier.diagnostics import Rejected, Report
from verifier.program import Subject
from verifier.source import Source
from verifier.trace import read_play
from verifier.trace.validate import Validator
from verifier.verify.as_scenario import comes_out, scenario_of
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
    """A file by its name, and what is written in it; a scenario belongs to a rule set for so many players."""

    name: str
    text: str
    subject: Subject | None = None
    is_witness: bool = False


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
            yield from _scenario(sheet.subject, finding, name.removesuffix(".json"))
    if lines:
        yield Saved(TESTS, HEAD + "".join(lines).replace("'", '"') + TAIL)


def _scenario(subject: Subject, finding: Finding, name: str) -> Iterator[Saved]:
    """The same play as a scenario, as far as it can be said."""
    assert finding.trace is not None
    report = Report()
    play = read_play(Source(name, json.dumps(dict(finding.trace.play))), report)
    if play is None or report.has_errors:
        return
    words = re.sub(r"[^a-z0-9]+", "-", f"shows-{finding.property}-{subject.players}")
    text = scenario_of(subject.program(), play, finding.property, words)
    if text is not None:
        yield Saved(f"{name}.rules", text, subject, finding.kind == "witness")


def tells(saved: Saved, path: Path) -> bool:
    """Does the scenario in a file play as it should? What was refuted fails in its last line, a witness does not."""
    if saved.subject is None:
        return True
    name = saved.text.split()[1]
    came_out = comes_out(f"{saved.subject.ruleset}+{path}", saved.subject.players, name)
    return came_out is saved.is_witness


def still_shows(path: Path, claim: str) -> bool:
    """Does the play in a file still break an invariant or a health property, or meet a witness?

    A play that the rules refuse by now shows nothing.
    """
    report = Report()
    play = read_play(Source(str(path), path.read_text(encoding="utf-8")), report)
    report.reject_errors()
    if play is None:
        raise Rejected(report)
    machine = Subject(play.ruleset, play.players).program().machine
    return Validator(machine, play.ruleset).shows(play, claim)


def _can_be_asked(finding: Finding) -> bool:
    """A circle is no end, a look at unseen cards needs two plays, and silence leaves no trace in a state."""
    return finding.property not in ("it-ends", "no-peeking", "nothing-vanishes", "every-rule-lives")


def _file_name(subject: Subject, finding: Finding) -> str:
    words = f"{subject.ruleset}-{subject.players}-{finding.property}"
    return re.sub(r"[^a-z0-9+-]+", "-", words.lower()).strip("-") + ".json"
