"""Two rules with opposite conditions, the second asked after the first has acted: a game in, warnings out.

Whoever writes them means an alternative, and the second may apply because of what the first has done. That is told
only where the first changes directly what both conditions read; `otherwise` says what is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from verifier.diagnostics import Label, Level, Report, diagnostic
from verifier.kernel import expression as k
from verifier.kernel.visit import preorder
from verifier.model import steps as m
from verifier.model.game import Game

Sign = Literal["=", "!=", "<", "<=", ">", ">="]
OPPOSITE: dict[Sign, Sign] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def warn_of_opposites(game: Game, report: Report) -> None:
    """Adds a warning for each rule that is the opposite of the one above it, and asked too late."""
    told: set[m.Rule] = set()
    for steps in blocks_of(game):
        for first, second in pairwise(steps):
            if not isinstance(first, m.Rule) or not isinstance(second, m.Rule) or second in told:
                continue
            if _are_opposite(first.when, second.when) and _changes(first.steps, first.when, game):
                told.add(second)
                label = Label(second.span, f"asked after `{first.rule}` has acted")
                hint = "write `otherwise rule` without the condition; to ask it again, `do` a procedure"
                names = {"name": second.rule, "other": first.rule}
                report.add(diagnostic("C511", label, hint=hint, level=Level.WARNING, **names))


# --- blocks


def blocks_of(game: Game) -> Iterator[Sequence[m.Step]]:
    """Steps that stand below each other, at every depth."""
    outer = [game.setup_once, game.setup, *game.hooks.values()]
    outer += [action.steps for action in game.actions.values()]
    outer += [procedure.steps for procedure in (*game.procedures.values(), *game.texts.values())]
    for steps in outer:
        yield steps
        for inner in steps_within(steps):
            if isinstance(inner, m.Each | m.Repeat | m.GoRound | m.Rule | m.As):
                yield inner.steps


def steps_within(steps: Iterable[m.Step]) -> Iterator[m.Step]:
    """Steps and those in them, at every depth."""
    for step in steps:
        yield step
        if isinstance(step, m.Each | m.Repeat | m.GoRound | m.Rule | m.As):
            yield from steps_within(step.steps)


# --- opposites


def _are_opposite(one: Sequence[k.Expr], other: Sequence[k.Expr]) -> bool:
    return len(one) == len(other) == 1 and _opposite(one[0]) in (other[0], _plain(other[0]))


def _plain(expr: k.Expr) -> k.Expr:
    """Without a `not` in front of a comparison; what is above or not 0 is counted as more than 0."""
    match expr:
        case k.Not(k.Compare(op, left, right)):
            return _plain(k.Compare(OPPOSITE[op], left, right))
        case k.Compare("!=" | ">", left, k.Const(0, domain)):
            return k.Compare("!=", left, k.Const(0, domain))
        case _:
            return expr


def _opposite(expr: k.Expr) -> k.Expr:
    match _plain(expr):
        case k.Not(inner):
            return inner
        case k.Compare(op, left, right):
            return _plain(k.Compare(OPPOSITE[op], left, right))
        case plain:
            return k.Not(plain)


# --- what is changed and what is read


def _changes(steps: Sequence[m.Step], when: Sequence[k.Expr], game: Game) -> bool:
    """Do the steps themselves change an amount, a note or a kind of zone that the condition reads?"""
    read = set(_read(when, game))
    return any(changed in read for step in steps_within(steps) for changed in _changed(step))


def _changed(step: m.Step) -> Iterator[str]:
    match step:
        case m.Write(cell=cell) | m.Roll(cell=cell):
            yield cell
        case m.Move(source=source, to=to) | m.Deal(source=source, to=to):
            yield from _families(*(zone for zone in (source, to) if zone is not None))
        case m.Swap(left=left, right=right, zones=True):
            yield from _families(left, right)


def _families(*zones: k.Expr) -> Iterator[str]:
    return (zone.family for zone in zones if isinstance(zone, k.ZoneAt))


def _read(exprs: Iterable[k.Expr], game: Game, known: frozenset[str] = frozenset()) -> Iterator[str]:
    """Amounts, notes and families of zones, also those that definitions read."""
    for part in preorder(*exprs):
        if isinstance(part, k.Read):
            yield part.cell
        if isinstance(part, k.ZoneAt | k.ZonesOf):
            yield part.family
        if isinstance(part, k.Call) and part.definition not in known:
            shape = game.definitions[part.definition]
            parts = [shape.start, *(e for clause in shape.clauses for e in (*clause.when, clause.value))]
            yield from _read(parts, game, known | {part.definition})
