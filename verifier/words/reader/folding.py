"""Text without accents and capitals, letter for letter, so that places in it are places in the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from verifier.source import Source, Span

# Letters that are two letters in disguise, and signs that differ from edition to edition.
_SPELLED = str.maketrans(
    {
        "œ": "oe",
        "Œ": "Oe",
        "æ": "ae",
        "Æ": "Ae",
        "ß": "ss",
        "ẞ": "SS",
        "\N{LATIN SMALL LIGATURE FI}": "fi",
        "\N{LATIN SMALL LIGATURE FL}": "fl",
        "…": "...",
        "½": "1/2",
    }
)
_SIGNS = str.maketrans(
    {
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{SINGLE LOW-9 QUOTATION MARK}": "'",
        "\N{ACUTE ACCENT}": "'",
        "`": "'",
        "\N{NO-BREAK SPACE}": " ",
        "\N{NARROW NO-BREAK SPACE}": " ",
        "\N{THIN SPACE}": " ",
        "\t": " ",
        "\r": " ",
        "\f": "\n",
        "\N{MINUS SIGN}": "-",
        "\N{NON-BREAKING HYPHEN}": "-",
        "\N{HYPHEN}": "-",
        "\N{MULTIPLICATION SIGN}": "x",
        "⩾": "≥",
        "⩽": "≤",
    }
)


@dataclass(frozen=True, slots=True)
class Plain:
    """A text made easier to read, which still knows where in its source each letter stood."""

    source: Source
    text: str
    places: tuple[int, ...]

    def part(self, start: int, end: int) -> Plain:
        return Plain(self.source, self.text[start:end], self.places[start:end])

    def stripped(self) -> Plain:
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

    def replaced(self, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> Plain:
        """With every match replaced; what is new stands where the match began."""
        text: list[str] = []
        places: list[int] = []
        at = 0
        for found in pattern.finditer(self.text):
            fresh = new(found)
            text += [self.text[at : found.start()], fresh]
            places += self.places[at : found.start()]
            last = max(found.start(), found.end() - 1)
            places += [self.places[min(found.start() + i, last)] for i in range(len(fresh))]
            at = found.end()
        if not text:
            return self
        text.append(self.text[at:])
        places += self.places[at:]
        return Plain(self.source, "".join(text), tuple(places))

    def span(self, start: int, end: int) -> Span:
        """Where a part of the text stands in its source."""
        if not self.places:
            return self.source.span(0)
        first = self.places[min(start, len(self.places) - 1)]
        last = self.places[min(max(end - 1, start), len(self.places) - 1)]
        return self.source.span(first, last + 1)


def plain_text(source: Source) -> Plain:
    """A source with one sign for each meaning: one apostrophe, one hyphen, letters spelled out."""
    text: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(source.text):
        spelled = unicodedata.normalize("NFC", letter).translate(_SPELLED).translate(_SIGNS)
        if unicodedata.combining(letter) and text:
            joined = unicodedata.normalize("NFC", text[-1] + letter)
            if len(joined) == 1:
                text[-1] = joined
            continue
        text.extend(spelled)
        places += [place] * len(spelled)
    return Plain(source, "".join(text), tuple(places))


def folded(text: str, kept: frozenset[str] = frozenset()) -> str:
    """The text in small letters without accents, of the same length; `kept` are words that an accent tells apart."""
    signed = text.translate(_SIGNS)
    bare = signed.lower() if signed.isascii() else "".join(_bare(letter) for letter in signed)
    if not kept:
        return bare
    low = "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)
    for word in kept:
        for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", low):
            bare = bare[: found.start()] + word + bare[found.end() :]
    return bare


def _bare(letter: str) -> str:
    if letter.isascii():
        return letter.lower()
    return (unicodedata.normalize("NFD", letter)[:1].lower() or " ")[:1]
