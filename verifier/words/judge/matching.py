"""Which claims an atom may be about, and whether it says what they say."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.words.judge.anchors import Surroundings, actions_told, beside
from verifier.words.seam import Atom, Claim, Concept, Doing, Sentence, Value

_OF_THE_GAME = frozenset({"zone", "class", "kind", "cell", "name", "define"})
# Bounds in one manner: more than 7 is at least 8.
_FLIPPED = {"empty": "not-empty", "not-empty": "empty", "last": "not-empty"}
# A bare number may stand for these bounds: `8 cards` for at least 8.
_BARE = frozenset({"card", "tile", "figure", "token", "rest"})
_SPOKEN_BARE = frozenset({"at-least", "at-most", "exactly"})


def is_about(claim: Claim, around: Surroundings, atom: Atom) -> bool:
    """Do the anchors of a claim stand around an atom of its slot?"""
    if claim.head is not None and not _counts(claim.head, around.heads, atom):
        return False
    if claim.excluded & (around.near | around.heads):
        return False
    return all(group & (around.near | around.heads) for group in claim.near) and all(
        group & around.wide for group in claim.context
    )


def _counts(head: frozenset[Concept], heads: frozenset[Concept], atom: Atom) -> bool:
    """Is one of the heads there? The empty concept is a number that counts nothing it names."""
    named = heads - {"qualified", "definite"}
    if head & named:
        # `15 cards of a class` counts that class: the bare word `card` stands for all only where nothing else is named.
        special = {each for each in named if each.startswith("class:")} or heads & {"qualified"}
        return not special or bool(head & special) or not (head & named <= _BARE)
    return "" in head and not named


def is_wholly_explicit(claim: Claim, around: Surroundings) -> bool:
    """Has the clause words of its own for every anchor that must stand near, or without such for the context?"""
    said = around.explicit | around.heads
    anchors = claim.near or tuple(group for group in claim.context if not group & around.above)
    return all(group & said for group in anchors) and not (claim.excluded & around.wide)


def is_elsewhere(claim: Claim, around: Surroundings) -> bool:
    """Does the clause name zones, and none that the claim speaks of?"""
    zones = {each for each in around.explicit if each.startswith("zone:")}
    known = frozenset[Concept]().union(*claim.near, *claim.context)
    mine = {each for each in known if each.startswith("zone:")}
    return bool(zones and mine) and not zones & mine


def names_its_thing(claim: Claim, around: Surroundings) -> bool:
    """Has the clause a word of the game itself for what a claim is about: a zone, a class, a kind?"""
    known = frozenset[Concept]().union(*claim.near, *claim.context)
    return any(each.partition(":")[0] in _OF_THE_GAME for each in known & around.explicit)


def effective(atom: Atom) -> Value:
    """What an atom says: an emptiness whose consequence is denied says the contrary."""
    if atom.slot == "emptiness" and atom.negated and isinstance(atom.value, str):
        return _FLIPPED.get(atom.value, atom.value)
    return atom.value


def agrees(claim: Claim, atom: Atom) -> bool:
    """Does an atom say what a claim says?"""
    value = effective(atom)
    match claim.slot:
        case "number":
            return isinstance(value, int) and _same_bound(claim, atom, value)
    return value in claim.allowed


def _same_bound(claim: Claim, atom: Atom, value: int) -> bool:
    if claim.op is None:
        return value in claim.allowed and atom.op in (None, "exactly", "at-most", "at-least")
    bounds = {_normal(claim.op, each) for each in claim.allowed if isinstance(each, int)}
    if atom.op is None:
        return claim.op in _SPOKEN_BARE and value in claim.allowed
    return _normal(atom.op, value) in bounds


def _normal(op: str, value: int) -> tuple[str, int]:
    match op:
        case "more-than":
            return "at-least", value + 1
        case "less-than":
            return "at-most", value - 1
    return op, value


def joins(claim: Claim, atom: Atom, sentence: Sentence, doings: Sequence[Doing]) -> bool:
    """Does an `and` or `or` stand between two different actions of a choice?"""
    group = claim.near[0] if claim.near else frozenset()
    before, own = beside(sentence, atom.start)
    if before is None or atom.start - own.start > 3:
        return False
    left = actions_told(before.explicit, sentence.concepts, doings) & group
    right = actions_told(own.explicit, sentence.concepts, doings) & group
    return len(left) == 1 and len(right) == 1 and left != right


def specificity(claim: Claim) -> tuple[int, int]:
    """How much must stand around an atom for a claim to be meant."""
    return len(claim.near) + len(claim.context) + (claim.head is not None), -sum(map(len, claim.near))
