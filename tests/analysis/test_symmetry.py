"""Renamings are used only if they map the rules onto themselves."""

import random

import pytest

from tests.check.explore.games import CARDS, HEAP, compiled_text
from verifier.analysis.renaming import renaming
from verifier.analysis.symmetry import generated_group, symmetries
from verifier.check.explore import explore
from verifier.check.explore.packing import Packing
from verifier.check.explore.unordered import unordered_piles
from verifier.engine import Engine
from verifier.kernel.layout import Layout
from verifier.runtime import Seeded
from verifier.trace.policies.uniform import random_given


def found_in(folder, text, *more, players=None):
    """The kinds and the turns of the table that are symmetries of a text."""
    _, machine = compiled_text(folder, text, *more, players=players)
    generators = symmetries(Layout(machine), unordered_piles(machine))
    kinds = sorted({name for each in generators for name in each.kinds})
    return kinds, any(each.players[0] != 0 for each in generators)


def test_colours_and_seats_may_be_renamed_if_the_rules_treat_them_alike(tmp_path):
    assert found_in(tmp_path, CARDS) == (["colour"], True)


@pytest.mark.parametrize(
    "rule",
    [
        "after lay\n    rule red-ends\n        when leaf.colour is red\n        move leaf to box",
        "invariant red-first\n    every player p: count leaf in p.row of red is at least 0",
        "witness blue\n    any leaf l where l.colour is blue and l is in my-own-box\n"
        "zone my-own-box: set, seen",
    ],
)
def test_a_rule_that_names_a_colour_forbids_to_rename_it(tmp_path, rule):
    assert found_in(tmp_path, CARDS, rule)[0] == []


@pytest.mark.parametrize(
    "rule",
    [
        "after lay\n    rule second-loses\n        when me is second\n        move leaf to box",
        "invariant first-leads\n    first.row of red is empty or first.row of red is not empty",
    ],
)
def test_a_rule_that_names_a_seat_forbids_to_turn_the_table(tmp_path, rule):
    assert found_in(tmp_path, CARDS, rule)[1] is False


def test_components_that_differ_by_colour_forbid_to_rename_it(tmp_path):
    assert found_in(tmp_path, CARDS, "card leaf: colour red, value 3")[0] == []


def test_a_score_that_differs_by_seat_forbids_to_turn_the_table(tmp_path):
    text = HEAP.replace(
        "define score for player p: p.taken",
        "define score for player p\n    rule all\n        add p.taken\n    rule odd\n"
        "        when p is first\n        add 1",
    )
    assert found_in(tmp_path, text)[1] is False


def test_players_in_the_order_of_their_seats_forbid_to_turn_the_table(tmp_path):
    lowest = "after lay\n    rule low\n        when (count player p where p.hand is empty) is 0\n"
    lowest += "        set eldest to eldest"
    assert found_in(tmp_path, CARDS, lowest)[1] is True
    tie = CARDS.replace(
        "starter eldest", "starter eldest\nrounds 2\nlater starter highest score, then eldest"
    )
    assert found_in(tmp_path, tie)[1] is False, "a tie goes to the lowest seat"


def test_a_loop_that_may_depend_on_its_order_forbids_renaming(tmp_path):
    heap = "zone heap: pile, seen\nafter lay\n    move every leaf in my hand to heap"
    assert found_in(tmp_path, CARDS, heap)[0] == []
    bag = heap.replace("pile, seen", "set, seen")
    assert found_in(tmp_path, CARDS, bag)[0] == ["colour"]


def test_more_than_two_players_turn_the_table(tmp_path):
    text = CARDS.replace("players 2", "players 3").replace("value 1..2", "value 1..3")
    assert found_in(tmp_path, text, players=3) == (["colour"], True)


def test_a_renaming_that_does_not_map_the_first_states_is_given_up(tmp_path):
    text = CARDS.replace(
        "    each player p\n        move 1 from deck to p.hand",
        "    move 1 from deck to first.hand\n    move 1 from deck to second.hand\n"
        "    move top leaf in deck to first.row of red",
    )
    _, machine = compiled_text(tmp_path, text)
    assert symmetries(Layout(machine), unordered_piles(machine)), "every rule after the set-up is symmetric"
    found = explore(machine)
    assert found.renamings == 1


def test_a_group_holds_every_combination_once(tmp_path):
    _, machine = compiled_text(tmp_path, CARDS.replace("red, blue", "red, blue, green"))
    generators = symmetries(Layout(machine), unordered_piles(machine))
    assert len(generated_group(generators)) == 6 * 2 - 1
    assert not any(each.is_idle for each in generated_group(generators))


def test_the_string_of_a_renamed_state_is_that_of_the_state_it_becomes(tmp_path):
    """The state is renamed by hand: components, zones and notes are changed one by one."""
    _, machine = compiled_text(tmp_path, CARDS, "note last: leaf")
    engine = Engine(machine)
    packing = Packing(engine.layout, frozenset())
    swap = renaming(engine.layout, {"colour": (1, 0)}, (1, 0))
    chance = random.Random(5)
    for seed in range(30):
        state = engine.new(Seeded(seed), random_given(engine, chance))
        for _ in range(chance.randrange(4)):
            moves = engine.legal(state)
            if moves:
                engine.step(state, chance.choice(moves), Seeded(seed))
        state.last = chance.choice([-1, 0, 1, 2, 3])
        other = state.copy()
        for zone, things in enumerate(state.zones[:-1]):
            other.zones[swap.zones[zone]] = [swap.things[thing] for thing in things]
        for zone, family in enumerate(engine.layout.family_of):
            if family.shape == "set":
                other.zones[zone].sort()
        for thing, zone in enumerate(state.where[:-1]):
            other.where[swap.things[thing]] = swap.zones[zone]
        other.last = -1 if state.last < 0 else swap.things[state.last]
        other.active, other.eldest = 1 - state.active, 1 - state.eldest
        assert packing.image(swap)(state) == packing.key(other)
