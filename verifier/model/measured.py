"""Measures as claims: a game in, the same game with its measures kept as it is played out.

`measure x falls each lay` says that whoever lays makes x smaller. Beside the play some cells are kept for it: what x
was before, what it was after a step that did not make it smaller, and that there was such a step. The claim is then
an invariant like any other, *no such step was made*, that every method can be asked about. The moves of the game are
those that it has without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from verifier.kernel import expression as k
from verifier.kernel.domain import Truth
from verifier.kernel.machine import Cell, Claim, Measure
from verifier.model import steps as m
from verifier.model.game import Game
from verifier.source import NOWHERE, Span

GO_ROUND = "go-round"
# What is compared from one time to the next rather than from its start to its end: what lies between counts as well.
_FROM_TIME_TO_TIME = {"turn": "round", "round": "match"}

Hooks = dict[tuple[str, str], tuple[m.Step, ...]]


@dataclass(frozen=True, slots=True)
class KeptMeasure:
    """The cells in which a measure is kept."""

    measure: Measure

    @property
    def before(self) -> str:
        return f"{self.measure.name}: before"

    @property
    def after(self) -> str:
        return f"{self.measure.name}: after"

    @property
    def known(self) -> str:
        return f"{self.measure.name}: known"

    @property
    def broken(self) -> str:
        return f"{self.measure.name}: broken"

    @property
    def claim(self) -> Claim:
        return Claim(self.measure.name, "invariant", None, k.Not(_is(self.broken)))

    @property
    def cells(self) -> list[Cell]:
        life: Literal["round", "match"] = "round" if self.measure.each == "turn" else "match"
        start = min(max(self.measure.domain.low, 0), self.measure.domain.high)
        return [
            Cell(self.before, (), self.measure.domain, False, start, "match"),
            Cell(self.after, (), self.measure.domain, False, start, "match"),
            Cell(self.known, (), Truth(), False, 0, life),
            Cell(self.broken, (), Truth(), False, 0, "match"),
        ]

    # --- steps

    def noted(self, span: Span) -> tuple[m.Step, ...]:
        """The value is written down, unless a step was wrong already: its values are told."""
        kept = k.If(_is(self.broken), k.Read(self.before, ()), self.measure.value)
        return _write(self.before, kept, span), _write(self.known, _YES, span)

    def compared(self, span: Span) -> tuple[m.Step, ...]:
        """The value is compared with what was written down."""
        now, then = self.measure.value, k.Read(self.before, ())
        stays = k.Compare(">=" if self.measure.way == "falls" else "<=", now, then)
        wrong = k.Logic("and", (k.Not(_is(self.broken)), _is(self.known), stays))
        after = k.If(wrong, now, k.Read(self.after, ()))
        broken = k.If(wrong, _YES, k.Read(self.broken, ()))
        return (
            _write(self.after, after, span),
            _write(self.broken, broken, span),
            _write(self.known, _NO, span),
        )


_YES, _NO = k.Const(1, Truth()), k.Const(0, Truth())


def _is(cell: str) -> k.Expr:
    return k.Compare("=", k.Read(cell, ()), _YES)


def _write(cell: str, value: k.Expr, span: Span) -> m.Step:
    return m.Write(cell, (), value, span=span)


def with_measures(game: Game) -> Game:
    """The game with its measures kept; its other claims stay."""
    kept = [KeptMeasure(each) for each in game.measures]
    if not kept:
        return game
    changed = replace(
        game,
        cells={**game.cells, **{cell.name: cell for each in kept for cell in each.cells}},
        claims=(*game.claims, *(each.claim for each in kept)),
        measures=(),
    )
    for each in kept:
        changed = (
            _kept_going_round(changed, each) if each.measure.each == GO_ROUND else _hooked(changed, each)
        )
    return changed


def _hooked(game: Game, kept: KeptMeasure) -> Game:
    hooks: Hooks = dict(game.hooks)
    target, span = kept.measure.each, NOWHERE
    begin, end = ("before", target), ("after", target)
    if target in _FROM_TIME_TO_TIME:
        hooks[begin] = (*kept.compared(span), *kept.noted(span), *hooks.get(begin, ()))
        return replace(game, hooks=hooks)
    hooks[begin] = (*kept.noted(span), *hooks.get(begin, ()))
    procedure = game.procedures.get(target)
    if procedure is not None and _leads_back(game, target):
        # A last step that leads back to it begins it anew: what is measured ends before.
        steps = (*procedure.steps[:-1], *kept.compared(span), procedure.steps[-1])
        procedures = {**game.procedures, target: replace(procedure, steps=steps)}
        return replace(game, hooks=hooks, procedures=procedures)
    hooks[end] = (*hooks.get(end, ()), *kept.compared(span))
    return replace(game, hooks=hooks)


def _leads_back(game: Game, name: str) -> bool:
    """Does a procedure do, by however many steps, itself?"""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        for called in _called(game, waiting.pop()):
            if called == name:
                return True
            if called not in seen:
                seen.add(called)
                waiting.append(called)
    return False


def _called(game: Game, name: str) -> Iterator[str]:
    named: list[Mapping[str, Any]] = [
        game.procedures,
        game.actions,
        {each.name: each for each in game.texts.values()},
    ]
    bodies = [table[name].steps for table in named if name in table]
    for body in (*bodies, game.hooks.get(("before", name), ()), game.hooks.get(("after", name), ())):
        for step in _every(body):
            match step:
                case m.Do(procedure, _):
                    yield procedure
                case m.DoText(_, text):
                    yield from (each.name for (_, other), each in game.texts.items() if other == text)
                case m.Offer(_, offered, _):
                    yield from (each.action for each in offered)
                case _:
                    pass


def _every(steps: tuple[m.Step, ...]) -> Iterator[m.Step]:
    for step in steps:
        yield step
        if isinstance(step, m.Each | m.Repeat | m.GoRound | m.Rule | m.As):
            yield from _every(step.steps)


def _kept_going_round(game: Game, kept: KeptMeasure) -> Game:
    """Each time that somebody's turn comes in a `go round`."""

    def changed(step: Any) -> Any:
        if not isinstance(step, m.GoRound):
            return step
        inner = (*kept.noted(step.span), *step.steps, *kept.compared(step.span))
        return replace(step, steps=inner)

    return replace(
        game,
        setup=_rebuilt(game.setup, changed),
        setup_once=_rebuilt(game.setup_once, changed),
        actions=_each(game.actions, changed),
        procedures=_each(game.procedures, changed),
        texts=_each(game.texts, changed),
        hooks={place: _rebuilt(steps, changed) for place, steps in game.hooks.items()},
    )


def _each(table: Mapping[Any, Any], change: Callable[[Any], Any]) -> dict[Any, Any]:
    return {name: replace(each, steps=_rebuilt(each.steps, change)) for name, each in table.items()}


def _rebuilt(steps: tuple[m.Step, ...], change: Callable[[Any], Any]) -> tuple[m.Step, ...]:
    return tuple(change(_inside(step, change)) for step in steps)


def _inside(step: m.Step, change: Callable[[Any], Any]) -> m.Step:
    if isinstance(step, m.Each | m.Repeat | m.GoRound | m.Rule | m.As):
        return replace(step, steps=_rebuilt(step.steps, change))
    return step
