"""Slips of a translator are noticed, other words for the same are not refused: a sample of `make bench-words`."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from tests.words.reworded import rewordings
from tests.words.slip_tables import slips
from verifier.diagnostics import Report
from verifier.words.check import others_than, owned_by, reads_of
from verifier.words.sentences import sentence_problems

GAME = "lost-cities"
LANGUAGES = ("en", "fr", "de")
# Measured over all games and languages by the bench; a kind that falls below has lost something.
LEAST = {"gain": 0.7, "modality": 0.75, "negation": 0.4, "quantifier": 0.7, "who": 0.85}
USUAL = 0.8


@cache
def reads():
    return reads_of(GAME)[:1]


@cache
def shelf(lang):
    return owned_by(GAME, lang, Report(), reads()), others_than(lang, GAME, reads())


def is_noticed(owned, words, beside):
    message = owned.book.catalogues[owned.entry.folder].by_key[owned.entry.key]
    return any(
        True for _ in sentence_problems(owned.entry, replace(message, words=words), owned.book, beside)
    )


def test_slips_of_every_kind_are_noticed():
    made: Counter[str] = Counter()
    noticed: Counter[str] = Counter()
    for lang in LANGUAGES:
        entries, beside = shelf(lang)
        for key, owned in entries.items():
            message = owned.book.catalogues[owned.entry.folder].by_key[key]
            for slip in slips(message.words, owned):
                made[slip.kind] += 1
                noticed[slip.kind] += is_noticed(owned, slip.words, beside[key])
    assert sum(made.values()) > 150
    shares = {kind: noticed[kind] / count for kind, count in made.items()}
    assert {kind: share for kind, share in shares.items() if share < LEAST.get(kind, USUAL)} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_other_words_for_the_same_are_not_refused(lang):
    entries, beside = shelf(lang)
    tried = [each for each in rewordings(lang) if each.game == GAME and each.sort == "harmless"]
    refused = [each.words for each in tried if is_noticed(entries[each.key], each.words, beside[each.key])]
    assert len(tried) >= 40
    assert len(refused) <= len(tried) // 12, refused


def test_a_difference_that_was_looked_at_is_quiet():
    entries, beside = shelf("en")
    owned = entries["action:draw-deck"]
    message = owned.book.catalogues[owned.entry.folder].by_key["action:draw-deck"]
    shorter = replace(message, words="Take the top card of the draw pile.")
    found = [
        each.code for each in sentence_problems(owned.entry, shorter, owned.book, beside["action:draw-deck"])
    ]
    assert found == ["L767"]
    accepted = replace(shorter, comments=("said otherwise: hand",))
    assert not list(sentence_problems(owned.entry, accepted, owned.book, beside["action:draw-deck"]))
