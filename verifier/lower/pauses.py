"""Which steps pause: steps of the model in, whether somebody decides within them out."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.model import steps as m
from verifier.model.game import Game, Procedure


class Pauses:
    """Asked of procedures too, with what hangs on them; a circle of procedures pauses if one of them does."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._pausing: dict[int, bool] = {}

    def pauses(self, steps: Sequence[m.Step]) -> bool:
        return any(self.step_pauses(step) for step in steps)

    def step_pauses(self, step: m.Step, seen: set[int] | None = None) -> bool:
        match step:
            case m.Choose() | m.Offer() | m.GoRound():
                return True
            case m.Each(_, _, inner) | m.Rule(_, _, inner) | m.As(_, inner) | m.Repeat(_, _, inner):
                return any(self.step_pauses(each, seen) for each in inner)
            case m.Do(name, _):
                return self.body_pauses(self.game.procedures[name], seen)
            case m.DoText(_, text):
                named = [p for (_, other), p in self.game.texts.items() if other == text]
                return any(self.body_pauses(each, seen) for each in named)
            case _:
                return False

    def body_pauses(self, procedure: Procedure, seen: set[int] | None = None) -> bool:
        key = id(procedure)
        if key in self._pausing:
            return self._pausing[key]
        if seen is not None and key in seen:
            return False
        known = set() if seen is None else seen
        known.add(key)
        found = any(self.step_pauses(step, known) for step in self.body(procedure))
        # Inside a circle a no is said only of the way that was looked at: the first one asked knows all of it.
        if found or seen is None:
            self._pausing[key] = found
        return found

    def body(self, procedure: Procedure) -> tuple[m.Step, ...]:
        """The steps with those that hang on them, for questions about all of them."""
        return (
            *self.hooked("before", procedure.name),
            *procedure.steps,
            *self.hooked("after", procedure.name),
        )

    def hooked(self, when: str, name: str) -> tuple[m.Step, ...]:
        return self.game.hooks.get((when, name), ())
