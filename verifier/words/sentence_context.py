"""A sentence and everything that it is held against."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.diagnostics import Diagnostic, Label, diagnostic
from verifier.source import Span
from verifier.words.book import Phrasebook
from verifier.words.catalogue import Message
from verifier.words.entries import Entry
from verifier.words.formal import Formal
from verifier.words.lexicon import Lexicon
from verifier.words.reading import SentenceReading
from verifier.words.template import Template


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence with everything that it is held against."""

    entry: Entry
    message: Message
    book: Phrasebook
    template: Template
    reading: SentenceReading
    formal: Formal
    lexicon: Lexicon

    def at(self, start: int, end: int) -> Span:
        return self.message.at(start, end - start)

    def problem(
        self, code: str, start: int, end: int, /, note: str = "", hint: str | None = None, **names: Any
    ) -> Diagnostic:
        """A mistake at some letters of the words."""
        labels = [Label(self.at(start, end), note), Label(self.entry.span, "the rule")]
        return diagnostic(code, *labels, hint=hint, about=self.entry.key, **names)

    def whole(self, code: str, hint: str | None = None, /, **names: Any) -> Diagnostic:
        """A mistake of the sentence as a whole."""
        labels = [Label(self.at(0, len(self.message.words))), Label(self.entry.span, "the rule")]
        return diagnostic(code, *labels, hint=hint, about=self.entry.key, **names)
