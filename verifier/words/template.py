"""A sentence as a translator writes it in, its pieces out: plain text, slots in braces, marks in brackets.

{hand-size}                 a number of the rules
{hand-size card}            the number with its term: 8 cards
{hand-size card: words}     in words: eight cards
{bonus-length: posée|posées}    the form that agrees with the number
{token}, {token: other}     a term of the glossary
[lower than](less-than)     words with what they mean
[once the cost is paid](after: cost-of-travel)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Text:
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Slot:
    """`value` is a number or a term; `term` what is counted; `forms` what agrees with the number."""

    value: tuple[str, ...]
    term: str | None
    flags: tuple[str, ...]
    forms: tuple[str, ...]
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Words that mean `sense`; an order names what it refers to."""

    pieces: tuple[Text | Slot, ...]
    sense: str
    ref: str | None
    at: int
    end: int


Piece = Text | Slot | Mark


@dataclass(frozen=True, slots=True)
class TemplateMistake:
    """Where a sentence cannot be read, and why."""

    at: int
    why: str


@dataclass(frozen=True, slots=True)
class Template:
    source: str
    pieces: tuple[Piece, ...]

    def slots(self) -> Iterator[Slot]:
        for piece in self.flat():
            if isinstance(piece, Slot):
                yield piece

    def flat(self) -> Iterator[Text | Slot]:
        for piece in self.pieces:
            yield from piece.pieces if isinstance(piece, Mark) else (piece,)

    def marks(self) -> Iterator[Mark]:
        return (piece for piece in self.pieces if isinstance(piece, Mark))


_NAME = r"[^\W\d_][\w-]*"
_NUMBER = r"-?\d+"
_ATOM = rf"(?:{_NUMBER}|{_NAME})"
_SLOT = re.compile(
    rf"\s*(?:(?P<all>all)\s+(?P<things>{_NAME})"
    rf"|(?P<left>{_ATOM})(?:\s+(?P<op>of|[-+*/])\s+(?P<right>{_ATOM}))?(?:\s+(?P<term>{_NAME}))?)"
    r"\s*(?::\s*(?P<rest>[^{}]*))?\s*"
)
_SENSE = re.compile(rf"\s*(?P<sense>[a-z-]+)\s*(?::\s*(?P<ref>{_NAME})\s*)?")
FLAGS = frozenset({"words", "one", "other", "dative", "genitive", "accusative", "cap", "bare"})


def template(source: str) -> Template | TemplateMistake:
    """The pieces of a sentence, or where it cannot be read."""
    if len(source) > LONGEST:
        return TemplateMistake(LONGEST, f"a sentence has at most {LONGEST} letters")
    pieces: list[Piece] = []
    at = 0
    while at < len(source):
        if source[at] == "[":
            found = _mark(source, at)
        else:
            stop = source.find("[", at)
            found = _plain(source, at, len(source) if stop < 0 else stop)
        if isinstance(found, TemplateMistake):
            return found
        new, at = found
        pieces += new
    return Template(source, tuple(pieces))


def _mark(source: str, at: int) -> tuple[list[Piece], int] | TemplateMistake:
    close = source.find("]", at)
    if close < 0:
        return TemplateMistake(at, "this bracket is not closed")
    if source[close + 1 : close + 2] != "(":
        return TemplateMistake(close, "after `]` comes what the words mean: `[words](more-than)`")
    end = source.find(")", close)
    sense = _SENSE.fullmatch(source, close + 2, end) if end > 0 else None
    if sense is None:
        return TemplateMistake(
            close + 1, "in the round brackets stands one meaning: `(at-least)`, `(after: some-rule)`"
        )
    inner = _plain(source, at + 1, close)
    if isinstance(inner, TemplateMistake):
        return inner
    pieces = tuple(piece for piece in inner[0] if not isinstance(piece, Mark))
    return [Mark(pieces, sense["sense"], sense["ref"], at, end + 1)], end + 1


def _plain(source: str, at: int, stop: int) -> tuple[list[Piece], int] | TemplateMistake:
    """Text and slots up to a place."""
    pieces: list[Piece] = []
    while at < stop:
        if source[at] in "}]":
            return TemplateMistake(at, f"this `{source[at]}` closes nothing")
        if source[at] == "{":
            close = source.find("}", at, stop)
            if close < 0:
                return TemplateMistake(at, "this brace is not closed")
            slot = _slot(source, at, close)
            if isinstance(slot, TemplateMistake):
                return slot
            pieces.append(slot)
            at = close + 1
            continue
        end = min((where for sign in "{}]" if (where := source.find(sign, at, stop)) >= 0), default=stop)
        pieces.append(Text(source[at:end], at))
        at = end
    return pieces, stop


def _slot(source: str, at: int, close: int) -> Slot | TemplateMistake:
    found = _SLOT.fullmatch(source, at + 1, close)
    if found is None:
        return TemplateMistake(
            at, "in braces stands a number or a term: `{hand-size}`, `{hand-size card}`, `{8 card: words}`"
        )
    rest = (found["rest"] or "").strip()
    forms = tuple(form.strip() for form in rest.split("|")) if "|" in rest else ()
    flags = () if forms else tuple(rest.split())
    unknown = [flag for flag in flags if flag not in FLAGS]
    if unknown:
        return TemplateMistake(at, f"`{unknown[0]}` is not one of {', '.join(sorted(FLAGS))}")
    if found["all"]:
        return Slot(("all", found["things"]), found["things"], flags, forms, at, close + 1)
    value = (found["left"],) if found["op"] is None else (found["left"], found["op"], found["right"])
    return Slot(value, found["term"], flags, forms, at, close + 1)
