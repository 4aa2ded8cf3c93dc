"""What every rulebook should say and a text says nowhere, held against the sentence that says something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from verifier.words.judge.anchors import Surroundings, surroundings
from verifier.words.judge.matching import agrees, counts_head, is_in_another_zone, weight
from verifier.words.judge.opposing import opposes
from verifier.words.seam import Atom, Claim, Doing, Sentence, SlotKind

# Slots in which this hardly ever doubts what is right.
SLOTS: frozenset[SlotKind] = frozenset(
    {"comparison", "superlative", "face", "place", "colour", "arithmetic", "emptiness", "direction", "modal", "number",
     "owner", "role", "quantifier", "order"}
)  # fmt: skip
# What may not be done, or not be seen, says nothing of what lies where.
DENIED = frozenset({"modal:must-not", "negation:not"})
ALL = frozenset({"all", "each"})


@dataclass(frozen=True, slots=True)
class Instead:
    """What a sentence says where a claim should stand."""

    claim: Claim
    atom: Atom
    sentence: Sentence


def said_instead(
    missing: Iterable[Claim],
    sentences: Sequence[Sentence],
    doings: Sequence[Doing],
    told: Mapping[int, Sequence[Claim]],
) -> Iterator[Instead]:
    """Of each claim that nobody tells the closest atom against it, in a sentence that speaks of all it is about.

    `told` are the claims that an atom confirms: what is as close to one of these is about that one.
    """
    read = [(atom, each, surroundings(atom, each, doings)) for each in sentences for atom in each.atoms]
    for claim in missing:
        if claim.slot not in SLOTS or not claim.binding or not (claim.near or claim.context):
            continue
        found = [
            (weight(claim, around), Instead(claim, atom, sentence))
            for atom, sentence, around in read
            if _is_against(claim, atom, around) and not _is_closer(told.get(id(atom), ()), claim, around)
        ]
        if found:
            yield max(found, key=lambda each: each[0])[1]


def _is_closer(others: Iterable[Claim], claim: Claim, around: Surroundings) -> bool:
    return any(weight(other, around) >= weight(claim, around) for other in others)


def _is_against(claim: Claim, atom: Atom, around: Surroundings) -> bool:
    if atom.slot != claim.slot:
        return _shows_all(claim, atom, around)
    if agrees(claim, atom) or not _is_so_bounded(claim, atom):
        return False
    if claim.slot in ("place", "face") and around.explicit & DENIED:
        return False
    if atom.value == "assert" and "only" in claim.allowed:
        # What is forbidden under a condition is told as done where it is not forbidden.
        return False
    counted = claim.head is None or counts_head(claim.head, around.heads)
    return counted and _speaks_of(claim, around) and opposes(claim, atom, around)


def _is_so_bounded(claim: Claim, atom: Atom) -> bool:
    """Of numbers only the right one under another bound: `at least seven` for `more than seven`."""
    return claim.slot != "number" or (
        claim.op is not None and atom.op is not None and atom.value in claim.allowed
    )


def _shows_all(claim: Claim, atom: Atom, around: Surroundings) -> bool:
    """Only the top card is seen: who sees all of them sees more."""
    sees = claim.slot == "place" and any("see" in group for group in claim.near)
    return (
        sees
        and atom.slot == "quantifier"
        and atom.value in ALL
        and not atom.negated
        and "see" in around.explicit
        and not around.explicit & DENIED
        and _speaks_of(claim, around)
    )


def _speaks_of(claim: Claim, around: Surroundings) -> bool:
    """Are all anchors in the sentence or its headings, one at least in the sentence, and no other zone in the clause?

    A clause that tells the action itself may name another zone.
    """
    own = around.sentence | around.near | around.heads
    said = own | around.above
    groups = list(chain(claim.near, claim.context))
    actions = [group for group in groups if any(each.startswith("action:") for each in group)]
    elsewhere = is_in_another_zone(claim, replace(around, explicit=around.near))
    return (
        all(group & said for group in groups)
        and any(group & own for group in groups)
        and not claim.excluded & said
        and (not elsewhere or (bool(actions) and all(group & around.near for group in actions)))
    )
