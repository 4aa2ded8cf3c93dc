"""Lines of answers in another language: a line in English in, the same line with what is known of it translated.

A line is recognised by its template, and what was filled in is looked at in the same way: details of verdicts are
sentences behind semicolons, numbers with their nouns stand in tables. What nobody has translated stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from babel.numbers import get_decimal_symbol, get_group_symbol

from verifier.languages import ENGLISH, NBSP, language

CONTEXT = "answer"
_HOLE = re.compile(r"\{(\w)\}")
# Holes by these names hold numbers, names of players, one part of a sentence; any other holds words.
HOLES = {
    **dict.fromkeys("ijkmn", r"-?\d[\d,.]*"),
    **dict.fromkeys("pq", r"[A-Z]\w*(?: \d+)?(?: and [A-Z]\w*(?: \d+)?)*"),
    **dict.fromkeys("auvw", "[^;]+?"),
}
# A number that is no part of a name, a path, a version or a place in a text.
_NUMBER = re.compile(r"(?<![\w.,/:])(-?(?:\d{1,3}(?:,\d{3})+|\d+))(\.\d+)?(%?)(?![\w]|[.,]\d|[-/:]\w)")
# What stands before a line, and is no word: how far in it stands, the number of a move, an arrow.
_HEAD = re.compile(r"\s*(?:->\s*)?(?:\d+\.\s+)?")
SEMICOLON = "; "


class Answers:
    """The templates of one language, those with the most words of their own first."""

    def __init__(self, pairs: Iterable[tuple[str, str, str]], lang: str = ENGLISH) -> None:
        self.lang = lang
        ours = [(one, two) for context, one, two in pairs if context == CONTEXT]
        self.words = {one: two for one, two in ours if not _HOLE.search(one)}
        holed = sorted((pair for pair in ours if pair[0] not in self.words), key=lambda pair: -_own(pair[0]))
        self.templates = [(_pattern(one), two) for one, two in holed]

    @lru_cache(maxsize=4096)  # noqa: B019 - there is one for each language
    def line(self, english: str) -> str:
        """The line as far as it is known."""
        head = _HEAD.match(english)
        begins = head.end() if head is not None else 0
        said = self._part(english[begins:])
        return local_numbers(english[:begins] + language(self.lang).counted(said), self.lang)

    def _part(self, english: str) -> str:
        if english in self.words:
            return self.words[english]
        several = language(ENGLISH).in_several(english)
        for pattern, translated in self.templates:
            # `1 move` is known as `{n} moves`, where nobody has put it by itself.
            found = pattern.fullmatch(english) or (several != english and pattern.fullmatch(several)) or None
            if found is not None:
                # Between backticks stands a name.
                holes = {
                    name: value if f"`{{{name}}}`" in translated else self._part(value)
                    for name, value in found.groupdict().items()
                }
                return _HOLE.sub(lambda hole, known=holes: known[hole[1]], translated)  # type: ignore[misc]
        if SEMICOLON in english:
            return joined(map(self._part, english.split(SEMICOLON)), self.lang)
        return english


def joined(parts: Iterable[str], lang: str) -> str:
    """Parts of a line with semicolons between them, as the language sets these."""
    return f"{language(lang).sign(';')} ".join(parts)


def local_numbers(line: str, lang: str) -> str:
    """Numbers with the signs of the language: `1.234,5` for `1,234.5`, and a space before `%` where it has one.

    Between backticks stands what people type, which is the same everywhere.
    """
    if lang == ENGLISH:
        return line
    parts = re.split(r"(`[^`]*`)", line)
    return "".join(
        part if at % 2 else _NUMBER.sub(lambda found: _local(found, lang), part)
        for at, part in enumerate(parts)
    )


def _local(found: re.Match[str], lang: str) -> str:
    whole, fraction, percent = found[1], found[2] or "", found[3]
    locale = language(lang).locale.replace("-", "_")
    said = whole.replace(",", get_group_symbol(locale)) + fraction.replace(".", get_decimal_symbol(locale))
    return f"{said}{NBSP}%" if percent else said


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
