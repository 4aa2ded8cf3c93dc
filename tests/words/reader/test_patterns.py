"""Patterns of words, as lexicons write them."""

import pytest

from verifier.words.reader.patterns import pattern


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("cards?", "card"),
        ("cards?", "cards"),
        ("*stapel", "nachziehstapel"),
        ("hat ... zu", "hat die karte zu"),
        ("more than (one|two)", "more than two"),
        ("au-dessus", "au-dessus"),
    ],
)
def test_what_a_pattern_matches(written, text):
    assert pattern(written).places(text) == [(0, len(text))]


@pytest.mark.parametrize(
    ("written", "text"), [("cards?", "cardsharp"), ("or", "for"), ("hat ... zu", "hut die karte zu")]
)
def test_what_it_does_not(written, text):
    assert pattern(written).places(text) == []


@pytest.mark.parametrize("text", ["l'adversaire", "l' adversaire", "votre adversaire"])
def test_an_elided_article_in_an_alternative_needs_no_blank(text):
    assert pattern("(l'|votre) adversaire").places(text) == [(0, len(text))]


def test_an_elided_word_begins_a_gap_without_a_blank():
    text = "n'a pas joue que"
    assert pattern("(ne|n') ... que").places(text) == [(0, len(text))]
