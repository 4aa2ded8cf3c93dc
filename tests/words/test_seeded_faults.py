"""Every fault that is put into a good sentence is found, by the code that names it; the good ones stay silent."""

from dataclasses import replace
from functools import cache

import pytest

from tests.words.faults import FAULTS
from verifier.diagnostics import Report
from verifier.words.check import owned_by, reads_of
from verifier.words.sentences import sentence_problems

GAME = "lost-cities"


@cache
def reads():
    return reads_of(GAME)


@cache
def owned(lang):
    return owned_by(GAME, lang, Report(), reads())


def message_of(lang, key):
    each = owned(lang)[key]
    return each.entry, each.book.catalogues[each.entry.folder].by_key[key], each.book


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "key", "good", "bad", "code"), FAULTS, ids=lambda value: str(value)[:30])
def test_a_seeded_fault_is_found_by_its_code(lang, key, good, bad, code):
    entry, message, book = message_of(lang, key)
    assert good in message.words
    assert list(sentence_problems(entry, message, book)) == []
    spoilt = replace(message, words=message.words.replace(good, bad))
    found = [problem.code for problem in sentence_problems(entry, spoilt, book)]
    assert code in found


def test_there_are_enough_faults_of_every_sort():
    assert len(FAULTS) >= 60
    assert len({code[:3] for *_, code in FAULTS}) >= 7
    assert {lang for lang, *_ in FAULTS} == {"en", "fr", "de"}
