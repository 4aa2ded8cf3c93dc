"""The how-to `add-a-game`, followed to the letter in an empty folder: its second step ends with a first `verify`."""

import re
from pathlib import Path
from textwrap import dedent

from click.testing import CliRunner

from verifier.cli import main
from verifier.diagnostics import Report
from verifier.program import check_ruleset

PAGE = Path(__file__).parent.parent.parent / "docs" / "howto" / "add-a-game.md"
STEPS = [
    dedent(block) for block in re.findall(r"   ```rules\n(.*?)   ```", PAGE.read_text(encoding="utf-8"), re.S)
]


def test_two_steps_lead_to_a_first_verify(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rules = tmp_path / "my-game" / "game.rules"
    rules.parent.mkdir()
    first, second = STEPS
    rules.write_text(first, encoding="utf-8")
    report = Report()
    check_ruleset("./my-game", report)
    assert {found.code for found in report.diagnostics} == {"C501", "C502", "C503"}
    rules.write_text(first + second, encoding="utf-8")
    told = CliRunner().invoke(main, ["verify", "./my-game", "--budget", "1", "--jobs", "1"])
    assert told.exit_code == 0, told.output
    assert "no-peeking" in told.output
    assert "proved" in told.output
