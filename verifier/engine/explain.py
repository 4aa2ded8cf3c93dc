"""Why a move is refused: every rule that fails, with the values that it read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from verifier.engine.interpret import Env, Interpreter
from verifier.engine.notation import Notation, Spoken
from verifier.engine.state import State
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Number, Truth
from verifier.kernel.machine import Alternative, Choice, Decide, Guard, Let
from verifier.kernel.visit import free_locals

# --- expressions in words


COMPARISON = {
    "=": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}


def value_words(spoken: Spoken) -> str:
    """A value in words."""
    if isinstance(spoken, bool):
        return "yes" if spoken else "no"
    return "nothing" if spoken is None else str(spoken)


def worded(expr: k.Expr, speech: Notation) -> str:
    """An expression as a reader of the rules would say it."""

    def of(name: str, parts: tuple[k.Expr | None, ...]) -> str:
        if parts and isinstance(parts[0], k.Local) and parts[0].name == "me":
            return of(f"my {name}", parts[1:])
        inner = " ".join("any" if part is None else worded(part, speech) for part in parts)
        return f"{name} of {inner}" if parts else name

    match expr:
        case k.Const(value, domain):
            return value_words(speech.value(domain, value))
        case k.Local(name, _):
            return name
        case k.Read(name, parts) | k.Lookup(name, parts) | k.ZoneAt(name, parts) | k.Call(name, parts):
            return of(name, parts)
        case k.ZoneOf(thing):
            return f"zone of {worded(thing, speech)}"
        case k.Position(thing):
            return f"position of {worded(thing, speech)}"
        case k.Arith(op, left, right):
            return f"{worded(left, speech)} {op} {worded(right, speech)}"
        case k.Compare(op, left, right):
            return f"{worded(left, speech)} {COMPARISON[op]} {worded(right, speech)}"
        case k.Not(operand):
            return f"not {worded(operand, speech)}"
        case k.Logic(op, parts):
            return f" {op} ".join(worded(part, speech) for part in parts)
        case k.If(test, then, otherwise):
            return f"{worded(then, speech)} if {worded(test, speech)} else {worded(otherwise, speech)}"
        case k.Fold():
            return _fold(expr, speech)
        case k.End(end, local, zone, things, where):
            fits = f" where {worded(where, speech)}" if where is not None else ""
            # Said once where it is called what it is, and not at all where nobody asks for it again.
            name = f" {local}" if fits and local != things.name else ""
            return f"{end} {things.name}{name} in {worded(zone, speech)}{fits}"
        case _:
            assert_never(expr)


def _fold(fold: k.Fold, speech: Notation) -> str:
    plain = fold.where is None and isinstance(fold.body, k.Const)
    members = ", ".join(
        source_words(bind.source, speech) + ("" if plain else f" {bind.local}") for bind in fold.binds
    )
    where = f" where {worded(fold.where, speech)}" if fold.where is not None else ""
    if isinstance(fold.body, k.Const):
        return f"{fold.op} {members}{where}"
    return f"{fold.op} {members}{where}: {worded(fold.body, speech)}"


def source_words(source: k.Source, speech: Notation) -> str:
    """What is chosen from, as a reader of the rules would say it."""
    match source:
        case k.Values(domain, _):
            return getattr(domain, "name", type(domain).__name__.lower())
        case k.ZonesOf(family, _):
            return family
        case k.Contents(zones, things):
            where = source_words(zones, speech) if isinstance(zones, k.ZonesOf) else worded(zones, speech)
            return f"{things.name} in {where}"
        case _:
            assert_never(source)


def operands(expr: k.Expr) -> list[k.Expr]:
    """The parts of a truth whose values explain it, without constants and bare names."""
    match expr:
        case k.Compare(_, left, right):
            return [part for part in (left, right) if not isinstance(part, k.Const)]
        case k.Not(operand):
            return operands(operand)
        case k.Logic(_, parts):
            return [operand for part in parts for operand in operands(part)]
        case k.Const():
            return []
        case k.Local() | k.Read() | k.Lookup() | k.ZoneAt() | k.ZoneOf() | k.Position():
            return [expr]
        case k.Arith() | k.If() | k.Fold() | k.End() | k.Call():
            return [expr]
        case _:
            assert_never(expr)


# --- refusals


# What a choice is refused by that is not even among what there is to choose from.
NO_CHOICE = "choose from"

Detail = tuple[tuple[str, Spoken], ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A rule (or the name of a choice) that refuses a move, and what it read, as (words, value)."""

    rule: str
    detail: Detail


