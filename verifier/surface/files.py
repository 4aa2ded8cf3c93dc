"""Where games are kept: the folder of specifications, its files, and the units in them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.diagnostics import Diagnostic, Report, diagnostic
from verifier.surface import nodes
from verifier.surface.keyword_language import keyword_language
from verifier.surface.layout import load
from verifier.surface.open_texts import stamp
from verifier.surface.remembered_texts import remembered

# The parser is imported where a text is read that nobody has read before: most runs do without.
if TYPE_CHECKING:
    from verifier.surface.salvage import Salvage

# --- where games are kept: the folder of specifications, its files, and the units in them


ENDING = ".rules"
GAME = f"game{ENDING}"
# Folders of overlays that are played as they are.
SHELVES = {"variants", "readings", "house"}


@dataclass(frozen=True, slots=True)
class Overlay:
    """A variant, house rule or instance that a game's folder holds; `published` ones lie in `variants/`.

    A `basis` is what other overlays stand on and nobody plays alone: it lies in no folder of its own sort.
    """

    name: str
    sort: str
    of: tuple[str, ...]
    published: bool
    path: Path
    basis: bool = False


# Where we lie: asked several hundred times for one answer in an editor.
_PACKAGE = Path(__file__).resolve().parent.parent
_CARRIED = _PACKAGE / "_data" / "spec"


def spec_folder() -> Path:
    """`spec/` beside the package in a checkout, or the copy that the wheel carries."""
    return _CARRIED if is_carried() else _PACKAGE.parent / "spec"


def is_carried() -> bool:
    """Are the games part of an installed package, in which nobody writes?"""
    return _CARRIED.is_dir()


def files_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob(f"*{ENDING}") if path.is_file())


# --- a game by its name on our shelf, or anybody's own by the path of its folder


# A game's folder is a few folders deep; who names a folder with everything in it does not wait for all of it.
DEEPEST = 4
# What tools put beside a game and nobody has written.
MADE = {"build", "dist", "node_modules", "site"}


def game_folder(game: str) -> Path:
    """The folder of a game: of one that comes with Rulewright by its name, of any other by its path."""
    path = Path(game)
    if path.name == GAME:
        return path.parent
    shelved = spec_folder() / game
    return shelved if is_plain_name(game) and (shelved / GAME).is_file() else path


def is_plain_name(game: str) -> bool:
    """A name, and not the way to a folder."""
    return bool(game) and game not in (".", "..") and not set(game) & {"/", os.sep}


def is_game(game: str) -> bool:
    """Is there a game of this name, or in this folder?"""
    return bool(game) and (game_folder(game) / GAME).is_file()


def game_name(game: str) -> str:
    """What a game calls itself: its name, if it was asked for by its path."""
    folder = game_folder(game)
    if is_plain_name(game) and folder.parent == spec_folder():
        return game
    named = (each.name.text for each in headers_of(folder / GAME) if each.sort == "game")
    return next(named, folder.resolve().name)


def known_as(ruleset: str) -> str:
    """A rule set by names alone, wherever its game lies."""
    game, plus, overlays = ruleset.partition("+")
    return f"{game_name(game)}{plus}{overlays}" if is_game(game) else ruleset


def files_of_game(folder: Path) -> list[Path]:
    """The files of a game's folder, without those of another game below it and what tools have put there."""
    return sorted(_walked(folder, DEEPEST))


def _walked(folder: Path, deepest: int) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.suffix == ENDING and path.is_file():
            yield path
        elif deepest and path.is_dir() and not _is_foreign(path):
            yield from _walked(path, deepest - 1)


def _is_foreign(folder: Path) -> bool:
    return folder.name in MADE or folder.name.startswith(".") or (folder / GAME).is_file()


def game_around(path: Path) -> Path | None:
    """The folder of the game in whose folder a file lies, if it lies in one."""
    above = list(path.resolve().parents)[: DEEPEST + 1]
    return next((folder for folder in above if (folder / GAME).is_file()), None)


def units_of(path: Path, report: Report, lost: set[str] | None = None) -> tuple[nodes.Unit, ...]:
    """The units of one file; read again only when the file has changed.

    Of a file with mistakes there are none; with `lost`, what can still be read of it, and its lost words are added.
    """
    units, found = _read(shown(path), stamp(path))
    report.extend(found)
    if lost is None or units:
        return units
    rest = _salvaged(shown(path), stamp(path))
    lost |= rest.lost
    return rest.units


