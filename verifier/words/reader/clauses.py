"""A sentence in clauses: what is said of one doing, and what a clause leaves to its neighbour to say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from verifier.words.reader.lexicon import Lexicon
from verifier.words.reader.mentions import Mention
from verifier.words.seam import Clause, Concept

_STRONG = re.compile(r"[;:()\[\]]|, |,$| [-–—] |\. |/ | / ")
_WORD = re.compile(r"\w+")
# A break word inside one of these is part of it: `equal or higher`, `and so on`.
_WHOLE = frozenset(
    {"comparison", "modal", "colour", "superlative", "place", "others", "quantifier", "owner", "emptiness", "order",
     "things", "number", "role", "direction", "face"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses of one sentence with the mentions in each."""

    text: str
    parts: tuple[Clause, ...]
    own: tuple[tuple[Mention, ...], ...]
    strong: tuple[int, ...]

    def index(self, place: int) -> int:
        """The clause in which a place is."""
        for index, each in enumerate(self.parts):
            if each.start <= place < each.end:
                return index
        return len(self.parts) - 1

    def at(self, place: int) -> Clause:
        return self.parts[self.index(place)]

    def stretch(self, place: int) -> tuple[int, int]:
        """From one strong mark to the next: as far as a negation or a modal reaches."""
        start = max((mark for mark in self.strong if mark <= place), default=0)
        end = min((mark for mark in self.strong if mark > place), default=len(self.text))
        return start, end


def clauses(text: str, found: Sequence[Mention], raw: str, lexicon: Lexicon) -> Clauses:
    """The clauses of a folded sentence; `raw` has its accents, which tell participles."""
    bounds = [
        place
        for patterns in (*lexicon.before.values(), *lexicon.behind.values())
        for each in patterns
        for place in each.places(text)
    ]
    wholes = [(each.start, each.end) for each in found if each.group in _WHOLE] + bounds

    def cuts(pattern: re.Pattern[str]) -> list[int]:
        return [
            mark.start()
            for mark in pattern.finditer(text)
            if not any(
                start <= mark.start() and mark.end() <= end and end > mark.end() for start, end in wholes
            )
        ]

    strong = cuts(_STRONG)
    edges = sorted({0, *strong, *cuts(lexicon.grammar.breaks), len(text)})
    spans = [(start, end) for start, end in pairwise(edges) if re.search(r"\w", text[start:end])]
    spans = _merged(text, spans or [(0, len(text))], found)
    # What stands before the first letter or behind the last belongs to a clause too.
    spans[0], spans[-1] = (0, spans[0][1]), (spans[-1][0], len(text) + 1)
    spans = [(start, spans[i + 1][0] if i + 1 < len(spans) else end) for i, (start, end) in enumerate(spans)]
    own = tuple(tuple(each for each in found if start <= each.start < end) for start, end in spans)
    is_verbal = [any(is_verb(each, text, raw, lexicon) for each in each_own) for each_own in own]
    # `Boats: only at the start`: what stands before a colon is what the rest is about.
    labelled = len(spans) > 1 and not is_verbal[0] and text[spans[1][0]] == ":"
    spoken = ("things", "quantifier")
    topic = frozenset(each.concept for each in own[0] if each.group in spoken) if labelled else frozenset()
    parts = tuple(
        Clause(start, end, _concepts(i, own, is_verbal) | topic, frozenset(each.concept for each in own[i]))
        for i, (start, end) in enumerate(spans)
    )
    return Clauses(text, parts, own, tuple(strong))


def _merged(text: str, spans: list[tuple[int, int]], found: Sequence[Mention]) -> list[tuple[int, int]]:
    """`positive or negative`: a part behind a connective with neither verb nor noun is no clause of its own."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        own = [each for each in found if start <= each.start < end]
        joined = any(each.group == "connective" and each.start - start < 2 for each in own)
        # `must not, however, take`: a word put in between begins nothing.
        joined = joined or (not own and len(_WORD.findall(text[start:end])) == 1)
        if merged and joined and not any(each.group in ("verbs", "things", "modal") for each in own):
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def is_verb(mention: Mention, text: str, raw: str, lexicon: Lexicon) -> bool:
    """A participle without an auxiliary is an adjective."""
    if mention.group != "verbs":
        return False
    grammar = lexicon.grammar
    ends = (
        raw[mention.start : mention.end].lower().endswith(grammar.participles)
        if grammar.participles
        else False
    )
    if not ends or grammar.auxiliaries is None:
        return True
    return grammar.auxiliaries.search(text[: mention.start]) is not None


def _concepts(
    index: int, own: Sequence[tuple[Mention, ...]], is_verbal: Sequence[bool]
) -> frozenset[Concept]:
    """The concepts of a clause with those it takes over: all of a neighbour's without a verb, nouns without a noun."""
    found = {each.concept for each in own[index]} | _head_of_list(index, own)
    found |= _subjects_before(index, own)
    if not is_verbal[index]:
        for beside in (index - 1, index + 1):
            if 0 <= beside < len(own) and is_verbal[beside]:
                found |= {each.concept for each in own[beside]}
                break
        # `..., face down, ...`: what is put in between belongs to both sides.
        if 0 < index < len(own) - 1 and not is_verbal[index + 1]:
            found |= {each.concept for each in own[index + 1] if each.group == "things"}
    if index and not any(each.group == "things" for each in own[index]):
        found |= {each.concept for each in own[index - 1] if each.group == "things"}
    if index and is_verbal[index] and "player" not in found:
        # `Each player takes a card, plays it`: who acts is said once.
        found |= {each.concept for each in own[index - 1] if each.concept == "player" or each.group == "role"}
    return frozenset(found)


def _subjects_before(index: int, own: Sequence[tuple[Mention, ...]]) -> frozenset[Concept]:
    """`Seven roads, five huts and two towns lie face up`: what the last one does all of them do."""
    found: set[Concept] = set()
    joined = any(each.group == "connective" for each in own[index][:1])
    if not joined or _only_names(own[index]):
        return frozenset()
    for before in reversed(own[:index]):
        if not _only_names(before):
            break
        found |= {each.concept for each in before if each.group == "things"}
    return frozenset(found)


def _only_names(own: tuple[Mention, ...]) -> bool:
    """Does a clause name things, perhaps so many of them, and nothing else?"""
    bare = all(each.group in ("things", "number", "connective") for each in own)
    return bare and any(each.group == "things" for each in own)


def _head_of_list(index: int, own: Sequence[tuple[Mention, ...]]) -> frozenset[Concept]:
    """`A house costs a brick, a wool and an ore`: what every item of a list goes on with."""
    if not _is_item(own[index]):
        return frozenset()
    while index > 0 and _is_item(own[index]):
        index -= 1
    return frozenset(each.concept for each in own[index] if not each.concept.startswith(("name:", "number:")))


def _is_item(own: tuple[Mention, ...]) -> bool:
    """Does a clause only count a member of a kind?"""
    bare = all(each.concept.startswith(("name:", "number:")) or each.group == "connective" for each in own)
    return bare and any(each.concept.startswith("name:") for each in own)
