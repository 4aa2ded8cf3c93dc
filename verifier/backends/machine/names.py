"""Names of the rules in, names of Python out. Nothing written in a specification is pasted into code."""

from __future__ import annotations

import keyword
import re
import unicodedata

LONGEST = 48


def clean(text: str) -> str:
    """A name fit for a comment or a string: plain letters, digits and a few signs, one line, not too long."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^A-Za-z0-9 ./_-]", "_", plain)[:LONGEST]


def snake(text: str) -> str:
    """A name as a Python identifier, not necessarily a free one."""
    word = re.sub(r"[^a-z0-9]+", "_", clean(text).lower()).strip("_") or "unnamed"
    return f"n_{word}" if word[0].isdigit() else word


class Taken:
    """The identifiers of one scope: each is given away once."""

    def __init__(self, reserved: frozenset[str] = frozenset()) -> None:
        self._taken = set(reserved)

    def fresh(self, text: str) -> str:
        """An identifier close to the text that nobody in this scope has."""
        word = snake(text)
        return self._free(f"{word}_" if keyword.iskeyword(word) else word)

    def all(self) -> frozenset[str]:
        return frozenset(self._taken)

    def constant(self, text: str) -> str:
        """An identifier in capitals."""
        return self._free(snake(text).upper())

    def _free(self, word: str) -> str:
        found, number = word, 1
        while found in self._taken or keyword.iskeyword(found) or keyword.issoftkeyword(found):
            number += 1
            found = f"{word}_{number}"
        self._taken.add(found)
        return found
