"""A text made shorter: lines with all that stands below them are left out for as long as something stays true of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def shrunk(text: str, holds: Callable[[str], bool]) -> str:
    """The shortest text found for which `holds`; it must hold of the text itself."""
    lines = [line for line in text.splitlines() if line.strip()]
    again = True
    while again:
        again = False
        for start, end in sorted(_blocks(lines), key=lambda block: block[0] - block[1]):
            fewer = [*lines[:start], *lines[end:]]
            if end <= len(lines) and holds("\n".join(fewer) + "\n"):
                lines, again = fewer, True
                break
    return "\n".join(lines) + "\n"


def _blocks(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Every line with what is indented below it."""
    for start, line in enumerate(lines):
        end = start + 1
        while end < len(lines) and _depth(lines[end]) > _depth(line):
            end += 1
        yield start, end


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
