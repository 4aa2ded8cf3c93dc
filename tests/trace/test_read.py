"""A foreign text that is no play gets a diagnostic with its place."""

import json
import random

import pytest

from verifier.diagnostics import Report, all_as_text
from verifier.source import Source
from verifier.trace.read import MOST_MISTAKES, read_play


def read(text):
    report = Report()
    return read_play(Source("play.json", text), report), report


def codes(text):
    found, report = read(text)
    assert found is None
    return [each.code for each in report.diagnostics]


def with_changes(**changes):
    play = {
        "ruleset": "shore",
        "players": 2,
        "moves": [{"player": 0, "action": "lay", "with": {"card": "a"}}],
    }
    return json.dumps({key: value for key, value in {**play, **changes}.items() if value is not ...})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "R401"),
        ("{", "R401"),
        ("nonsense", "R401"),
        ('{"ruleset": NaN}', "R401"),
        ("\ufeff{}", "R401"),
        ('{"players": ' + "9" * 5_000 + "}", "R401"),
        ("[" * 100_000, "R402"),
        ('{"moves": ' * 100_000, "R402"),
        ('{"players": 2, "players": 3}', "R403"),
        ("[]", "R404"),
        ("7", "R404"),
        ("{}", "R405"),
        (with_changes(moves=...), "R405"),
        (with_changes(shufles=[]), "R406"),
        (with_changes(ruleset=3), "R404"),
        (with_changes(players="two"), "R404"),
        (with_changes(players=True), "R404"),
        (with_changes(players=2.0), "R404"),
        (with_changes(players=-1), "R404"),
        (with_changes(players=10**30), "R404"),
        (with_changes(given=[]), "R404"),
        (with_changes(given={"a": {}}), "R404"),
        (with_changes(shuffles={}), "R404"),
        (with_changes(shuffles=["a"]), "R404"),
        (with_changes(shuffles=[["a", 1]]), "R404"),
        (with_changes(shuffles=[[]] * 10_001), "R408"),
        (with_changes(rolls=[1]), "R404"),
        (with_changes(rolls=[{"die": "wind"}]), "R405"),
        (with_changes(rolls=[{"die": "wind", "face": [1]}]), "R404"),
        (with_changes(moves={}), "R404"),
        (with_changes(moves=[[]]), "R404"),
        (with_changes(moves=[{"action": "lay"}]), "R405"),
        (with_changes(moves=[{"player": 0}]), "R405"),
        (with_changes(moves=[{"player": None, "action": "lay"}]), "R404"),
        (with_changes(moves=[{"player": 0, "action": 1}]), "R404"),
        (with_changes(moves=[{"player": 0, "action": "lay", "with": []}]), "R404"),
        (with_changes(moves=[{"player": 0, "action": "lay", "with": {"card": ["a"]}}]), "R404"),
        (with_changes(moves=[{"player": 0, "action": "lay", "who": 1}]), "R406"),
    ],
)
def test_what_is_no_play_is_told(text, code):
    assert codes(text)[0] == code


def test_a_mistake_points_at_its_place():
    _, report = read(
        '{\n "ruleset": "shore",\n "players": 2,\n "moves": [\n  {"player": 0, "action": 7}\n ]\n}'
    )
    assert all_as_text(report.diagnostics) == (
        "error[R404]: `moves[0].action` should be a word in quotes\n"
        " --> play.json:5:27\n"
        "  |\n"
        '5 |   {"player": 0, "action": 7}\n'
        "  |                           ^ moves[0].action"
    )


def test_a_misspelt_key_gets_a_suggestion():
    _, report = read(with_changes(rools=[]))
    assert report.diagnostics[0].hint == "did you mean `rolls`?"


def test_a_text_full_of_mistakes_is_not_told_for_ever():
    assert len(codes(with_changes(moves=[1] * 1000))) == MOST_MISTAKES


def test_stopping_needs_no_player():
    found, _ = read(with_changes(moves=[{"action": "stop"}]))
    assert found.moves == ({"action": "stop"},)


def test_what_is_written_is_read_again(play):
    found, report = read(play.as_text())
    assert report.diagnostics == ()
    assert found == play
    assert json.loads(play.as_text()) == play.as_json()


def test_a_damaged_text_never_raises(play):
    chance = random.Random(1)
    text = play.as_text()
    for _ in range(300):
        at = chance.randrange(len(text))
        damage = chance.choice(["", '"', "[", "}", "\x00", "9", "\ud800", ",,", "null", "é"])
        read(text[:at] + damage + text[at + chance.randrange(3) :])
