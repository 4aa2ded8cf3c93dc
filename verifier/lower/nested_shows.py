"""What is shown while it may be shown already: there the end of the inner block must not hide what the outer shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.model import steps as m
from verifier.model.game import Game


def nested_shows(game: Game) -> frozenset[m.Show]:
    """Every `show` that can be reached before the block of another of the same sort has ended."""
    actions = (action.steps for action in game.actions.values())
    bodies = (body.steps for body in (*game.procedures.values(), *game.texts.values()))
    found: set[m.Show] = set()
    for block in (game.setup_once, game.setup, *game.hooks.values(), *actions, *bodies):
        for outer, rest in _shown(block):
            within = _within(game, rest, set())
            found.update(each for each in within if each.is_zone == outer.is_zone)
    return frozenset(found)


def _shown(steps: Sequence[m.Step]) -> Iterator[tuple[m.Show, Sequence[m.Step]]]:
    """Each `show` of a block and of those in it, with the rest of its block."""
    for position, step in enumerate(steps):
        if isinstance(step, m.Show):
            yield step, steps[position + 1 :]
        yield from _shown(_inner(step))


def _inner(step: m.Step) -> Sequence[m.Step]:
    return step.steps if isinstance(step, m.Each | m.Repeat | m.Rule | m.As | m.GoRound) else ()


def _within(game: Game, steps: Sequence[m.Step], seen: set[str]) -> Iterator[m.Show]:
    """Every `show` that carrying out these steps may come to."""
    for step in steps:
        if isinstance(step, m.Show):
            yield step
        yield from _within(game, _inner(step), seen)
        for name, body in _called(game, step):
            if name not in seen:
                seen.add(name)
                hooked = (*game.hooks.get(("before", name), ()), *game.hooks.get(("after", name), ()))
                yield from _within(game, (*hooked, *body), seen)


def _called(game: Game, step: m.Step) -> Iterator[tuple[str, Sequence[m.Step]]]:
    """What a step carries out that is written elsewhere."""
    if isinstance(step, m.Do):
        yield step.procedure, game.procedures[step.procedure].steps
    elif isinstance(step, m.DoText):
        texts = [body for (_, text), body in game.texts.items() if text == step.text]
        yield from ((body.name, body.steps) for body in texts)
    elif isinstance(step, m.Offer):
        yield from ((each.action, game.actions[each.action].steps) for each in step.offered)
