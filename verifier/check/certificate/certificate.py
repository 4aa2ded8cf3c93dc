"""A certificate in kernel expressions, and what the checker made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.kernel.expression import Expr

# Raised whenever the checker may accept or refuse something else than before: recorded checks count no more.
CHECKER = "4"
# Among what is unseen: the ends of piles.
TOPS = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A truth that holds at some cutpoints: on every arrival there, or (`hence`) because the lines there imply it."""

    text: str
    truth: Expr
    hence: bool = False


@dataclass(frozen=True, slots=True)
class Cutpoint:
    """What is said of a pause, or of the start of any other block.

    `lies` are the zones in which each component may lie; `split` are cells whose values are looked at one by one;
    `unseen` are classes: on the paths from here a choice among their components, or (`TOPS`) the end of a pile, is one
    unknown component and not looked at one by one;
    `ranking` are numbers, the most significant first, that fall from each cutpoint to the next.
    """

    lines: tuple[Line, ...] = ()
    lies: tuple[frozenset[int], ...] | None = None
    split: tuple[str, ...] = ()
    unseen: frozenset[str] = frozenset()
    ranking: tuple[Expr, ...] = ()


Certificate = Mapping[str, Cutpoint]


@dataclass(slots=True)
class Outcome:
    """What was refused, by name: of the certificate itself (`broken`), and of the properties that were `asked`."""

    broken: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()
    questions: int = 0
    paths: int = 0
    cutpoints: dict[str, float] = field(default_factory=dict)

    @property
    def accepted(self) -> frozenset[str]:
        """The properties that the certificate shows."""
        return frozenset() if self.broken else self.asked - self.refused.keys()
