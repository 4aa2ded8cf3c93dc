"""What a sentence speaks of, and what it says on every axis that has opposites, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from verifier.words.opposites import MUST_NOT, POLARITY, opposed
from verifier.words.reader.lexicon import Lexicon
from verifier.words.seam import CONCEPTS, Clause, Sentence, SlotKind

# So many letters of a word tell it from others, whatever it ends in.
STEM = 5
_WORD = re.compile(r"[^\W\d_]{3,}")
_ANY_WORD = re.compile(r"[^\W_]{2,}")
# Slots of the reader that say one thing or another; each is an axis of its own beside those of the opposites.
SLOTS: frozenset[SlotKind] = frozenset(
    {"face", "place", "superlative", "comparison", "quantifier", "emptiness", "direction", "role", "modal", "colour",
     "owner", "arithmetic", "zone", "order", "condition", "ordinal"}
)  # fmt: skip
UNSAID = frozenset({"assert", "negated"})
NUMBER, BOUND, DENIAL, PLAIN = "number", "bound", "denial", "plain"
# Things of the game as the reader names them.
OF_THE_GAME = ("zone:", "class:", "kind:", "cell:", "name:", "action:", "define:", "phase:", "number:")
# A clause says something without a denial if it speaks of so much.
ENOUGH = 3


@dataclass(frozen=True, slots=True)
class Told:
    """One sense on one axis, in which clause, by which words."""

    axis: str
    sense: str
    clause: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Telling:
    """A sentence as it is compared: what it and each clause of it speak of, and what is told there."""

    sentence: Sentence
    features: frozenset[str]
    clauses: tuple[frozenset[str], ...]
    told: tuple[Told, ...]
    # Clauses without a `not`.
    plain: frozenset[int]
    # Each clause with all its words, pairs of them, and what it tells: as it is compared with what is not true.
    wordings: tuple[frozenset[str], ...]
    # What each clause tells: axes and senses.
    senses: tuple[frozenset[tuple[str, str]], ...]


def telling(sentence: Sentence, lexicon: Lexicon) -> Telling:
    """A sentence taken apart; words with opposites are no part of what it speaks of."""
    told, bare = _opposed(sentence, lexicon.lang)
    told += _slots(sentence)
    common = lexicon.grammar.common
    clauses = tuple(
        _words(bare[each.start : each.end], common) | _things(each.explicit) for each in sentence.clauses
    )
    denied = {each.clause for each in told if each.axis == DENIAL}
    plain = frozenset(i for i, own in enumerate(clauses) if i not in denied and len(own) >= ENOUGH)
    features = _words(bare, common) | _things(sentence.concepts)
    senses = tuple(
        frozenset((each.axis, each.sense) for each in told if each.clause == index)
        for index in range(len(sentence.clauses))
    )
    wordings = tuple(map(partial(_wording, sentence.folded), sentence.clauses, senses))
    return Telling(sentence, features, clauses, tuple(dict.fromkeys(told)), plain, wordings, senses)


def _wording(folded: str, clause: Clause, senses: Iterable[tuple[str, str]]) -> frozenset[str]:
    words = [word[:STEM] for word in _ANY_WORD.findall(folded[clause.start : clause.end])]
    pairs = (f"{one}_{other}" for one, other in pairwise(words))
    told = (f"{axis}:{sense}" for axis, sense in senses)
    return frozenset((*words, *pairs, *told, *(f"={each}" for each in clause.explicit)))


def _opposed(sentence: Sentence, lang: str) -> tuple[list[Told], str]:
    """What the words with opposites say, and the sentence without them."""
    found: list[Told] = []
    bare = sentence.folded
    for each in opposed(sentence.text, lang):
        start = bare.find(each.words)
        if start < 0:
            continue
        end = start + len(each.words)
        bare = bare[:start] + " " * len(each.words) + bare[end:]
        clause = _clause(sentence, start)
        if each.axis != POLARITY:
            found.append(Told(each.axis, each.sense, clause, start, end))
        if each.axis == POLARITY or each.sense == MUST_NOT:
            found.append(Told(DENIAL, "not", clause, start, end))
    return found, bare


def _slots(sentence: Sentence) -> Iterator[Told]:
    for atom in sentence.atoms:
        clause = _clause(sentence, atom.start)
        place = (clause, atom.start, atom.end)
        if atom.slot in SLOTS and atom.value not in UNSAID:
            sense = f"not {atom.value}" if atom.negated else str(atom.value)
            yield Told(f"slot {atom.slot}", sense, *place)
        if atom.slot == "number" and isinstance(atom.value, int):
            if atom.op is not None:
                yield Told(BOUND, atom.op, *place)
            # A one is often an article.
            if abs(atom.value) > 1:
                yield Told(NUMBER, str(atom.value), *place)


def _clause(sentence: Sentence, place: int) -> int:
    for index, each in enumerate(sentence.clauses):
        if each.start <= place < each.end:
            return index
    return len(sentence.clauses) - 1


def _words(folded: str, common: frozenset[str]) -> frozenset[str]:
    return frozenset(word[:STEM] for word in _WORD.findall(folded) if word not in common)


def _things(concepts: frozenset[str]) -> frozenset[str]:
    """Concepts, without those that are an operator: `place:top`."""
    return frozenset(f"={each}" for each in concepts if each in CONCEPTS or each.startswith(OF_THE_GAME))
