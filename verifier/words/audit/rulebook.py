"""A rulebook as it was brought: its text, and how people name a place in it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal

from verifier.source import Source

Unit = Literal["line", "paragraph"]
# Between two paragraphs of a document, and between two pages.
GAP = "\n\n"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: a line, or a paragraph of a document; on a page, if there are pages."""

    page: int | None
    line: int
    unit: Unit

    def __str__(self) -> str:
        return f"page {self.page}, line {self.line}" if self.page is not None else f"{self.unit} {self.line}"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A text with the offsets at which its pages begin; `unit` is what its readers count."""

    source: Source
    pages: tuple[int, ...] = ()
    unit: Unit = "line"

    def place(self, offset: int) -> Place:
        """The place of a character; lines are counted on their page."""
        text = self.source.text
        if self.unit == "paragraph":
            return Place(None, text.count(GAP, 0, offset) + 1, self.unit)
        page = bisect_right(self.pages, offset)
        start = self.pages[page - 1] if page else 0
        return Place(page or None, text.count("\n", start, offset) + 1, self.unit)


def of_pages(path: str, pages: list[str]) -> Rulebook:
    """A rulebook from the texts of its pages."""
    starts, at = [], 0
    for page in pages:
        starts.append(at)
        at += len(page) + len(GAP)
    return Rulebook(Source(path, GAP.join(pages)), tuple(starts))


def of_paragraphs(path: str, paragraphs: list[str]) -> Rulebook:
    """A rulebook from its paragraphs, none of them with a gap inside."""
    whole = [" ".join(each.split()) or "-" for each in paragraphs]
    return Rulebook(Source(path, GAP.join(whole)), (), "paragraph")
