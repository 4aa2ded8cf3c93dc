"""What a proof says of a property."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

Word = Literal["proved", "refuted", "unknown"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`proved` holds in every state that play can reach at full size; `unknown` says why not.

    `counterexample` is a state before a step that the proof could not exclude, in words. It may be unreachable, so
    it refutes nothing.
    """

    property: str
    verdict: Word
    method: str
    detail: str
    seconds: float
    goals: int
    helpers: tuple[str, ...] = ()
    counterexample: tuple[str, ...] | None = field(default=None)

    def but(self, verdict: Word, method: str, detail: str, seconds: float = 0.0) -> Verdict:
        """The same property, judged otherwise after so many more seconds."""
        return replace(self, verdict=verdict, method=method, detail=detail, seconds=self.seconds + seconds)
