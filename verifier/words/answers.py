"""Lines of answers in another language: a line in English in, the same line with what is known of it translated.

A line is recognised by its template, and what was filled in is looked at in the same way: details of verdicts are
sentences behind semicolons, numbers with their nouns stand in tables. What nobody has translated stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

CONTEXT = "answer"
_HOLE = re.compile(r"\{(\w)\}")
# Holes by these names hold numbers, names of players, one part of a sentence; any other holds words.
HOLES = {
    **dict.fromkeys("ijkmn", r"-?\d[\d,.]*"),
    **dict.fromkeys("pq", r"[A-Z]\w*(?: \d+)?(?: and [A-Z]\w*(?: \d+)?)*"),
    **dict.fromkeys("auvw", "[^;]+?"),
}
# What stands before a line, and is no word: how far in it stands, the number of a move, an arrow.
_HEAD = re.compile(r"\s*(?:->\s*)?(?:\d+\.\s+)?")
SEMICOLON = "; "


class Answers:
    """The templates of one language, those with the most words of their own first."""

    def __init__(self, pairs: Iterable[tuple[str, str, str]]) -> None:
        ours = [(one, two) for context, one, two in pairs if context == CONTEXT]
        self.words = {one: two for one, two in ours if not _HOLE.search(one)}
        holed = sorted((pair for pair in ours if pair[0] not in self.words), key=lambda pair: -_own(pair[0]))
        self.templates = [(_pattern(one), two) for one, two in holed]

    @lru_cache(maxsize=4096)  # noqa: B019 - there is one for each language
    def line(self, english: str) -> str:
        """The line as far as it is known."""
        head = _HEAD.match(english)
        begins = head.end() if head is not None else 0
        return english[:begins] + self._part(english[begins:])

    def _part(self, english: str) -> str:
        if english in self.words:
            return self.words[english]
        for pattern, translated in self.templates:
            found = pattern.fullmatch(english)
            if found is not None:
                # Between backticks stands a name.
                holes = {
                    name: value if f"`{{{name}}}`" in translated else self._part(value)
                    for name, value in found.groupdict().items()
                }
                return _HOLE.sub(lambda hole, known=holes: known[hole[1]], translated)  # type: ignore[misc]
        if SEMICOLON in english:
            return SEMICOLON.join(map(self._part, english.split(SEMICOLON)))
        return english


def _own(template: str) -> int:
    return len(_HOLE.sub("", template))


def _pattern(template: str) -> re.Pattern[str]:
    parts = _HOLE.split(template)
    return re.compile(
        "".join(
            re.escape(part) if at % 2 == 0 else f"(?P<{part}>{_inside(parts, at)})"
            for at, part in enumerate(parts)
        )
    )


def _inside(parts: list[str], at: int) -> str:
    quoted = parts[at - 1].endswith("`") and parts[at + 1].startswith("`")
    return "[^`]*?" if quoted else HOLES.get(parts[at], ".+?")
