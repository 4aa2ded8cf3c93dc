"""Which hidden piles may be kept as sets."""

from tests.check.explore.games import CARDS, compiled_text, every_state
from verifier.check.explore import explore
from verifier.check.explore.packing import Packing
from verifier.check.explore.unordered import unordered_piles

DEALT = CARDS.replace("zone hand:", "zone stack: pile per colour, hidden\nzone hand:").replace(
    "    each player p\n        move 1 from deck to p.hand",
    "    each colour c\n        move 2 from deck to stack of c\n    each player p\n"
    "        move top leaf in stack of red to p.hand",
)


def test_a_shuffled_pile_that_is_only_drawn_from_is_a_set(tmp_path):
    assert unordered_piles(compiled_text(tmp_path, CARDS)[1]) == {"deck"}


def test_a_pile_that_is_not_shuffled_keeps_its_order(tmp_path):
    assert unordered_piles(compiled_text(tmp_path, CARDS.replace("    shuffle deck\n", ""))[1]) == set()


def test_a_pile_on_which_something_is_put_back_keeps_its_order(tmp_path):
    back = "\nafter lay\n    move top leaf in my row of red to deck"
    assert unordered_piles(compiled_text(tmp_path, CARDS, back)[1]) == set()


def test_a_pile_that_is_shuffled_after_something_is_put_back_is_a_set(tmp_path):
    back = "\nafter lay\n    move top leaf in my row of red to deck\n    shuffle deck"
    assert unordered_piles(compiled_text(tmp_path, CARDS, back)[1]) == {"deck"}


def test_a_pile_that_somebody_sees_keeps_its_order(tmp_path):
    assert (
        unordered_piles(compiled_text(tmp_path, CARDS.replace("deck: pile, hidden", "deck: pile, seen"))[1])
        == set()
    )
    shown = "\nafter lay\n    show deck to me\n    my opponent chooses colour\n    set eldest to eldest"
    assert unordered_piles(compiled_text(tmp_path, CARDS, shown)[1]) == set()


def test_a_pile_whose_top_a_rule_looks_at_keeps_its_order(tmp_path):
    looks = CARDS.replace(
        "    move leaf to my row",
        "    rule not-like-the-next\n"
        "        require top value of leaf in deck else 0 is not leaf.value\n    move leaf to my row",
    )
    assert unordered_piles(compiled_text(tmp_path, looks)[1]) == set()
    claims = "invariant never-low\n    top value of leaf in deck else 2 is at least 1"
    assert unordered_piles(compiled_text(tmp_path, CARDS, claims)[1]) == set()


def test_a_pile_that_is_searched_by_draws_keeps_its_order(tmp_path):
    searched = CARDS.replace(
        "move top leaf in deck to my hand",
        "let x be top leaf y in deck where y.value is 1\n    move x to my hand",
    )
    assert unordered_piles(compiled_text(tmp_path, searched)[1]) == set()


def test_piles_dealt_unseen_from_a_shuffled_pile_are_sets(tmp_path):
    machine = compiled_text(tmp_path, DEALT)[1]
    assert unordered_piles(machine) == {"deck", "stack"}


def test_a_dealt_pile_to_which_something_is_added_keeps_its_order(tmp_path):
    machine = compiled_text(tmp_path, DEALT, "\nafter lay\n    move leaf to stack of leaf.colour")[1]
    assert unordered_piles(machine) == {"deck"}


def test_sets_and_piles_lead_to_the_same_states(tmp_path):
    machine = compiled_text(tmp_path, DEALT)[1]
    engine, states = every_state(machine)
    key = Packing(engine.layout, frozenset({"deck", "stack"})).key
    found = explore(machine, symmetry=False)
    assert found.states == len({key(state) for state in states})
    assert found.unordered == {"deck", "stack"}
    for play in found.seen.values():
        assert len(play.shuffles) == 1, "the one shuffle, with every card in it"
        assert sorted(play.shuffles[0]) == [0, 1, 2, 3]
