"""What is said of two texts, against brute force: equal, the same machine, a rule that never matters."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.random_games.programs import composed_library
from tests.random_games.truth import alike
from verifier.analysis.idle_rules import idle_rules
from verifier.compare.combinations import Combinations
from verifier.compare.conflicts import Judge
from verifier.compare.diff import compared_programs
from verifier.compare.distinguish import JointSearchLimits
from verifier.kernel.machine import Machine
from verifier.program import Program
from verifier.surface.compose import Library

Said = Iterator[tuple[str, str | None]]
"""What was said, as it is counted, and why it cannot be, if it cannot."""

PLAYS = JointSearchLimits(positions=500, plays=50, seconds=1)


def compared(pair: tuple[Program, Program]) -> Said:
    """The verdict of `diff`."""
    verdict = compared_programs((pair[0].ruleset, pair[1].ruleset), pair, None, PLAYS).verdict
    if verdict == "equal":
        yield held_equal("diff: equal", "equal", (pair[0].machine, pair[1].machine))
    else:
        yield f"diff: {verdict}", None


def held_equal(said: str, what: str, pair: tuple[Machine, Machine]) -> tuple[str, str | None]:
    """Comparisons leave faults to `verify` (decision 8): where they alone differ, it is counted by itself."""
    if alike(*pair):
        return said, None
    if alike(*pair, faults=False):
        return f"{said}, faults apart", None
    return said, f"{what}, and a play tells them apart"


def idle(program: Program, library: Library, game: str) -> Said:
    """Each rule that is said never to matter is taken away: nobody may notice."""
    for rule in sorted(idle_rules(program.machine) & frozenset(program.game.rules)):
        without = composed_library(library, f"variant cut of {game}\nremove rule {rule}\n", "cut")
        if without is None:
            yield "idle rule: cannot be taken away", None
            continue
        yield held_equal("idle rule", f"{rule} is idle", (program.machine, without.machine))


def paired(library: Library, game: str, overlays: tuple[str, str]) -> Said:
    """Two overlays judged as `conflicts` does: combinations of one shape must be the same game."""
    made = Combinations(library, game, overlays)
    yield f"conflicts: {Judge(made).pair(*overlays).kind}", None
    first, second = overlays
    every = [(), (first,), (second,), (first, second), (second, first)]
    for one, other in itertools.combinations(every, 2):
        laid = made.laid(*one), made.laid(*other)
        if not all(each.stands for each in laid) or laid[0].differing(laid[1]):
            continue
        for machines in zip(made.machines(*one), made.machines(*other), strict=True):
            yield held_equal("conflicts: one shape", f"{one} and {other} have one shape", machines)
