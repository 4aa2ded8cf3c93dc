"""The record of one mistake, and the report to which every pass adds what it found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from verifier.source import Span


class Level(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """A place and a sentence about it."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake; the first label is where, the others are why."""

    code: str
    labels: tuple[Label, ...]
    title: str
    rule: str | None = None
    hint: str | None = None
    level: Level = Level.ERROR


class Report:
    """What the passes found so far. The only value that a pass may change."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        # A dictionary for its order: a line read once per player or per copy tells its mistake once.
        self._found: dict[Diagnostic, None] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        self._found[diagnostic] = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.add(diagnostic)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything found, in the order of the text; what has no place comes first."""
        return tuple(sorted(self._found, key=_place))

    @property
    def has_errors(self) -> bool:
        return any(found.level is Level.ERROR for found in self._found)

    def reject_errors(self) -> None:
        """Stops here when there is an error: the next pass relies on a text without any."""
        if self.has_errors:
            raise Rejected(self)


class Rejected(Exception):  # noqa: N818 - not a bug of ours: the text cannot be read any further
    """The rules cannot be followed any further; the report says why."""

    def __init__(self, report: Report) -> None:
        codes = ", ".join(found.code for found in report.diagnostics if found.level is Level.ERROR)
        super().__init__(f"rejected: {codes}")
        self.report = report


def _place(diagnostic: Diagnostic) -> tuple[str, int]:
    if not diagnostic.labels:
        return "", -1
    span = diagnostic.labels[0].span
    return span.path, span.start
