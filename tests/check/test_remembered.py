"""Findings of earlier runs: taken for exactly the same task, and only if they are whole and our own."""

import json
import os

import pytest

from tests.check.games import GOOD, subject_of, without_times
from verifier.check import remembered
from verifier.check.remembered import Memory, memory_folder
from verifier.check.schedule import VerifyJob, verified
from verifier.report.json import verify_document
from verifier.verdict.budget import Budget

ONLY = frozenset({"scenarios", "gap-and-overlap", "fair-deal"})
METHODS = 2


@pytest.fixture
def asked(tmp_path):
    """Verifies a text with a memory; how many searches were recalled, and the outcome."""

    def ask(text=GOOD, only=ONLY, anew=False, seconds=0.1):
        memory = Memory(tmp_path / "kept", anew)
        return verified(VerifyJob([subject_of(tmp_path, text)], Budget(seconds), only, 1, memory=memory))

    return ask


def entries(tmp_path):
    return sorted((tmp_path / "kept").glob("*.json"))


def test_an_unchanged_game_is_not_searched_again(asked):
    first, again = asked(), asked()
    assert (first.recalled, again.recalled) == (0, METHODS)
    document = verify_document(again)
    assert "costs" not in document
    assert document.pop("searches") == {"all": METHODS, "recalled": METHODS}
    assert without_times(document) == without_times(verify_document(first))


@pytest.mark.slow
def test_everything_is_recalled_with_its_plays_and_its_places(asked):
    first, again = asked(only=None, seconds=0.5), asked(only=None, seconds=0.5)
    assert again.recalled == again.tasks
    assert list(first.findings) == list(again.findings)
    less = asked(only=frozenset({"rows-rise"}), seconds=0.5)
    assert less.recalled == less.tasks


def test_a_changed_comment_costs_nothing(asked):
    asked()
    assert asked(f"# A remark.\n\n{GOOD}").recalled == METHODS


def test_a_changed_rule_is_searched_again(asked):
    asked()
    assert asked(GOOD.replace("hand-size: 2", "hand-size: 3")).recalled == 0


def test_a_changed_scenario_is_played_again_and_nothing_else_is(asked):
    asked()
    assert "row of red is 1" in GOOD
    changed = asked(GOOD.replace("row of red is 1", "row of red is 2"))
    assert changed.recalled == METHODS - 1
    (scenarios,) = [each for each in changed.findings if each.property == "scenarios"]
    assert scenarios.verdict == "refuted"
    # It names a place in the text, which a comment moves.
    moved = asked("# A remark.\n" + GOOD.replace("row of red is 1", "row of red is 2"))
    assert moved.recalled == METHODS - 1


def test_another_budget_and_another_code_are_other_questions(asked, monkeypatch):
    asked()
    assert asked(seconds=0.2).recalled == 0
    monkeypatch.setattr("verifier.check.task_keys.code_mark", lambda: "another")
    assert asked().recalled == 0


def test_anew_searches_again_and_keeps_what_it_finds(asked):
    asked()
    assert asked(anew=True).recalled == 0
    assert asked().recalled == METHODS


def spoiled(path, change):
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["body"]["findings"][0].update(detail="so it is"),
        lambda document: document["body"]["findings"][0].update(verdict="certain"),
        lambda document: document["body"].update(key="0" * 64),
        lambda document: document.update(schema="rulewright/remembered/0"),
        lambda document: document.update(body=[1, 2]),
    ],
)
def test_an_entry_that_was_changed_is_no_entry(asked, tmp_path, change):
    first = asked()
    for path in entries(tmp_path):
        spoiled(path, change)
    again = asked()
    assert again.recalled == 0
    assert without_times(verify_document(again)) == without_times(verify_document(first))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}", b"[" * 100_000, b"import os", b"null"])
def test_a_file_that_is_no_entry_is_left_alone(asked, tmp_path, content):
    asked()
    for path in entries(tmp_path):
        path.write_bytes(content)
    assert asked().recalled == 0


def test_the_file_of_somebody_else_is_no_entry(asked, monkeypatch):
    asked()
    monkeypatch.setattr(os, "getuid", lambda: 1 + os.stat(os.curdir).st_uid, raising=False)
    assert asked().recalled == 0


def test_a_place_where_nothing_can_be_written_changes_nothing(asked, tmp_path):
    (tmp_path / "kept").write_text("a file")
    assert asked().recalled == 0
    assert asked().recalled == 0


def test_the_oldest_entries_go_first(asked, tmp_path, monkeypatch):
    asked()
    monkeypatch.setattr(remembered, "MOST_FILES", 1)
    asked(anew=True)
    assert len(entries(tmp_path)) == 1


def test_the_folder_is_told_by_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    assert memory_folder() == tmp_path
    monkeypatch.setenv("RULEWRIGHT_CACHE", "")
    assert memory_folder() is None
