"""Claims that an atom is nearly about: all their anchors but one are there, and none is closer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from verifier.words.judge.anchors import Surroundings
from verifier.words.judge.matching import counts_head, is_elsewhere, is_in_another_zone, weight
from verifier.words.seam import Atom, Claim, SlotKind

# What these say is said of anything: with an anchor less they would be about everything.
NEVER: frozenset[SlotKind] = frozenset({"connective", "order", "zone", "ordinal"})


def nearly_about(claims: Sequence[Claim], atom: Atom, around: Surroundings) -> list[Claim]:
    """The closest of the claims that lack one anchor, which the sentence before it or nobody has words for."""
    if atom.slot in NEVER:
        return []
    # That something is done says little: it is told of nothing that it does not name.
    is_bare = atom.slot == "modal" and atom.value == "assert"
    found = [claim for claim in claims if claim.binding and _lacks_one(claim, around, is_bare)]
    best = max((weight(claim, around) for claim in found), default=0.0)
    return [claim for claim in found if weight(claim, around) == best and best > 0]


def _lacks_one(claim: Claim, around: Surroundings, is_bare: bool) -> bool:
    groups = list(chain(claim.near, claim.context))
    if len(groups) + (claim.head is not None) < 2 or claim.excluded & (around.wide | around.heads):
        return False
    if is_in_another_zone(claim, around) or is_elsewhere(claim, around):
        return False
    if claim.head is not None and not counts_head(claim.head, around.heads):
        return False
    said = around.wide | around.heads
    lacking = [group for group in groups if not group & said]
    named = any(group & (around.explicit | around.heads) for group in groups) or (
        claim.head is not None and bool(claim.head & around.heads)
    )
    told_before = all(group & around.before for group in lacking)
    return named and (told_before or (len(lacking) <= 1 and not is_bare))
