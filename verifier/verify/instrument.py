"""A game in, a machine out that tells what its rules do: where they apply, refuse, change a value, or vanish.

The marks and questions are those of the exhaustive reader. A rule without a condition, and the text of a
component, get a name that can be marked too.
"""

from __future__ import annotations

from dataclasses import replace

from verifier.backends.search.instrument import Goal, Marked, marked
from verifier.diagnostics import Report
from verifier.kernel.domain import Truth
from verifier.kernel.expression import Const
from verifier.lower import lowered
from verifier.model import steps as m
from verifier.model.game import Game
from verifier.source import NOWHERE

ALWAYS = (Const(1, Truth()),)


def telling(game: Game, scenarios: bool = False) -> Marked:
    """The machine of a game with marks and questions; it plays exactly as the one without.

    With `scenarios` it is one that scenarios may enter anywhere.
    """
    named = replace(
        game,
        setup_once=_steps(game.setup_once),
        setup=_steps(game.setup),
        actions={name: replace(each, steps=_steps(each.steps)) for name, each in game.actions.items()},
        procedures={name: replace(each, steps=_steps(each.steps)) for name, each in game.procedures.items()},
        texts={name: replace(each, steps=_text(each.name, each.steps)) for name, each in game.texts.items()},
        hooks={place: _steps(steps) for place, steps in game.hooks.items()},
    )
    return marked(lowered(named, Report(), scenarios), game.claims, game.ends)


def _steps(steps: tuple[m.Step, ...]) -> tuple[m.Step, ...]:
    return tuple(_step(step) for step in steps)


def _step(step: m.Step) -> m.Step:
    match step:
        case m.Rule(_, when, inner, _):
            return replace(step, when=when or ALWAYS, steps=_steps(inner))
        case m.Each() | m.Repeat() | m.GoRound() | m.As():
            return replace(step, steps=_steps(step.steps))
        case _:
            return step


def _text(name: str, steps: tuple[m.Step, ...]) -> tuple[m.Step, ...]:
    """The text of a component as a rule; what it demands first stays first."""
    demands = 0
    while demands < len(steps) and isinstance(steps[demands], m.Guard | m.Let):
        demands += 1
    rest = steps[demands:]
    return (*steps[:demands], m.Rule(name, ALWAYS, _steps(rest), NOWHERE)) if rest else steps


def spoken(goal: Goal) -> str:
    """What should be seen once, in words."""
    match goal.sort:
        case "action":
            return f"action {goal.name}"
        case "vain":
            return f"{goal.place}: {goal.name}"
        case _:
            return goal.name
