"""Lines of Python, indented as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class Code:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0

    def add(self, line: str) -> None:
        self.lines.append("    " * self._depth + line if line else "")

    def extend(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.add(line)

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        """What follows belongs to the head, which ends in a colon."""
        self.add(head)
        self._depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.add("pass")
        self._depth -= 1

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"
