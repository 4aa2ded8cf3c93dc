"""`docs verdicts`: which verdicts are asked for, and that the others stay as they are."""

from dataclasses import replace

import pytest

from verifier.cli import docs
from verifier.pages.verdicts import read_record, record_of

GAME, RULESET = "lost-cities-board", "lost-cities-board+short"


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """The rule sets asked for, nobody being asked, and the file that is written."""
    found = []

    def recorded(ruleset, budget, jobs, old, questions):
        found.append(ruleset)
        return replace(record_of(GAME).rulesets[ruleset], rules="asked again")

    monkeypatch.setattr(docs, "_recorded", recorded)
    monkeypatch.setattr(docs, "record_path", lambda game: tmp_path / "verdicts.json")
    monkeypatch.setattr(docs, "effect_of", lambda game, overlay: record_of(game).effects[overlay])
    return found, tmp_path / "verdicts.json"


def test_one_rule_set_is_asked_again_and_the_others_stay(run, asked):
    found, path = asked
    assert run("docs", "verdicts", RULESET, "--again").exit_code == 0
    assert found == [RULESET]
    before, after = record_of(GAME), read_record(path.read_text(encoding="utf-8"))
    assert after.rulesets.pop(RULESET).rules == "asked again"
    assert after.rulesets == {name: each for name, each in before.rulesets.items() if name != RULESET}
    assert after.effects == before.effects


def test_a_game_stands_for_all_its_rule_sets(run, asked):
    found, path = asked
    assert run("docs", "verdicts", RULESET, GAME, "--again").exit_code == 0
    assert found == list(record_of(GAME).rulesets)
    assert read_record(path.read_text(encoding="utf-8")).effects == record_of(GAME).effects


def test_what_is_up_to_date_is_not_asked(run, asked):
    found, path = asked
    assert run("docs", "verdicts", RULESET).exit_code == 0
    assert not found
    assert not path.exists()


@pytest.mark.parametrize("name", ["pond", "pond+deep", f"{GAME}+deep"])
def test_a_name_of_nothing_is_refused(run, asked, name):
    found, path = asked
    answer = run("docs", "verdicts", name, "--again")
    assert answer.exit_code == 2
    assert name.removesuffix("+deep") in answer.stderr
    assert not found
    assert not path.exists()
