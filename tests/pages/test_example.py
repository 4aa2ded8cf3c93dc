"""The worked example: what is worked out has a word in every language."""

from collections.abc import Iterator
from functools import cache

import pytest

from verifier.languages import ENGLISH
from verifier.pages.game_pages import GamePages
from verifier.pages.material import Worth, material_of
from verifier.pages.rulebook import body as rulebook_body
from verifier.pages.voices import titles_of
from verifier.surface.files import game_names, spec_folder
from verifier.words.catalogue import told_languages

pytestmark = pytest.mark.slow


@cache
def pages():
    return GamePages("catan-duel")


def told(lang):
    pen = pages().pen(lang)
    return rulebook_body(pen, pen.voice.terms())


def definitions(worth: Worth) -> Iterator[str]:
    yield worth.definition
    for step in worth.steps:
        for inner in step.inside:
            yield from definitions(inner)


@pytest.mark.parametrize("game", game_names())
def test_the_heads_of_an_example_are_translated(game):
    material = material_of(game)
    example = material.example
    if example is None:
        # A score of a single line needs no worked example.
        definitions_of_scores = [material.program.game.definitions[name] for name in material.scoring]
        assert sum(len(each.clauses) for each in definitions_of_scores) < 2
        return
    worked_out = {name for worth in example.worths for name in definitions(worth)}
    folder = spec_folder() / game
    for lang in told_languages(folder):
        if lang != ENGLISH:
            named = titles_of(folder, lang)
            assert [name for name in sorted(worked_out) if f"field:{name}" not in named] == []


@pytest.mark.parametrize(
    ("lang", "head"), [("de", "Siegpunkte"), ("es", "Puntos de victoria"), ("fr", "Points de victoire")]
)
def test_a_head_is_in_the_language_of_the_page(lang, head):
    assert f"<h4><span>{head}</span>" in told(lang)
