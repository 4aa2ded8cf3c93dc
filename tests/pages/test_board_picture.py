"""The drawing of the table: every place with its word, in every language; none where the look says nothing."""

import re

import pytest

from verifier.pages.board_picture import board_picture
from verifier.pages.game_pages import GamePages


def cells(shown, kind="td"):
    return [re.sub(r"<[^>]+>", "", each) for each in re.findall(rf"<{kind}[^>]*>(.*?)</{kind}>", shown)]


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def duel():
    return GamePages("catan-duel")


@pytest.mark.parametrize(
    ("lang", "places"),
    [
        ("en", {"plot", "land upper"}),
        ("de", {"Strecke", "Bauplatz", "Fürstentum oben", "Ausbauplatz unten außen"}),
        ("fr", {"tracé", "parcelle", "domaine haut", "emplacement bas extérieur"}),
    ],
)
def test_what_lies_before_a_player_has_the_words_of_the_sentences(lang, places, duel):
    shown = board_picture(duel.pen(lang))
    assert places <= set(cells(shown))
    # Two kinds of columns take turns, from the left to the right.
    heads = [each[-1] for each in cells(shown, "th")]
    assert heads == ["6", "6", "7", "7", "8"]
    assert len(cells(shown)) == 5 * 5


def test_the_paths_of_a_board_show_what_is_printed_on_them():
    pages = GamePages("lost-cities-board")
    for lang in pages.languages:
        shown = board_picture(pages.pen(lang))
        assert shown.count("<tr") == 1 + 5 + 1
        assert [each for each in cells(shown) if each in ("50", "30")] == ["30", "50"]


def test_a_game_whose_look_says_nothing_has_none():
    assert board_picture(GamePages("lost-cities").pen("en")) == ""
