"""A diagnostic in, text for people or a JSON value for programs out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from verifier.diagnostics.diagnostic import Diagnostic, Label
from verifier.source import Span

# A line of foreign text can be a megabyte long; this much of it is shown around the mistake.
SHOWN = 160
BEFORE = 60


def as_text(diagnostic: Diagnostic, words: Mapping[str, str] | None = None) -> str:
    """The diagnostic as people read it, without colour and without a line end at the end.

    `words` has `error`, `hint` and the like in the language of the reader.
    """
    return "\n".join(_lines(diagnostic, words or {}))


def all_as_text(diagnostics: Iterable[Diagnostic], words: Mapping[str, str] | None = None) -> str:
    """Several diagnostics, an empty line between them."""
    return "\n\n".join(as_text(diagnostic, words) for diagnostic in diagnostics)


def as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """The diagnostic as a value that `json` can write; lines and columns count from 1."""
    return {
        "level": diagnostic.level.value,
        "code": diagnostic.code,
        "title": diagnostic.title,
        "labels": [_label_as_json(label) for label in diagnostic.labels],
        "rule": diagnostic.rule,
        "hint": diagnostic.hint,
    }


def _label_as_json(label: Label) -> dict[str, Any]:
    span = label.span
    if span.is_nowhere:
        return {"path": None, "text": label.text}
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "text": label.text,
    }


def _lines(diagnostic: Diagnostic, words: Mapping[str, str]) -> Iterator[str]:
    level, note = words.get(diagnostic.level.value, diagnostic.level.value), words.get("note", "note")
    yield _clean(f"{level}[{diagnostic.code}]: {diagnostic.title}")
    placed = [_Placed.at(label, index == 0) for index, label in enumerate(diagnostic.labels)]
    numbers = [len(str(mark.line)) for mark in placed if mark.has_text]
    gutter = " " * max(numbers, default=1)
    arrow = "-->"
    for path, marks in _by_file(placed):
        if arrow == ":::":
            yield f"{gutter} |"
        yield from _file(path, marks, gutter, arrow, note)
        arrow = ":::"
    # A label without a place still has its sentence.
    for mark in placed:
        if mark.span.is_nowhere and mark.text:
            yield f"{gutter} = {note}: {mark.text}"
    if diagnostic.rule is not None:
        yield _clean(f"{gutter} = {words.get('rule', 'rule')}: {diagnostic.rule}")
    if diagnostic.hint is not None:
        yield _clean(f"{gutter} = {words.get('hint', 'hint')}: {diagnostic.hint}")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A label with its line counted once."""

    span: Span
    text: str
    first: bool
    line: int
    column: int

    @classmethod
    def at(cls, label: Label, first: bool) -> _Placed:
        return cls(label.span, _clean(label.text), first, label.span.line, label.span.column)

    @property
    def has_text(self) -> bool:
        # A file that could not be read has a path and nothing to quote.
        return bool(self.span.source.text)


def _by_file(placed: list[_Placed]) -> list[tuple[str, list[_Placed]]]:
    """The labels of each file together, files in the order of their first label."""
    files: dict[str, list[_Placed]] = {}
    for mark in placed:
        if not mark.span.is_nowhere:
            files.setdefault(mark.span.path, []).append(mark)
    return list(files.items())


def _file(path: str, marks: list[_Placed], gutter: str, arrow: str, note: str) -> Iterator[str]:
    head = marks[0]
    if not head.has_text:
        yield _clean(f"{gutter}{arrow} {path}")
        for mark in marks:
            if mark.text:
                yield f"{gutter} = {note}: {mark.text}"
        return
    yield _clean(f"{gutter}{arrow} {path}:{head.line}:{head.column}")
    yield f"{gutter} |"
    previous = None
    for number, group in groupby(sorted(marks, key=lambda mark: mark.span.start), key=lambda mark: mark.line):
        if previous is not None and number > previous + 1:
            yield "..."
        yield from _quoted(number, list(group), gutter)
        previous = number


def _quoted(number: int, marks: list[_Placed], gutter: str) -> Iterator[str]:
    """One line of the source, then one line of marks for each label on it."""
    line = marks[0].span.line_text
    begin = _window(line, marks[0].column - 1)
    shown = line[begin : begin + SHOWN]
    lead = "... " if begin else ""
    tail = " ..." if begin + SHOWN < len(line) else ""
    yield f"{number:>{len(gutter)}} | {lead}{_clean(shown)}{tail}".rstrip()
    for mark in marks:
        start = min(max(mark.column - 1 - begin, 0), len(shown))
        end = min(start + mark.span.end - mark.span.start, len(shown))
        indent = " " * (len(lead) + _width(shown[:start]))
        signs = ("^" if mark.first else "-") * max(1, _width(shown[start:end]))
        yield f"{gutter} | {indent}{signs} {mark.text}".rstrip()


def _window(line: str, column: int) -> int:
    """Where to start quoting: at the beginning, unless the mistake is far to the right of a long line."""
    if len(line) <= SHOWN or column < SHOWN - BEFORE:
        return 0
    return column - BEFORE


def _clean(text: str) -> str:
    """The text with everything that could move the cursor or hide a letter shown as `?`."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " if letter == "\t" else "?" for letter in text)


def _width(text: str) -> int:
    """How many columns a terminal takes for the text."""
    if text.isascii():
        return len(text)
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
