"""The commands of comparing as people run them, their documents held against the schemas."""

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from tests.compare.shore import SHORE, house, otherwise, written
from verifier.cli import main
from verifier.compare import impact

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parent / "golden"
SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


def run(*words):
    found = CliRunner().invoke(main, [str(word) for word in words])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    assert "Traceback" not in found.output
    return found


def answer(command, *words):
    found = run(command, *words, "--json")
    document = json.loads(found.stdout)
    jsonschema.validate(document, json.loads((SCHEMAS / f"{command}.schema.json").read_text()))
    return found.exit_code, document


# --- diff


def test_equal_rule_sets_end_well(shore):
    found = run("diff", shore, shore)
    assert found.exit_code == 0
    assert "equal" in found.output
    assert answer("diff", shore, shore)[1]["verdict"] == "equal"


def test_different_rule_sets_are_a_problem(shore, with_house):
    other = with_house("remove rule shells-rise")
    found = run("diff", shore, other)
    assert found.exit_code == 1
    assert "B allows, A refuses" in found.output
    code, document = answer("diff", shore, other)
    assert code == 1
    assert document["difference"]["what"]["refused_by"] == ["shells-rise"]
    assert document["difference"]["plays"]["a"]["ruleset"] == shore


def test_a_saved_difference_replays(shore, with_house, tmp_path):
    document = answer("diff", shore, with_house("remove rule stones-double"))[1]
    for play in document["difference"]["plays"].values():
        path = tmp_path / "play.json"
        path.write_text(json.dumps(play))
        assert run("replay", play["ruleset"], path).exit_code == 0


def test_an_unanswered_comparison_says_so(shore, with_house):
    other = with_house(
        "replace rule one-from-the-bag",
        "    when bag is not empty",
        "    each player p where p is me",
        "        move top card in bag to p.hand",
    )
    assert run("diff", shore, other, "--budget", "1").exit_code == 3


def test_names_can_be_given(shore, tmp_path):
    other = written(tmp_path, "meadow", otherwise())
    names = tmp_path / "names.txt"
    names.write_text("# what is what\nnorth = left-bank\ncoins = bees\n")
    assert run("diff", shore, other, "--names", names).exit_code == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("north left-bank", "D601"),
        ("north = left-bank\nnorth = right-bank", "D602"),
        ("nroth = left-bank", "D603"),
    ],
)
def test_a_wrong_list_of_names_is_told(text, code, shore, tmp_path):
    other = written(tmp_path, "meadow", otherwise())
    names = tmp_path / "names.txt"
    names.write_text(text)
    found = run("diff", shore, other, "--names", names)
    assert found.exit_code == 2
    assert code in found.output
    assert answer("diff", shore, other, "--names", names)[1]["diagnostics"][0]["code"] == code


def test_a_rule_set_that_cannot_be_read_is_misuse(shore):
    assert run("diff", shore, "no-such-game").exit_code == 2
    assert run("diff", shore, "/dev/null").exit_code == 2


# --- conflicts


def test_conflicts_tells_a_matrix_and_ends_with_a_problem_if_two_clash(tmp_path, shore):
    few, many = house(tmp_path, "few", "set hand-size to 1"), house(tmp_path, "many", "set hand-size to 3")
    poor = house(tmp_path, "poor", "remove rule coins-count")
    found = run("conflicts", shore, few, many, poor)
    assert found.exit_code == 1
    assert "3 pairs, with 2 to 3 players: 1 contradictory (X); 2 fine (.)" in found.output
    assert run("conflicts", shore, few, poor).exit_code == 0
    code, document = answer("conflicts", shore, few, many, poor, "--triples")
    assert code == 1
    assert document["counts"] == {"contradictory": 1, "fine": 2}
    assert document["pairs"][0]["findings"][0]["diagnostics"][0]["code"] == "O310"


def test_a_pair_is_explained_on_demand(tmp_path, shore):
    gift = house(tmp_path, "gift", "change worth", "    rule gift", "        add 5")
    toll = house(tmp_path, "toll", "change worth", "    rule toll", "        multiply by 2")
    found = run("conflicts", shore, "--why", gift, toll)
    assert "order matters" in found.output
    assert "the two orders:" in found.output


