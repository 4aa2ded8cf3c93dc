"""What the lexicons read in a sentence, and what they must not."""

import tomllib
from pathlib import Path

import pytest

from verifier.words.reader.lexicon import lexicon
from verifier.words.reader.reading import read

READINGS = tomllib.loads(Path(__file__).with_name("readings.toml").read_text(encoding="utf-8"))
CASES = [(lang, case) for lang, cases in READINGS.items() for case in cases]


def what_is_read(text, lang):
    found = set()
    for sentence in read(text, lexicon(lang)):
        found |= sentence.concepts
        for atom in sentence.atoms:
            if atom.slot == "number":
                heads = sorted(each for each in atom.heads if each not in ("qualified", "definite"))
                found.add(" ".join(["number", atom.op or "-", str(atom.value), *heads]))
            elif atom.slot in ("order", "condition", "modal"):
                found.add(f"{atom.slot} {atom.value}")
    return found


@pytest.mark.parametrize(("lang", "case"), CASES, ids=[f"{lang} {case['text']}" for lang, case in CASES])
def test_a_sentence_is_read(lang, case):
    found = what_is_read(case["text"], lang)
    assert [each for each in case.get("reads", ()) if each not in found] == []
    assert [each for each in case.get("not", ()) if each in found] == []
