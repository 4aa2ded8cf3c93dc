import pytest

from verifier.diagnostics.suggest import did_you_mean, distance, nearest

KNOWN = ("copies", "colour", "hand-limit", "deck", "discard", "player", "players")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("copys", "copies"),
        ("copeis", "copies"),
        ("color", "colour"),
        ("Hand_Limit", "hand-limit"),
        ("dekc", "deck"),
        ("discrad", "discard"),
        ("playesr", "players"),
        ("plyer", "player"),
    ],
)
def test_a_slip_finds_the_name_that_was_meant(written, meant):
    assert nearest(written, KNOWN) == meant


@pytest.mark.parametrize("written", ["auction", "x", "", "a" * 10_000])
def test_another_word_finds_nothing(written):
    assert nearest(written, KNOWN) is None


def test_one_letter_is_not_mistaken_for_another():
    assert nearest("a", ["b"]) is None


def test_equal_chances_go_by_the_alphabet():
    assert nearest("bat", ["rat", "cat"]) == nearest("bat", ["cat", "rat"]) == "cat"


def test_a_swap_of_neighbours_is_one_slip():
    assert distance("dekc", "deck") == 1
    assert distance("", "abc") == distance("abc", "") == 3


def test_a_hint_names_what_is_near_and_says_something_else_otherwise():
    assert did_you_mean("playesr", ["players", "player"]) == "did you mean `players`?"
    assert did_you_mean("zebra", ["players"]) is None
    assert did_you_mean("zebra", ["players"], "there are no animals") == "there are no animals"
