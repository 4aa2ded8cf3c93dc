"""What a text counts that no rule has: points of a number that is nowhere, coins in a game without money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.words.seam import Atom, Claim, Concept, Sentence

# Things that a game has or has not.
PIECES: frozenset[Concept] = frozenset({"money", "die", "token"})
GAINED: frozenset[Concept] = frozenset(
    {"earn", "lose", "pay", "deal", "take", "add", "subtract", "cost", "bonus"}
)


def strangers(sentence: Sentence, claims: Sequence[Claim]) -> Iterator[Atom]:
    """The numbers of a sentence that count what the game has not, or gain points that no claim gives."""
    for atom in sentence.atoms:
        if atom.slot != "number" or not isinstance(atom.value, int) or atom.negated:
            continue
        pieces = atom.heads & PIECES
        gained = "point" in atom.heads and bool(atom.near & GAINED)
        if (pieces and not _has(pieces, claims)) or (gained and not _gives(atom.value, claims)):
            yield atom


def _has(pieces: frozenset[Concept], claims: Sequence[Claim]) -> bool:
    return any(
        pieces & group
        for claim in claims
        for group in (*claim.near, *claim.context, *([claim.head] if claim.head is not None else []))
    )


def _gives(points: int, claims: Sequence[Claim]) -> bool:
    return any(
        {points, -points} & claim.allowed
        for claim in claims
        if claim.slot == "number" and claim.head is not None and "point" in claim.head
    )
