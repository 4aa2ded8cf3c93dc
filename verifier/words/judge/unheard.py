"""Numbers that no rule has: `piles of sixteen` in a game of twenties is about something, and says it wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.words.judge.anchors import Surroundings
from verifier.words.judge.matching import weight
from verifier.words.seam import Atom, Claim, Concept, Sentence

# Below this a number may be an article, a pair, one of several.
SMALLEST = 3
# Above it stand years and prices.
LARGEST = 200
# Who counts so many things that he names nothing of works out an example.
WORKED_OUT = 3
# Words that say which things are counted, and not only that some are.
_NAMED = frozenset({"class", "kind", "cell", "name", "define"})
_COUNTED = frozenset(
    {"card", "pile", "point", "money", "token", "tile", "figure", "round", "player", "space", "row"}
)
_MARKS = frozenset({"qualified", "definite"})


def unheard_of(atom: Atom, sentence: Sentence, around: Surroundings, claims: Sequence[Claim]) -> Claim | None:
    """The claim that a number is most likely about, if no rule of the game has such a number for what it counts."""
    value = atom.value
    if atom.negated or not isinstance(value, int) or value < SMALLEST or _is_example(sentence):
        return None
    if value > LARGEST or "rest" in around.explicit:
        return None
    named = atom.heads - _MARKS
    special = {each for each in named if each.partition(":")[0] in _NAMED or each in _COUNTED}
    if (named and not special) or (not named and not _is_of_the_game(around)):
        return None
    known = _numbers(claims, special)
    if value in known or not known:
        return None
    about = [each for each in claims if each.slot == "number" and _shares(each, around)]
    if special:
        about = [each for each in about if each.head is not None and each.head & special]
    sorts = {each for each in named if each.startswith("class:")}

    def closeness(claim: Claim) -> tuple[bool, bool, float]:
        head = claim.head or frozenset()
        return bool(sorts & head), head <= named, weight(claim, around)

    return max(about, key=closeness, default=None)


def _is_of_the_game(around: Surroundings) -> bool:
    """Does the clause name anything of the game? What counts nothing is else a date or a room."""
    return any(each.partition(":")[0] in (*_NAMED, "zone") or each in _COUNTED for each in around.explicit)


def _numbers(claims: Sequence[Claim], heads: set[Concept]) -> frozenset[int]:
    """Every number of the rules, or every one that counts such a thing."""
    return frozenset(
        number
        for claim in claims
        if not heads or (claim.head is not None and claim.head & heads)
        for value in claim.allowed
        for number in _spread(claim, value)
    )


def _spread(claim: Claim, value: object) -> Iterator[int]:
    """A range stands for all that lies in it."""
    if isinstance(value, int):
        yield abs(value)
    elif isinstance(value, tuple) and claim.slot == "range" and claim.binding:
        yield from range(value[0], value[1] + 1)
    elif isinstance(value, tuple) and claim.slot == "list":
        yield from value


def _shares(claim: Claim, around: Surroundings) -> bool:
    """Does a sentence speak of what a claim is told of?"""
    said = around.explicit | around.sentence | around.above
    beside = claim.context or claim.near
    return (
        any(group & said for group in beside) if beside else bool((claim.head or frozenset()) & around.heads)
    )


def _is_example(sentence: Sentence) -> bool:
    bare = [each for each in sentence.atoms if each.slot == "number" and not each.heads - _MARKS]
    return len(bare) > WORKED_OUT
