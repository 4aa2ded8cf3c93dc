"""Which claims an atom may be about, and whether it says what they say."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.words.judge.anchors import Surroundings, actions_told, beside
from verifier.words.seam import Atom, Claim, Concept, Doing, Sentence, Value

# Bounds in one manner: more than 7 is at least 8.
_FLIPPED = {"empty": "not-empty", "not-empty": "empty", "last": "not-empty"}
# A bare number may stand for these bounds: `8 cards` for at least 8.
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
    if head & heads:
        # `15 cards of a class` counts that class: the bare word `card` stands for all only where nothing else is named.
        special = {each for each in heads if each.startswith("class:")}
        return not special or bool(head & special) or not (head & heads <= {"card", "tile", "figure"})
    return "" in head and not heads


def is_wholly_explicit(claim: Claim, around: Surroundings) -> bool:
    """Has the clause words of its own for every anchor that must stand near?"""
    said = around.explicit | around.heads
    return all(group & said for group in claim.near) and not (claim.excluded & around.wide)


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
        case "order":
            return value in claim.allowed
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


def contradicts(claim: Claim, atom: Atom) -> bool:
    """Can an atom that does not agree be held against a claim at all?"""
    value = effective(atom)
    if claim.slot == "order":
        # Only the same pair the other way round.
        return isinstance(value, str) and "<" in value and _reversed(value) in claim.allowed
    if claim.slot == "quantifier":
        return value in ("some", "none", "several", "one")
    return True


def _reversed(pair: str) -> str:
    first, _, second = pair.partition("<")
    return f"{second}<{first}"


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
