"""Why a move is refused: every rule that fails, with the values that it read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from verifier.engine.interpret import Env, Interpreter
from verifier.engine.notation import Speech, Spoken
from verifier.engine.state import State
from verifier.kernel.domain import NOTHING, Domain, Number, Truth
from verifier.kernel.expression import (
    Arith,
    Call,
    Compare,
    Const,
    Contents,
    End,
    Expr,
    Fold,
    If,
    Local,
    Logic,
    Lookup,
    Not,
    Position,
    Read,
    Source,
    Values,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import Alternative, Choice, Decide, Guard, Let

# --- kernel expressions in words, for explanations: short, readable, not meant to be parsed


COMPARISON = {
    "=": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}


def said(spoken: Spoken) -> str:
    """A value in words."""
    if isinstance(spoken, bool):
        return "yes" if spoken else "no"
    return "nothing" if spoken is None else str(spoken)


def worded(expr: Expr, speech: Speech) -> str:
    """An expression as a reader of the rules would say it."""

    def of(name: str, parts: tuple[Expr | None, ...]) -> str:
        if parts and isinstance(parts[0], Local) and parts[0].name == "me":
            return of(f"my {name}", parts[1:])
        inner = " ".join("any" if part is None else worded(part, speech) for part in parts)
        return f"{name} of {inner}" if parts else name

    match expr:
        case Const(value, domain):
            return said(speech.value(domain, value))
        case Local(name, _):
            return name
        case Read(name, parts) | Lookup(name, parts) | ZoneAt(name, parts) | Call(name, parts):
            return of(name, parts)
        case ZoneOf(thing):
            return f"zone of {worded(thing, speech)}"
        case Position(thing):
            return f"position of {worded(thing, speech)}"
        case Arith(op, left, right):
            return f"{worded(left, speech)} {op} {worded(right, speech)}"
        case Compare(op, left, right):
            return f"{worded(left, speech)} {COMPARISON[op]} {worded(right, speech)}"
        case Not(operand):
            return f"not {worded(operand, speech)}"
        case Logic(op, parts):
            return f" {op} ".join(worded(part, speech) for part in parts)
        case If(test, then, otherwise):
            return f"{worded(then, speech)} if {worded(test, speech)} else {worded(otherwise, speech)}"
        case Fold():
            return _fold(expr, speech)
        case End(end, local, zone, things, where):
            fits = f" where {worded(where, speech)}" if where is not None else ""
            return f"{end} {things.name} {local} in {worded(zone, speech)}{fits}"
        case _:
            assert_never(expr)


def _fold(fold: Fold, speech: Speech) -> str:
    plain = fold.where is None and isinstance(fold.body, Const)
    members = ", ".join(
        source_words(bind.source, speech) + ("" if plain else f" {bind.local}") for bind in fold.binds
    )
    where = f" where {worded(fold.where, speech)}" if fold.where is not None else ""
    if isinstance(fold.body, Const):
        return f"{fold.op} {members}{where}"
    return f"{fold.op} {members}{where}: {worded(fold.body, speech)}"


def source_words(source: Source, speech: Speech) -> str:
    """What is chosen from, as a reader of the rules would say it."""
    match source:
        case Values(domain, _):
            return getattr(domain, "name", type(domain).__name__.lower())
        case ZonesOf(family, _):
            return family
        case Contents(zones, things):
            where = source_words(zones, speech) if isinstance(zones, ZonesOf) else worded(zones, speech)
            return f"{things.name} in {where}"
        case _:
            assert_never(source)


def operands(expr: Expr) -> list[Expr]:
    """The parts of a truth whose values explain it, without constants and bare names."""
    match expr:
        case Compare(_, left, right):
            return [part for part in (left, right) if not isinstance(part, Const)]
        case Not(operand):
            return operands(operand)
        case Logic(_, parts):
            return [operand for part in parts for operand in operands(part)]
        case Const():
            return []
        case Local() | Read() | Lookup() | ZoneAt() | ZoneOf() | Position():
            return [expr]
        case Arith() | If() | Fold() | End() | Call():
            return [expr]
        case _:
            assert_never(expr)


# --- why a move is refused: every rule that fails, with the values that it read


# What a choice is refused by that is not even among what there is to choose from.
NO_CHOICE = "choose from"

Detail = tuple[tuple[str, Spoken], ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A rule (or the name of a choice) that refuses a move, and what it read, as (words, value)."""

    rule: str
    detail: Detail


