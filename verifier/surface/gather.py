"""From the name of a rule set to the units it is made of: games and overlays by name, or files by path."""

from __future__ import annotations

from pathlib import Path

from verifier.diagnostics import Report, diagnostic
from verifier.surface import nodes
from verifier.surface.shelf import ENDING, files_below, headers_of, spec_folder, units_of


def gathered(ruleset: str, report: Report, whole: bool = False) -> tuple[tuple[str, ...], list[nodes.Unit]]:
    """The names in a rule set, paths replaced by the names of what they hold, and the units in reach.

    Of a unit that the rule set does not stand on only the header is read, unless the `whole` of all is wanted.
    """
    names, units, folders = _named(ruleset, report)
    bases = [base.text for unit in units for base in unit.header.of]
    files = _Files({unit.header.name.text for unit in units})
    for name in (*folders, *bases):
        files.add_folder(name)
    wanted = (
        None if whole else _stood_on({*names, *bases}, [*(unit.header for unit in units), *files.headers])
    )
    return names, [*units, *files.units(wanted, report)]


def _named(ruleset: str, report: Report) -> tuple[tuple[str, ...], list[nodes.Unit], list[str]]:
    """The names, the units that stand in files named by path, and the names that may be folders of games."""
    units: list[nodes.Unit] = []
    names: list[str] = []
    folders: list[str] = []
    for part in ruleset.split("+"):
        if not part:
            report.add(diagnostic("O321", name=ruleset, hint="write `GAME` or `GAME+overlay+overlay`"))
        elif part.endswith(ENDING):
            own = units_of(Path(part), report)
            units += own
            heads = [unit.header.name.text for unit in own if unit.header.sort != "part"]
            names += heads[:1] if heads and own[0].header.sort == "game" else heads
        else:
            names.append(part)
            folders.append(part)
    return tuple(names), units, folders


class _Files:
    """The files of some games' folders; what a nearer file has named already is left out."""

    def __init__(self, known: set[str]) -> None:
        self.known = known
        self.headers: list[nodes.Header] = []
        self._files: list[tuple[Path, set[str]]] = []

    def add_folder(self, name: str) -> None:
        """All files of a game's folder, and those of the games that it stands on."""
        folder = spec_folder() / name
        if name in self.known or "/" in name or not (folder / "game.rules").is_file():
            return
        near = set(self.known)
        found: list[nodes.Header] = []
        for path in files_below(folder):
            headers = headers_of(path)
            found += headers
            hidden = {each.name.text for each in headers if each.sort != "part"} & near
            self._files.append((path, hidden))
            self.known |= {each.name.text for each in headers}
        self.headers += found
        for header in found:
            for base in header.of:
                self.add_folder(base.text)

    def units(self, wanted: set[str] | None, report: Report) -> list[nodes.Unit]:
        """The units, those that nobody wants by their headers alone."""
        found: list[nodes.Unit] = []
        for path, hidden in self._files:
            headers = headers_of(path)
            if wanted is None or not headers or any(_is_wanted(each, wanted) for each in headers):
                units = units_of(path, report)
            else:
                units = tuple(nodes.Unit(header, (), header.span) for header in headers)
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


def _is_wanted(header: nodes.Header, wanted: set[str]) -> bool:
    """A unit is wanted by name, a part by those it belongs to."""
    if header.sort == "part":
        return all(owner.text in wanted for owner in header.of)
    return header.name.text in wanted
