"""What follows from what a text confirms: a rulebook that says the one need not say the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.words.seam import Claim


def implied_claims(claims: Sequence[Claim], confirmed: frozenset[str]) -> Iterator[tuple[Claim, str]]:
    """Every claim that follows from a confirmed one, with the id of that one.

    Whoever lays a card face up into a zone says how cards lie there; whoever says that a bonus is not multiplied says
    what comes first; whoever adds the values of the cards adds them all.
    """
    known = {claim.id: claim for claim in claims}
    sure = [known[id] for id in sorted(confirmed) if id in known]
    for claim in claims:
        for because in sure:
            if claim.id != because.id and _follows(claim, because):
                yield claim, because.id
                break


def _follows(claim: Claim, because: Claim) -> bool:
    if claim.slot == "face" and because.slot == "face":
        return claim.allowed == because.allowed and _zone(claim) == _zone(because) != ""
    if claim.kind == "order" and because.kind == "order":
        return claim.rule == because.rule != ""
    same_rule = claim.rule == because.rule != ""
    return same_rule and claim.id.endswith("/all") and because.id.endswith("/added")


def _zone(claim: Claim) -> str:
    """The zone whose face a claim tells: `row/face`, `lay/card-to-row/face`, `hand/dealt-face`."""
    owner, _, what = claim.id.rpartition("/")
    if what not in ("face", "dealt-face"):
        return ""
    return owner.rpartition("-to-")[2] or owner
