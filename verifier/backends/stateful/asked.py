"""What a file of rules asks to be tested: scenarios, invariants, witnesses, and the rule set they are of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from verifier.diagnostics import Report
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.shelf import files_below, shown, spec_folder, units_of

Sort = Literal["scenario", "expect", "invariant", "witness"]


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing to be tested.

    `rulesets` are those on which it can be tried: the unit that it belongs to, and, if that cannot stand
    alone, whatever stands on it. `players` is how many a scenario wants.
    """

    sort: Sort
    name: str
    rulesets: tuple[str, ...]
    span: Span
    players: int | None = None


def asked_in(path: Path, report: Report) -> list[Asked]:
    """Everything that a file asks; mistakes in it are reported."""
    found: list[Asked] = []
    for unit in units_of(path, report):
        rulesets = rulesets_of(unit.header, path)
        for item in unit.items:
            match item:
                case nodes.Scenario(name, players, _, span):
                    found.append(Asked("scenario", name.text, rulesets, span, players))
                case nodes.Expect(name, _, span):
                    found.append(Asked("expect", name.text, rulesets, span, _players(name.text, path)))
                case nodes.Invariant(name, _, _, span):
                    found.append(Asked("invariant", name.text, rulesets, span))
                case nodes.Witness(name, _, _, span):
                    found.append(Asked("witness", name.text, rulesets, span))
    return found


def _players(scenario: str, path: Path) -> int | None:
    """How many a scenario of the game wants, wherever it stands."""
    folder = game_folder(path)
    for file in files_below(folder) if folder is not None else ():
        for unit in units_of(file, Report()):
            for item in unit.items:
                if isinstance(item, nodes.Scenario) and item.name.text == scenario:
                    return item.players
    return None


def rulesets_of(header: nodes.Header, path: Path) -> tuple[str, ...]:
    """A part belongs to what it is part of, an overlay is laid over its game.

    A file that stands in no game's folder is a rule set by itself.
    """
    folder = game_folder(path)
    if folder is None:
        return (str(path),)
    shelf = _Shelf(folder)
    if header.sort == "game" or header.name.text == shelf.game:
        return (shelf.ruleset(()),)
    own = tuple(base.text for base in header.of) if header.sort == "part" else (header.name.text,)
    laid = tuple(name for name in own if name != shelf.game)
    return (shelf.ruleset(laid), *(shelf.ruleset(other) for other in shelf.standing_on(laid)))


def game_folder(path: Path) -> Path | None:
    """The folder above a file that holds a `game.rules`."""
    return next((folder for folder in path.resolve().parents if (folder / "game.rules").is_file()), None)


class _Shelf:
    """The units of a game's folder. In the folder of specifications they have names, elsewhere paths."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, Path] = {}
        self.bases: dict[str, tuple[str, ...]] = {}
        self.parts: list[Path] = []
        self.game = folder.name
        for path in files_below(folder):
            for unit in units_of(path, Report()):
                self._add(unit.header, path)

    def _add(self, header: nodes.Header, path: Path) -> None:
        name = header.name.text
        if path == self.folder / "game.rules" and header.sort in ("game", "edition"):
            self.game = name
        elif header.sort == "part":
            self.parts.append(path)
        elif header.sort in ("variant", "house-rule"):
            self.files[name] = path
            self.bases[name] = tuple(base.text for base in header.of)

    def ruleset(self, laid: tuple[str, ...]) -> str:
        """The rule set of the game with these overlays."""
        if self.folder.parent == spec_folder().resolve():
            return "+".join((self.game, *laid))
        below = sorted(frozenset().union(*(self.below(name) for name in laid)))
        files = [self.files[name] for name in (*below, *laid) if name in self.files]
        ways = (self.folder / "game.rules", *self.parts, *files)
        return "+".join(dict.fromkeys(map(shown, ways)))

    def below(self, name: str) -> frozenset[str]:
        """An overlay and all that it stands on."""
        return frozenset((name,)).union(*(self.below(base) for base in self.bases.get(name, ())))

    def standing_on(self, laid: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """An overlay that stands on some of these, the nearest first, and the rest of them."""

        def uncovered(name: str) -> list[str]:
            return [each for each in laid if each not in self.below(name)]

        others = [name for name in self.bases if name not in laid and len(uncovered(name)) < len(laid)]
        for name in sorted(others, key=lambda name: (len(uncovered(name)), len(self.below(name)), name)):
            yield (name, *uncovered(name))
