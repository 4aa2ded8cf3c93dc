"""How a score comes about: every rule of its definition with the value before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from verifier.engine import Engine, State
from verifier.engine.notation import Spoken
from verifier.kernel.domain import Number
from verifier.kernel.expression import (
    Call,
    Contents,
    Expr,
    Fold,
    Local,
    Position,
    Read,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import Machine
from verifier.kernel.visit import children, preorder
from verifier.trace.words import TableWording

DEEPEST = 3
# Amounts that everybody sees.
OPEN = ("seen", "told")


@dataclass(frozen=True, slots=True)
class Step:
    """A rule and what it made of the value; `inside` are the definitions that it added up.

    `words` are the rule as players read it, where somebody has put it so.
    """

    rule: str
    before: int
    after: int
    inside: tuple[Worth, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a definition for something, and how it came about; `about` names that for programs.

    `words` say what is counted and for whom, where somebody has put it so.
    """

    definition: str
    of: str
    value: int
    steps: tuple[Step, ...]
    args: tuple[int, ...] = ()
    about: tuple[Spoken, ...] = ()
    words: str = ""

    def brief(self) -> Worth:
        """The same without steps that change nothing."""
        steps = (
            replace(step, inside=tuple(inner.brief() for inner in step.inside))
            for step in self.steps
            if step.inside or step.before != step.after
        )
        return replace(self, steps=tuple(steps))

    def as_json(self) -> dict[str, Any]:
        return {
            "definition": self.definition,
            "of": self.of,
            "about": list(self.about),
            "value": self.value,
            "steps": [
                {
                    "rule": step.rule,
                    "before": step.before,
                    "after": step.after,
                    "inside": [inner.as_json() for inner in step.inside],
                }
                for step in self.steps
            ],
        }


def scored(
    engine: Engine, state: State, player: int, whole: bool = False, wording: TableWording | None = None
) -> list[Worth]:
    """What the score of a player, or failing that the ranking, is made of.

    What no rule counted is left out, unless the `whole` story is wanted: a route that has not been begun, but not
    one of which the values just pay for the cost.
    """
    machine = engine.machine
    env = {"p": player}
    roots = [machine.score, *(rank.value for rank in machine.winner)]
    calls = [call for root in roots for call in _calls(engine, root, state, env)]
    counted = [call for call in dict.fromkeys(calls) if _is_number(engine, call[0])]
    if not counted and "score" in machine.definitions:
        counted = [("score", (player,))]
    said = wording or TableWording(engine)
    return [_worth(said, state, name, args, 0, whole) for name, args in counted]


def _worth(
    wording: TableWording, state: State, name: str, args: tuple[int, ...], depth: int, whole: bool
) -> Worth:
    engine = wording.engine
    shape = engine.machine.definitions[name]
    words = [wording.value(domain, arg) for (_, domain), arg in zip(shape.params, args, strict=True)]
    env = {local: arg for (local, _), arg in zip(shape.params, args, strict=True)}
    steps = []
    value = engine.evaluate(shape.start, state, env)
    for clause, before, after in engine.read.clauses(name, args, state):
        # Parts that were added may make up for each other.
        counted = before != after or (clause.op == "add" and engine.read.holds(clause.when, state, env))
        brief = depth >= DEEPEST or not (counted or whole)
        inner = [] if brief else list(_calls(engine, clause.value, state, env))
        inside = [
            _worth(wording, state, call, its_args, depth + 1, whole)
            for call, its_args in inner
            if _is_number(engine, call)
        ]
        told = tuple(each for each in inside if whole or _is_counted(each))
        steps.append(Step(clause.rule, before, after, told))
        value = after
    about = tuple(
        engine.speech.value(domain, arg) for (_, domain), arg in zip(shape.params, args, strict=True)
    )
    return Worth(name, ", ".join(words), value, tuple(steps), args, about)


def _is_counted(worth: Worth) -> bool:
    """Has any rule made something of it, even if nothing is left in the end?"""
    return bool(worth.value) or any(step.before != step.after or step.inside for step in worth.steps)


def _is_number(engine: Engine, definition: str) -> bool:
    shape = engine.machine.definitions[definition]
    return isinstance(shape.domain, Number) and bool(shape.clauses)


def _calls(
    engine: Engine, expr: Expr, state: State, env: dict[str, int]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every definition that an expression asks for, with what it asks about."""
    match expr:
        case Call(definition, args):
            given = tuple(engine.evaluate(arg, state, env) for arg in args)
            shape = engine.machine.definitions[definition]
            if shape.clauses or not isinstance(shape.domain, Number):
                yield definition, given
            else:
                # Another name for a formula: what the formula asks for is what counts.
                names = (local for local, _ in shape.params)
                yield from _calls(engine, shape.start, state, dict(zip(names, given, strict=True)))
        case Fold(where=where, body=body):
            for inner in _bound(engine, expr, 0, state, env):
                if where is None or engine.evaluate(where, state, inner):
                    yield from _calls(engine, body, state, inner)
        case _:
            for part in children(expr):
                if isinstance(part, Expr):
                    yield from _calls(engine, part, state, env)


def _bound(
    engine: Engine, fold: Fold, number: int, state: State, env: dict[str, int]
) -> Iterator[dict[str, int]]:
    if number == len(fold.binds):
        yield env
        return
    bind = fold.binds[number]
    for member in engine.read.members(bind.source, state, env):
        yield from _bound(engine, fold, number + 1, state, {**env, bind.local: member})


def _found_in_zones(expr: Expr) -> frozenset[str]:
    """Names that stand, wherever an expression binds them, for what lies in a zone that it names."""
    binds = [bind for node in preorder(expr) if isinstance(node, Fold) for bind in node.binds]
    elsewhere = {bind.local for bind in binds if not isinstance(bind.source, Contents)}
    return frozenset(bind.local for bind in binds) - elsewhere


def score_readers(machine: Machine) -> frozenset[str]:
    """The families of zones that the score may read; a look at any component may be a look at all, unless the
    component was found in a zone.

    None if it reads an amount that is private: then it is not shown.
    """
    found: set[str] = set()
    known: set[str] = set()
    waiting: list[Expr] = [machine.score, *(rank.value for rank in machine.winner)]
    if "score" in machine.definitions:
        clauses = machine.definitions["score"].clauses
        waiting += [part for clause in clauses for part in (*clause.when, clause.value)]
    while waiting:
        expr = waiting.pop()
        found_there = _found_in_zones(expr)
        for node in preorder(expr):
            if isinstance(node, ZoneOf | Position) and not (
                isinstance(node.thing, Local) and node.thing.name in found_there
            ):
                return frozenset(machine.families)
            if isinstance(node, Read) and machine.cells[node.cell].view not in OPEN:
                return frozenset()
            if isinstance(node, ZoneAt | ZonesOf):
                found.add(node.family)
            if isinstance(node, Call) and node.definition not in known:
                known.add(node.definition)
                shape = machine.definitions[node.definition]
                waiting.append(shape.start)
                waiting += [part for clause in shape.clauses for part in (*clause.when, clause.value)]
    return frozenset(found)
