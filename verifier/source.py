"""Where a thing was written: Source (path and text) and Span (a stretch of one source)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the path it came from; the path is what people are shown, not opened again."""

    path: str
    text: str = field(repr=False)

    def span(self, start: int, end: int | None = None) -> Span:
        """The stretch from one offset to another, or the empty stretch at `start`."""
        return Span(self, start, start if end is None else end)

    @property
    def whole(self) -> Span:
        return Span(self, 0, len(self.text))


# Every node holds a span and few are ever shown: a span keeps offsets and counts lines only when asked.
@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` to `end` (not included) of a source; lines and columns count from 1."""

    source: Source
    start: int
    end: int

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        return _line(self.source.text, self.start)

    @property
    def column(self) -> int:
        return _column(self.source.text, self.start)

    @property
    def end_line(self) -> int:
        return _line(self.source.text, self.end)

    @property
    def end_column(self) -> int:
        return _column(self.source.text, self.end)

    @property
    def line_text(self) -> str:
        """The whole line on which the span starts, without its line end."""
        text = self.source.text
        begin = self.start - _column(text, self.start) + 1
        end = text.find("\n", self.start)
        return text[begin : len(text) if end < 0 else end].removesuffix("\r")

    @property
    def is_nowhere(self) -> bool:
        return self.source is NOWHERE.source

    def to(self, last: Span) -> Span:
        """From the start of this span to the end of a later one of the same source."""
        return Span(self.source, self.start, max(self.end, last.end))

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"

    def __repr__(self) -> str:
        return f"Span({self})"


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _column(text: str, offset: int) -> int:
    return offset - (text.rfind("\n", 0, offset) + 1) + 1


# For what nobody wrote: things the verifier adds to a game by itself.
NOWHERE = Span(Source("", ""), 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What stands somewhere in a text; every kind of node adds what it says."""

    span: Span
