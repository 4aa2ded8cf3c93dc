"""Where two rule sets part: the kinds of difference that a play can show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from verifier.backends.machine import Refusal
from verifier.plays import WrittenPlay
from verifier.plays.scoring import Worth

Side = Literal["A", "B"]


@dataclass(frozen=True, slots=True)
class MoveDiffers:
    """One side allows a move that the other refuses; `refusals` are the rules against it."""

    allowed_by: Side
    move: Mapping[str, Any]
    words: str
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class TurnDiffers:
    """Different players are to move, or nobody is on one side (`None`: the play is over)."""

    players: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class PlaceDiffers:
    """The same moves lead elsewhere: what lies in a zone, or the value of an amount, is not the same."""

    what: str
    values: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SightDiffers:
    """A player sees more on one side."""

    player: int
    what: str
    values: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ResultDiffers:
    """The same play ends with other scores or other winners; `steps` tell how each score came about."""

    scores: tuple[tuple[int, ...], tuple[int, ...]]
    winners: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class FaultDiffers:
    """The rules of one side cannot be carried out."""

    side: Side
    fault: str


What = MoveDiffers | TurnDiffers | PlaceDiffers | SightDiffers | ResultDiffers | FaultDiffers


@dataclass(frozen=True, slots=True)
class Parting:
    """A play both sides allow, move by move, and what differs behind it.

    `lines` tell the play; `scores` are the steps of every player's score on both sides when they differ.
    """

    what: What
    plays: tuple[WrittenPlay, WrittenPlay]
    lines: tuple[str, ...]
    scores: tuple[tuple[int, tuple[Worth, ...], tuple[Worth, ...]], ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        return len(self.plays[0].moves)