def headers_of(path: Path) -> tuple[nodes.Header, ...]:
    """What the units of a file are called, without reading them; nothing if that cannot be told."""
    return tuple(part for part in skimmed_parts(path) if isinstance(part, nodes.Header))


def skimmed_parts(path: Path) -> tuple[nodes.Header | nodes.Item, ...]:
    """Headers, titles and numbers of players of a file, without reading the rest; nothing if that cannot be told."""
    return _skimmed(shown(path), stamp(path))


@lru_cache(maxsize=2_000)
def _read(path: str, at: tuple[int, int]) -> tuple[tuple[nodes.Unit, ...], tuple[Diagnostic, ...]]:
    report = Report()
    source = load(path, report)
    if source is None:
        return (), report.diagnostics

    def found() -> tuple[tuple[nodes.Unit, ...], bool]:
        from verifier.surface.parser import read

        units = read(source, report, words)
        return units, not report.diagnostics

    words = keyword_language(source.text)
    return remembered("units", source, words, found), report.diagnostics


@lru_cache(maxsize=100)
def _salvaged(path: str, at: tuple[int, int]) -> Salvage:
    from verifier.surface.salvage import Salvage, salvaged

    source = load(path, Report())
    return salvaged(source, keyword_language(source.text)) if source is not None else Salvage()


@lru_cache(maxsize=2_000)
def _skimmed(path: str, at: tuple[int, int]) -> tuple[nodes.Header | nodes.Item, ...]:
    source = load(path, Report())
    if source is None:
        return ()

    def found() -> tuple[tuple[nodes.Header | nodes.Item, ...], bool]:
        from verifier.surface.parser import skimmed

        parts = skimmed(source, words)
        return parts, bool(parts)

    words = keyword_language(source.text)
    return remembered("headers", source, words, found)


def shown(path: Path) -> str:
    """A path as people know it: from where they stand, if it lies below."""
    return _shown(path, os.getcwd())


@lru_cache(maxsize=4_000)
def _shown(path: Path, here: str) -> str:
    try:
        return str(path.resolve().relative_to(here))
    except ValueError:
        return str(path)


def readable_path(path: Path) -> str:
    """A path to be read, not opened: from where people stand, or from the shelf of our games on, wherever it is."""
    found, shelf = path.resolve(), spec_folder().resolve()
    if found.is_relative_to(Path.cwd()) or not found.is_relative_to(shelf):
        return shown(path)
    return found.relative_to(shelf.parent).as_posix()


def game_names() -> list[str]:
    """Every folder of specifications with a `game.rules` in it."""
    folder = spec_folder()
    return sorted(path.parent.name for path in folder.glob(f"*/{GAME}")) if folder.is_dir() else []


def overlays_of(name: str) -> list[Overlay]:
    """Every overlay that can be laid over a game, by name."""
    folder = game_folder(name)
    found = []
    for path in files_of_game(folder) if folder.is_dir() else ():
        for header in headers_of(path):
            if header.sort in ("variant", "house-rule", "instance"):
                of = tuple(base.text for base in header.of)
                published = "variants" in path.relative_to(folder).parts
                found.append(Overlay(header.name.text, header.sort, of, published, path))
    stood_on = {base for overlay in found for base in overlay.of}
    marked = [replace(each, basis=each.name in stood_on and not _has_a_shelf(each, folder)) for each in found]
    return sorted(marked, key=lambda overlay: overlay.name)


def _has_a_shelf(overlay: Overlay, folder: Path) -> bool:
    """Does it lie where variants, readings and house rules lie?"""
    return overlay.sort != "variant" or bool(SHELVES & set(overlay.path.relative_to(folder).parts))


# --- from the name of a rule set to the units it is made of: games and overlays by name, or files by path


