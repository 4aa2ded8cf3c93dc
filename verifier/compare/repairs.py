"""What would mend a rule set: a property that fails in, the smallest change of a number and the overlays that help out.

Whether every play ends is proved with a bound. Of other properties only this can be said: no play shows it any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from verifier.check.monitor.instrument import instrumented_machine
from verifier.check.simulate.sampler import Sampler
from verifier.check.termination import Bound, bound_of
from verifier.compare.combinations import overlays_to_compare
from verifier.diagnostics import Rejected, Report
from verifier.lower import lowered
from verifier.program import Program, composition, program_of
from verifier.surface import nodes
from verifier.surface.compose import Composition, with_number

ENDS, VANISHES = "it-ends", "nothing-vanishes"
BY_PLAYS = ("bounds", "conservation", "no-dead-end", VANISHES)
PLAYS = 60
LONGEST = 5_000
# How far a number is moved; between the last that does not help and the first that does, the nearest is sought.
DISTANCES = (1, 4, 16)


@dataclass(frozen=True, slots=True)
class Repair:
    """A change under which a property that fails holds again, and how that is known."""

    property: str
    change: str
    words: str
    bound: Bound | None
    overlay: str | None = None


def repairs(ruleset: str, properties: Iterable[str]) -> list[Repair]:
    """Every number and every overlay of the game that mends one of the properties that fail."""
    parts = ruleset.split("+")
    left = [overlay for overlay in overlays_to_compare(parts[0]) if overlay not in parts]
    found: list[Repair] = []
    for name in properties:
        if name == ENDS or name in BY_PLAYS:
            found += numbers_that_mend(ruleset, name)
            found += overlays_that_mend(ruleset, name, left)
    return found


def overlays_that_mend(ruleset: str, name: str, overlays: Iterable[str]) -> Iterator[Repair]:
    """Those of the overlays under which a property holds."""
    for overlay in overlays:
        try:
            mended = _mended(program_of(f"{ruleset}+{overlay}"), name)
        except Rejected:
            continue
        if mended is not None:
            yield Repair(name, f"with `{overlay}`", *mended, overlay)


def numbers_that_mend(ruleset: str, name: str) -> Iterator[Repair]:
    """Of every number the nearest value that helps, if one in reach does."""
    report = Report()
    laid = composition(ruleset, report)
    if laid is None:
        return
    for item in laid.items:
        if isinstance(item, nodes.Number) and isinstance(item.value, nodes.Integer):
            yield from _moved(laid, item, item.value.value, name)


def _moved(laid: Composition, item: nodes.Number, now: int, name: str) -> Iterator[Repair]:
    def mended(value: int) -> tuple[str, Bound | None] | None:
        changed = with_number(laid, item.name.text, value) if value >= 0 else None
        try:
            return _mended(Program(laid.name, changed, scenarios=False), name) if changed else None
        except Rejected:
            return None

    sides = [_nearest(now, way, lambda value: mended(value) is not None) for way in (-1, 1)]
    nearest = min(
        (value for value in sides if value is not None), key=lambda value: abs(value - now), default=now
    )
    how = mended(nearest) if nearest != now else None
    if how is not None:
        yield Repair(name, f"with `{item.name.text}` {nearest} instead of {now}", *how)


def _nearest(now: int, way: int, helps: Callable[[int], bool]) -> int | None:
    """The nearest value on one side that helps: ever wider steps, then halves between."""
    before = 0
    for distance in DISTANCES:
        if helps(now + way * distance):
            while distance - before > 1:
                middle = (before + distance) // 2
                before, distance = (before, middle) if helps(now + way * middle) else (middle, distance)
            return now + way * distance
        before = distance
    return None


def _mended(program: Program, name: str) -> tuple[str, Bound | None] | None:
    """How it is known that a property holds, or nothing; a text that is no game any more raises `Rejected`."""
    game, machine = program.game, program.machine
    if name == ENDS:
        bound = bound_of(machine)
        return (f"every play ends: {bound.words}", bound) if bound is not None else None
    # Claims of the game are not asked here: what is to be mended is the game's health.
    unclaimed = replace(game, claims=())
    marks = instrumented_machine(unclaimed) if name == VANISHES else None
    played = marks.machine if marks is not None else lowered(unclaimed, Report())
    sampler = Sampler(unclaimed, played, marks, LONGEST)
    for seed in range(PLAYS):
        sampler.play(seed, LONGEST)
        if name in sampler.seen.broken or (name == VANISHES and sampler.seen.vanished):
            return None
    return f"none of {PLAYS} plays violates it", None
