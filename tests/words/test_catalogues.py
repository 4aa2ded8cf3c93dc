"""The shipped catalogues: every game, every language, nothing missing, nothing wrong."""

from functools import cache

import pytest

from verifier.diagnostics import Report
from verifier.surface.files import game_names, spec_folder
from verifier.words.catalogue import told_languages
from verifier.words.check import checked, reads_of

TOLD = [(game, lang) for game in game_names() for lang in told_languages(spec_folder() / game)]


@cache
def reads(game):
    return reads_of(game)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "lang"), TOLD)
def test_a_shipped_catalogue_has_nothing_wrong(game, lang):
    report = Report()
    assert checked(game, lang, report, reads(game))
    assert report.diagnostics == ()
