"""What would mend a rule set: overlays and numbers, the smallest change of each."""

import pytest

from tests.compare.shore import SHORE, written
from verifier.compare.repairs import numbers_that_mend, overlays_that_mend, repairs
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import Program, composition
from verifier.surface import nodes
from verifier.surface.compose import with_number
from verifier.trace.policies.uniform import random_play

GIFT = ("number gift: 23", "after setup", "    each player p", "        add gift to p.coins")


@pytest.mark.slow
def test_overlays_that_make_an_endless_game_end_are_found_with_their_bounds():
    overlays = ("seven-cards", "deck-only", "no-bonus", "no-swapping")
    found = list(overlays_that_mend("lost-cities", "it-ends", overlays))
    assert [(each.change, each.bound.turns) for each in found] == [
        ("with `deck-only`", 44),
        ("with `no-swapping`", 88),
    ]
    assert found[0].words.startswith("every play ends: at most 44 turns")


@pytest.mark.slow
def test_the_smallest_change_of_a_number_is_found(with_house):
    # Three coins and a gift of 17 make 20; a storm brings more, so a few must be free.
    (found,) = numbers_that_mend(with_house(*GIFT), "bounds")
    words = found.change.split()
    assert words[1] == "`gift`"
    assert words[-1] == "23"
    assert 10 < int(words[2]) <= 17
    assert found.bound is None
    assert "no" in found.words


def test_a_property_that_no_play_can_show_has_no_repair(shore):
    assert repairs(shore, ["somebody-wins"]) == []


def test_a_machine_with_another_number_plays_by_it(tmp_path):
    laid = composition(written(tmp_path, "shore", SHORE), Report())
    item = next(each for each in laid.items if isinstance(each, nodes.Number))
    found = Program(laid.name, with_number(laid, item.name.text, 1)).machine
    family = found.families["hand"]
    state = random_play(Engine(found), 1, most=0).state
    assert [len(state.zones[family.base + seat]) for seat in range(2)] == [1, 1]


@pytest.mark.slow
def test_a_stack_that_is_larger_than_its_cards_is_mended_by_a_smaller_one(tmp_path):
    path = tmp_path / "large-stacks.rules"
    path.write_text("house-rule large-stacks of lost-cities-rivals\nset stack-size to 21\n")
    found = list(numbers_that_mend(f"lost-cities-rivals+{path}", "nothing-vanishes"))
    assert "with `stack-size` 20 instead of 21" in [each.change for each in found]
