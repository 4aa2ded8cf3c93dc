"""Slips of a translator in shipped sentences, by kind and language: what the check of catalogues is measured with."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from verifier.words.entries import CLAIMS
from verifier.words.swapped_slots import Owned
from verifier.words.template import Mark, TemplateMistake, Text, template

HERE = Path(__file__).parent / "slips"
# Of zones that a sentence could confuse, so many are tried.
OTHER_ZONES = 2
# Kind of words whose change would change nothing.
HARMLESS = "harmless"


@dataclass(frozen=True, slots=True)
class Slip:
    """A shipped sentence made wrong in one place."""

    key: str
    kind: str
    words: str
    said: str
    instead: str


def languages() -> list[str]:
    return sorted(path.stem for path in HERE.glob("*.toml"))


@cache
def _table(lang: str) -> list[tuple[str, re.Pattern[str], tuple[str, ...]]]:
    """Kind, words, wrong words; the longest first, so that `may not` is no `may`."""
    table = tomllib.loads((HERE / f"{lang}.toml").read_text(encoding="utf-8"))
    rows = [(kind, said, wrong) for kind, pairs in table.items() for said, wrong in pairs.items()]
    rows.sort(key=lambda row: -len(row[1]))
    return [(kind, _whole(said), tuple(wrong.split("|"))) for kind, said, wrong in rows]


def _whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(words)}(?![\w-])", re.IGNORECASE)


def slips(words: str, owned: Owned) -> Iterator[Slip]:
    """Every slip that the tables know in a sentence; a place is spoilt once, by the longest words there."""
    if owned.entry.is_label or owned.entry.sort in CLAIMS:
        return
    key, plain = owned.entry.key, _outside_slots(words)
    taken: list[tuple[int, int]] = []
    for kind, said, wrong in [*_table(owned.book.lang), *_zones(owned)]:
        for found in said.finditer(plain):
            if any(start < found.end() and found.start() < end for start, end in taken):
                continue
            taken.append(found.span())
            for each in wrong if kind != HARMLESS else ():
                instead = each[0].upper() + each[1:] if found[0][0].isupper() else each
                yield Slip(
                    key, kind, words[: found.start()] + instead + words[found.end() :], found[0], instead
                )


def _outside_slots(words: str) -> str:
    """The sentence with slots and what marks refer to covered, every letter in its place."""
    read = template(words)
    if isinstance(read, TemplateMistake):
        return " " * len(words)
    covered = list(" " * len(words))

    def show(pieces: object, at: int) -> None:
        for piece in pieces:  # type: ignore[attr-defined]
            if isinstance(piece, Text):
                start = words.find(piece.text, at)
                covered[start : start + len(piece.text)] = piece.text
                at = start + len(piece.text)
            elif isinstance(piece, Mark):
                show(piece.pieces, piece.at)
                at = piece.end
            else:
                at = piece.end

    show(read.pieces, 0)
    return "".join(covered)


def _zones(owned: Owned) -> Iterator[tuple[str, re.Pattern[str], tuple[str, ...]]]:
    """Every zone of the game for another one of the same gender."""
    terms = owned.book.glossary.terms
    zones = sorted(name for name in owned.book.game.families if name in terms)
    for name in zones:
        others = [
            terms[other]
            for other in zones
            if other != name
            and terms[other].gender == terms[name].gender
            and terms[other].one != terms[name].one
        ][:OTHER_ZONES]
        if others:
            yield "zone", _whole(terms[name].one), tuple(term.one for term in others)
            yield "zone", _whole(terms[name].other), tuple(term.other for term in others)
