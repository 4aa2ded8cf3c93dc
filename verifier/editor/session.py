"""What an editor has open, and the files around it: texts that are not saved yet take the place of their files."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from verifier.diagnostics import Rejected, Report
from verifier.editor.collect import names_in
from verifier.editor.names import USES, FileNames, Occurrence, Symbol
from verifier.languages import ENGLISH
from verifier.program import Workspace
from verifier.source import Source
from verifier.surface import nodes
from verifier.surface.files import (
    ENDING,
    GAME,
    files_of_game,
    game_around,
    game_folder,
    headers_of,
    is_game,
    shown,
    units_of,
)
from verifier.surface.layout import load
from verifier.surface.open_texts import open_texts, stamp
from verifier.surface.rulesets import rulesets_of
from verifier.words import Phrasebook
from verifier.words.book import phrasebook_of

T = TypeVar("T")
# A folder is listed again after so many seconds: files come and go without a word to us.
LISTED_FOR = 2.0


@dataclass(frozen=True, slots=True)
class Family:
    """The files that speak of the same things: of a game, of what it stands on, and of what stands on it."""

    folders: tuple[Path, ...]
    rules: tuple[Path, ...]


class Session:
    """The open texts, and what has been read of the files around them; every answer is about a session."""

    def __init__(self, lang: str = ENGLISH) -> None:
        self.lang = lang
        self.texts: dict[Path, str] = {}
        self._workspace = Workspace(8)
        self._lock = threading.Lock()
        self._names: dict[Path, tuple[tuple[int, int], FileNames]] = {}
        self._families: dict[Path, tuple[float, Family]] = {}
        self._books: dict[str, Phrasebook] = {}
        self._kept: dict[tuple[Callable[..., Any], Path], tuple[tuple[int, int], Any]] = {}

    # --- what is open

    def opened(self, path: Path, text: str) -> None:
        if path not in self.texts:
            self._families.clear()
        # Never changed in place: the thread that checks may be reading it.
        self.texts = {**self.texts, path: text}

    def closed(self, path: Path) -> None:
        self.texts = {other: text for other, text in self.texts.items() if other != path}
        self._families.clear()

    def reading(self) -> AbstractContextManager[None]:
        """Within it files are read as they stand in the editor."""
        return open_texts(self.texts)

    # --- files

    def source(self, path: Path) -> Source | None:
        """The text of a file as its spans count it."""
        return load(shown(path), Report())

    def units(self, path: Path) -> tuple[nodes.Unit, ...]:
        """What can be read of a file, whatever mistakes it has."""
        return units_of(path, Report(), set())

    def names(self, path: Path) -> FileNames:
        """The names of a file; of one that cannot be read at all, those that it had before."""
        now = stamp(path)
        known = self._names.get(path)
        if known is not None and known[0] == now:
            return known[1]
        units = self.units(path)
        found = known[1] if not units and known is not None else names_in(shown(path), units)
        self._names[path] = now, found
        return found

    def kept(self, work: Callable[[Session, Path], T], path: Path) -> T:
        """What some work finds in a file, done again only when its text has changed."""
        now = stamp(path)
        known = self._kept.get((work, path))
        if known is None or known[0] != now:
            known = self._kept[work, path] = now, work(self, path)
        found: T = known[1]
        return found

    def family(self, path: Path) -> Family:
        known = self._families.get(path)
        if known is None or time.monotonic() - known[0] > LISTED_FOR:
            known = self._families[path] = time.monotonic(), _family(path)
        return known[1]

    def all_names(self, path: Path) -> Iterator[FileNames]:
        """The names of every file of the family, this one first."""
        rules = self.family(path).rules
        for each in sorted(rules, key=lambda other: other != path):
            yield self.names(each)

    # --- what names mean

    def occurrences(self, path: Path, symbol: Symbol) -> list[Occurrence]:
        """Everywhere that a symbol is named in the rules of the family."""
        if symbol.bound is not None:
            return list(self.names(path).by_symbol.get(symbol, ()))
        return [each for names in self.all_names(path) for each in names.by_symbol.get(symbol, ())]

    def meanings(self, path: Path, occurrence: Occurrence) -> list[Symbol]:
        """The symbols that a name can be: those that something in the family defines."""
        return [
            symbol
            for symbol in occurrence.symbols
            if any(each.strength > USES for each in self.occurrences(path, symbol))
        ]

    def sorts(self, path: Path) -> Mapping[tuple[str, str], str]:
        """What people call the thing behind each group and name that the family defines."""
        found: dict[tuple[str, str], str] = {}
        for names in self.all_names(path):
            # What is nearer counts.
            found = {**names.sorts, **found}
        return found

    # --- rule sets

    def ruleset(self, path: Path) -> str | None:
        """The smallest rule set that a file is part of."""
        return next(iter(rulesets_of(shown(path), Report())), None)

    def book(self, ruleset: str) -> Phrasebook | None:
        """A rule set in the reader's words, as it was when it last had no mistakes; see `refresh`."""
        if ruleset not in self._books:
            self.refresh(ruleset)
        return self._books.get(ruleset)

    def refresh(self, ruleset: str) -> None:
        """Reads the words of a rule set anew, unless it has mistakes; takes longer than an answer may."""
        try:
            with self._lock:
                found = self._workspace.program(ruleset, scenarios=False)
            found.report.reject_errors()
            self._books[ruleset] = phrasebook_of(found, self.lang, Report())
        except Rejected:
            return

    def refresh_all(self) -> None:
        for ruleset in list(self._books):
            self.refresh(ruleset)


def _family(path: Path) -> Family:
    """The folders of the game and of those that it stands on or that stand on it, and all their rules."""
    folder = game_around(path)
    start = [folder] if folder is not None else [_base_of(path)]
    folders: dict[Path, None] = {each: None for each in start if each is not None}
    for each in list(folders):
        folders |= dict.fromkeys((*_below(each), *_above(each)))
    rules = dict.fromkeys(file for each in folders for file in files_of_game(each))
    if path.suffix == ENDING:
        rules.setdefault(path)
    return Family(tuple(folders), tuple(rules))


def _base_of(path: Path) -> Path | None:
    """The folder of the game on our shelf that a file by itself stands on."""
    bases = [base.text for header in headers_of(path) for base in header.of]
    return next((game_folder(base) for base in bases if is_game(base)), None)


def _below(folder: Path) -> Iterator[Path]:
    """The folders of the games that a game stands on."""
    for header in headers_of(folder / GAME):
        for base in header.of:
            other = folder.parent / base.text
            if base.text != folder.name and (other / GAME).is_file():
                yield other
                yield from _below(other)


def _above(folder: Path) -> Iterator[Path]:
    """The folders beside it whose games stand on it."""
    for other in sorted(folder.parent.glob(f"*/{GAME}")):
        if other.parent != folder and folder in _below(other.parent):
            yield other.parent
