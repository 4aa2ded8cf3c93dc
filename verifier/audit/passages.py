"""A foreign text in, its sentences out, each with its place, its heading and its scope."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from verifier.source import Source, Span

# Numbers of a variant are not those of the game, and numbers of an example are nobody's.
Scope = Literal["rules", "variant", "example"]

_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
# A sentence ends before a capital letter; a list has one on each line.
_END = re.compile(r"(?<=[.!?])[*_]*\s+(?=[*_]*[A-ZÀ-ÝÄÖÜ«„“(-])|\n(?=\s*(?:[-*•·>�]\s|\d+[.)]?\s))")
_MARKDOWN = re.compile(r"\s*#+\s*(?P<title>.+)")
_CAPITALS = re.compile(r"[^a-zß-ÿ\n]{4,60}")
_VARIANT = re.compile(r"\bvariant|\bjeu court\b|\bshort game\b|\bkurzes spiel\b", re.IGNORECASE)
_EXAMPLE = re.compile(
    r"\b(?:exemples?|examples?|for instance|beispiele?)\b|\be\.g\.|\bz\. ?b\.",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[*_#|$�]+|^\s*[-•·>]\s")
# A scan tears words before a letter with an accent.
_TORN = re.compile(r"(\w+) ([à-ÿ]\w*)")
LONGEST_TITLE = 70


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence, without marks and on one line; `heading` is the title above it."""

    text: str
    span: Span
    scope: Scope
    heading: str


def passages(source: Source) -> Iterator[Passage]:
    """The sentences of a text. Headings say what the sentences below them are about; examples are no rules."""
    known = frozenset(re.findall(r"\w+", source.text.lower()))
    heading, start = "", 0
    cuts = [(cut.start(), cut.end()) for cut in _BLANK.finditer(source.text)]
    for stop, following in (*cuts, (len(source.text), len(source.text))):
        title = _title(source.text[start:stop])
        if title is not None:
            heading = title
        else:
            yield from _sentences(source, start, stop, heading, known)
        start = following


def _title(paragraph: str) -> str | None:
    bare = paragraph.strip()
    marked = _MARKDOWN.fullmatch(bare)
    if marked is not None:
        return _MARKS.sub("", marked["title"]).strip()
    is_short = "\n" not in bare and len(bare) <= LONGEST_TITLE
    shouted = _CAPITALS.fullmatch(bare) is not None and any(letter.isalpha() for letter in bare)
    return bare if is_short and shouted else None


def _sentences(
    source: Source, start: int, stop: int, heading: str, known: frozenset[str]
) -> Iterator[Passage]:
    paragraph = source.text[start:stop]
    # A title that a scan ran into its text.
    first_line, _, rest = paragraph.lstrip().partition("\n")
    if rest and _title(first_line) is not None:
        heading = _title(first_line) or heading
    scope: Scope = (
        "variant" if _VARIANT.search(heading) else "example" if _EXAMPLE.search(heading) else "rules"
    )
    # What follows an example in its paragraph belongs to it.
    example = _EXAMPLE.search(paragraph)
    at = 0
    for cut, following in (
        *((each.start(), each.end()) for each in _END.finditer(paragraph)),
        (len(paragraph),) * 2,
    ):
        raw = paragraph[at:cut]
        text = _plain(raw, known)
        if text:
            lead = start + at + len(raw) - len(raw.lstrip())
            own: Scope = "example" if example is not None and example.start() < cut else scope
            yield Passage(text, source.span(lead, lead + len(raw.strip())), own, heading)
        at = following


def _plain(text: str, known: frozenset[str]) -> str:
    """Without the marks of Markdown, on one line, torn words mended where the text has the whole word elsewhere."""
    joined = " ".join(_MARKS.sub(" ", text).split())
    return _TORN.sub(
        lambda torn: torn[1] + torn[2] if (torn[1] + torn[2]).lower() in known else torn[0], joined
    )
