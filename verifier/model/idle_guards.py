"""Guards that refuse nothing: a game in, a warning for each rule whose `require` nobody asks out.

An action is refused before anything has happened, by the rules above its first step; a component's text refuses the
action that leads to it in the same way. A guard anywhere else comes too late.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from verifier.diagnostics import Label, Level, Report, diagnostic
from verifier.model import steps as m
from verifier.model.game import Game


def warn_of_idle_guards(game: Game, report: Report) -> None:
    """Adds a warning for each guard that stands where it refuses nothing."""
    told: set[m.Guard] = set()
    added = {guard for steps in game.hooks.values() for guard in _guards_in(steps)}
    for guard in _idle_guards(game):
        if guard in told:
            continue
        told.add(guard)
        label = Label(guard.span, "the action has begun here")
        hint = (
            "what is added comes when the action has been chosen: write the rule in `change` and the name of the action"
            if guard in added
            else "write it above the first step of the action; inside an action, steps are conditional by `when`"
        )
        report.add(diagnostic("C509", label, name=guard.rule, hint=hint, level=Level.WARNING))


def _idle_guards(game: Game) -> Iterator[m.Guard]:
    refusing = [action.steps for action in game.actions.values()]
    refusing += [text.steps for text in game.texts.values()]
    for steps in refusing:
        yield from _guards_in(_after_the_prelude(steps))
    for steps in (game.setup_once, game.setup, *game.hooks.values()):
        yield from _guards_in(steps)
    for procedure in game.procedures.values():
        yield from _guards_in(procedure.steps)


def _after_the_prelude(steps: Sequence[m.Step]) -> Sequence[m.Step]:
    """The steps from the first one on that is no choice, no name and no guard."""
    for position, step in enumerate(steps):
        match step:
            case m.Guard() | m.Let(if_any=False) | m.Choose(player=None, may=False):
                continue
        return steps[position:]
    return ()


def _guards_in(steps: Iterable[m.Step]) -> Iterator[m.Guard]:
    for step in steps:
        match step:
            case m.Guard():
                yield step
            case m.Each() | m.Repeat() | m.GoRound() | m.Rule() | m.As():
                yield from _guards_in(step.steps)
