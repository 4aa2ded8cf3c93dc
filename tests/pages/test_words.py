"""The words of the pages: the same keys in every language, the same things to fill in."""

import re

import pytest

from verifier.languages import languages
from verifier.pages.pen import PageWords, page_words
from verifier.pages.site import READERS

SLOT = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("lang", languages())
def test_every_language_has_the_same_words(lang):
    assert list(page_words(lang)) == list(page_words("en"))


@pytest.mark.parametrize("lang", languages())
def test_the_same_things_are_filled_in(lang):
    english = page_words("en")
    odd = {
        key: text
        for key, text in page_words(lang).items()
        if sorted(SLOT.findall(text)) != sorted(SLOT.findall(english[key]))
    }
    assert odd == {}


def test_french_keeps_signs_with_their_words():
    loose = [text for text in page_words("fr").values() if re.search(r"[^\u00a0\u202f][;:!?](?=\s|$)", text)]
    assert loose == []


@pytest.mark.parametrize(
    ("lang", "value", "written"),
    [
        ("en", 1234.5, "1,234.5"),
        ("fr", 1234.5, "1\u202f234,5"),
        ("de", 1234.5, "1.234,5"),
        ("en", -20, "−20"),
    ],
)
def test_numbers_are_written_as_the_language_does(lang, value, written):
    assert PageWords(lang).number(value) == written


@pytest.mark.parametrize(("lang", "zero"), [("en", "0 rules"), ("fr", "0 règle"), ("de", "0 Regeln")])
def test_none_is_counted_as_the_language_does(lang, zero):
    assert PageWords(lang).count("game.rules", 0) == zero
    assert PageWords(lang).count("game.rules", 2) == page_words(lang)["game.rules-other"].format(n=2)


@pytest.mark.parametrize("lang", languages())
def test_what_stands_in_the_middle_of_a_line_begins_small(lang):
    """Effects of a variant are joined by semicolons."""
    parts = ("examples-one", "no-examples", "same", "moves", "same-moves", "idle", "revived", "ends")
    for part in parts:
        text = page_words(lang)[f"variant.{part}"]
        assert text[0] == "{" or text[0].islower()
        assert not text.endswith(".")


@pytest.mark.parametrize("lang", languages())
def test_menu_entries_are_words_of_the_language(lang):
    keys = {key for _, inside in READERS for key, _ in inside}
    assert {"doubt-verdict", "break", "readings"} <= keys
    if lang != "en":
        same = [key for key in keys if page_words(lang)[f"nav.{key}"] == page_words("en")[f"nav.{key}"]]
        assert set(same) <= {"glossary", "messages"}
