"""An overlay removes the rule to which another is the alternative: nothing says any more when that one applies."""

import pytest

from tests.rules import codes, text
from verifier.engine import Engine
from verifier.program import program_of

PAY = """\
turn
    play: one of lay

action lay
    do pay

procedure pay
    rule first-coin
        when my coins is 0
        add 1 to my coins
    rule rich
        when my coins is more than 3
        take 1 from my coins
    otherwise rule middling
        when my coins is more than 2
        add 2 to my coins
    otherwise rule poor
        add 4 to my coins
"""
OVER = "house-rule over of tiny\n"
BY_ITSELF = "replace rule middling\n    when my coins is more than 2\n    add 2 to my coins\n"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("remove rule rich\n", ["O324"]),
        ("remove rule rich\nremove rule middling\nremove rule poor\n", []),
        ("remove rule rich\nremove rule middling\n", ["O324"]),
        ("remove rule rich\n" + BY_ITSELF, []),
        (BY_ITSELF + "remove rule rich\n", []),
        ("remove rule middling\n", []),
        ("remove rule first-coin\n", []),
    ],
    ids=["alone", "all", "the-next-one", "replaced", "replaced-before", "one-in-between", "no-alternative"],
)
def test_an_alternative_is_not_given_another_rule_in_silence(lines, told, tmp_path):
    assert codes(tmp_path, PAY, OVER + lines) == told


def test_what_is_replaced_stands_by_itself(tmp_path):
    path = tmp_path / "tiny.rules"
    path.write_text(text(PAY, OVER + "remove rule rich\n" + BY_ITSELF), encoding="utf-8")
    machine = program_of(f"{path}+over", 2).machine
    engine = Engine(machine)
    state = engine.new(None)
    engine.step(state, engine.legal(state)[0], None)
    # The first coin, and then the last of the chain, which is one to `middling` now.
    assert state.coins[0] == 5
