"""A name and a sentence, as they stand in a text."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.source import Span


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A quoted sentence, without its quotes."""

    text: str
    span: Span