class Explainer:
    def __init__(self, read: Interpreter, speech: Speech) -> None:
        self.read = read
        self.speech = speech

    def refusals(
        self, state: State, decide: Decide, action: str, choices: Mapping[str, int]
    ) -> list[Refusal]:
        """Every reason against an action with these choices; none if it is legal.

        When an action stands in several alternatives, the one with the fewest reasons speaks.
        """
        offered = [each for each in decide.alternatives if each.action == action]
        if not offered:
            words = ", ".join(dict.fromkeys(each.action for each in decide.alternatives))
            return [Refusal(action, (("offered now", words),))]
        me = self.read.value(decide.player, state, {})
        with self.read.remembering():
            found = [list(self._against(each, state, {"me": me}, choices)) for each in offered]
        return min(found, key=len)

    def _against(
        self, taken: Alternative, state: State, env: Env, choices: Mapping[str, int]
    ) -> Iterator[Refusal]:
        known = {part.local for part in taken.prelude if isinstance(part, Choice)}
        for extra in sorted(set(choices) - known):
            yield Refusal(extra, (("is no choice of", taken.action),))
        bound = dict(env)
        for part in taken.prelude:
            match part:
                case Let(local, value):
                    bound[local] = self.read.value(value, state, bound)
                case Choice(local=local):
                    bound[local] = choices.get(local, NOTHING)
                    yield from self._bad_choice(part, state, bound, local in choices)
                case Guard():
                    yield from self._failing(part, state, bound)
                case _:
                    assert_never(part)

    def _bad_choice(self, choice: Choice, state: State, env: Env, given: bool) -> Iterator[Refusal]:
        spoken = self.speech.value(self.speech.domain(choice.source), env[choice.local]) if given else None
        if not given:
            yield Refusal(choice.rule, ((choice.local, None),))
        elif env[choice.local] not in self.read.members(choice.source, state, env):
            yield Refusal(
                choice.rule, ((choice.local, spoken), (NO_CHOICE, source_words(choice.source, self.speech)))
            )
        elif choice.where is not None and not self.read.value(choice.where, state, env):
            yield Refusal(choice.rule, ((choice.local, spoken), *self._read(choice.where, state, env)))

    def _failing(self, guard: Guard, state: State, env: Env) -> Iterator[Refusal]:
        if not self.read.holds(guard.when, state, env):
            return
        wrong = [part for part in guard.require if not self.read.value(part, state, env)]
        if not wrong:
            return
        detail = tuple(pair for part in wrong for pair in self._read(part, state, env))
        yield Refusal(guard.rule, detail)
        for part in wrong:
            yield from self._rungs(part, state, env, guard.rule)

    def _rungs(self, part: Expr, state: State, env: Env, above: str) -> Iterator[Refusal]:
        """The rules of a definition that make it false."""
        if not isinstance(part, Call):
            return
        shape = self.read.machine.definitions[part.definition]
        args = tuple(self.read.value(arg, state, env) for arg in part.args)
        inner = {name: arg for (name, _), arg in zip(shape.params, args, strict=True)}
        for clause in shape.clauses:
            fails = clause.op == "require" and self.read.holds(clause.when, state, inner)
            if fails and not self.read.value(clause.value, state, inner) and clause.rule != above:
                yield Refusal(clause.rule, self._read(clause.value, state, inner))
                yield from self._rungs(clause.value, state, inner, clause.rule)

    def _read(self, truth: Expr, state: State, env: Env) -> Detail:
        return tuple((worded(part, self.speech), self.said(part, state, env)) for part in operands(truth))

    def said(self, part: Expr, state: State, env: Env) -> Spoken:
        """The value of an expression in words."""
        return self.speech.value(self.domain(part), self.read.value(part, state, env))

    def domain(self, expr: Expr) -> Domain:
        """What an expression's values are, as far as naming them needs."""
        machine = self.read.machine
        match expr:
            case Const(_, domain) | Local(_, domain):
                return domain
            case Read(cell, _):
                return machine.cells[cell].domain
            case Lookup(table, _):
                return machine.tables[table].domain
            case Call(definition, _):
                return machine.definitions[definition].domain
            case ZoneAt() | ZoneOf():
                return self.speech.any_zone
            case End(things=things):
                return things
            case If(_, then, _):
                return self.domain(then)
            case _ if is_truth(expr):
                return Truth()
            case Position() | Arith() | Compare() | Not() | Logic() | Fold():
                return Number(0, 0)
            case _:
                assert_never(expr)


def is_truth(expr: Expr) -> bool:
    """Does an expression of numbers and truths give a truth?"""
    return isinstance(expr, Compare | Not | Logic) or (isinstance(expr, Fold) and expr.op in ("every", "any"))
