"""A place in a text in; what its name stands for out: the sentence, the rule itself, what was found out about it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from verifier.editor.names import CLAIM, DEFINES, LOCAL, RULE, Occurrence
from verifier.editor.navigate import defined, name_at
from verifier.editor.session import Session
from verifier.pages.verdicts import RecordRow, fingerprints_of, record_of
from verifier.surface.compose import Composition
from verifier.surface.files import game_around, spec_folder
from verifier.surface.index import place
from verifier.verdict.properties import SCENARIOS
from verifier.words import Phrasebook
from verifier.words.entries import unit_name

# So many definitions are shown: the one in the game and the overlays that replace it.
MOST = 4
LONGEST = 40


@dataclass(frozen=True, slots=True)
class Known:
    """What is shown of one thing: its sort, where it stands, its text, its sentence, its verdicts."""

    sort: str
    name: str
    where: str
    text: str
    sentence: str | None
    verdicts: tuple[str, ...]


def hover(session: Session, path: Path, offset: int) -> tuple[Occurrence, list[Known]] | None:
    """The name at a place and everything that is defined under it."""
    found = name_at(session, path, offset)
    if found is None or not found[1]:
        return None
    occurrence, symbols = found
    every = [each for symbol in symbols for each in defined(session, path, symbol)][:MOST]
    return occurrence, [_known(session, path, each) for each in every]


def _known(session: Session, path: Path, each: Occurrence) -> Known:
    local = each.symbols[0].group == LOCAL
    book = None if local else _book(session, path, each)
    return Known(
        each.sort or "word",
        each.text,
        place(each.span),
        _shown(each),
        None if book is None else _sentence(book, each),
        () if book is None else tuple(_verdicts(book, each)),
    )


def _book(session: Session, path: Path, each: Occurrence) -> Phrasebook | None:
    """The rule set in which a definition speaks: the one of its file, else the one of the file in hand."""
    for file in (Path(each.span.path).resolve(), path):
        ruleset = session.ruleset(file)
        found = session.book(ruleset) if ruleset is not None else None
        if found is not None:
            return found
    return None


def _shown(each: Occurrence) -> str:
    """A definition as it is written, at the margin; a long one is cut."""
    if each.strength != DEFINES or each.whole is None:
        return each.span.line_text.strip()
    whole = each.whole
    if each.symbols[0].group == "unit":
        return each.span.line_text.strip()
    start = whole.source.text.rfind("\n", 0, whole.start) + 1
    lines = textwrap.dedent(whole.source.text[start : whole.end]).strip().splitlines()
    return "\n".join([*lines[:LONGEST], *(["..."] if len(lines) > LONGEST else [])])


def _sentence(book: Phrasebook, each: Occurrence) -> str | None:
    """The sentence of a definition in the reader's language."""
    sort = {"definition": "define"}.get(each.sort, each.sort)
    if each.symbols[0].group == "unit":
        return book.sentence(f"{each.text}/about")
    return book.sentence(f"{sort}:{each.text}") or book.sentence(f"{sort}:{each.text}:{each.text}")


# --- what was found out


@dataclass(frozen=True, eq=False, slots=True)
class _Laid:
    """A composition by its identity: to compare two of them takes as long as to read them."""

    composition: Composition

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Laid) and self.composition is other.composition

    def __hash__(self) -> int:
        return id(self.composition)


def _verdicts(book: Phrasebook, each: Occurrence) -> Iterator[str]:
    """Of a claim its own verdict; of a rule whether it has an effect, and how the scenarios went."""
    group = each.symbols[0].group
    if group not in (CLAIM, RULE):
        return
    wanted = {each.text} if group == CLAIM else {"every-rule-lives", SCENARIOS}
    for players, row in _recorded(_Laid(book.laid)):
        if row.property in wanted:
            yield f"`{row.property}` ({players} players): {row.status}, {row.method}; {row.detail}"


@lru_cache(maxsize=4)
def _recorded(laid: _Laid) -> list[tuple[int, RecordRow]]:
    """What is written down about a rule set and still belongs to its rules."""
    units = laid.composition.units
    folder = game_around(Path(units[-1].span.path)) if units else None
    if folder is None:
        return []
    game = folder.name if folder.parent == spec_folder() else str(folder)
    names = {game, *(f"{game}+{unit_name(unit)}" for unit in units)}
    record = record_of(game).rulesets
    marks = fingerprints_of(laid.composition)
    return [
        (players, row)
        for name in sorted(names)
        if name in record and record[name].rules == marks.rules
        for players, rows in record[name].fitting(marks).players.items()
        for row in rows
    ]
