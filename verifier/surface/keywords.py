"""The keywords of the language: a table of one human language in, how each terminal is spelt out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from lark.lexer import PatternRE, TerminalDef

# A keyword stands alone: `requires` is a name, not `require` and an `s`.
_WHOLE = r"(?![\w-])"

# The words that an expression or a list goes on with: a name spelt like one of these could never be used.
_GOES_ON = (
    "and any at by count else every for from has in is my no not of or per sum the then to when where with"
)
_RESERVED = frozenset([*_GOES_ON.split(), "highest", "lowest", "top", "bottom"])


# Compared by identity: a language is read once, and its sentences are kept.
@dataclass(frozen=True, eq=False)
class Words:
    """The keywords: for each terminal of the grammar, its keywords in English with their spellings."""

    terminals: Mapping[str, Mapping[str, tuple[str, ...]]]

    @classmethod
    def of(cls, english: Mapping[str, Any], table: Mapping[str, Any]) -> Words:
        """The keywords that English lists, spelt as the table says."""
        terminals: dict[str, dict[str, tuple[str, ...]]] = {}
        for terminal, keyword, group in _listed(english):
            spelt = table.get(group, {}).get(keyword, keyword) if group else table.get(keyword, keyword)
            terminals.setdefault(terminal, {})[keyword] = (spelt,) if isinstance(spelt, str) else tuple(spelt)
        return cls(terminals)

    def edit(self, terminal: TerminalDef) -> None:
        """Gives a terminal of the grammar its words in this language; names, numbers and signs stay."""
        if terminal.name in self.terminals:
            longest_first = sorted(self.spelt(terminal.name), key=len, reverse=True)
            choice = "|".join(re.escape(word).replace(r"\ ", " +") for word in longest_first)
            terminal.pattern = PatternRE(f"(?:{choice}){_WHOLE}")
            terminal.priority = 1

    def spelt(self, terminal: str) -> tuple[str, ...]:
        """Every word that a terminal may be, none for a terminal that is not a keyword."""
        return tuple(word for words in self.terminals.get(terminal, {}).values() for word in words)

    def word(self, keyword: str, terminal: str | None = None) -> str:
        """How to write a keyword; a keyword of several terminals means the one that stands by itself."""
        return self.terminals[terminal or _terminal(keyword)][keyword][0]

    def phrase(self, english: str) -> str:
        """Some keywords in a row, as they are written in this language: `is at least`."""
        return " ".join(self._spelt_anywhere(keyword) for keyword in english.split())

    def say(self, template: str, *parts: str) -> str:
        """A template of English keywords with its gaps filled: `say("move {} to {}", what, where)`."""
        return _in_language(self, template).format(*parts)

    def _spelt_anywhere(self, keyword: str) -> str:
        own = self.terminals.get(_terminal(keyword), {})
        found = own.get(keyword) or next(
            (spelt[keyword] for spelt in self.terminals.values() if keyword in spelt), (keyword,)
        )
        return found[0]

    @cached_property
    def english(self) -> dict[tuple[str, str], str]:
        """The keyword for a terminal and a word found in a text."""
        return {
            (terminal, word): keyword
            for terminal, keywords in self.terminals.items()
            for keyword, words in keywords.items()
            for word in words
        }

    @cached_property
    def every(self) -> frozenset[str]:
        """Each keyword as it may be written."""
        return frozenset(word for _, word in self.english)

    @cached_property
    def reserved(self) -> frozenset[str]:
        """The words that cannot be names."""
        return frozenset(word for (_, word), keyword in self.english.items() if keyword in _RESERVED)


@lru_cache(maxsize=1024)
def _in_language(words: Words, template: str) -> str:
    return re.sub(r"[a-z]+(?:-[a-z]+)*", lambda keyword: words.phrase(keyword[0]), template)


def _listed(english: Mapping[str, Any]) -> Iterator[tuple[str, str, str | None]]:
    for key, value in english.items():
        if isinstance(value, Mapping):
            yield from ((key, keyword, key) for keyword in value)
        else:
            yield _terminal(key), key, None


def _terminal(keyword: str) -> str:
    """The name Lark gives to a keyword written in a rule of the grammar."""
    return keyword.upper().replace("-", "_").replace(" ", "_")
