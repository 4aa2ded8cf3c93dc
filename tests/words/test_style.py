"""What a reader of our own sentences found, so that it does not come back: elisions, capitals, one word for a thing."""

import re

import pytest

from verifier.diagnostics import Report
from verifier.languages import languages
from verifier.surface.files import game_names
from verifier.words.book import phrasebook_of
from verifier.words.check import reads_of

APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
# What no sentence may have, by language.
UNIDIOMATIC = {
    "fr": r"\b(?:de|que|ne|le) (?:une?|onze|il)\b(?! avant)|jusqu'au bout|Faites la somme",
    "de": r"\bvon deiner Hand\b|zählt [^.]* zu seiner Summe|bezahlbar",
    "es": r"\b(?:de|a) el\b(?! [A-Z])|\by i(?!a|e|o)|\bo (?:o|ho)",
}


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_sentences_are_idiomatic(game):
    reads = reads_of(game)
    for lang in languages():
        found = set()
        for read in reads:
            book = phrasebook_of(read, lang, Report())
            found |= {book.sentence(id) or "" for id in book.entries}
        wrong = re.compile(UNIDIOMATIC.get(lang, r"(?!)"))
        assert [text for text in found if wrong.search(text.replace(APOSTROPHE, "'"))] == []
