"""Which alternatives of the grammar a text uses: every expansion of every rule, every word of a set of words."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from lark.exceptions import UnexpectedInput

from verifier.diagnostics import Report
from verifier.source import Source
from verifier.surface.layout import pieces, tidied
from verifier.surface.parser import parser

# How the keywords of a language are put into a terminal.
WORDS = re.compile(r"\(\?:(.*)\)\(\?!\[\\w-\]\)")


class Coverage:
    """A parser of its own that counts. `seen` holds alternatives as people would write them."""

    def __init__(self) -> None:
        self.lark = parser.__wrapped__("en")
        self.seen: Counter[str] = Counter()
        callbacks = self.lark.parser.parser.parser.callbacks
        for rule, callback in list(callbacks.items()):
            callbacks[rule] = self._counting(_written(rule), callback)
        self.all = {_written(rule) for rule in self.lark.rules} | set(self._words())

    def _counting(self, name: str, callback: Any) -> Any:
        def counted(children: Any) -> Any:
            self.seen[name] += 1
            return callback(children)

        return counted

    def _words(self) -> list[str]:
        """The words of terminals that have several."""
        found = []
        for terminal in self.lark.terminals:
            words = WORDS.fullmatch(terminal.pattern.value)
            if words is not None and "|" in words[1]:
                each = words[1].replace("\\", "").replace(" +", " ").split("|")
                found += [f"{terminal.name}: {word}" for word in each]
        return found

    def read(self, text: str) -> bool:
        """Counts what a text uses, as a whole and piece by piece; no if it cannot be read."""
        source = tidied(Source("random", text))
        try:
            self.lark.parse(source.text, start="start")
            for token in self.lark.lex(source.text):
                self.seen[f"{token.type}: {token.value}"] += 1
            for piece in pieces(source, Report()):
                self.lark.parse(source.text[piece.start : piece.end], start="piece")
        except UnexpectedInput:
            return False
        return True

    @property
    def missing(self) -> list[str]:
        return sorted(self.all - self.seen.keys())


def _written(rule: Any) -> str:
    alias = f" -> {rule.alias}" if rule.alias else ""
    return f"{rule.origin.name}: {' '.join(symbol.name for symbol in rule.expansion)}{alias}"
