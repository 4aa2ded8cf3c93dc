"""Older names for what `program` and `surface.shelf` hold; on the way out."""

from __future__ import annotations

from verifier.diagnostics import Rejected, Report
from verifier.kernel.machine import Machine
from verifier.lower import lowered
from verifier.model.from_surface import player_counts
from verifier.model.game import Game
from verifier.program import check, composition, counts_of, program, typed, whole_game
from verifier.surface.compose import Composition, Library, library_of
from verifier.surface.gather import gathered
from verifier.surface.shelf import Overlay, game_names, overlays_of, spec_folder

__all__ = [
    "Overlay",
    "check",
    "compiled",
    "composition",
    "counts_of",
    "game",
    "game_names",
    "game_of",
    "library",
    "machine",
    "overlays_of",
    "program",
    "spec_folder",
]


def library(ruleset: str, report: Report) -> tuple[tuple[str, ...], Library]:
    """The names in a rule set, and every unit that can be laid over its game."""
    names, units = gathered(ruleset, report, whole=True)
    return names, library_of(units, report)


def game(ruleset: str, players: int | None, report: Report) -> Game | None:
    """Names and types: the game for so many players (the fewest, if none are named)."""
    laid = composition(ruleset, report)
    return None if laid is None else game_of(ruleset, laid, players, report)


def game_of(ruleset: str, laid: Composition, players: int | None, report: Report) -> Game | None:
    """The same for a composition that is at hand."""
    wanted = player_counts(laid.items).start if players is None else players
    return typed(ruleset, laid, wanted, report, whole_game(laid))


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