def test_the_matrix_is_written_as_a_page_and_nothing_is_written_over(tmp_path, shore):
    few, poor = (
        house(tmp_path, "few", "set hand-size to 1"),
        house(tmp_path, "poor", "remove rule coins-count"),
    )
    path = tmp_path / "matrix.html"
    assert run("conflicts", shore, few, poor, "--html", path).exit_code == 0
    assert path.read_text().startswith("<!doctype html>")
    assert run("conflicts", shore, few, poor, "--html", path).exit_code == 2
    assert run("conflicts", shore, few, poor, "--html", path, "--force").exit_code == 0


def test_one_overlay_is_no_pair(tmp_path, shore):
    found = run("conflicts", shore, house(tmp_path, "few", "set hand-size to 1"))
    assert found.exit_code == 2
    assert "D610" in found.output


# --- impact


def test_impact_ends_with_a_problem_if_something_fails_now(shore, with_house, tmp_path):
    claim = with_house("invariant few-coins", "    every player p: p.coins is at most 3")
    code, document = answer("impact", claim, "--budget", "0.5", "--plays", "10", "--jobs", "1")
    assert code == 1
    broken = [each for each in document["properties"] if each["change"] == "broken"]
    assert [each["property"] for each in broken] == ["few-coins"]
    play = tmp_path / "play.json"
    play.write_text(json.dumps(broken[0]["after"]["trace"]["play"]))
    assert run("replay", claim, play).exit_code == 0


def test_impact_shows_plays_side_by_side_and_writes_a_page(shore, with_house, tmp_path):
    page = tmp_path / "impact.html"
    other = with_house("remove rule coins-count")
    found = run("impact", other, "--budget", "0.5", "--plays", "20", "--jobs", "1", "--html", page)
    assert "20 random plays of each:" in found.output
    assert page.read_text().startswith("<!doctype html>")


def test_every_overlay_of_a_game_has_a_line(monkeypatch):
    monkeypatch.setattr(impact, "overlays_to_compare", lambda game: ("bonus-multiplied",))
    code, document = answer(
        "impact", "lost-cities", "--every", "--budget", "0.1", "--plays", "3", "--jobs", "1"
    )
    assert code == 1
    (line,) = document["overlays"]
    assert line["verdict"] == "breaks"
    assert line["broken"] == [
        {"property": name, "replays": True, "players": [2]} for name in ("route-score-range", "score-range")
    ]


def test_every_overlay_is_asked_of_a_game_alone():
    assert run("impact", "lost-cities+no-bonus", "--every").exit_code == 2


# --- what can be wrong


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("D601", ("diff", "{shore}", "{shore}", "--names", "{no_pair}")),
        ("D602", ("diff", "{shore}", "{shore}", "--names", "{twice}")),
        ("D603", ("diff", "{shore}", "{shore}", "--names", "{unknown}")),
        ("D610", ("conflicts", "{shore}", "{few}")),
        ("D611", ("conflicts", "{shore}", "{few}", "nobody")),
    ],
)
def test_a_mistake_of_a_comparison_is_told_as_expected(code, words, tmp_path, monkeypatch, golden):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shore.rules").write_text(SHORE, encoding="utf-8")
    (tmp_path / "no-pair.txt").write_text("north left-bank\n")
    (tmp_path / "twice.txt").write_text("north = south\nnorth = north\n")
    (tmp_path / "unknown.txt").write_text("nroth = north\n")
    house(tmp_path, "few", "set hand-size to 1")
    names = {
        "shore": "shore.rules",
        "few": "few.rules",
        "no_pair": "no-pair.txt",
        "twice": "twice.txt",
        "unknown": "unknown.txt",
    }
    found = run(*(word.format(**names) for word in words))
    assert found.exit_code == 2
    assert f"[{code}]" in found.output
    golden(GOLDEN / f"{code}.expected", found.output)
