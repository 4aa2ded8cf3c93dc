"""What a sentence says in slots that a rule can be asked about, read by the reader of rulebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from verifier.words.book import Phrasebook, slot_text, typeset
from verifier.words.reader.lexicon import lexicon
from verifier.words.reader.reading import read
from verifier.words.seam import Sentence
from verifier.words.template import Mark, Slot, Template, Text

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
    "who": dict.fromkeys(("own", "any", "acting", "each", "all", "other", "next", "starter", "winner")),
}
PLAYERS = frozenset({"owner", "role"})
# Verbs whose opposite says the opposite.
TURNED = frozenset({"lose", "discard"})
ASKED = frozenset(
    {"face", "place", "superlative", "who", "quantifier", "arithmetic", "emptiness", "zone", "connective"}
)


@dataclass(frozen=True, slots=True)
class Said:
    """A value in a slot, and the words that say so."""

    slot: str
    value: str
    words: str


def said_senses(template: Template, book: Phrasebook) -> tuple[Said, ...]:
    """All that a sentence of a rule set says; words marked as plain say nothing."""
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
                yield "" if piece.sense == "plain" else "".join(_inside(piece, book))


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
    sentences = read(text, words, dict(zones)) if words is not None else []
    return tuple(dict.fromkeys(said for sentence in sentences for said in _of(sentence)))


def _of(sentence: Sentence) -> Iterator[Said]:
    for atom in sentence.atoms:
        slot = "who" if atom.slot in PLAYERS else atom.slot
        value = ALIKE.get(slot, {}).get(str(atom.value), str(atom.value))
        if slot in ASKED and value is not None:
            yield Said(slot, value, sentence.text[atom.start : atom.end])
    yield from (Said("verb", verb, verb) for verb in sorted(TURNED & sentence.concepts))
