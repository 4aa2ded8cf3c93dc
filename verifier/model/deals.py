"""Set-ups that deal more than there is: a game in, a warning for each deal that certainly comes up short out.

Counted are upper bounds: how many components can lie in each zone at most. What cannot be followed may fill every
zone it touches, so a warning is never a guess.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier.diagnostics import Label, Level, Report, diagnostic
from verifier.kernel import expression as k
from verifier.kernel.domain import Players, Things, values
from verifier.model import steps as m
from verifier.model.game import Game


def warn_of_short_deals(game: Game, report: Report) -> None:
    """Adds a warning for each deal of the set-up that finds too few components."""
    counting = _Counting(game, report)
    before, after = (game.hooks.get((when, "setup"), ()) for when in ("before", "after"))
    counting.steps((*game.setup_once, *before, *game.setup, *after))


@dataclass(slots=True)
class _Counting:
    game: Game
    report: Report
    most: dict[str, int] = field(default_factory=dict)
    told: set[m.Deal] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.most = dict.fromkeys(self.game.families, 0)
        self.most["box"] = len(self.game.things)

    def steps(self, steps: Iterable[m.Step]) -> None:
        for step in steps:
            self.step(step)

    def step(self, step: m.Step) -> None:
        match step:
            case m.Deal(k.Const(count, _), k.ZoneAt(source, ()), k.ZoneAt(target, _)):
                self.deal(step, count, source, target)
            case m.Each(
                (k.Bind(local, k.Values(Things(_, ids))),), _, (m.Move(k.Local(name, _), _, to, _),)
            ) if name == local and isinstance(to, k.ZoneAt):
                self.bring(len(ids), to.family)
            case m.Each((k.Bind(_, k.Values(Players() as seats)),), None, inner):
                for _ in values(seats):
                    self.steps(inner)
            case m.Shuffle() | m.Show() | m.Roll() | m.Let() | m.Write():
                pass
            case _:
                self.lose_track()

    def deal(self, step: m.Deal, count: int, source: str, target: str) -> None:
        there = self.most[source]
        if there < count and step not in self.told:
            self.told.add(step)
            label = Label(step.span, f"at most {there} are left in it here")
            hint = "deal fewer, or make more components"
            self.report.add(
                diagnostic("C507", label, hint=hint, level=Level.WARNING, zone=source, count=count)
            )
        self.most[source] = max(0, there - count)
        self.bring(min(count, there), target)

    def bring(self, count: int, family: str) -> None:
        self.most[family] = min(len(self.game.things), self.most[family] + count)

    def lose_track(self) -> None:
        """Whatever the step may do to zones, it may have done to every one of them."""
        self.most = dict.fromkeys(self.most, len(self.game.things))
