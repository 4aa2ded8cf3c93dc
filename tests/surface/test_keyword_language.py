"""Texts with the keywords of another language: the first line says which, and the game is the same."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.surface.test_words import printed, units_of
from verifier.diagnostics import Report
from verifier.program import check_ruleset, program_of
from verifier.source import Source
from verifier.surface.files import headers_of
from verifier.surface.format import formatted
from verifier.surface.keyword_language import HEADS, OF, keyword_language
from verifier.surface.parser import keywords

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
PIECES = re.findall(r"```rules\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.fixture
def pair(tmp_path):
    """The game of the language page, in English and with French keywords."""
    english, french = tmp_path / "harbour.rules", tmp_path / "port" / "harbour.rules"
    french.parent.mkdir()
    english.write_text("\n".join(PIECES), encoding="utf-8")
    french.write_text(printed(units_of("\n".join(PIECES), "en"), "fr"), encoding="utf-8")
    return english, french


@pytest.mark.parametrize("overlay", ["", "+market-day", "+long-voyage"])
def test_a_game_is_checked_and_is_the_same(pair, overlay):
    english, french = pair
    report = Report()
    check_ruleset(f"{french}{overlay}", report)
    assert report.diagnostics == ()
    one, other = (program_of(f"{path}{overlay}", 2).machine for path in (english, french))
    assert replace(one, name="") == replace(other, name="")
    assert [each.name.text for each in headers_of(english)] == [each.name.text for each in headers_of(french)]


def test_a_layer_in_french_stands_on_a_game_in_english(pair, tmp_path):
    english, _ = pair
    above = tmp_path / "above.rules"
    above.write_text("règle-maison maigre de harbour\nmettre fee à 0\n", encoding="utf-8")
    assert program_of(f"{english}+{above}", 2).game.name


def test_a_text_keeps_its_words_when_it_is_formatted(pair):
    _, french = pair
    text = french.read_text(encoding="utf-8")
    assert formatted(Source(str(french), text), Report()) == text


def test_a_mistake_is_told_in_the_words_of_the_text(tmp_path):
    path = tmp_path / "port.rules"
    path.write_text("jeu port\njoueur 2\n", encoding="utf-8")
    report = Report()
    check_ruleset(str(path), report)
    assert report.diagnostics[0].hint == "did you mean `joueurs`?"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("game g\n", "en"),
        ("# jeu\n\ngame g\n", "en"),
        ("\ufeffjeu g\n", "fr"),
        ("# a comment\n\njeu g # d'ici\n", "fr"),
        ("variant v of g\n", "en"),
        ("variante v de g\n", "fr"),
        ("instance i of g\n", "en"),
        ("instance i de g\n", "fr"),
        ("jeux g\n", "en"),
        ("", "en"),
    ],
)
def test_the_first_line_says_the_language(text, lang):
    assert keyword_language(text) == lang


def test_the_heads_are_those_of_the_grammar():
    english = keywords("en")
    assert set(english.spelt("HEAD")) == HEADS
    assert english.phrase("of") == OF
