"""Sentences one step away from the shipped ones are not accepted: how many of them are noticed."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from tests.words.neighbours import neighbours
from verifier.diagnostics import Report
from verifier.languages import languages
from verifier.words.check import owned_by, reads_of
from verifier.words.sentences import sentence_problems

pytestmark = pytest.mark.slow

GAME = "lost-cities-rivals"
# Some neighbours say the same as the rule, some leave out one of two comparisons that read alike.
LEAST = {"comparison": 0.98, "comparison left out": 0.8, "another slot": 0.95}


@cache
def reads():
    # The game alone has every sort of sentence; its overlays would double the time.
    return reads_of(GAME)[:1]


@pytest.mark.parametrize("lang", languages())
def test_neighbours_of_good_sentences_are_noticed(lang):
    made: Counter[str] = Counter()
    noticed: Counter[str] = Counter()
    for key, owned in owned_by(GAME, lang, Report(), reads()).items():
        message = owned.book.catalogues[owned.entry.folder].by_key[key]
        for change, words in neighbours(message.words, owned):
            made[change] += 1
            spoilt = replace(message, words=words)
            noticed[change] += any(True for _ in sentence_problems(owned.entry, spoilt, owned.book))
    assert sum(made.values()) > 250
    assert {
        change: count for change, count in made.items() if noticed[change] < LEAST.get(change, 1) * count
    } == {}
