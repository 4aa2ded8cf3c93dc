"""One side of a comparison: a rule set in, everything that can be asked of it out.

Two sides are looked at together, in several processes. A side that is known already, as the game is to all its
overlays after the first, is not looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import call
from typing import Any

from verifier.compare.aiming.aimed import aimed
from verifier.compare.canonical.shape import normal_shape
from verifier.compare.idle import idle_rules
from verifier.compare.normal import normal
from verifier.compare.properties import Sheet, sheet, tasks_for
from verifier.compare.simulated import Plays, simulated
from verifier.program import Subject, counts_of
from verifier.surface.shelf import game_names, overlays_of
from verifier.verify.budget import Budget
from verifier.verify.finding import Finding
from verifier.verify.tasks import carried_out
from verifier.workers import Workers

PLAYS = 300


@dataclass(frozen=True, slots=True)
class Wish:
    """How much work it is worth: seconds for each method, whether to try proofs and to look for repairs."""

    seconds: float = 2.0
    proofs: bool = False
    repairs: bool = False
    jobs: int = 2
    plays: int = PLAYS
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Side:
    """A rule set: its properties, the shape of its machine, the rules that never matter, how plays go."""

    sheet: Sheet
    shape: str
    idle: frozenset[str]
    plays: Plays


# By the fingerprint of the texts: what was found belongs to them and to nothing else.
Known = dict[tuple[str, Subject, Wish], Side]
Task = Callable[[], Any]


def base_of(ruleset: str) -> str:
    """What the overlays are laid over: the game, or what a single reading or house rule says that it stands on."""
    game, *overlays = ruleset.split("+")
    if len(overlays) != 1 or game not in game_names():
        return game
    known = {each.name: each for each in overlays_of(game)}
    laid = known.get(overlays[0])
    if laid is None or laid.published:
        return game
    return "+".join([game, *(name for name in laid.of if name in known and not known[name].basis)])


def sides(base: str, ruleset: str, wish: Wish, known: Known) -> tuple[Side, Side]:
    """The base and the rule set beside each other; a base that is new is added to `known`."""
    before, after = subject_of(base), subject_of(ruleset)
    key = before.program().fingerprint, before, wish
    tasks = {} if key in known else {before: _tasks(before, wish)}
    # Plays are aimed at what the overlays change: what they find belongs to these two together.
    aiming: list[Task] = []
    if after != before:
        tasks[after] = _tasks(after, wish)
        aiming = [partial(aimed, before, after)]
    every = [task for each in (*tasks.values(), aiming) for task in each]
    results: Iterator[Any] = iter(Workers(call, wish.jobs).all_results(every))
    found = {subject: [next(results) for _ in asked] for subject, asked in tasks.items()}
    if before in found:
        known[key] = _side(before, found[before], [])
    return known[key], known[key] if after == before else _side(after, found[after], next(results))


def subject_of(ruleset: str) -> Subject:
    """A rule set with as few players as it takes."""
    return Subject(ruleset, counts_of(ruleset).start)


def _tasks(subject: Subject, wish: Wish) -> list[Task]:
    parts = tasks_for(subject, Budget(wish.seconds), wish.proofs)
    return [partial(_simulated, subject, wish), *(partial(carried_out, part) for part in parts)]


def _simulated(subject: Subject, wish: Wish) -> Plays:
    return simulated(subject.program().machine, wish.plays, wish.seed)


def _side(subject: Subject, found: Sequence[Any], aimed_at: Sequence[Finding]) -> Side:
    plays, *parts = found
    program = subject.program()
    plain = normal(program.machine)
    return Side(
        sheet(subject, parts, aimed_at),
        normal_shape(plain, named=True).digest,
        idle_rules(program.machine, plain) & frozenset(program.game.rules),
        plays,
    )
