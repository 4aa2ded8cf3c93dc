"""A diagnostic in; the edits that its hint proposes out. What changes the grammar of a line is read again first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verifier.diagnostics import Diagnostic, Report
from verifier.editor.diagnose import placed_labels
from verifier.editor.rename import Edit
from verifier.editor.words import said
from verifier.languages import ENGLISH
from verifier.source import Source, Span
from verifier.surface.parser import read

_MEANT = re.compile(r"^did you mean `([^`]+)`\?$")
_WRITE = re.compile(r"\bwrite `([^`]+)`")
_LINE = re.compile(r"with a line `([^`]+)`")
_ENTRY = re.compile(r"^add an entry to the line, such as `([^`]+)`$")
_DEPTHS = re.compile(r"^the lines above are indented by ([\d or]+) spaces$")
_TABS, _MARGIN = "P103", "P114"


@dataclass(frozen=True, slots=True)
class Fix:
    """What a fix does, in a few words, and its edits; `sure` where the hint names the right word."""

    title: str
    edits: tuple[Edit, ...]
    sure: bool = False


def fixes(found: Diagnostic, lang: str = ENGLISH) -> list[Fix]:
    """What can be done about a diagnostic, the likeliest first. The diagnostic is the one in English."""
    if not placed_labels(found):
        return []
    span, hint = placed_labels(found)[0].span, found.hint or ""
    if (meant := _MEANT.match(hint)) is not None:
        return _meant(found, span, meant[1], lang)
    if found.code == _TABS:
        return [_without_tabs(span, lang)]
    if found.code == _MARGIN:
        return _indented(span, [0], lang)
    if (depths := _DEPTHS.match(hint)) is not None:
        return _indented(span, [int(each) for each in depths[1].split(" or ")], lang)
    if (line := _LINE.search(hint)) is not None:
        start = span.source.text.rfind("\n\n", 0, span.start) + 2
        start = 0 if start == 1 else start
        title = said(lang, "fix-line", line=line[1])
        return [Fix(title, (Edit(span.source.span(start), f"{line[1]}\n\n"),))]
    if (entry := _ENTRY.match(hint)) is not None:
        title = said(lang, "fix-entry", entry=entry[1])
        return [Fix(title, (Edit(span.source.span(span.end), f", {entry[1]}"),))]
    return list(_written(found, span, hint, lang))


def _meant(found: Diagnostic, span: Span, right: str, lang: str) -> list[Fix]:
    """The word that is wrong, inside the place that is shown."""
    quoted = [word for word in found.title.split("`")[1::2] if word]
    wrong = next((word for word in quoted if word in span.text), span.text)
    at = span.start + max(0, span.text.find(wrong))
    if len(wrong.split()) != 1:
        return []
    title = said(lang, "fix-change", word=right)
    return [Fix(title, (Edit(span.source.span(at, at + len(wrong)), right),), sure=True)]


def _without_tabs(span: Span, lang: str) -> Fix:
    source = span.source
    tabs = [place for place, letter in enumerate(source.text) if letter == "\t"]
    edits = tuple(Edit(source.span(at, at + 1), "    ") for at in tabs)
    return Fix(said(lang, "fix-tabs"), edits, sure=True)


def _indented(span: Span, depths: list[int], lang: str) -> list[Fix]:
    source = span.source
    start = source.text.rfind("\n", 0, span.start) + 1
    tried = [
        Fix(said(lang, "fix-indent", depth=depth), (Edit(source.span(start, span.start), " " * depth),))
        for depth in sorted(depths, reverse=True)
    ]
    return [fix for fix in tried if _helps(source, fix)]


def _written(found: Diagnostic, span: Span, hint: str, lang: str) -> Iterator[Fix]:
    """`write ...`: instead of what is shown, or instead of the whole line, whichever can then be read."""
    source = span.source
    start = source.text.rfind("\n", 0, span.start) + 1
    end = source.text.find("\n", span.start)
    line = source.text[start : len(source.text) if end < 0 else end]
    indent = len(line) - len(line.lstrip(" "))
    whole = source.span(start + indent, start + len(line.partition("#")[0].rstrip()))
    for right in _WRITE.findall(hint):
        if "..." in right or "some-" in right:
            continue
        for place in (span, whole):
            fix = Fix(said(lang, "fix-write", words=right), (Edit(place, right),))
            if found.code[0] == "P" and _helps(source, fix):
                yield fix
                break


def _helps(source: Source, fix: Fix) -> bool:
    """Are there fewer mistakes of grammar afterwards?"""
    before, after = Report(), Report()
    read(source, before)
    read(Source(source.path, applied(source.text, fix.edits)), after)
    return len(after.diagnostics) < len(before.diagnostics)


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    """A text after some edits of it."""
    for edit in sorted(edits, key=lambda each: each.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text
