"""What the measures of `benchmarks.words` count, and how much text is read at all."""

import pytest

from benchmarks.words import changed_words
from verifier.diagnostics import Rejected
from verifier.source import Source
from verifier.words.audit.recognition import LONGEST_TEXT, check_readable
from verifier.words.reader.lexicon import lexicon


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Take eight cards each.", "Take nine cards each.", ["nine"]),
        ("Take one. Then put one down.", "Take one. Then lay two down.", ["lay two"]),
        ("Take a card at once.", "Take a card.", [""]),
        ("Nothing changes.", "Nothing changes.", []),
    ],
)
def test_the_edited_words_are_found(old, new, words):
    assert [new[start:end].strip(" .") for start, end in changed_words(old, new)] == words


def test_a_text_that_is_too_long_is_refused_in_one_sentence():
    text = "Every player takes a card and puts it down.\n" * (LONGEST_TEXT // 40)
    with pytest.raises(Rejected) as told:
        check_readable(Source("long.txt", text), lexicon("en"))
    assert [each.code for each in told.value.report.diagnostics] == ["L792"]
