"""A play that refutes something, kept as a scenario: it is read, played, and fails in its last line alone."""

from pathlib import Path

import pytest

from verifier.check.save_plays import saved_files, scenario_still_shows
from verifier.check.schedule import SubjectFindings, VerifyOutcome
from verifier.check.simulate.method import by_plays
from verifier.program import Subject
from verifier.verdict.budget import Budget
from verifier.verdict.method import Request

# A rule too few, or a claim too many.
FAULTS = {
    "lost-cities": ("remove rule ascending\n", "routes-rise"),
    "lost-cities-rivals": (
        "invariant nobody-spends-all\n    every player p: p.gold is more than 0\n",
        "nobody-spends-all",
    ),
    "catan-duel": ("invariant nobody-builds\n    every site s: s is empty\n", "nobody-builds"),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", FAULTS)
def test_a_refutation_is_kept_as_a_scenario_that_shows_it(tmp_path: Path, game: str):
    overlay, claim = FAULTS[game]
    fault = tmp_path / "fault.rules"
    fault.write_text(f"house-rule fault of {game}\n{overlay}", encoding="utf-8")
    subject = Subject(f"{game}+{fault}", 2)
    shown = tuple(
        each for each in by_plays(subject.program(), Request(Budget(0.1))) if each.property == claim
    )
    assert [each.verdict for each in shown] == ["refuted"]
    files = {
        Path(each.name).suffix: each for each in saved_files(VerifyOutcome([SubjectFindings(subject, shown)]))
    }
    assert set(files) == {".json", ".rules", ".py"}
    path = tmp_path / "shown.rules"
    path.write_text(files[".rules"].text, encoding="utf-8")
    assert scenario_still_shows(files[".rules"], path)
    # What it says of another end is not what it shows.
    path.write_text(files[".rules"].text.replace("then ", "then not (").rstrip() + ")\n", encoding="utf-8")
    assert not scenario_still_shows(files[".rules"], path)
