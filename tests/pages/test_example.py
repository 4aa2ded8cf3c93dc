"""The worked example: what is worked out has a word in every language."""

from collections.abc import Iterator

import pytest

from verifier.languages import ENGLISH
from verifier.pages.game_pages import titles_of
from verifier.pages.material import Worth, material_of
from verifier.surface.files import game_names, spec_folder
from verifier.words.catalogue import told_languages

pytestmark = pytest.mark.slow


def definitions(worth: Worth) -> Iterator[str]:
    yield worth.definition
    for step in worth.steps:
        for inner in step.inside:
            yield from definitions(inner)


@pytest.mark.parametrize("game", game_names())
def test_the_heads_of_an_example_are_translated(game):
    example = material_of(game).example
    assert example is not None
    worked_out = {name for worth in example.worths for name in definitions(worth)}
    folder = spec_folder() / game
    for lang in told_languages(folder):
        if lang != ENGLISH:
            named = titles_of(folder, lang)
            assert [name for name in sorted(worked_out) if f"field:{name}" not in named] == []
