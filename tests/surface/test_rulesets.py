"""Which rule sets are read for a file: in a copy of a game that is kept here, the copy counts."""

import shutil

import pytest

from verifier.diagnostics import Report
from verifier.program import check_ruleset
from verifier.surface.files import spec_folder
from verifier.surface.rulesets import rulesets_of


@pytest.fixture
def copy(tmp_path, monkeypatch):
    folder = tmp_path / "catan-duel"
    shutil.copytree(spec_folder() / "catan-duel", folder, ignore=shutil.ignore_patterns("locale", "said"))
    monkeypatch.chdir(tmp_path)
    return folder


def found_in(what):
    report = Report()
    for ruleset in rulesets_of(what, report):
        check_ruleset(ruleset, report)
    return [(each.code, each.labels[0].span.path) for each in report.diagnostics if each.labels]


def test_a_part_is_read_with_the_game_in_whose_folder_it_lies(copy):
    assert rulesets_of("catan-duel/building.rules", Report()) == ["./catan-duel"]
    path = copy / "building.rules"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("affordable-to me", "affordabel-to me", 1), encoding="utf-8")
    assert found_in("catan-duel/building.rules") == [("N224", "catan-duel/building.rules")]


def test_an_overlay_in_a_copy_stands_on_the_copy(copy):
    (copy / "mine.rules").write_text(
        'house-rule mine of catan-duel\ntitle "Mine"\nremove rule wrong-site\n', encoding="utf-8"
    )
    assert [each for each in found_in("catan-duel/mine.rules") if each[1] == "catan-duel/mine.rules"] == []
    path = copy / "building.rules"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("rule wrong-site", "rule wrong-spot"), encoding="utf-8")
    assert any(where == "catan-duel/mine.rules" for _, where in found_in("catan-duel/mine.rules"))
