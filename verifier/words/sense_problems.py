"""A sentence read like any rulebook, held against its own rule: which end, which face, whose, how many, empty or not."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.diagnostics import Diagnostic
from verifier.words.book import rendered
from verifier.words.reader.lexicon import lexicon as reading_lexicon
from verifier.words.reader.reading import read
from verifier.words.rule_senses import RuleSenses, rule_senses
from verifier.words.seam import Sentence
from verifier.words.sentence_context import Case



def sense_problems(case: Case) -> Iterator[Diagnostic]:
    """Words that say something else than the rule, and what the rule says and no word does."""
    text = rendered(case.template, case.book.values, case.book.glossary, case.book.lang)
    terms = {
        f"zone:{name}": term.forms
        for name, term in case.book.glossary.terms.items()
        if name in case.book.game.families
    }
    sentences = read(text, reading_lexicon(case.book.lang), terms)
    senses = rule_senses(case.entry, case.book.laid, case.book.game)
    yield from _against(case, sentences, senses)
    yield from _untold(case, sentences, senses)


# Of the places only the ends of a pile are the rule's; the middle of the table is nobody's.
_JUDGED = {"place": frozenset({"top", "bottom"})}


def senses_of(sentence: Sentence) -> Iterator[tuple[str, str, str]]:
    """Slot, value and words of everything a sentence says that a rule can be asked about."""
    for atom in sentence.atoms:
        value = str(atom.value)
        if value in _JUDGED.get(atom.slot, frozenset({value})):
            yield atom.slot, value, sentence.text[atom.start : atom.end]
            if atom.slot in ("owner", "role"):
                yield "who", value, sentence.text[atom.start : atom.end]
    yield from (("verb", verb, verb) for verb in sorted(_TURNED & sentence.concepts))


# Verbs whose opposite says the opposite.
_TURNED = frozenset({"lose", "pay", "discard"})


def _against(case: Case, sentences: list[Sentence], senses: RuleSenses) -> Iterator[Diagnostic]:
    for sentence in sentences:
        for slot, value, words in senses_of(sentence):
            allowed = senses.said.get(slot)
            if allowed is not None and value not in allowed:
                rule = ", ".join(sorted(allowed)) or "nothing"
                yield case.whole("L790", None, words=words, said=f"{slot} {value}", rule=rule)


def _untold(case: Case, sentences: list[Sentence], senses: RuleSenses) -> Iterator[Diagnostic]:
    said = {(slot, value) for sentence in sentences for slot, value, _ in senses_of(sentence)}
    for slot, values in senses.told:
        if not any((slot, value) in said for value in values):
            yield case.whole("L791", None, rule=f"{slot} {', '.join(sorted(values))}")
