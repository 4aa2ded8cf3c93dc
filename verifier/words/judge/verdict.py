"""What a text says of one claim in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.words.seam import Atom, Claim, Sentence

Status = Literal[
    "confirmed", "implied", "contradicted", "doubtful", "weaker", "stronger", "missing", "unread", "extra"
]
Tier = Literal["strict", "relaxed"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a text says of one claim in one place; without an atom it says nothing of it."""

    claim: Claim | None
    status: Status
    atom: Atom | None
    sentence: Sentence | None
    tier: Tier
    why: str
    # A sentence known to be true that says something else, where that is what speaks against it.
    known: str = ""
