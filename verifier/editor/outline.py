"""A file in; what stands in it as a tree, and what can be folded, out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from verifier.editor.names import DEFINES, LOCAL, Occurrence
from verifier.editor.session import Session
from verifier.source import Source


@dataclass
class Entry:
    """A thing with a name and what is defined inside it."""

    name: Occurrence
    inside: list[Entry] = field(default_factory=list)


def outline(session: Session, path: Path) -> list[Entry]:
    """Everything that a file defines, what stands inside another thing below it."""
    top: list[Entry] = []
    around: list[Entry] = []
    for each in session.names(path).found:
        if each.strength != DEFINES or each.symbols[0].group == LOCAL or each.whole is None:
            continue
        while around and not _holds(around[-1].name, each):
            around.pop()
        entry = Entry(each)
        (around[-1].inside if around else top).append(entry)
        around.append(entry)
    return top


def _holds(outer: Occurrence, inner: Occurrence) -> bool:
    return outer.whole is not None and outer.whole.start <= inner.span.start < outer.whole.end


def folds(source: Source) -> Iterator[tuple[int, int, bool]]:
    """First and last line of each block, counted from 0, and whether it is a comment."""
    open_blocks: list[tuple[int, int]] = []
    last = 0
    comment: int | None = None
    lines = source.text.split("\n")
    for number, line in enumerate(lines):
        said = line.strip()
        if said.startswith("#"):
            comment = number if comment is None else comment
            continue
        if comment is not None and number - comment > 1:
            yield comment, number - 1, True
        comment = None
        if not said:
            continue
        indent = len(line) - len(line.lstrip(" "))
        while open_blocks and open_blocks[-1][0] >= indent:
            begun = open_blocks.pop()[1]
            if last > begun:
                yield begun, last, False
        open_blocks.append((indent, number))
        last = number
    for _, begun in reversed(open_blocks):
        if last > begun:
            yield begun, last, False
