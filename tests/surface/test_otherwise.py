"""`otherwise`: an alternative to a rule, settled before that rule acts; and `let ... if any`."""

import pytest

from tests.agreement.definition import follow
from tests.agreement.symbolic import assert_agreement
from tests.rules import codes, text
from tests.surface.shape import shape
from verifier.diagnostics import Level, Report
from verifier.engine import Engine
from verifier.program import check_ruleset, program_of
from verifier.runtime import Seeded
from verifier.source import Source
from verifier.surface.format import printed
from verifier.surface.parser import read

TURN = """\
turn
    play: one of lay

action lay
    choose number in my hand
    move number to my row of number.suit
"""
FLIPS = """\
after lay
    rule poor-get-some
        when my coins is 0
        add 5 to my coins
    otherwise rule rich-give-some
        when my coins is 5
        take 5 from my coins
    otherwise rule others-stay
        add 7 to my coins
"""
ASKS = FLIPS.replace("        add 5 to my coins\n", "        may choose suit\n        add 5 to my coins\n", 1)
WORTH = """\
define worth for player p
    rule poor
        when p.coins is 0
        add 1
    otherwise rule middling
        when p.coins is less than 6
        add 2
    otherwise rule rich
        add 3
    rule always
        add 10
"""


def program(folder, *pieces, overlay=None):
    path = folder / "tiny.rules"
    path.write_text(text(TURN, *pieces), encoding="utf-8")
    if overlay is None:
        return program_of(str(path), 2)
    above = folder / "above.rules"
    above.write_text(overlay, encoding="utf-8")
    return program_of(f"{path}+{above}", 2)


def laid(made):
    engine = Engine(made.machine)
    state = engine.new(Seeded(1))
    while engine.player(state) == 0 and not engine.over(state):
        engine.step(state, engine.legal(state)[0], Seeded(1))
    return engine, state


@pytest.mark.parametrize("after", [FLIPS, ASKS], ids=["at-once", "with-a-decision"])
def test_an_alternative_is_not_asked_after_the_rule_has_acted(tmp_path, after):
    made = program(tmp_path, after)
    _, state = laid(made)
    assert state.coins[0] == 5
    for seed in range(3):
        follow(made.game, made.machine, 12, seed=seed)
        assert_agreement(made.machine, seed, 12, in_order=True)


@pytest.mark.parametrize(("coins", "then"), [(0, 5), (5, 0), (9, 16)])
def test_one_of_a_rule_and_its_alternatives_applies(tmp_path, coins, then):
    _, state = laid(program(tmp_path, f"after setup\n    set my coins to {coins}\n", FLIPS))
    assert state.coins[0] == then


@pytest.mark.parametrize(("coins", "worth"), [(0, 11), (3, 12), (9, 13)])
def test_the_rules_of_a_definition_have_alternatives(tmp_path, coins, worth):
    shown = "amount shown: 0..50\nafter lay\n    set shown to my worth\n"
    made = program(tmp_path, f"after setup\n    set my coins to {coins}\n", WORTH, shown)
    engine, state = laid(made)
    assert engine.get(state, "shown") == worth
    follow(made.game, made.machine, 6)


def test_a_guard_has_an_alternative(tmp_path):
    guards = """\
change lay
    rule red-while-poor
        when my coins is 0
        require number.suit is red
    otherwise rule blue-while-rich
        require number.suit is blue
"""
    made = program(tmp_path, guards)
    follow(made.game, made.machine, 6)
    engine = Engine(made.machine)
    state = engine.new(Seeded(1))
    names = {engine.describe(move, state)["with"]["number"] for move in engine.legal(state)}
    assert all(name.startswith("red") for name in names)


def test_a_replaced_alternative_stays_an_alternative(tmp_path):
    overlay = "house-rule other of tiny\nreplace rule rich-give-some\n    when my coins is 5\n    add 1 to my coins\n"
    _, state = laid(program(tmp_path, FLIPS, overlay=overlay))
    assert state.coins[0] == 5


@pytest.mark.parametrize(
    "steps",
    [
        "    otherwise rule alone\n        add 1 to my coins\n",
        "    rule always\n        add 1 to my coins\n    otherwise rule never\n        add 1 to my coins\n",
        "    rule a\n        when my coins is 0\n        add 1 to my coins\n    shuffle deck\n"
        "    otherwise rule b\n        add 1 to my coins\n",
    ],
    ids=["first", "no-condition", "not-next-to-it"],
)
def test_an_alternative_to_nothing_is_a_mistake(tmp_path, steps):
    assert codes(tmp_path, TURN, "after lay\n" + steps) == ["T324"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_alternatives_are_written_as_they_are_read(language):
    let = "after setup\n    let n be top number in heap if any\n    move n to deck\n"
    report = Report()
    units = read(Source("tiny.rules", text(TURN, FLIPS, WORTH, let)), report)
    written = "".join(printed(unit, language) for unit in units)
    again = read(Source("tiny.rules", written), report, language)
    assert not report.diagnostics
    assert shape(again) == shape(units)
    assert ("autrement" in written) == (language == "fr")


# --- let


def warnings(folder, *pieces):
    path = folder / "tiny.rules"
    path.write_text(text(TURN, *pieces), encoding="utf-8")
    report = Report()
    check_ruleset(str(path), report)
    assert not report.has_errors
    warned = [found.code for found in report.diagnostics if found.level is Level.WARNING]
    # Not every test uses all that is in the frame.
    return [code for code in warned if code != "C515"]


def test_a_block_that_may_be_cut_short_is_told(tmp_path):
    cut = "after lay\n    let n be top number in heap\n    move n to deck\n    add 1 to my coins\n"
    assert warnings(tmp_path, cut) == ["C508"]


@pytest.mark.parametrize(
    "steps",
    [
        "    let n be top number in heap if any\n    move n to deck\n",
        "    let n be my opponent\n    add 1 to n.coins\n",
        "    add 1 to my coins\n    let n be top number in heap\n",
    ],
    ids=["said", "never-nothing", "nothing-follows"],
)
def test_what_is_said_or_cannot_happen_is_not_told(tmp_path, steps):
    assert warnings(tmp_path, "after lay\n" + steps) == []


# --- numbers are never nothing


@pytest.mark.parametrize(
    "condition", ["bid is nothing", "bid is not nothing", "nothing is bid", "my coins is nothing"]
)
def test_a_number_is_never_nothing(tmp_path, condition):
    note = "kind offer: 2..5\nnote bid: offer\n"
    asked = f"after lay\n    rule first-bid\n        when {condition}\n        add 1 to my coins\n"
    assert codes(tmp_path, TURN, note, asked) == ["T327"]


def test_a_cleared_number_is_as_it_began(tmp_path):
    note = "kind offer: 2..5\nnote bid: offer\nafter lay\n    set bid to 4\n    clear bid\n"
    engine, state = laid(program(tmp_path, note))
    assert engine.get(state, "bid") == 2
