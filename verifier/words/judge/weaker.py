"""What no claim is about, held against weaker questions: a sign turned, an anchor lacking, a verb nobody reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from verifier.words.judge.anchors import Surroundings
from verifier.words.judge.matching import (
    agrees,
    is_about,
    is_elsewhere,
    names_all,
    specificity,
    weight,
    with_other_sign,
)
from verifier.words.judge.nearly import nearly_about
from verifier.words.judge.opposing import FORBIDS, opposes
from verifier.words.judge.unheard import unheard_of
from verifier.words.judge.verdict import Status, Tier, Verdict
from verifier.words.seam import VERBS, Atom, Claim, Sentence, SlotKind

# What these say is said of a zone: of another zone it means something else.
IN_A_ZONE: frozenset[SlotKind] = frozenset({"face", "place", "emptiness"})
# A number that is right for what it counts is right.
COUNTED: frozenset[SlotKind] = frozenset({"number", "range", "list", "ordinal"})
# What these say is telling enough to be doubted where one anchor is lacking.
DOUBTED: frozenset[SlotKind] = frozenset({"comparison", "superlative", "colour", "role", "direction"})
# Of more values any may be meant.
PAIR = 2
# What is gained or lost is told by these.
SIGNED: frozenset[SlotKind] = frozenset({"number"})


Slots = Mapping[SlotKind, Sequence[Claim]]


def weaker_answers(atom: Atom, sentence: Sentence, around: Surroundings, by_slot: Slots) -> list[Verdict]:
    """The first of these questions that has an answer."""
    found = list(_turned(atom, sentence, around, by_slot)) or list(_nearly(atom, sentence, around, by_slot))
    if not found and atom.slot == "number" and sentence.scope == "rules":
        return list(_unheard(atom, sentence, around, by_slot))
    if not found and atom.slot == "modal":
        return list(_left_open(atom, sentence, around, by_slot))
    return found


def _turned(atom: Atom, sentence: Sentence, around: Surroundings, by_slot: Slots) -> Iterator[Verdict]:
    """What no claim has, and one would have if it were lost instead of gained, or gained instead of lost."""
    other = with_other_sign(around) if atom.slot in SIGNED and not atom.negated else None
    if other is None:
        return
    about = [
        claim
        for claim in by_slot.get(atom.slot, ())
        if claim.binding and (claim.near or claim.context) and is_about(claim, other, atom) and agrees(claim, atom)
        and not is_about(claim, around, atom) and not is_elsewhere(claim, around)
    ]  # fmt: skip
    if about:
        claim = max(about, key=lambda each: (weight(each, other), specificity(each)))
        yield Verdict(claim, "doubtful", atom, sentence, "relaxed", "gained or lost")


def _nearly(atom: Atom, sentence: Sentence, around: Surroundings, by_slot: Slots) -> Iterator[Verdict]:
    """An atom of which no claim is found, held against those that lack one anchor."""
    about = nearly_about(by_slot.get(atom.slot, ()), atom, around)
    same = [claim for claim in about if agrees(claim, atom)]
    for claim in same:
        status: Status = "confirmed" if confirms(claim, around, "relaxed") else "implied"
        yield Verdict(claim, status, atom, sentence, "relaxed", "")
    against = [
        claim for claim in about if claim.binding and _may_doubt(claim, atom) and opposes(claim, atom, around)
    ]
    if not same and against and not is_licensed(atom, around, by_slot):
        claim = max(against, key=specificity)
        yield Verdict(claim, "doubtful", atom, sentence, "relaxed", "")


def _left_open(atom: Atom, sentence: Sentence, around: Surroundings, by_slot: Slots) -> Iterator[Verdict]:
    """A modal whose verb nobody reads, held against what the rules ask or allow of what its clause names."""
    if atom.heads - {"contain"} or atom.value not in ("must", "may"):
        return
    about = [claim for claim in by_slot.get("modal", ()) if names_all(claim, around)]
    against = [claim for claim in about if claim.binding and claim.expected and opposes(claim, atom, around)]
    if against and not any(agrees(claim, atom) for claim in about):
        yield Verdict(max(against, key=specificity), "doubtful", atom, sentence, "relaxed", "")


def _unheard(atom: Atom, sentence: Sentence, around: Surroundings, by_slot: Slots) -> Iterator[Verdict]:
    claims = [claim for slot in COUNTED for claim in by_slot.get(slot, ())]
    claim = unheard_of(atom, sentence, around, claims)
    if claim is not None:
        yield Verdict(claim, "doubtful", atom, sentence, "relaxed", "no rule has this number")


def _may_doubt(claim: Claim, atom: Atom) -> bool:
    """May an atom be held against a claim that it is only nearly about? Who allows what is forbidden may."""
    if atom.slot == "place":
        return claim.allowed <= {"start"} and atom.value in ("end", "anywhere")
    return atom.slot in DOUBTED or (atom.slot == "modal" and claim.allowed <= FORBIDS and atom.value == "may")


def confirms(claim: Claim, around: Surroundings, tier: Tier) -> bool:
    """Is what agrees with a claim told so clearly that it is confirmed?

    What no rulebook is asked for is anchored loosely, or allows many values: it licenses what a text says, and a wrong
    sentence may well agree with it. What goes to the opponent's zone goes to no zone of one's own.
    """
    if claim.slot == "zone" and "owner:opponent" in around.explicit and "owner:own" not in around.explicit:
        return False
    telling = claim.binding and tier == "strict" and (claim.slot not in COUNTED or len(claim.allowed) <= PAIR)
    return claim.expected or telling


def is_licensed(atom: Atom, around: Surroundings, by_slot: Mapping[SlotKind, Sequence[Claim]]) -> bool:
    """Would another claim of the slot allow it if its anchors could stand anywhere in the sentence?"""
    wide = replace(around, near=around.wide)
    if atom.slot in ("range", "list"):
        return any(agrees(claim, atom) for claim in by_slot.get(atom.slot, ()))
    if atom.slot in IN_A_ZONE and around.explicit & frozenset(VERBS):
        # A clause with a doing of its own takes none from its neighbours.
        wide = replace(around, near=(around.wide - frozenset(VERBS)) | around.near)
    return any(
        agrees(claim, atom) and is_about(claim, wide, atom) and not claim.excluded & around.wide
        for claim in by_slot.get(atom.slot, ())
        if claim.near or claim.context
    )
