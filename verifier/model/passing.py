"""What is passed on and then passed on again: a game in, warnings out.

`each player p` with `move every card in p.hand to (left of p).hand` in it deals with one player after the other: the
second passes on what the first has just given. One `each` over both settles who passes what before anything moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.diagnostics import Label, Level, Report, diagnostic
from verifier.kernel import expression as k
from verifier.kernel.visit import free_locals
from verifier.model import steps as m
from verifier.model.game import Game
from verifier.model.opposites import blocks_of, steps_within


def warn_of_passing(game: Game, report: Report) -> None:
    """Adds a warning for each step that gives the members of a loop what they then give on."""
    told: set[m.Step] = set()
    for loop in (step for steps in blocks_of(game) for step in steps if isinstance(step, m.Each)):
        if loop.packet or len(loop.binds) != 1:
            continue
        for step, source, to in _moved(loop):
            member = loop.binds[0].local
            if step not in told and _is_passed_on(source, to, member):
                told.add(step)
                label = Label(step.span, "the next member passes this on")
                hint = "write one `each` over the members and what is moved: all of it is settled before anything moves"
                report.add(diagnostic("C516", label, hint=hint, level=Level.WARNING, name=source.family))


def _moved(loop: m.Each) -> Iterator[tuple[m.Step, k.ZoneAt, k.ZoneAt]]:
    """What the steps of a loop move from zone to zone."""
    for step in steps_within(loop.steps):
        match step:
            case m.Deal(source=k.ZoneAt() as source, to=k.ZoneAt() as to):
                yield step, source, to
            case m.Each(packet=True, binds=(k.Bind(source=k.Contents(zones=k.ZoneAt() as source)),)):
                for inner in step.steps:
                    if isinstance(inner, m.Move) and isinstance(inner.to, k.ZoneAt):
                        yield step, source, inner.to


def _is_passed_on(source: k.ZoneAt, to: k.ZoneAt, member: str) -> bool:
    """From the zone of a member to that of another member."""
    both = all(any(member in free_locals(part) for part in zone.index) for zone in (source, to))
    return both and source.family == to.family and source.index != to.index