class Explainer:
    def __init__(self, read: Interpreter, speech: Notation) -> None:
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
            found = [self._that_matter(self._against(each, state, {"me": me}, choices)) for each in offered]
        return min(found, key=len)

    def _that_matter(self, found: Iterable[tuple[Refusal, bool]]) -> list[Refusal]:
        """A rule that finds fault with nothing says less than the rule that there must be something."""
        told = list(found)
        return [refusal for refusal, of_nothing in told if not of_nothing] or [each for each, _ in told]

    def _against(
        self, taken: Alternative, state: State, env: Env, choices: Mapping[str, int]
    ) -> Iterator[tuple[Refusal, bool]]:
        """Each refusal, and whether it speaks of nothing."""
        known = {part.local for part in taken.prelude if isinstance(part, Choice)}
        for extra in sorted(set(choices) - known):
            yield Refusal(extra, (("is no choice of", taken.action),)), False
        bound = dict(env)
        missing: set[str] = set()
        for part in taken.prelude:
            match part:
                case Let(local, value):
                    bound[local] = self.read.value(value, state, bound)
                    if bound[local] == NOTHING and not self._counts(value):
                        missing.add(local)
                case Choice(local=local):
                    bound[local] = choices.get(local, NOTHING)
                    if local not in choices:
                        missing.add(local)
                    for refusal in self._bad_choice(part, state, bound, local in choices):
                        yield refusal, False
                case Guard():
                    of_nothing = self._of_nothing(part, missing, state, bound)
                    for refusal in self._failing(part, state, bound):
                        yield refusal, of_nothing
                case _:
                    assert_never(part)

    def _of_nothing(self, guard: Guard, missing: set[str], state: State, env: Env) -> bool:
        """Does a guard speak of what is not there, or refuse because nothing is the same as nothing?"""
        parts = (*guard.when, *guard.require)
        if any(free_locals(part) & missing for part in parts):
            return True
        return any(self._both_nothing(part, state, env) for part in guard.require)

    def _both_nothing(self, part: k.Expr, state: State, env: Env) -> bool:
        match part:
            case k.Not(k.Compare("=", left, right)) | k.Compare("!=", left, right):
                if isinstance(left, k.Const) or isinstance(right, k.Const):
                    # That something is not nothing is the rule that there must be something.
                    return False
                return not self._counts(left) and self.read.value(
                    left, state, env
                ) == NOTHING == self.read.value(right, state, env)
            case _:
                return False

    def _counts(self, expr: k.Expr) -> bool:
        """Does it give a number, or yes or no? Only other values can be nothing."""
        match expr:
            case k.Fold(default=k.Const(_, domain)):
                return isinstance(domain, Number | Truth)
            case _:
                return isinstance(self.domain(expr), Number | Truth)

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

    def _rungs(self, part: k.Expr, state: State, env: Env, above: str) -> Iterator[Refusal]:
        """The rules of a definition that make it false."""
        if not isinstance(part, k.Call):
            return
        shape = self.read.machine.definitions[part.definition]
        args = tuple(self.read.value(arg, state, env) for arg in part.args)
        inner = {name: arg for (name, _), arg in zip(shape.params, args, strict=True)}
        for clause in shape.clauses:
            fails = clause.op == "require" and self.read.holds(clause.when, state, inner)
            if fails and not self.read.value(clause.value, state, inner) and clause.rule != above:
                yield Refusal(clause.rule, self._read(clause.value, state, inner))
                yield from self._rungs(clause.value, state, inner, clause.rule)

    def _read(self, truth: k.Expr, state: State, env: Env) -> Detail:
        return tuple((worded(part, self.speech), self.said(part, state, env)) for part in operands(truth))

    def said(self, part: k.Expr, state: State, env: Env) -> Spoken:
        """The value of an expression in words."""
        return self.speech.value(self.domain(part), self.read.value(part, state, env))

    def domain(self, expr: k.Expr) -> Domain:
        """What an expression's values are, as far as naming them needs."""
        machine = self.read.machine
        match expr:
            case k.Const(_, domain) | k.Local(_, domain):
                return domain
            case k.Read(cell, _):
                return machine.cells[cell].domain
            case k.Lookup(table, _):
                return machine.tables[table].domain
            case k.Call(definition, _):
                return machine.definitions[definition].domain
            case k.ZoneAt() | k.ZoneOf():
                return self.speech.any_zone
            case k.End(things=things):
                return things
            case k.If(_, then, _):
                return self.domain(then)
            case _ if is_truth(expr):
                return Truth()
            case k.Position() | k.Arith() | k.Compare() | k.Not() | k.Logic() | k.Fold():
                return Number(0, 0)
            case _:
                assert_never(expr)


def is_truth(expr: k.Expr) -> bool:
    """Does an expression of numbers and truths give a truth?"""
    return isinstance(expr, k.Compare | k.Not | k.Logic) or (
        isinstance(expr, k.Fold) and expr.op in ("every", "any")
    )
