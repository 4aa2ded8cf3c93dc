"""Lines and depths: a text in, the same text tidied and cut into pieces out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from verifier.diagnostics import Diagnostic, Label, Report, diagnostic
from verifier.source import Source, Span
from verifier.surface.open_texts import open_text

# Reading takes about a second for so much text; a game of many cards is cut into parts.
LONGEST_TEXT = 300_000
LONGEST_LINE = 1_000
LONGEST_BLOCK = 1_000
DEEPEST_BLOCK = 20
DEEPEST_BRACKET = 50

# What pasted text brings along: line ends of other systems, and spaces that look like a space.
_LINE_ENDS = re.compile(r"\r\n?")
_SPACES = re.compile("[\u00a0\u2007\u2009\u202f]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_CODE = re.compile(r'(?:[^"#]|"[^"]*"?)*')
_NOT_CODE = re.compile(r'"[^"\n]*"|#.*')


@dataclass(frozen=True, slots=True)
class Line:
    """A line that says something: where it starts, how far it is indented, and its text without line end."""

    start: int
    indent: int
    text: str

    @property
    def code(self) -> str:
        """The line without its comment."""
        found = _CODE.match(self.text)
        return (found[0] if found else "").rstrip(" ")

    @property
    def comment(self) -> str:
        return self.text[len(self.code) :].lstrip(" ")

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    def first_word(self, source: Source) -> Span:
        start = self.start + self.indent
        word = re.match(r"[\w-]+|\S", self.text[self.indent :])
        return source.span(start, start + len(word[0] if word else ""))


@dataclass(frozen=True, slots=True)
class Piece:
    """A line at the left margin with all that is indented below it."""

    start: int
    end: int
    lines: tuple[Line, ...]

    def text(self, source: Source) -> str:
        """The piece as it is parsed: a line that was taken away leaves its place."""
        kept = {line.start for line in self.lines}
        written = source.text[self.start : self.end]
        for line in lines_of(written, self.start):
            if line.start not in kept:
                start, end = line.start - self.start, line.end - self.start
                written = f"{written[:start]}{' ' * (end - start)}{written[end:]}"
        return written

    def without(self, gone: Line) -> Piece | None:
        """The piece without a line and its block, and without the line above if its block is then empty."""
        first = last = self.lines.index(gone)
        while last + 1 < len(self.lines) and self.lines[last + 1].indent > self.lines[first].indent:
            last += 1
        before, after = self.lines[:first], self.lines[last + 1 :]
        if not before:
            return None
        if before[-1].indent < gone.indent and (not after or after[0].indent < gone.indent):
            return self.without(before[-1])
        return Piece(self.start, self.end, before + after)


def load(path: str | Path, report: Report) -> Source | None:
    """The text of a file, or None when it cannot be read, and then the report says why."""
    nothing = Label(Source(str(path), "").whole)
    typed = open_text(path)
    if typed is not None:
        return tidied(Source(str(path), typed))
    try:
        with open(path, "rb") as file:
            # Four bytes make the longest letter; who asks for an endless file gets no further than this.
            found = file.read(4 * LONGEST_TEXT + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "this is not a path"
        report.add(diagnostic("P101", nothing, hint=why.lower(), path=path))
        return None
    try:
        source = Source(str(path), found.decode("utf-8"))
    except UnicodeDecodeError as error:
        start = len(found[: error.start].decode("utf-8"))
        shown = Source(str(path), found.decode("utf-8", errors="replace"))
        label = Label(shown.span(start, start + 1), "this is not a letter")
        report.add(diagnostic("P102", label, hint="save the file as plain text (UTF-8)", path=path))
        return None
    return tidied(source)


def tidied(source: Source) -> Source:
    """The source as it is read: one kind of line end, one kind of space, a last line that ends."""
    text = _LINE_ENDS.sub("\n", source.text.removeprefix("\ufeff"))
    text = unicodedata.normalize("NFC", _SPACES.sub(" ", text))
    if text and not text.endswith("\n"):
        text += "\n"
    return source if text == source.text else Source(source.path, text)


def is_text(source: Source, report: Report) -> bool:
    """Whether this is a text at all, and not a picture, an endless file or a table with tabs."""
    text = source.text
    if len(text) > LONGEST_TEXT:
        path = source.path
        hint = "split it into parts: a `part` is a separate file"
        report.add(
            diagnostic("P104", Label(Source(path, "").whole), hint=hint, path=path, limit=LONGEST_TEXT)
        )
        return False
    if control := _CONTROL.search(text):
        label = Label(source.span(*control.span()), "this is not a letter")
        report.add(diagnostic("P102", label, hint="save the file as plain text (UTF-8)", path=source.path))
        return False
    if (tab := text.find("\t")) >= 0:
        label = Label(source.span(tab, tab + 1), "here is a tab")
        report.add(diagnostic("P103", label, hint="replace every tab by four spaces"))
        return False
    return True


def pieces(source: Source, report: Report) -> Iterator[Piece]:
    """The pieces of a text in their order; a piece whose lines are out of shape is reported and left out."""
    gathered: list[Line] = []
    for line in lines_of(source.text):
        if line.indent == 0 and gathered:
            yield from _sound(gathered, line.start, source, report)
            gathered = []
        gathered.append(line)
    if gathered:
        yield from _sound(gathered, len(source.text), source, report)


def lines_of(text: str, start: int = 0) -> Iterator[Line]:
    """The lines that say something: no empty ones, and none with a comment only."""
    for line in text.split("\n"):
        said = line.lstrip(" ")
        if said and not said.startswith("#"):
            yield Line(start, len(line) - len(said), line.rstrip(" "))
        start += len(line) + 1


def _sound(lines: list[Line], end: int, source: Source, report: Report) -> Iterator[Piece]:
    mistake = next(_out_of_shape(lines, source), None)
    if mistake is not None:
        report.add(mistake)
    else:
        yield Piece(lines[0].start, end, tuple(lines))


def _out_of_shape(lines: list[Line], source: Source) -> Iterator[Diagnostic]:
    if lines[0].indent:
        label = Label(lines[0].first_word(source), "nothing above it opens a block")
        yield diagnostic("P114", label, hint="begin this line at the left margin")
        return
    if len(lines) > LONGEST_BLOCK:
        label = Label(lines[0].first_word(source), f"{len(lines)} lines")
        yield diagnostic("P109", label, hint="split it into parts", limit=LONGEST_BLOCK)
    for line in lines:
        yield from _too_much(line, source)
    yield from _odd_depths(lines, source)


def _too_much(line: Line, source: Source) -> Iterator[Diagnostic]:
    if len(line.text) > LONGEST_LINE:
        label = Label(source.span(line.start, line.end), f"{len(line.text)} characters")
        yield diagnostic("P105", label, hint="write one fact per line", limit=LONGEST_LINE)
    elif (place := _deep_bracket(line)) is not None:
        label = Label(source.span(place, place + 1), "this bracket is too deep")
        hint = "give a part of it a name with `define` or `let`"
        yield diagnostic("P107", label, hint=hint, limit=DEEPEST_BRACKET)


def _odd_depths(lines: list[Line], source: Source) -> Iterator[Diagnostic]:
    """The first line that is as deep as no line around it, or deeper than anybody can follow."""
    depths = [0]
    for line in lines:
        known = tuple(depths)
        while line.indent < depths[-1]:
            depths.pop()
        if line.indent > depths[-1]:
            if len(depths) < len(known):
                choice = " or ".join(str(depth) for depth in known)
                label = Label(line.first_word(source), f"indented by {line.indent} spaces")
                yield diagnostic("P116", label, hint=f"the lines above are indented by {choice} spaces")
                return
            depths.append(line.indent)
        if len(depths) - 1 > DEEPEST_BLOCK:
            label = Label(line.first_word(source), f"inside {len(depths) - 1} blocks")
            yield diagnostic("P108", label, hint="move a part of it into a `procedure`", limit=DEEPEST_BLOCK)
            return


def _deep_bracket(line: Line) -> int | None:
    if line.text.count("(") <= DEEPEST_BRACKET:
        return None
    depth = 0
    for place, letter in enumerate(_NOT_CODE.sub(lambda found: " " * len(found[0]), line.text)):
        depth += (letter == "(") - (letter == ")")
        if depth > DEEPEST_BRACKET:
            return line.start + place
    return None
