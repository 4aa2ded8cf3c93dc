"""From a rule set's name to its game and its machine: every phase on one screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from verifier.diagnostics import Diagnostic, Rejected, Report, diagnostic
from verifier.kernel.machine import Machine
from verifier.lower import lowered
from verifier.model.from_surface import player_counts, typed_game
from verifier.model.game import Game
from verifier.surface import nodes
from verifier.surface.blame import blamed
from verifier.surface.compose import Composition, Library, composed, library_of
from verifier.surface.gather import gathered
from verifier.surface.shelf import ENDING, files_below, headers_of, spec_folder, units_of

NO_SUCH_TEXT = "N225"
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


def game_names() -> list[str]:
    """Every folder of specifications with a `game.rules` in it."""
    folder = spec_folder()
    return sorted(path.parent.name for path in folder.glob("*/game.rules")) if folder.is_dir() else []


def library(ruleset: str, report: Report) -> tuple[tuple[str, ...], Library]:
    """The names in a rule set, and every unit that can be laid over its game."""
    names, units = gathered(ruleset, report, whole=True)
    return names, library_of(units, report)


def composition(ruleset: str, report: Report) -> Composition | None:
    """Reads a game and its overlays and lays them over each other."""
    names, units = gathered(ruleset, report)
    if report.has_errors or not names:
        return None
    library = library_of(units, report)
    return composed(library, names, report) if not report.has_errors else None


def game(ruleset: str, players: int | None, report: Report) -> Game | None:
    """Names and types: the game for so many players (the fewest, if none are named)."""
    laid = composition(ruleset, report)
    return None if laid is None else game_of(ruleset, laid, players, report)


def game_of(ruleset: str, laid: Composition, players: int | None, report: Report) -> Game | None:
    """The same for a composition that is at hand."""
    counts = player_counts(laid.items)
    if players is not None and players not in counts:
        allowed = f"{counts.start} to {counts.stop - 1}" if len(counts) > 1 else f"{counts.start}"
        report.add(diagnostic("O320", name=ruleset, players=players, hint=f"it takes {allowed}"))
        return None
    return _typed(ruleset, laid, players or counts.start, report)


def _typed(ruleset: str, laid: Composition, players: int, report: Report) -> Game | None:
    own = Report()
    found = typed_game(ruleset, laid.items, players, own, whole_game(laid))
    report.extend(blamed(own.diagnostics, laid))
    return found


def whole_game(laid: Composition) -> bool:
    """Not a small instance: only then do scenarios find the components they speak of."""
    return all(unit.header.sort != "instance" for unit in laid.units)


def machine(ruleset: str, players: int | None = None, scenarios: bool = False) -> Machine:
    """The machine of a rule set; mistakes in the text raise `Rejected` with the whole report."""
    return compiled(ruleset, players, scenarios)[1]


def compiled(
    ruleset: str, players: int | None = None, scenarios: bool = False, laid: Composition | None = None
) -> tuple[Game, Machine]:
    """The game and its machine, from the text (or from a composition at hand) to the kernel."""
    report = Report()
    if laid is None:
        laid = composition(ruleset, report)
    found = game_of(ruleset, laid, players, report) if laid is not None else None
    report.reject_errors()
    if found is None:
        raise Rejected(report)
    made = lowered(found, report, scenarios)
    report.reject_errors()
    return found, made


def counts_of(ruleset: str) -> range:
    """How many may play by a rule set."""
    report = Report()
    laid = composition(ruleset, report)
    report.reject_errors()
    return player_counts(laid.items) if laid is not None else range(0)


def check(ruleset: str, report: Report) -> None:
    """Everything that can be said about a text without playing: for every number of players.

    A file may hold a game and overlays of it: each of them is checked.
    """
    names, units = gathered(ruleset, report)
    if report.has_errors:
        return
    library = library_of(units, report)
    own = units_of(Path(ruleset), Report()) if ruleset.endswith(ENDING) else ()
    heads: list[tuple[str, ...]] = [(unit.header.name.text,) for unit in own if unit.header.sort != "part"]
    for head in heads or [names]:
        laid = composed(library, head, report) if not report.has_errors else None
        for players in player_counts(laid.items) if laid is not None else ():
            own_report = Report()
            found = _typed(ruleset, laid, players, own_report) if laid is not None else None
            report.extend(_still_said(own_report, ruleset))
            if found is None:
                return
            lowered(found, report)


def _still_said(found: Report, ruleset: str) -> list[Diagnostic]:
    """What was found, without texts that no component has yet if an overlay of the game brings one."""
    said = list(found.diagnostics)
    if all(each.code != NO_SUCH_TEXT for each in said):
        return said
    texts = {
        line.name.text
        for unit in gathered(ruleset, Report(), whole=True)[1]
        for item in unit.items
        if isinstance(item, nodes.Component)
        for line in item.lines
        if isinstance(line, nodes.On)
    }
    return [each for each in said if each.code != NO_SUCH_TEXT or each.labels[0].span.text not in texts]


def overlays_of(name: str) -> list[Overlay]:
    """Every overlay that can be laid over a game, by name."""
    folder = spec_folder() / name
    found = []
    for path in files_below(folder):
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