def gathered(
    ruleset: str,
    report: Report,
    whole: bool = False,
    words: Collection[str] = (),
    lost: set[str] | None = None,
) -> tuple[tuple[str, ...], list[nodes.Unit]]:
    """The names in a rule set, paths replaced by the names of what they hold, and the units in reach.

    Of a unit that the rule set does not stand on only the header is read, unless the `whole` of all is wanted, or
    its file has one of some `words`.
    With `lost`, files with mistakes give what can still be read of them, and their lost words are added.
    """
    names, units, folders = _named(ruleset, report, lost)
    bases = [base.text for unit in units for base in unit.header.of]
    files = _Files(
        {unit.header.name.text for unit in units}, {Path(unit.span.path).resolve() for unit in units}
    )
    for name in (*folders, *bases):
        files.add_folder(name)
    stood_on = _stood_on({*names, *bases}, [*(unit.header for unit in units), *files.headers])

    def is_wanted(headers: tuple[nodes.Header, ...]) -> bool:
        return whole or any(_is_wanted(each, stood_on) for each in headers) or _has_word(headers, words)

    return names, [*units, *files.units(is_wanted, report, lost)]


def _named(
    ruleset: str, report: Report, lost: set[str] | None
) -> tuple[tuple[str, ...], list[nodes.Unit], list[str]]:
    """The names, the units that stand in files named by path, and what may be folders of games."""
    units: list[nodes.Unit] = []
    names: list[str] = []
    folders: list[str] = []
    for part in ruleset.split("+"):
        if not part:
            report.add(diagnostic("O321", name=ruleset, hint="write `GAME` or `GAME+overlay+overlay`"))
        elif part.endswith(ENDING):
            own = units_of(Path(part), report, lost)
            units += own
            heads = [unit.header.name.text for unit in own if unit.header.sort != "part"]
            names += heads[:1] if heads and own[0].header.sort == "game" else heads
            folders += _around(Path(part), own)
        else:
            names.append(game_name(part) if is_game(part) else part)
            folders.append(part)
    return tuple(names), units, folders


def _around(path: Path, units: tuple[nodes.Unit, ...]) -> list[str]:
    """The folder of the game that a file belongs to, unless all that it stands on is kept here alone."""
    bases = {base.text for unit in units for base in unit.header.of}
    around = game_around(path)
    if around is None:
        return []
    own = path.name == GAME or not bases <= set(game_names()) or game_name(str(around)) in bases
    return [str(around)] if own else []


class _Files:
    """The files of some games' folders; what a nearer file has named already is left out."""

    def __init__(self, known: set[str], read: set[Path]) -> None:
        self.known = known
        self.read = read
        self.headers: list[nodes.Header] = []
        self._files: list[tuple[Path, set[str]]] = []

    def add_folder(self, name: str) -> None:
        """All files of a game's folder that are not read yet, and those of the games that it stands on."""
        if (is_plain_name(name) and name in self.known) or not is_game(name):
            return
        folder = game_folder(name)
        near = set(self.known)
        found: list[nodes.Header] = []
        for path in files_of_game(folder):
            if path.resolve() in self.read:
                continue
            self.read.add(path.resolve())
            headers = headers_of(path)
            found += headers
            hidden = {each.name.text for each in headers if each.sort != "part"} & near
            self._files.append((path, hidden))
            self.known |= {each.name.text for each in headers}
        self.headers += found
        for header in found:
            for base in header.of:
                self.add_folder(base.text)

    def units(
        self, is_wanted: Callable[[tuple[nodes.Header, ...]], bool], report: Report, lost: set[str] | None
    ) -> list[nodes.Unit]:
        """The units, those that nobody wants by their headers alone."""
        found: list[nodes.Unit] = []
        for path, hidden in self._files:
            headers = headers_of(path)
            if not headers or is_wanted(headers):
                units = units_of(path, report, lost)
            else:
                units = tuple(nodes.Unit(header, (), span=header.span) for header in headers)
            found += [
                unit for unit in units if unit.header.sort == "part" or unit.header.name.text not in hidden
            ]
        return found


def _stood_on(names: set[str], headers: list[nodes.Header]) -> set[str]:
    """The names, and whatever those stand on."""
    wanted, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += [base.text for each in headers if each.name.text == name for base in each.of]
    return wanted


def _has_word(headers: tuple[nodes.Header, ...], words: Collection[str]) -> bool:
    """Does one of the words stand anywhere in the file of these headers?"""
    text = headers[0].span.source.text
    return any(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) for word in words)


def _is_wanted(header: nodes.Header, wanted: set[str]) -> bool:
    """A unit is wanted by name, a part by those it belongs to."""
    if header.sort == "part":
        return all(owner.text in wanted for owner in header.of)
    return header.name.text in wanted
