"""What a sentence says apart from its wording: its numbers, comparisons, choices, denials, order and terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from verifier.words.catalogue import Catalogue
from verifier.words.exchange.rows import Brought
from verifier.words.lexicon import COMPARISONS, MODALITIES, ORDERS, Lexicon
from verifier.words.reading import reading
from verifier.words.template import TemplateMistake, template
from verifier.words.terms import Glossary
from verifier.words.terms_used import forms_in

ASPECTS = ("numbers", "comparisons", "modality", "denials", "order", "terms")
Meaning = Mapping[str, tuple[str, ...]]


def meaning(words: str, lexicon: Lexicon, glossary: Glossary) -> Meaning:
    """The aspects of a sentence, each in the order of the sentence; nothing of one that cannot be read."""
    read = template(words)
    if isinstance(read, TemplateMistake):
        return dict.fromkeys(ASPECTS, ())
    said = reading(read, lexicon)
    marks = {mark.at: mark for mark in read.marks()}

    def of(senses: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(phrase.sense for phrase in said.phrases if phrase.sense in senses)

    order = tuple(
        f"{phrase.sense} {marks[phrase.start].ref}" if phrase.start in marks else phrase.sense
        for phrase in said.phrases
        if phrase.sense in ORDERS
    )
    return {
        "numbers": tuple(" ".join(slot.value) for slot in read.slots()),
        "comparisons": tuple(each.sense for each in said.comparisons if each.sense in COMPARISONS),
        "modality": of(MODALITIES),
        "denials": of(("not",)),
        "order": order,
        "terms": tuple(_terms(said.plain, glossary)),
    }


def _terms(text: str, glossary: Glossary) -> Iterator[str]:
    forms: dict[str, str] = {}
    for name, term in glossary.terms.items():
        for form in term.forms:
            forms.setdefault(form.lower(), name)
    yield from (forms[found[0].lower()] for found in forms_in(tuple(forms), text))


@dataclass(frozen=True, slots=True)
class EntryChange:
    """What became of one entry; `aspects` are those in which it now means something else."""

    key: str
    sort: str
    before: str
    after: str
    aspects: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()


def changes(
    old: Catalogue, new: Mapping[str, Brought], known: frozenset[str], lexicon: Lexicon, glossary: Glossary
) -> list[EntryChange]:
    """Every entry that the new words touch: new, reworded, of another meaning, left alone, unknown to the rules."""
    found = []
    for key, brought in new.items():
        before = old.by_key[key].words if key in old.by_key else ""
        if brought.words == before:
            continue
        if key not in known:
            found.append(EntryChange(key, "unknown", before, brought.words))
        elif not brought.words:
            found.append(EntryChange(key, "kept", before, before))
        elif not before:
            found.append(EntryChange(key, "new", before, brought.words))
        else:
            aspects = _aspects(meaning(before, lexicon, glossary), meaning(brought.words, lexicon, glossary))
            found.append(
                EntryChange(key, "meaning" if aspects else "wording", before, brought.words, aspects)
            )
    return found


def _aspects(before: Meaning, after: Meaning) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """The aspects that differ; terms and numbers may change their places in a sentence."""
    return tuple(
        (aspect, before[aspect], after[aspect])
        for aspect in ASPECTS
        if sorted(set(before[aspect])) != sorted(set(after[aspect]))
    )
