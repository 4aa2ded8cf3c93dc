"""What is to be checked: a name, a file or a folder in, the rule sets to read for it out."""

from __future__ import annotations

from pathlib import Path

from verifier.diagnostics import Report
from verifier.surface.files import (
    ENDING,
    files_below,
    game_around,
    game_name,
    game_names,
    headers_of,
    is_game,
    is_plain_name,
    overlays_of,
    shown,
    spec_folder,
    units_of,
)


def everything() -> list[str]:
    """Every game, alone and with each of its overlays that is whole without another."""
    found = []
    for name in game_names():
        overlays = [overlay.name for overlay in overlays_of(name) if not overlay.basis]
        found += [name, *(f"{name}+{overlay}" for overlay in overlays)]
    return found


def rulesets_of(what: str, report: Report) -> list[str]:
    """The rule sets to read for a rule set, a file or a folder."""
    path = Path(what)
    if what and path.is_dir():
        return _of_folder(what, path, report)
    if what.endswith(ENDING) and "+" not in what:
        return _of_file(path, report)
    return [what]


def _of_folder(what: str, path: Path, report: Report) -> list[str]:
    """A game with each of its overlays; of a folder that is no game, every file in it."""
    if is_game(what) and _shelved(path) is None:
        return [what, *(f"{what}+{each.name}" for each in overlays_of(what) if not each.basis)]
    return [name for file in files_below(path) for name in rulesets_of(str(file), report)]


def _of_file(path: Path, report: Report) -> list[str]:
    """A file of parts is read with what it is part of, each overlay for itself."""
    game = _shelved(path)
    found = []
    headers = headers_of(path)
    if not headers:
        units_of(path, report)
    for header in headers:
        name, owners = header.name.text, [base.text for base in header.of]
        if game is None:
            found += [_with_part(owner, path) for owner in owners] if header.sort == "part" else [str(path)]
        else:
            laid = owners if header.sort == "part" else [name]
            found += [game if each == game else f"{game}+{each}" for each in laid]
    return found


def _with_part(owner: str, path: Path) -> str:
    """What a part belongs to: the game in whose folder it lies, an overlay of that game, or one that is kept here."""
    around = game_around(path)
    game = shown(around) if around is not None else ""
    # A name alone is the game of that name on our shelf.
    game = f"./{game}" if is_plain_name(game) else game
    if around is not None and owner == game_name(game):
        return game
    if around is not None and owner in {each.name for each in overlays_of(game)}:
        return f"{game}+{owner}"
    return f"{owner}+{path}"


def _shelved(path: Path) -> str | None:
    """The game in whose folder a file lies, if it lies on our shelf."""
    try:
        return path.resolve().relative_to(spec_folder().resolve()).parts[0]
    except ValueError:
        return None
