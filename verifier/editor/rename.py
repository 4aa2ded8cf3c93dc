"""A name and a new one in; every edit in rules, overlays, scenarios, catalogues and certificates out, or why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from verifier.editor.names import DEFINES, LOCAL, UNIT, USES, VALUE, Occurrence, Symbol
from verifier.editor.navigate import catalogue_mentions, name_at
from verifier.editor.rename_words import Unclear, edits_in_catalogues
from verifier.editor.session import Session
from verifier.editor.words import said
from verifier.languages import ENGLISH
from verifier.source import Span
from verifier.surface.files import GAME, game_around
from verifier.surface.parser import keywords

NAME = re.compile(r"[^\W\d_]\w*(-[^\W_]\w*)*")


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a text and what stands there afterwards."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done."""

    reason: str


def renamable(session: Session, path: Path, offset: int) -> Occurrence | Refusal:
    """The name at a place, if it can be renamed at all."""
    found = name_at(session, path, offset)
    if found is None:
        return Refusal(said(session.lang, "no-name"))
    occurrence, meanings = found
    if not meanings:
        return Refusal(said(session.lang, "no-definition", name=occurrence.text))
    if len(meanings) > 1:
        return Refusal(said(session.lang, "several", name=occurrence.text))
    reason = _unclear(session, path, meanings[0])
    return Refusal(reason) if reason else occurrence


def renamed(session: Session, path: Path, offset: int, new: str) -> list[Edit] | Refusal:
    """The edits by which the name at a place becomes another one, wherever it is written."""
    occurrence = renamable(session, path, offset)
    if isinstance(occurrence, Refusal):
        return occurrence
    symbol = session.meanings(path, occurrence)[0]
    reason = _unfit(session, path, symbol, new)
    if reason:
        return Refusal(reason)
    spans = dict.fromkeys(each.span for each in session.occurrences(path, symbol))
    if symbol.group == LOCAL:
        spans |= dict.fromkeys(each.span for each, follows in _free(session, path, symbol) if follows)
    edits = [Edit(span, new) for span in spans]
    edits += [Edit(each.span, new) for each in catalogue_mentions(session, path, symbol)]
    try:
        edits += [Edit(span, new) for span in edits_in_catalogues(session, path, symbol)]
    except Unclear as unclear:
        return Refusal(said(session.lang, "unclear", place=unclear.place, name=symbol.text))
    return list(dict.fromkeys(edits))


def _unfit(session: Session, path: Path, symbol: Symbol, new: str) -> str | None:
    """Why a new name cannot be taken."""
    if not NAME.fullmatch(new):
        return said(session.lang, "bad-name", name=new)
    if new in keywords(ENGLISH).every:
        return said(session.lang, "keyword", name=new)
    for names in session.all_names(path):
        if new in names.texts:
            place = next(each.span for each in names.found if each.text == new)
            return said(session.lang, "taken", name=new, place=place)
    return None


def _unclear(session: Session, path: Path, symbol: Symbol) -> str | None:
    """Why not every use of a symbol can be told from other names."""
    if symbol.group == UNIT:
        folder = game_around(path)
        game = folder is not None and any(
            each.sort in ("game", "edition") and Path(each.span.path).name == GAME
            for each in session.occurrences(path, symbol)
        )
        if game:
            return said(session.lang, "folder")
    doubtful = _doubtful(session, path, symbol)
    if symbol.group == LOCAL:
        doubtful = (each for each, follows in _free(session, path, symbol) if not follows)
    for each in doubtful:
        return said(session.lang, "unclear", place=each.span, name=symbol.text)
    return None


def _doubtful(session: Session, path: Path, symbol: Symbol) -> Iterator[Occurrence]:
    """Names that may or may not be this symbol."""
    for names in session.all_names(path):
        if symbol.text not in names.texts and symbol.group != VALUE:
            continue
        for each in names.found:
            if symbol in each.symbols and len(each.symbols) > 1:
                if len(session.meanings(path, each)) > 1:
                    yield each
            elif symbol.group == VALUE == each.symbols[0].group and _is_made_of(each, symbol.text):
                yield from [] if session.meanings(path, each) else [each]


def _free(session: Session, path: Path, symbol: Symbol) -> Iterator[tuple[Occurrence, bool]]:
    """Names bound nowhere around them that may be this local one, and whether they are.

    A rule that replaces another one, a hook, a change speak of the local names of what they are put into.
    """
    assert symbol.bound is not None
    block = _block_around(session, path, symbol.bound)
    for names in session.all_names(path):
        for each in names.found if symbol.text in names.texts else ():
            is_free = each.text == symbol.text and each.symbols[0].bound is None
            if is_free and not session.meanings(path, each):
                if each.into in block:
                    yield each, True
                elif each.into is None and len(each.symbols) > 1:
                    yield each, False


def _block_around(session: Session, path: Path, place: Span) -> set[str]:
    """The names of the definition, action or procedure around a place, and of the rules in it."""
    found = [
        each for each in session.names(path).found if each.strength == DEFINES and each.sort != "local name"
    ]
    around = [each.whole for each in found if each.whole is not None and each.symbols[0].group != UNIT]
    blocks = [whole for whole in around if whole.start <= place.start < whole.end]
    if not blocks:
        return set()
    widest = max(blocks, key=lambda whole: whole.end - whole.start)
    return {each.text for each in found if widest.start <= each.span.start < widest.end}


def _is_made_of(each: Occurrence, text: str) -> bool:
    """`red-7` is made of `red`: components of many faces are called by what is printed on them."""
    return each.strength == USES and "-" in each.text and text in each.text.split("-")
