"""A sentence as a reader takes it: which words compare, oblige, allow, deny or order, and next to which number."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from verifier.words.lexicon import COMPARISONS, Lexicon, Phrase
from verifier.words.template import Mark, Slot, Template

# A slot is one word to whoever looks for wordings; a mark is none, it says itself what it means.
FILLER = "\N{WHITE SQUARE}"

# A clause that is put in between: its words have meanings of their own.
_INSERTED = re.compile(r",[^,;:.!?()]+,")

DENIED = {
    "at-least": "less-than",
    "more-than": "at-most",
    "at-most": "more-than",
    "less-than": "at-least",
    "exactly": "exactly",
}


@dataclass(frozen=True, slots=True)
class SaidComparison:
    """A comparison in a sentence: what it means with the denial before it, and the number it stands beside."""

    sense: str
    phrase: Phrase
    slot: Slot | None
    denials: tuple[Phrase, ...]
    # What it means if a ban behind it is about what is compared, and not about something else.
    banned: str

    @property
    def denial(self) -> Phrase | None:
        return self.denials[0] if self.denials else None


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """What is left of the source where plain words stand, and what the words mean."""

    plain: str
    phrases: tuple[Phrase, ...]
    comparisons: tuple[SaidComparison, ...]
    clause_end: re.Pattern[str]

    def of(self, *senses: str) -> tuple[Phrase, ...]:
        return tuple(phrase for phrase in self.phrases if phrase.sense in senses)


def reading(template: Template, lexicon: Lexicon) -> SentenceReading:
    """The words of a sentence and their meanings, marks first: what is marked is not guessed."""
    plain = _plain(template)
    phrases = _phrases(plain, lexicon)
    phrases += [
        Phrase(mark.sense, template.source[mark.at : mark.end], mark.at, mark.end)
        for mark in template.marks()
    ]
    phrases.sort(key=lambda phrase: phrase.start)
    slots = list(template.slots())
    said = []
    for phrase in phrases:
        if phrase.sense in COMPARISONS:
            denials = _denials_before(plain, phrase, phrases, lexicon.clause_end)
            banned = not denials and _is_banned(plain, phrase, phrases, lexicon.clause_end)
            sense = DENIED[phrase.sense] if denials else phrase.sense
            slot = _beside(plain, phrase, slots, lexicon.link)
            said.append(SaidComparison(sense, phrase, slot, denials, DENIED[sense] if banned else sense))
    return SentenceReading(plain, tuple(phrases), tuple(said), lexicon.clause_end)


def _phrases(plain: str, lexicon: Lexicon) -> list[Phrase]:
    """What the words mean; a ban may have a clause between two commas in its middle: `may, who ..., not`."""
    found = list(lexicon.phrases(plain))
    outer = _INSERTED.sub(lambda inner: " " * len(inner[0]), plain)
    if outer == plain:
        return found
    bans = [
        each
        for each in lexicon.phrases(outer)
        if each.sense == "must-not" and _INSERTED.search(plain, each.start, each.end)
    ]
    kept = [
        each
        for each in found
        if not any(ban.start <= each.start < ban.end and outer[each.start].strip() for ban in bans)
    ]
    return [*kept, *(Phrase(each.sense, each.text.split()[0], each.start, each.end) for each in bans)]


def _plain(template: Template) -> str:
    """The source with slots and marks covered, every letter in its place."""
    letters = list(template.source)
    for piece in template.pieces:
        if isinstance(piece, Slot):
            letters[piece.at : piece.end] = FILLER * (piece.end - piece.at)
        elif isinstance(piece, Mark):
            letters[piece.at : piece.end] = " " * (piece.end - piece.at)
    return "".join(letters)


def denials_before(read: SentenceReading, phrase: Phrase) -> tuple[Phrase, ...]:
    """The denial in the same clause before a phrase, which it turns round; French denies in several words."""
    return _denials_before(read.plain, phrase, read.phrases, read.clause_end)


def _denials_before(
    plain: str, phrase: Phrase, phrases: Iterable[Phrase], clause_end: re.Pattern[str]
) -> tuple[Phrase, ...]:
    return tuple(
        each
        for each in phrases
        if each.sense in ("not", "must-not")
        and each.start < phrase.start
        and not clause_end.search(plain, each.start, phrase.start)
    )


def _is_banned(plain: str, phrase: Phrase, phrases: Iterable[Phrase], clause_end: re.Pattern[str]) -> bool:
    """`More than five may not be taken`: what is forbidden stands before the words that forbid it."""
    return any(
        each.sense == "must-not"
        and each.start >= phrase.end
        and not clause_end.search(plain, phrase.end, each.start)
        for each in phrases
    )


def same_clause(read: SentenceReading, phrase: Phrase, slot: Slot) -> bool:
    """Is there no sign between a phrase and a number that would part them?"""
    start, end = sorted((phrase.start, slot.at))
    return not read.clause_end.search(read.plain, start, end)


def _beside(plain: str, phrase: Phrase, slots: list[Slot], link: re.Pattern[str]) -> Slot | None:
    """The number that a comparison speaks of: inside its mark, after it, or before it."""
    for slot in slots:
        if phrase.start <= slot.at < phrase.end or link.fullmatch(plain, phrase.end, slot.at):
            return slot
    for slot in slots:
        if slot.end <= phrase.start and not plain[slot.end : phrase.start].strip():
            return slot
    return None
