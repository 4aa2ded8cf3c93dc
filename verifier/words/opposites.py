"""Words whose opposites would turn a rule round, counted: what a sentence and its translations must have in common."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from verifier.languages import language_table
from verifier.source import Source
from verifier.words.reader.folding import folded, plain_text
from verifier.words.reader.lexicon import lexicon
from verifier.words.reader.patterns import Pattern, needle, pattern

OPPOSITES = "opposites.toml"
GRAMMAR, PLAIN = "grammar", "plain"
POLARITY, MUST_NOT = "polarity", "must-not"
# Senses whose words may have a `not` in them.
DENYING = frozenset({MUST_NOT, "full", "down", "may"})
# So many wordings are offered.
SOME = 4
# Stands for a thing of the game.
FILLER = "x"
# So many words may stand in the gap of a pattern; none of these signs.
REACH = 8
_PARTS = re.compile(r"[,;:.!?()]| [-–—] ")


@dataclass(frozen=True, slots=True)
class Opposed:
    """Words of a sentence on one axis: `flow` says `in` here."""

    axis: str
    sense: str
    words: str
    # Where it stands: in which part of the sentence, from which letter to which.
    part: int
    start: int
    end: int

    def overlaps(self, other: Opposed) -> bool:
        return self.part == other.part and self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the table, compiled when a text has the letters without which it cannot match."""

    sense: str
    written: str
    needle: str


@dataclass(frozen=True, slots=True)
class _Words:
    kept: frozenset[str]
    between: frozenset[str]
    # What begins a clause between two commas: `the card, which you drew, may not ...`.
    inserts: re.Pattern[str]
    axes: Mapping[str, tuple[_Line, ...]]


@lru_cache
def _words(lang: str) -> _Words:
    read = lexicon(lang)
    table: Mapping[str, Mapping[str, list[str]]] = language_table(lang, OPPOSITES) or {}
    kept = frozenset(table.get(GRAMMAR, {}).get("kept", ()))
    kept |= read.grammar.kept if read is not None else frozenset()
    axes = {
        axis: tuple(
            _Line(sense, line, needle(folded(line, kept)))
            for sense, lines in senses.items()
            for line in lines
        )
        for axis, senses in table.items()
        if axis != GRAMMAR
    }
    small = table.get(GRAMMAR, {})
    starts = "|".join(re.escape(folded(word, kept)) for word in small.get("inserts", ()))
    inserts = re.compile(rf", ((?:{starts})\b[^,;:.]*)," if starts else r"(?!)")
    return _Words(kept, frozenset(small.get("not-between", ())), inserts, axes)


def wordings_of(lang: str, axis: str, sense: str) -> tuple[str, ...]:
    """Some words for a sense as people write them: lines without the signs of patterns."""
    lines = _words(lang).axes.get(axis, ())
    whole = [line.written for line in lines if line.sense == sense and not set("*(|?.") & set(line.written)]
    return tuple(whole[:SOME])


@lru_cache(maxsize=20_000)
def opposed(text: str, lang: str, terms: tuple[str, ...] = ()) -> tuple[Opposed, ...]:
    """What a sentence says on every axis that its language has words for; what a `draw pile` is called says nothing."""
    words = _words(lang)
    bare = folded(_without(_plain(text), terms), words.kept)
    said: list[Opposed] = []
    for axis, lines in words.axes.items():
        for number, part in enumerate(_parts(bare, words)):
            said += _said(axis, lines, part, number, words, said)
    return tuple(each for each in said if each.axis != POLARITY or not _is_used(each, said))


def _parts(text: str, words: _Words) -> list[str]:
    """The sentence cut at its signs; what is put in between two commas is a part of its own."""
    inserted = [found[1] for found in words.inserts.finditer(text)]
    outer = words.inserts.sub(" ", text)
    return [part for part in (*_PARTS.split(outer), *inserted) if part.strip()]


def _is_used(denial: Opposed, said: Iterable[Opposed]) -> bool:
    """Is a `not` part of words that have a sense of their own: `must not`, `not empty`?"""
    return any(each.axis != POLARITY and each.sense in DENYING and each.overlaps(denial) for each in said)


def tally(said: Iterable[Opposed]) -> Counter[tuple[str, str]]:
    return Counter((each.axis, each.sense) for each in said)


def _said(
    axis: str, lines: tuple[_Line, ...], text: str, part: int, words: _Words, before: list[Opposed]
) -> Iterator[Opposed]:
    """The longest words first; no word is read twice, and a `not` that made a `must not` makes nothing else."""
    used = [each for each in before if each.sense == MUST_NOT and each.part == part]
    found = sorted(
        (
            (start, end, line.sense)
            for line in lines
            if line.needle in text
            for start, end in _compiled(line.written, words.kept, words.between).places(text)
        ),
        key=lambda one: (one[0] - one[1], one[0]),
    )
    taken: list[tuple[int, int]] = []
    for start, end, sense in found:
        each = Opposed(axis, sense, text[start:end], part, start, end)
        if any(start < last and first < end for first, last in taken):
            continue
        if sense in DENYING and any(each.overlaps(other) for other in used):
            continue
        taken.append((start, end))
        if sense != PLAIN:
            yield each


@lru_cache(maxsize=4_000)
def _compiled(written: str, kept: frozenset[str], between: frozenset[str]) -> Pattern:
    return pattern(written, kept, between, REACH)


# --- what things are called


def _plain(text: str) -> str:
    return plain_text(Source("", text)).text


@lru_cache(maxsize=200)
def _named(terms: tuple[str, ...]) -> re.Pattern[str]:
    listed = "|".join(re.escape(_plain(form)) for form in sorted(terms, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)", re.IGNORECASE)


def _without(text: str, terms: tuple[str, ...]) -> str:
    return _named(terms).sub(FILLER, text) if terms else text
