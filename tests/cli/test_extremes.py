"""`rulewright extremes` tells how far scores go, writes plays that `replay` takes, refuses what it does not know."""

import json

from tests.check.games import GOOD


def test_scores_are_bounded_and_reached(answer, run, folder):
    (folder / "pebbles.rules").write_text(GOOD, encoding="utf-8")
    (folder / "plays").mkdir()
    code, document = answer("extremes", "pebbles.rules", "--budget", "2", "--save-to", "plays")
    assert code == 0
    found = {each["side"]: each for each in document["extremes"] if each["definition"] == "score"}
    assert found["lowest"]["value"] == 0
    assert found["lowest"]["reached"]
    assert found["highest"]["value"] == 30, "both colours, one to five"
    assert found["lowest"]["moves"] == len(found["lowest"]["play"]["moves"])
    for file in (folder / "plays").iterdir():
        assert run("replay", "pebbles.rules", file).exit_code == 0
        assert json.loads(file.read_text(encoding="utf-8"))["ruleset"] == "pebbles.rules"


def test_a_bound_without_a_play_is_called_a_bound(run, folder):
    (folder / "pebbles.rules").write_text(GOOD, encoding="utf-8")
    found = run("extremes", "pebbles.rules", "--budget", "0")
    assert found.exit_code == 0
    assert "a bound" in found.stdout
    assert "moves" not in found.stdout


def test_an_unknown_definition_is_refused(run, folder):
    (folder / "pebbles.rules").write_text(GOOD, encoding="utf-8")
    found = run("extremes", "pebbles.rules", "--only", "beauty")
    assert found.exit_code == 2
    assert "score" in found.output
