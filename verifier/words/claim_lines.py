"""A claim in words, in the language of its reader: what it is about, what decides it, the value that is right."""

from __future__ import annotations

from verifier.languages import language
from verifier.words.audit.tongue import Tongue
from verifier.words.book import Phrasebook
from verifier.words.seam import VALUES, Claim, SlotKind, Value

# What a sentence has to say about the thing, by the slot that decides it; a catalogue of messages translates these.
ASPECTS: dict[SlotKind, str] = {
    "number": "how many",
    "ordinal": "which one in the order",
    "range": "from which to which",
    "list": "which ones",
    "comparison": "how it compares",
    "modal": "must or may",
    "face": "open or face down",
    "place": "at which place",
    "colour": "which colour",
    "owner": "whose",
    "role": "who",
    "direction": "in which direction",
    "superlative": "which one",
    "quantifier": "all or some",
    "arithmetic": "how it is worked out",
    "order": "in which order",
    "connective": "both or one of them",
    "emptiness": "empty or not",
    "zone": "which place",
    "condition": "under which condition",
}


def claim_line(claim: Claim, book: Phrasebook, tongue: Tongue) -> str:
    """What decides a claim, and what is right: `how many: 12`."""
    colon = language(tongue.lang).sign(":")
    return f"{tongue(ASPECTS[claim.slot])}{colon} {_value(claim, book, tongue)}"


def claim_head(claim: Claim, book: Phrasebook, tongue: Tongue) -> str:
    """What a claim is about: the sentence of its rule, or the thing that it counts or bounds."""
    sentence = book.sentence(claim.rule) if claim.rule else None
    thing = claim.id.partition("/")[0]
    return sentence or (book.name(thing) if book.term(thing) is not None else tongue(thing))


def _value(claim: Claim, book: Phrasebook, tongue: Tongue) -> str:
    """One of several wordings that are right, the plainest; zones by the word of the game."""
    plainest = next((each for each in VALUES.get(claim.slot, ()) if each in claim.allowed), None)
    if plainest is not None:
        return tongue.value(claim.op, plainest, claim.slot)
    named = sorted({_zone(value, book) for value in claim.allowed} - {None}, key=str)
    return f" {tongue.word('or')} ".join(map(str, named)) if named else tongue.expected(claim)


def _zone(value: Value, book: Phrasebook) -> str | None:
    sort, colon, name = str(value).partition(":")
    return book.name(name) if colon and sort == "zone" else None
