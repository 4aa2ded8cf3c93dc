"""`is one of`: a set that is written out."""

import pytest

from tests.agreement.definition import follow
from tests.rules import codes, text
from verifier.engine.scenarios import ScenarioRunner
from verifier.program import program_of

PLAY = """\
turn
    play: one of lay
define low for card n: n.value is one of 1, 2
define cool for suit s: s is not one of red, second-colour
action lay
    choose number n in my hand
    rule low-or-cool
        require n is low or n.suit is cool
    move n to heap
scenario laid
    given my hand: {words}
    when I lay {words}
    then {outcome}
"""
LAID = "my hand is empty"


@pytest.mark.parametrize(
    ("words", "second", "outcome"),
    [("red 1", "blue", LAID), ("red 3", "blue", "refused by low-or-cool"), ("blue 3", "red", LAID)],
)
def test_members_are_told_from_the_others(tmp_path, words, second, outcome):
    path = tmp_path / "tiny.rules"
    rules = PLAY.replace("second-colour", second).format(words=words, outcome=outcome)
    path.write_text(text(rules), encoding="utf-8")
    made = program_of(str(path))
    runner = ScenarioRunner(made.game, made.machine)
    assert [runner.run(each) for each in made.game.scenarios] == [[]]
    follow(made.game, made.machine, 20)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("n.value is one of 1, red", "T317"),
        ("n.value is one of 1", "P132"),
        ("n.suit is one of pink, red", "N221"),
    ],
)
def test_what_is_no_member_is_told(tmp_path, line, code):
    rules = PLAY.replace("n is low or n.suit is cool", line).replace("second-colour", "blue")
    assert codes(tmp_path, rules.format(words="red 1", outcome="allowed")) == [code]
