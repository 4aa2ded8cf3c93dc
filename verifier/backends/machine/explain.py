"""Why a move is refused: every rule that fails, with the values that it read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from verifier.backends.machine.interpret import Env, Interpreter
from verifier.backends.machine.spoken import Speech, Spoken
from verifier.backends.machine.state import State
from verifier.backends.machine.words import operands, source_words, worded
from verifier.kernel.domain import NOTHING, Domain, Number, Truth
from verifier.kernel.expression import (
    Arith,
    Call,
    Compare,
    Const,
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
    ZoneAt,
    ZoneOf,
)
from verifier.kernel.machine import Alternative, Choice, Decide, Guard, Let

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
        for rung in shape.rungs:
            fails = rung.op == "require" and self.read.holds(rung.when, state, inner)
            if fails and not self.read.value(rung.value, state, inner) and rung.rule != above:
                yield Refusal(rung.rule, self._read(rung.value, state, inner))
                yield from self._rungs(rung.value, state, inner, rung.rule)

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
