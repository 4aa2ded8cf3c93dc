"""`campaign` as people call it: the table, the document, the exit codes."""

import pytest

from tests.check.games import GOOD, spoiled, without_times
from verifier.check.simulate import campaign as room

FEW = ("--plays", "30", "--jobs", "1")
# Nobody ever draws: what was dropped is taken back.
CIRCLES = (
    GOOD.replace("draw: do draw-one", "draw: one of take-back, draw-one")
    .replace("procedure draw-one\n    move", "action draw-one\n    move")
    .replace(
        "end\n",
        "action take-back\n    rule heap-has-one\n        require heap is not empty\n"
        "    move top pebble in heap to my hand\n\nend\n",
    )
)


@pytest.fixture
def pebbles(folder):
    def write(text=GOOD):
        (folder / "pebbles.rules").write_text(text, encoding="utf-8")
        return "pebbles.rules"

    return write


def test_plays_that_end_exit_well(answer, pebbles):
    code, document = answer("campaign", pebbles(), *FEW)
    assert code == 0
    (line,) = document["results"]
    assert line["plays"] == line["ends"]["over"] == 30
    assert line["broken"] == line["stumbles"] == line["late"] == []
    assert "two-in-a-row" in line["met"]
    assert "a-miracle" not in line["met"]


@pytest.mark.slow
def test_the_answer_does_not_depend_on_how_the_work_is_shared(answer, pebbles, monkeypatch):
    name = pebbles(spoiled("require pebble.value is more than", "require pebble.value is at most 9 +"))
    one = answer("campaign", name, "--plays", "40", "--jobs", "1")[1]
    monkeypatch.setattr(room, "BATCH", 7)
    two = answer("campaign", name, "--plays", "40", "--jobs", "2")[1]
    assert one["results"][0]["broken"]
    assert without_times(one) == without_times(two)


@pytest.mark.slow
def test_what_breaks_is_told_as_a_short_play(run, answer, pebbles):
    name = pebbles(spoiled("require pebble.value is more than", "require pebble.value is at most 9 +"))
    code, document = answer("campaign", name, *FEW)
    assert code == 1
    (broken,) = document["results"][0]["broken"]
    assert broken["property"] == "rows-rise"
    assert broken["plays"] > 1
    found = run("campaign", name, *FEW)
    assert "violated: `rows-rise` of pebbles.rules (2 players)" in found.stdout
    assert "Anna lays" in found.stdout


def test_plays_that_go_round_in_circles_are_reported(run, answer, pebbles):
    code, document = answer("campaign", pebbles(CIRCLES), *FEW)
    (line,) = document["results"]
    assert code == 1
    assert line["ends"]["loop"] > 0
    assert line["ends"]["over"] + line["ends"]["loop"] == 30
    moves = line["loop"]["play"]["moves"]
    assert line["loop"]["loop"] <= len(moves)
    assert "loop: pebbles.rules (2 players)" in run("campaign", pebbles(CIRCLES), *FEW).stdout


def test_circles_that_the_rules_know_of_are_no_failure(answer, pebbles):
    text = CIRCLES.replace("scenario laying", 'may-loop round-and-round: "so it is"\n\nscenario laying')
    code, document = answer("campaign", pebbles(text), *FEW)
    assert code == 0
    assert document["results"][0]["accepted"] == "so it is"


def test_a_play_that_is_broken_off_leaves_something_unknown(run, answer, pebbles, monkeypatch):
    monkeypatch.setattr(room, "PATIENCE", 0)
    code, document = answer("campaign", pebbles(), *FEW, "--most", "2")
    assert code == 3
    assert document["results"][0]["ends"]["late"] == len(document["results"][0]["late"]) > 0
    assert "cut off: pebbles.rules" in run("campaign", pebbles(), *FEW, "--most", "2").stdout


def test_a_mistake_of_ours_is_counted_and_told(run, answer, pebbles, monkeypatch):
    def stumble(sampler, seed, longest, found):
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(room, "_play", stumble)
    code, document = answer("campaign", pebbles(), "--plays", "2", "--jobs", "1")
    assert code == 2
    words = "ZeroDivisionError: on purpose"
    assert document["results"][0]["stumbles"] == [{"seed": 1, "words": words}, {"seed": 2, "words": words}]
    assert "internal error" in run("campaign", pebbles(), "--plays", "2", "--jobs", "1").stdout


def test_misuse_is_refused(run, pebbles):
    assert run("campaign", pebbles(), "--jobs", "0").exit_code == 2
    assert run("campaign", pebbles(), "--plays", "0").exit_code == 2
