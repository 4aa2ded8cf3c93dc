"""Guards that refuse nothing: a game in, a warning for each rule whose `require` nobody asks out.

An action is refused before anything has happened, by the rules above its first step; a component's text refuses the
action that leads to it in the same way. A guard anywhere else comes too late.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from verifier.diagnostics import Label, Level, Report, diagnostic
from verifier.kernel import expression as k
from verifier.kernel.domain import Things
from verifier.kernel.visit import free_locals
from verifier.model import steps as m
from verifier.model.game import Action, Game
from verifier.model.opposites import blocks_of


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
    _warn_of_texts(game, report)


def _warn_of_texts(game: Game, report: Report) -> None:
    """A text refuses the action that does it as a step of its own, by what it asks of `me` and `this`."""

    def tell(rule: str, label: Label, hint: str) -> None:
        report.add(diagnostic("C509", label, name=rule, hint=hint, level=Level.WARNING))

    asked = {step for action in game.actions.values() for step in _asked_texts(action)}
    straight = {one for step in asked for one in _texts_of(step, game)}
    for one, text in game.texts.items():
        for guard in _guards_in(_prelude(text.steps)):
            if not free_locals(k.Logic("and", (*guard.when, *guard.require))) <= {"me", "this"}:
                label = Label(guard.span, "it asks about what the text chooses or names")
                hint = "let it speak of `me` and `this` alone, or say it with `where` behind the choice"
                tell(guard.rule, label, hint)
            elif one not in straight:
                label = Label(guard.span, "no action does this text as a step of its own")
                hint = "do the text in the action itself, not in a rule, a loop or a procedure"
                tell(guard.rule, label, hint)
    for step in dict.fromkeys(step for steps in blocks_of(game) for step in steps):
        if isinstance(step, m.DoText) and step not in asked:
            for design, name in (one for one in _texts_of(step, game) if one in straight):
                for guard in _guards_in(_prelude(game.texts[design, name].steps)):
                    label = Label(step.span, "here it is not asked")
                    hint = "do the text in the action itself, not in a rule, a loop or a procedure"
                    tell(guard.rule, label, hint)


def _asked_texts(action: Action) -> Iterator[m.DoText]:
    """The texts that an action asks before it begins: of components that its head names."""
    prelude = _prelude(action.steps)
    known = {"me", *(param.name for param in action.params)}
    for step in prelude:
        match step:
            case m.Choose():
                known |= {bind.local for bind in step.binds}
            case m.Let():
                known.add(step.name)
    for step in action.steps[len(prelude) :]:
        if isinstance(step, m.DoText) and free_locals(step.thing) <= known:
            yield step


def _texts_of(step: m.DoText, game: Game) -> Iterator[tuple[str, str]]:
    """The texts that this may be, by design and name."""
    match step.thing:
        case k.Local(_, Things(_, ids)) | k.End(things=Things(_, ids)):
            may_be = set(ids)
        case _:
            may_be = {thing for design in game.classes.values() for thing in design.ids}
    for design, name in game.texts:
        if name == step.text and may_be & set(game.classes[design].ids):
            yield design, name


def _idle_guards(game: Game) -> Iterator[m.Guard]:
    refusing = [action.steps for action in game.actions.values()]
    refusing += [text.steps for text in game.texts.values()]
    for steps in refusing:
        yield from _guards_in(steps[len(_prelude(steps)) :])
    for steps in (game.setup_once, game.setup, *game.hooks.values()):
        yield from _guards_in(steps)
    for procedure in game.procedures.values():
        yield from _guards_in(procedure.steps)


def _prelude(steps: Sequence[m.Step]) -> Sequence[m.Step]:
    """The choices, names and guards above the first step that does something."""
    for position, step in enumerate(steps):
        match step:
            case m.Guard() | m.Let(if_any=False) | m.Choose(player=None, may=False):
                continue
        return steps[:position]
    return steps


def _guards_in(steps: Iterable[m.Step]) -> Iterator[m.Guard]:
    for step in steps:
        match step:
            case m.Guard():
                yield step
            case m.Each() | m.Repeat() | m.GoRound() | m.Rule() | m.As():
                yield from _guards_in(step.steps)
