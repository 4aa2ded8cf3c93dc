"""Decisions: what a player may do, and which rules refuse the rest.

An action begins with a head: choices, names and rules that require something. What may be done is every way to choose
that no rule of the head refuses. A rule at the head of a component's text refuses the action that leads to the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from verifier.definition.expressions import Names, bound, counts, holds, ranged, value
from verifier.definition.position import Index, Position
from verifier.definition.values import NOTHING
from verifier.kernel import expression as k
from verifier.model import steps as m
from verifier.model.game import Game, Procedure

# Which alternative, and what is chosen in it.
Move = tuple[int, ...]
STOP: Move = (-1,)


@dataclass(frozen=True, slots=True)
class Alternative:
    """Something that is offered: an action with its arguments, or a bare choice."""

    action: str
    head: tuple[m.Step, ...]
    effects: tuple[m.Step, ...]
    names: Names

    @property
    def binds(self) -> tuple[k.Bind, ...]:
        return tuple(bind for step in self.head if isinstance(step, m.Choose) for bind in step.binds)


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody has to decide: one of the moves, each an alternative with its choices, or to stop."""

    origin: str
    player: int
    alternatives: tuple[Alternative, ...]
    may_stop: bool
    moves: tuple[Move, ...]


def decision(
    origin: str, player: int, alternatives: Sequence[Alternative], may_stop: bool, at: Position
) -> Decision:
    moves = tuple(
        (number, *chosen) for number, each in enumerate(alternatives) for chosen, _ in ways(each, at)
    )
    return Decision(origin, player, tuple(alternatives), may_stop, (*moves, STOP) if may_stop else moves)


def head_and_effects(steps: tuple[m.Step, ...]) -> tuple[tuple[m.Step, ...], tuple[m.Step, ...]]:
    """The head ends with the first step that does something, or leaves the choice to somebody else or open."""
    for number, step in enumerate(steps):
        match step:
            case m.Let(if_any=False) | m.Guard() | m.Choose(player=None, may=False):
                continue
            case _:
                return steps[:number], steps[number:]
    return steps, ()


# --- what may be done


def ways(offered: Alternative, at: Position) -> Iterator[tuple[Index, Names]]:
    """Every way to take an alternative: what is chosen, and what the names then stand for."""
    for chosen, names in _ways(offered.head, offered.names, at):
        if all(_allows(guard, inner, at) for guard, inner in text_guards(offered.effects, names, at)):
            yield chosen, names


def _ways(head: tuple[m.Step, ...], names: Names, at: Position) -> Iterator[tuple[Index, Names]]:
    if not head:
        yield (), names
        return
    match head[0]:
        case m.Choose(binds=binds, where=where):
            for inner in bound(binds, where, names, at):
                chosen = tuple(inner[bind.local] for bind in binds)
                for more, last in _ways(head[1:], inner, at):
                    yield (*chosen, *more), last
        case m.Let(name, expr):
            yield from _ways(head[1:], {**names, name: value(expr, names, at)}, at)
        case m.Guard() as guard:
            if _allows(guard, names, at):
                yield from _ways(head[1:], names, at)
        case _:
            raise AssertionError(head[0])


def chosen_names(offered: Alternative, move: Move, at: Position) -> Names:
    """What the names of an alternative stand for once a move has been made."""
    names, rest = dict(offered.names), list(move[1:])
    for step in offered.head:
        if isinstance(step, m.Choose):
            for bind in step.binds:
                names[bind.local] = rest.pop(0)
        elif isinstance(step, m.Let):
            names[step.name] = value(step.value, names, at)
    return names


def _allows(guard: m.Guard, names: Names, at: Position) -> bool:
    return not holds(guard.when, names, at) or holds(guard.require, names, at)


# --- rules at the head of a text


def text_of(thing: int, text: str, game: Game) -> Procedure | None:
    """What stands on a component under this name."""
    for (design, name), procedure in game.texts.items():
        if name == text and thing in game.classes[design].ids:
            return procedure
    return None


