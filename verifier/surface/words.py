"""The keywords of the language in one human language: a table in, and how each terminal is spelt out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lark.lexer import PatternRE, PatternStr, TerminalDef

# A keyword stands alone: `requires` is a name, not `require` and an `s`.
WHOLE_WORD = r"(?![\w-])"
_KEYWORD = re.compile(r"[a-z][a-z -]*")
_CHOICE = re.compile(r"\(\?:([a-z \\|-]+)\)")

Spelling = str | list[str]
Table = dict[str, Spelling | dict[str, Spelling]]


@dataclass(frozen=True, slots=True)
class Words:
    """How each keyword is spelt; what the table does not name is spelt as in the grammar."""

    table: Table

    def spellings(self, terminal: str, keyword: str) -> tuple[str, ...]:
        """The words for a keyword, the usual one first. A terminal with several keywords has a table of its own."""
        group = self.table.get(terminal, self.table)
        found = group.get(keyword, keyword) if isinstance(group, dict) else keyword
        return (found,) if isinstance(found, str) else tuple(word for word in found if isinstance(word, str))

    def edit(self, terminal: TerminalDef) -> None:
        """Gives a keyword terminal its words, each as a whole word."""
        spelt = [word for keyword in keywords(terminal) for word in self.spellings(terminal.name, keyword)]
        if spelt:
            longest_first = sorted(spelt, key=len, reverse=True)
            choice = "|".join(re.escape(word).replace(r"\ ", " +") for word in longest_first)
            terminal.pattern = PatternRE(f"(?:{choice}){WHOLE_WORD}")
            terminal.priority = 1


def keywords(terminal: TerminalDef) -> tuple[str, ...]:
    """The keywords a terminal of the grammar stands for, in English; none for names, numbers and signs."""
    pattern = terminal.pattern
    if isinstance(pattern, PatternStr):
        return (pattern.value,) if _KEYWORD.fullmatch(pattern.value) else ()
    choice = _CHOICE.fullmatch(pattern.value)
    return tuple(word.replace("\\", "") for word in choice[1].split("|")) if choice else ()
