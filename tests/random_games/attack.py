"""One random game under attack: read, printed and read again, played by the machine and by the definition."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from types import FrameType

from tests.agreement.definition import Disagreement, LockStep, Tally, added
from tests.agreement.definition_scenarios import MirroredRunner, scenario_failures
from tests.random_games.programs import programs, programs_of, random_text, read_text
from tests.random_games.shrink import shrunk
from verifier.diagnostics import Rejected, Report
from verifier.engine import Engine
from verifier.program import Program
from verifier.source import Source
from verifier.surface.format import printed
from verifier.surface.nodes import Unit
from verifier.surface.open_texts import open_texts
from verifier.surface.parser import read
from verifier.surface.rewrite import without_spans

STEPS = 40
# Refusals and claims take half of the time, scenarios and printing a third of what is left: more games find more.
SPARING = 3
# Rules may have no end: plays of theirs that take as much work as this are given up.
SECONDS = 2


class TooLong(Exception):  # noqa: N818 - not an error
    """Rules that do not come to the next decision."""


@dataclass(slots=True)
class Attacked:
    """What a seed, or several, came to."""

    games: int = 0
    programs: int = 0
    rejected: int = 0
    endless: int = 0
    scenarios: int = 0
    tally: Tally = field(default_factory=Tally)
    differences: list[str] = field(default_factory=list)


def attack(seed: int, plays: int = 2, one: bool = False) -> Attacked:
    """The game of a seed, its overlays, every number of players; the interpreter of the kernel plays every third.

    With `one`, a rule set and a number of players drawn by the seed, of every third text what is printed, of every
    third the scenarios: the time goes to more games.
    """
    text, names = random_text(seed)
    found = Attacked(games=1)
    units, report = read_text(text)
    if not (one and seed % SPARING) and not comes_back(units, report):
        found.differences.append(f"seed {seed}: the text printed and read again is another")
    for made in programs_of(units, report, names, Random(seed) if one else None):
        if not isinstance(made, Program):
            found.rejected += 1
            continue
        found.programs += 1
        difference = _difference(made, seed, plays, found, not one or seed % SPARING == 1)
        if difference is not None:
            found.differences.append(f"seed {seed}, {made.subject}: {difference}")
            # Its overlays differ in the same way.
            break
    return found


def _difference(
    program: Program, seed: int, plays: int, found: Attacked, scenarios: bool = True
) -> str | None:
    try:
        with within(SECONDS):
            engine = Engine(program.machine, checked=True, piecemeal=True)
            for number in range(plays):
                plain = (seed + number) % 3 == 0
                both = LockStep(program.game, program.machine, number, engine, plain, SPARING)
                found.tally = added(found.tally, both.follow(STEPS))
            runner = MirroredRunner(program) if scenarios and program.game.scenarios else None
            for scenario in program.game.scenarios if runner is not None else ():
                scenario_failures(runner, scenario)
                found.scenarios += 1
    except TooLong:
        found.endless += 1
    except Rejected:
        # A procedure that nobody calls can be entered by a scenario, and then never ends.
        found.rejected += 1
    except Disagreement as difference:
        return str(difference)
    except Exception as error:
        # No text may lead to an error of ours.
        return f"{type(error).__name__}: {error}"
    return None


def comes_back(units: tuple[Unit, ...], report: Report) -> bool:
    """Is a text that was read, printed from its nodes and read again, the same?"""
    with open_texts({}):
        again = read(Source("printed.rules", printed(units)), report)
    return not report.has_errors and without_spans(units) == without_spans(again)


def smallest(seed: int) -> str:
    """A shorter text about which the readings differ in the same way."""
    text, names = random_text(seed)
    first = _first_difference(text, names)
    return shrunk(text, lambda shorter: _first_difference(shorter, names) == first) if first else text


def _first_difference(text: str, names: list[str]) -> str | None:
    """The first difference of the plays of a text, without what depends on the play."""
    for made in programs(text, names):
        if isinstance(made, Program):
            difference = _difference(made, 0, 2, Attacked())
            if difference is not None:
                return difference.partition(":")[0]
    return None


@contextmanager
def within(seconds: int) -> Iterator[None]:
    def give_up(number: int, frame: FrameType | None) -> None:
        raise TooLong

    # Time of this process: on a busy machine no more is given up than on an idle one.
    before: Callable[..., object] | int | None = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
