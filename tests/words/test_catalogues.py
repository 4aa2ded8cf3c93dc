"""The shipped catalogues: every game, every language, nothing missing, nothing wrong."""

from functools import cache

import pytest

from verifier.diagnostics import Report
from verifier.languages import languages
from verifier.surface.files import game_names
from verifier.words.check import checked, reads_of


@cache
def reads(game):
    return reads_of(game)


@pytest.mark.slow
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", game_names())
def test_a_shipped_catalogue_has_nothing_wrong(game, lang):
    report = Report()
    assert checked(game, lang, report, reads(game))
    assert report.diagnostics == ()
