"""A place in a text in; where its name is defined, and everywhere that it is used, out."""

from __future__ import annotations

from pathlib import Path

from verifier.editor.catalogues import mentions
from verifier.editor.names import DECLARES, DEFINES, Occurrence, Symbol
from verifier.editor.session import Session
from verifier.source import Span


def name_at(session: Session, path: Path, offset: int) -> tuple[Occurrence, list[Symbol]] | None:
    """The name at a place and what it may mean; in a catalogue, what the entry there is about."""
    if path.suffix == ".rules":
        found = session.names(path).at(offset)
    else:
        here = (each for each in mentions(path, session.texts.get(path)) if _covers(each, offset))
        found = next(here, None)
    return None if found is None else (found, session.meanings(path, found))


def _covers(each: Occurrence, offset: int) -> bool:
    return each.span.start <= offset <= each.span.end


def definitions(session: Session, path: Path, offset: int) -> list[Occurrence]:
    """Where the name at a place is defined: in the game, then in the overlays that replace it."""
    found = name_at(session, path, offset)
    return [] if found is None else [each for symbol in found[1] for each in defined(session, path, symbol)]


def defined(session: Session, path: Path, symbol: Symbol) -> list[Occurrence]:
    """The definitions of a symbol; of a word that comes to be by its use, the first one."""
    all_of_it = session.occurrences(path, symbol)
    strong = [each for each in all_of_it if each.strength == DEFINES]
    if strong:
        return sorted(strong, key=lambda each: each.replaces)
    return [each for each in all_of_it if each.strength == DECLARES][:1]


def references(session: Session, path: Path, offset: int, with_definitions: bool = True) -> list[Span]:
    """Everywhere that the name at a place is used: in rules, overlays, scenarios and catalogues."""
    found = name_at(session, path, offset)
    if found is None:
        return []
    spans: dict[Span, None] = {}
    for symbol in found[1]:
        for each in session.occurrences(path, symbol):
            if with_definitions or each.strength != DEFINES:
                spans[each.span] = None
        spans |= dict.fromkeys(each.span for each in catalogue_mentions(session, path, symbol))
    return list(spans)


def catalogue_mentions(session: Session, path: Path, symbol: Symbol) -> list[Occurrence]:
    """Where catalogues, glossaries and looks of the family speak of a symbol."""
    if symbol.bound is not None:
        return []
    return [
        each
        for folder in session.family(path).folders
        for file in words_of(folder)
        for each in mentions(file, session.texts.get(file))
        if symbol in each.symbols
    ]


def words_of(folder: Path) -> list[Path]:
    """The files of a game's folder that put names into words, pictures or certificates."""
    locale = [*(folder / "locale").glob("*.po"), *(folder / "locale").glob("*.toml")]
    looks = [path for path in (folder / "look.toml",) if path.is_file()]
    return sorted([*locale, *looks, *(folder / "certificates").glob("*.cert")])
