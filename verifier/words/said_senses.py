"""What a sentence says in slots that a rule can be asked about, read by the reader of rulebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from verifier.words.book import Phrasebook, slot_text, typeset
from verifier.words.reader.lexicon import Lexicon, lexicon
from verifier.words.reader.reading import read
from verifier.words.seam import Atom, Sentence
from verifier.words.template import Mark, Slot, Template, Text
from verifier.words.terms_used import forms_in

# Values that say the same to whoever asks a rule; those without a meaning of their own are left out.
ALIKE: Mapping[str, Mapping[str, str | None]] = {
    "quantifier": {"each": "all", "one": None, "several": None, "none": None},
    "superlative": {
        "highest": "most",
        "longest": "most",
        "lowest": "least",
        "shortest": "least",
        "first": None,
    },
    "connective": {"either": "or", "and": None},
    "place": {"start": None, "end": None, "anywhere": None},
    # Twice and double count something more often than they multiply a score.
    "arithmetic": {"multiply": None},
    "who": dict.fromkeys(("own", "any", "acting", "each", "all", "other", "next", "starter", "winner")),
}
PLAYERS = frozenset({"owner", "role"})
# Verbs whose opposite says the opposite.
TURNED = frozenset({"lose", "discard"})
ASKED = frozenset(
    {"face", "place", "superlative", "who", "quantifier", "arithmetic", "emptiness", "connective"}
)
DENIES = frozenset({"negation:not", "modal:must-not", "modal:only", "exception", "quantifier:none"})
# What the opposite of a denied value is.
DENIED = {"empty": "not-empty", "not-empty": "empty"}


@dataclass(frozen=True, slots=True)
class Said:
    """A value in a slot, and the words that say so."""

    slot: str
    value: str
    words: str


def said_senses(template: Template, book: Phrasebook) -> tuple[Said, ...]:
    """All that a sentence of a rule set says; words marked as plain or about another rule say nothing."""
    text = typeset("".join(_pieces(template, book)), book.lang)
    zones = tuple(
        (f"zone:{name}", book.glossary.terms[name].forms)
        for name in book.game.families
        if name in book.glossary.terms
    )
    return _read(text, book.lang, zones)


def _pieces(template: Template, book: Phrasebook) -> Iterator[str]:
    for piece in template.pieces:
        match piece:
            case Text():
                yield piece.text
            case Slot():
                yield slot_text(piece, book.values, book.glossary, book.lang)
            case Mark():
                aside = piece.sense == "plain" or piece.ref is not None
                yield "" if aside else "".join(_inside(piece, book))


def zones_said(text: str, book: Phrasebook) -> Iterator[Said]:
    """The zones that are named; one word may stand for several."""
    forms: dict[str, list[str]] = {}
    for name in book.game.families:
        if name in book.glossary.terms:
            for form in book.glossary.terms[name].forms:
                forms.setdefault(typeset(form, book.lang).lower(), []).append(name)
    for found in forms_in(tuple(forms), text):
        yield from (Said("zone", name, found[0]) for name in forms[found[0].lower()])


def _inside(mark: Mark, book: Phrasebook) -> Iterator[str]:
    for piece in mark.pieces:
        yield (
            piece.text if isinstance(piece, Text) else slot_text(piece, book.values, book.glossary, book.lang)
        )


# A catalogue is held against those of the other languages, each of which is read once.
@lru_cache(maxsize=20_000)
def _read(text: str, lang: str, zones: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Said, ...]:
    words = lexicon(lang)
    # A language may have catalogues and no reader yet.
    if words is None:
        return ()
    return tuple(said for sentence in read(text, words, dict(zones)) for said in _of(sentence, words))


def _of(sentence: Sentence, words: Lexicon) -> Iterator[Said]:
    players: list[Atom] = []
    for atom in sentence.atoms:
        slot = "who" if atom.slot in PLAYERS else atom.slot
        value = ALIKE.get(slot, {}).get(str(atom.value), str(atom.value))
        if slot == "who":
            # An owner may be the one who acts as well: one person.
            if any(_overlap(atom, each) for each in players):
                continue
            players += [atom] if value is not None else []
        if slot in ASKED and value is not None and not _is_part_of_another(atom, sentence):
            value = DENIED.get(value, value) if _is_denied(sentence, atom, words) else value
            yield Said(slot, value, sentence.text[atom.start : atom.end])
    yield from (Said("verb", verb, verb) for verb in sorted(TURNED & sentence.concepts))
    # A denial may turn a comparison round, or say that something is empty: those are asked on their own.
    if DENIES & sentence.concepts and not {"comparison", "emptiness"} & {
        atom.slot for atom in sentence.atoms
    }:
        yield Said("negation", "not", sentence.text)
    if "modal:may" in sentence.concepts:
        yield Said("modal", "may", sentence.text)


def _is_denied(sentence: Sentence, atom: Atom, words: Lexicon) -> bool:
    """Is there a `not` in its clause that is not part of the words themselves?"""
    clause = next((each for each in sentence.clauses if each.start <= atom.start < each.end), None)
    if clause is None or str(atom.value) not in DENIED:
        return False
    return any(
        clause.start <= start < clause.end and (end <= atom.start or start >= atom.end)
        for each in words.wordings
        if each.group == "negation"
        for start, end in each.pattern.places(sentence.folded)
    )


def _is_part_of_another(atom: Atom, sentence: Sentence) -> bool:
    """`For all to see` is a face and no quantity, `more than 8` a bound and no superlative."""
    if atom.slot == "quantifier":
        return any(each.slot == "face" and _overlap(each, atom) for each in sentence.atoms)
    if atom.slot == "superlative":
        return any(
            (each.slot == "comparison" and _overlap(each, atom))
            or (each.op is not None and atom.end <= each.start <= atom.end + 1)
            for each in sentence.atoms
        )
    return False


def _overlap(one: Atom, other: Atom) -> bool:
    return one.start < other.end and other.start < one.end
