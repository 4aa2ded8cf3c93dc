"""Programs of a random text, without a file: one for each rule set and number of players."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.random_games.overlays import Texts
from verifier.diagnostics import Diagnostic, Rejected, Report
from verifier.program import Program
from verifier.source import Source
from verifier.surface.compose import Library, composed, library_of
from verifier.surface.index import player_counts
from verifier.surface.nodes import Unit
from verifier.surface.open_texts import open_texts
from verifier.surface.parser import read


def random_text(seed: int) -> tuple[str, list[str]]:
    """The text of a seed, and its rule sets."""
    return Texts(seed).text()


def read_text(text: str) -> tuple[tuple[Unit, ...], Report]:
    """The units of a text, and what was found wrong in reading it."""
    report = Report()
    # Pieces are remembered: printed and read again, most of them are the same.
    with open_texts({}):
        return read(Source("random.rules", text), report), report


def programs(text: str, names: list[str]) -> Iterator[Program | list[Diagnostic]]:
    """The program of every rule set and number of players, or the mistakes that keep it from being one."""
    return programs_of(*read_text(text), names)


def programs_of(
    units: tuple[Unit, ...], report: Report, names: list[str], one: Random | None = None
) -> Iterator[Program | list[Diagnostic]]:
    """The same, of a text that was read already; with `one`, a rule set and a number of players by chance."""
    if report.has_errors:
        yield list(report.diagnostics)
        return
    yield from programs_in(library_of(units, report), names, one)


def programs_in(
    library: Library, names: list[str], one: Random | None = None
) -> Iterator[Program | list[Diagnostic]]:
    """The same, of a library of units."""
    for name in names if one is None else [one.choice(names)]:
        own = Report()
        laid = composed(library, (name,), own)
        if laid is None or own.has_errors:
            yield list(own.diagnostics)
            continue
        counts = player_counts(laid.items)
        for players in counts if one is None else [one.choice(counts)]:
            program = Program(name, laid, players)
            try:
                _ = program.machine
            except Rejected as rejected:
                yield list(rejected.report.diagnostics)
            else:
                yield program


def composed_library(library: Library, text: str, name: str) -> Program | None:
    """One rule set more, whose text stands on what was read already; none if it cannot be one."""
    units, report = read_text(text)
    if report.has_errors:
        return None
    both = library_of((*library.units.values(), *units), report)
    if report.has_errors:
        return None
    return next((each for each in programs_in(both, [name]) if isinstance(each, Program)), None)