def text_guards(
    effects: tuple[m.Step, ...], names: Names, at: Position
) -> Iterator[tuple[m.Guard, dict[str, int]]]:
    """The rules at the head of the texts that an action leads to, as far as they speak of `me` and `this` alone."""
    for step in effects:
        if isinstance(step, m.DoText) and free_names(step.thing) <= names.keys():
            thing = value(step.thing, names, at)
            text = None if thing == NOTHING else text_of(thing, step.text, at.game)
            for guard in head_and_effects(text.steps)[0] if text is not None else ():
                if isinstance(guard, m.Guard) and free_names(guard.when, guard.require) <= {"me", "this"}:
                    yield guard, {"me": names["me"], "this": thing}


def free_names(*nodes: Any) -> set[str]:
    """The names that an expression takes from outside. No name is bound twice, one inside the other."""
    used: set[str] = set()
    made: set[str] = set()

    def visit(node: Any) -> None:
        if isinstance(node, k.Local):
            used.add(node.name)
        if isinstance(node, k.Bind | k.End):
            made.add(node.local)
        if is_dataclass(node):
            for field in fields(node):
                visit(getattr(node, field.name))
        elif isinstance(node, tuple):
            for part in node:
                visit(part)

    visit(nodes)
    return used - made


# --- what is refused


def refusals(offered: Alternative, choices: Mapping[str, int], at: Position) -> list[str]:
    """Every rule against an alternative with these choices; a choice that cannot be made is named itself."""
    found = sorted(choices.keys() - {bind.local for bind in offered.binds})
    of_nothing: list[str] = []
    missing: set[str] = set()
    names = dict(offered.names)
    for step in offered.head:
        match step:
            case m.Choose(binds=binds, where=where):
                for bind in binds:
                    names[bind.local] = choices.get(bind.local, NOTHING)
                    missing |= {bind.local} - choices.keys()
                    last = bind is binds[-1]
                    if names[bind.local] not in ranged(bind.source, names, at) or (
                        last and where is not None and not value(where, names, at)
                    ):
                        found.append(bind.local)
            case m.Let(name, expr):
                names[name] = value(expr, names, at)
                missing |= {name} if names[name] == NOTHING and not counts(expr, at.game) else set()
            case m.Guard() as guard:
                kept = of_nothing if _is_of_nothing(guard, missing, names, at) else found
                kept += _refusals_by(guard, names, at)
            case _:
                raise AssertionError(step)
    for guard, inner in text_guards(offered.effects, names, at):
        kept = of_nothing if _is_of_nothing(guard, set(), inner, at) else found
        kept += _refusals_by(guard, inner, at)
    # A rule that finds fault with nothing says less than the rule that there must be something.
    return found or of_nothing


def _is_of_nothing(guard: m.Guard, missing: set[str], names: Names, at: Position) -> bool:
    """Does it speak of what is not there, or refuse because nothing is the same as nothing?"""
    if free_names(guard.when, guard.require) & missing:
        return True
    return any(
        not counts(left, at.game) and value(left, names, at) == NOTHING == value(right, names, at)
        for part in guard.require
        for left, right in _told_apart(part)
    )


def _told_apart(truth: k.Expr) -> Iterator[tuple[k.Expr, k.Expr]]:
    """What is required to differ; that something is not nothing is the rule that there must be something."""
    match truth:
        case k.Not(k.Compare("=", left, right)) | k.Compare("!=", left, right):
            if not isinstance(left, k.Const) and not isinstance(right, k.Const):
                yield left, right


def _refusals_by(guard: m.Guard, names: Names, at: Position) -> Iterator[str]:
    if not _allows(guard, names, at):
        yield guard.rule
        for part in guard.require:
            if not value(part, names, at):
                yield from _because(part, names, guard.rule, at)


def _because(truth: k.Expr, names: Names, above: str, at: Position) -> Iterator[str]:
    """Where a definition is required, the rules of the definition that make it false."""
    if not isinstance(truth, k.Call):
        return
    shape = at.game.definitions[truth.definition]
    args = (value(arg, names, at) for arg in truth.args)
    inner = dict(zip((name for name, _ in shape.params), args, strict=True))
    for clause in shape.clauses:
        applies = clause.op == "require" and clause.rule != above and holds(clause.when, inner, at)
        if applies and not value(clause.value, inner, at):
            yield clause.rule
            yield from _because(clause.value, inner, clause.rule, at)
