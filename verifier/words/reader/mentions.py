"""Where a sentence speaks of what: every concept of lexicon and glossary with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from verifier.words.reader.lexicon import Lexicon, Wording
from verifier.words.seam import Concept


@dataclass(frozen=True, slots=True)
class Mention:
    """A concept that is spoken of from `start` to `end`."""

    group: str
    concept: Concept
    start: int
    end: int

    def overlaps(self, other: Mention) -> bool:
        return self.start < other.end and other.start < self.end

    def inside(self, other: Mention) -> bool:
        return other.start <= self.start and self.end <= other.end

    @property
    def value(self) -> str:
        return self.concept.partition(":")[2]


# So many letters tell which wordings a text may have.
START = 3
# What a verb inside of is no verb: `cards placed face down`, `the last card played`.
_PHRASES = frozenset(
    {"face", "place", "others", "superlative", "colour", "bound", "emptiness", "role", "owner"}
)


class Vocabulary:
    """Wordings by the first letters of what a text must have for them: few of thousands need to be looked for in it."""

    def __init__(self, wordings: Sequence[Wording]) -> None:
        self.wordings = wordings
        self.by_start: dict[str, list[int]] = {}
        for number, each in enumerate(wordings):
            self.by_start.setdefault(each.pattern.needle[:START], []).append(number)

    def in_reach(self, text: str) -> Iterator[Wording]:
        """Those that may stand in a text, in their order."""
        starts = {text[place : place + size] for size in range(1, START + 1) for place in range(len(text))}
        found = [
            number for start in (starts | {""}) & self.by_start.keys() for number in self.by_start[start]
        ]
        return (self.wordings[number] for number in sorted(found))


def mentions(text: str, lexicon: Lexicon, words: Vocabulary, raw: str = "") -> list[Mention]:
    """What a folded text speaks of, in its order; `raw` has its capitals."""
    by_group: dict[str, list[Mention]] = {}
    for wording in words.in_reach(text):
        for start, end in wording.pattern.places(text):
            if end > start:
                by_group.setdefault(wording.group, []).append(
                    Mention(wording.group, wording.concept, start, end)
                )
    found = [each for own in by_group.values() for each in _longest(own)]
    # The `or` of `8 cards or more` joins nothing.
    bounds = [place for own in lexicon.behind.values() for each in own for place in each.places(text)]
    found = [
        each
        for each in found
        if each.group != "connective" or not any(a <= each.start and each.end < b for a, b in bounds)
    ]
    return sorted(_verbs_settled(found, text, lexicon, raw), key=lambda each: (each.start, each.end))


def _longest(found: Iterable[Mention]) -> list[Mention]:
    """The longest of those that overlap, the first of equals; several concepts may share one place."""
    kept: list[Mention] = []
    for each in sorted(dict.fromkeys(found), key=lambda one: (one.start - one.end, one.start)):
        same = [other for other in kept if other.overlaps(each)]
        # A card that is called by what it bears speaks of that too.
        inner = each.concept.startswith("kind:") and all(each.inside(other) for other in same)
        if inner or all((other.start, other.end) == (each.start, each.end) for other in same):
            kept.append(each)
    return kept


def _verbs_settled(found: list[Mention], text: str, lexicon: Lexicon, raw: str) -> list[Mention]:
    """A word that is a noun and a verb is one of them: a noun behind a determiner or inside a longer noun."""
    things = [each for each in found if each.group == "things"]
    phrases = [each for each in found if each.group in _PHRASES]
    dropped: set[Mention] = set()
    for verb in (each for each in found if each.group == "verbs"):
        if any(
            verb.inside(phrase) and verb.end - verb.start < phrase.end - phrase.start for phrase in phrases
        ):
            dropped.add(verb)
        for thing in things:
            if not thing.overlaps(verb):
                continue
            longer = thing.end - thing.start > verb.end - verb.start
            same = (thing.start, thing.end) == (verb.start, verb.end)
            # `Zahlen` at the start of a line may be both: with a capital it is rather the noun.
            capital = lexicon.grammar.capital_nouns and raw[verb.start : verb.start + 1].isupper()
            # `Trade: ...`: before a colon stands what is told of.
            label = thing.concept.startswith("name:") and text[verb.end :].lstrip().startswith(":")
            if longer or (same and (label or capital or _is_a_noun(verb.start, text, lexicon, raw))):
                dropped.add(verb)
            elif same:
                dropped.add(thing)
    return [each for each in found if each not in dropped]


def _is_a_noun(start: int, text: str, lexicon: Lexicon, raw: str) -> bool:
    """Behind a determiner or a number stands a noun: `the draw`, `3 Spiele`; in some languages it has a capital."""
    before = text[:start]
    if lexicon.grammar.determiners.search(before):
        return True
    if lexicon.grammar.capital_nouns and re.search(r"[\w,] $", before) and raw[start : start + 1].isupper():
        return True
    last = re.search(r"([\w-]+) $", before)
    return last is not None and (
        last[1].isdigit() or lexicon.numerals.cardinal.fullmatch(last[1]) is not None
    )
