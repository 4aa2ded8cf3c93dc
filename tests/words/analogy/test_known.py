"""The known sentences of every game are true as far as the claims of its rules can tell."""

from pathlib import Path

import pytest

from verifier.diagnostics import Report
from verifier.source import Source
from verifier.words.analogy.known import DENIED, FOLDER, known_sentences, parsed
from verifier.words.audit.reading import readable_lexicon, terms_of
from verifier.words.book import phrasebook_of, worded_program
from verifier.words.claims import claims_of, doings
from verifier.words.judge.verdicts import judged
from verifier.words.reader.reading import read

SPEC = Path(__file__).parents[3] / "spec"
FILES = sorted(SPEC.glob(f"*/{FOLDER}/*.txt"))
FALSE = sorted(SPEC.glob(f"*/{DENIED}/*.txt"))
# Read without the sentences around them, some of them are misread; false ones would be more.
MISREAD = 0.015


def rule_set(game):
    """The game with its variants, of which its known sentences speak too."""
    return {"lost-cities-duel": "lost-cities-duel+exploits+three-in-a-row"}.get(game, game)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_the_rules_contradict_hardly_any_known_sentence(path):
    program, words = worded_program(rule_set(path.parts[-3])), readable_lexicon(path.stem)
    known = [each for each in known_sentences([path.parents[1]], path.stem) if not each.denied]
    terms = terms_of(program, phrasebook_of(program, path.stem, Report()).glossary, words)
    sentences = read(Source("", "\n\n".join(each.text for each in known)), words, terms)
    found = judged(claims_of(program), sentences, doings(program))
    wrong = {each.sentence.text for each in found if each.status == "contradicted"}
    assert len(wrong) <= max(2, MISREAD * len(known)), wrong


@pytest.mark.parametrize("path", FALSE, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_nothing_is_known_to_be_true_and_false(path):
    known = known_sentences([path.parents[1]], path.stem)
    true, false = ({each.text for each in known if each.denied == denied} for denied in (False, True))
    assert not true & false
    assert false == {each.text for each in parsed(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_no_sentence_stands_twice_in_a_group(path):
    known = known_sentences([path.parents[1]], path.stem)
    assert len(known) == len(set(known)) > 0
