"""What can still be read of a text with mistakes: its good lines in, units out, and the words that were lost.

So that one mistake of grammar does not hide the mistakes in names: what is found in the rest is told as well, unless it
is about a word that stands in a lost line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lark import Lark
from lark.exceptions import UnexpectedInput

from verifier.diagnostics import Diagnostic, Report
from verifier.languages import ENGLISH
from verifier.source import Source
from verifier.surface import build, nodes
from verifier.surface.failure import failure
from verifier.surface.layout import Piece, is_text, lines_of, pieces, tidied
from verifier.surface.parser import keywords, parser, piece_tree

_WORD = re.compile(r"[^\W\d_][\w-]*")


@dataclass(frozen=True, slots=True)
class Salvage:
    """The units of which something can be read, and every word of the lines that cannot."""

    units: tuple[nodes.Unit, ...] = ()
    lost: frozenset[str] = frozenset()


def salvaged(source: Source, words: str = ENGLISH) -> Salvage:
    """The rest of a text; nothing if its first line with a name is lost."""
    source = tidied(source)
    if not is_text(source, Report()):
        return Salvage()
    lark, kept = parser(words), set[int]()
    units: list[tuple[nodes.Header, list[nodes.Item]]] = []
    for piece in pieces(source, Report()):
        rest = _rest(piece, source, lark, words)
        if rest is None:
            continue
        mistakes = Report()
        tree = piece_tree(rest.text(source), words)
        part = build.piece(tree, build.Reading(source, piece.start, keywords(words), mistakes))
        if mistakes.has_errors:
            continue
        kept |= {line.start for line in rest.lines}
        if isinstance(part, nodes.Header):
            units.append((part, []))
        elif part is not None and units:
            units[-1][1].append(part)
    lost = {
        word for line in lines_of(source.text) if line.start not in kept for word in _WORD.findall(line.code)
    }
    return Salvage(
        tuple(
            nodes.Unit(header, tuple(items), span=header.span.to(items[-1].span))
            for header, items in units
            if items
        ),
        frozenset(lost),
    )


def _rest(piece: Piece, source: Source, lark: Lark, words: str) -> Piece | None:
    """The piece without the lines at which reading stops."""
    left: Piece | None = piece
    while left is not None:
        try:
            piece_tree(left.text(source), words)
        except UnexpectedInput:
            left = left.without(failure(lark, source, left, keywords(words)).line)
        else:
            return left
    return None


def certain(found: Iterable[Diagnostic], lost: frozenset[str]) -> list[Diagnostic]:
    """The mistakes in names and types that no lost line can explain."""
    return [each for each in found if _is_certain(each, lost)]


def _is_certain(found: Diagnostic, lost: frozenset[str]) -> bool:
    """What a game lacks as a whole may stand in a lost line; so may any word that the mistake is about."""
    if found.code[0] not in "NT" or not found.labels:
        return False
    texts = (*found.title.split("`")[1::2], found.labels[0].span.text)
    return not any(word in lost for text in texts for word in _WORD.findall(text))
