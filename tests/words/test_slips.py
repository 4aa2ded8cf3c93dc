"""Slips of a translator are noticed, other words for the same are not refused: a sample of `make bench-words`."""

import tomllib
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.words.reworded import WRONG, rewordings
from tests.words.slip_tables import languages, slips
from verifier.diagnostics import Report
from verifier.words.check import others_than, owned_by, reads_of
from verifier.words.sentences import sentence_problems

GAME = "lost-cities"
LANGUAGES = ("en", "fr", "de", "es")
# Of every kind in every language, but for what was not reached.
LEAST = 0.95
REACHED = {("en", "gain"): 0.92}
TURNED = Path(__file__).parent / "turned_fr.toml"


@cache
def reads():
    return reads_of(GAME)[:1]


@cache
def shelf(lang):
    return owned_by(GAME, lang, Report(), reads()), others_than(lang, GAME, reads())


def message_of(owned):
    return owned.book.catalogues[owned.entry.folder].by_key[owned.entry.key]


def codes(owned, words, beside):
    problems = sentence_problems(owned.entry, replace(message_of(owned), words=words), owned.book, beside)
    return [each.code for each in problems]


def test_every_language_of_the_catalogues_is_tried():
    assert languages() == sorted(LANGUAGES)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_slips_of_every_kind_are_noticed(lang):
    made: Counter[str] = Counter()
    noticed: Counter[str] = Counter()
    entries, beside = shelf(lang)
    for key, owned in entries.items():
        for slip in slips(message_of(owned).words, owned):
            made[slip.kind] += 1
            noticed[slip.kind] += bool(codes(owned, slip.words, beside[key]))
    assert sum(made.values()) > 60
    shares = {kind: noticed[kind] / count for kind, count in made.items()}
    assert {kind: share for kind, share in shares.items() if share < REACHED.get((lang, kind), LEAST)} == {}


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_other_words_for_the_same_are_not_refused(lang):
    entries, beside = shelf(lang)
    tried = [each for each in rewordings(lang) if each.game == GAME and each.sort == "harmless"]
    refused = [each.words for each in tried if codes(entries[each.key], each.words, beside[each.key])]
    assert len(tried) >= 40
    assert len(refused) <= len(tried) // 12, refused


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_free_wording_is_never_called_wrong(lang):
    entries, beside = shelf(lang)
    tried = [each for each in rewordings(lang) if each.game == GAME and each.sort == "free"]
    found = [codes(entries[each.key], each.words, beside[each.key]) for each in tried]
    assert len(tried) >= 15
    assert [each for each in found if WRONG & set(each)] == []
    assert sum(map(bool, found)) <= len(tried) * 0.4


@pytest.mark.slow
def test_a_catalogue_turned_into_its_opposite_is_noticed_sentence_by_sentence():
    entries, beside = shelf("fr")
    turned = tomllib.loads(TURNED.read_text(encoding="utf-8"))
    assert len(turned) == 12
    assert [key for key, words in turned.items() if not codes(entries[key], words, beside[key])] == []


def test_a_difference_that_was_looked_at_is_quiet():
    entries, beside = shelf("en")
    owned = entries["action:draw-deck"]
    shorter = replace(message_of(owned), words="Take a card of the draw pile into your hand.")
    found = list(sentence_problems(owned.entry, shorter, owned.book, beside["action:draw-deck"]))
    assert [each.code for each in found] == ["L767"]
    assert "`top`" in (found[0].hint or "")
    accepted = replace(shorter, comments=("said otherwise: the top",))
    assert not list(sentence_problems(owned.entry, accepted, owned.book, beside["action:draw-deck"]))
