"""Names that mean nothing: the hint is the remedy that helps."""

import pytest

from tests.rules import text
from verifier.diagnostics import Report
from verifier.program import check_ruleset

PLAY = """turn
    play: one of lay
action lay
    choose number n in my hand
    rule rising
        require {claim}
    {step}
    move n to heap
"""
LINES = {
    "note bid: 1..3": ("P146", "`amount bid: 1..3`"),
    "note bid per player: 1..3, until turn ends": ("P146", "`amount bid per player: 1..3, until turn ends`"),
    "amount gold per player: 0..max": ("N202", "`number max: 10`"),
    "number worth by suit: red is 1, blu is 2": ("N206", "`blue`"),
    "number worth by suit: red is 1, blue is 2, green is 3": ("N206", "red, blue"),
    "note trump: suit, starts green": ("N206", "red, blue"),
    "card joker: suit blu": ("N206", "`blue`"),
    "card joker: suit 3": ("T328", "a name of its own"),
    "card joker: value red": ("T328", "a name of its own"),
    "card joker: value odd": ("T328", "a name of its own"),
    "card joker: value red 1": ("T328", "a name of its own"),
    "number worth by suit: red is 1": ("T305", "`blue is 0`"),
    "number worth by players: 3 is 1": ("T305", "`2 or more is 0`"),
    "number worth by value: 1 is 1": ("N205", "`kind value: 1..10`"),
}
CLAIMS = {
    "n.suit is red or blue": ("T310", "`x is one of A, B`"),
    "coins is 0": ("T314", "`my coins`"),
    "n.value is morethan n.value": ("N224", "`is more than`"),
    "n.value is atleast n.value": ("N224", "`is at least`"),
    "count number in heap is 2 or more": ("N221", "`is at least ...`"),
    "count number heap is at least 2": ("N246", "`in heap`"),
    "over is yes": ("N221", "`not visited`"),
    "active is fourth": ("N221", "`left of active`"),
}
STEPS = {
    "left of me chooses number in my hand": ("P146", "`me.left chooses number in my hand`"),
    "one of lay, by left of me": ("P146", "`one of lay, by me.left`"),
    "add 1 to my heap": ("N223", "`heap`"),
    "take 1 from heap": ("T333", "`move 1 from heap to ...`"),
    "show my hand to all": ("N221", "`everyone`"),
    "add 1 to left of me.coins": ("T310", "`(left of me).coins`"),
    "swap my hand with left of me.hand": ("T310", "`(left of me).hand`"),
    "swap my hand with left of my hand": ("T310", "`(left of me).hand`"),
}


def told(folder, *pieces):
    path = folder / "tiny.rules"
    path.write_text(text(*pieces), encoding="utf-8")
    report = Report()
    check_ruleset(str(path), report)
    return [(each.code, each.hint or "") for each in report.diagnostics]


def play(claim="n.value is at least 1", step="add 1 to my coins"):
    return PLAY.format(claim=claim, step=step)


@pytest.mark.parametrize("line", LINES)
def test_of_a_line(line, tmp_path):
    ((code, hint),) = told(tmp_path, play(), line)
    assert (code, LINES[line][1] in hint) == (LINES[line][0], True)


@pytest.mark.parametrize("claim", CLAIMS)
def test_of_a_condition(claim, tmp_path):
    ((code, hint),) = told(tmp_path, play(claim=claim))
    assert (code, CLAIMS[claim][1] in hint) == (CLAIMS[claim][0], True)


@pytest.mark.parametrize("step", STEPS)
def test_of_a_step(step, tmp_path):
    ((code, hint),) = told(tmp_path, play(step=step))
    assert (code, STEPS[step][1] in hint) == (STEPS[step][0], True)
