"""Symbolic evaluation of kernel expressions. Folds over components are expanded, one part each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import assert_never

from verifier.check.induction.arithmetic import (
    TooWideError,
    add,
    as_truth,
    at_most,
    cases,
    chosen,
    equal,
    greater,
    less,
    lesser,
    listed,
    merged,
    quotient,
    remainder,
    subtract,
)
from verifier.check.induction.arithmetic import product as multiplied
from verifier.check.induction.folds import end_of, fold_term, position_of
from verifier.check.induction.logic import both, conjunction, disjunction, negation
from verifier.check.induction.rewrite_terms import variables_replaced
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import FALSE, TRUE, Constant, Term, TermStore, truth
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Number, Truth, bounds
from verifier.kernel.layout import Axis, flat
from verifier.kernel.machine import Clause

Env = Mapping[str, Term]
ANY_NUMBER = 1_000_000


class Evaluation:
    """Terms of expressions in one state. Of a changing state, make a new one after each change.

    Unless it is `exact`, definitions that the encoding leaves open may have any value at all, and so may folds over
    very many members. That allows more than the rules do, so what is shown still holds.
    """

    def __init__(
        self, state: SymbolicState, fresh: Callable[[str, int, int], Term], exact: bool = False
    ) -> None:
        self.state = state
        self.encoding = state.encoding
        self.store = state.encoding.store
        self.machine = state.encoding.machine
        self.layout = state.encoding.layout
        # A variable nobody else has, for what the encoding leaves open.
        self.fresh = fresh
        # Zones that bound components are known to lie in.
        self.lying: dict[int, int] = {}
        self.open = frozenset[str]() if exact else self.encoding.left_open
        # How many members may be gone through in all, if that is limited.
        self.most_members: int | None = None
        self._calls: dict[tuple[str, tuple[Term, ...]], Term] = {}

    @contextmanager
    def lying_in(self, thing: int, zone: int | None) -> Iterator[None]:
        """While a component is bound as a member of a zone."""
        before = self.lying.get(thing)
        if zone is not None:
            self.lying[thing] = zone
        yield
        if before is not None:
            self.lying[thing] = before
        else:
            self.lying.pop(thing, None)

    def truth(self, expr: k.Expr, env: Env) -> Term:
        return as_truth(self.value(expr, env))

    def all_of(self, parts: tuple[k.Expr, ...], env: Env) -> Term:
        """Later parts are not looked at once one is false: they may rely on the earlier ones."""
        found = []
        for part in parts:
            found.append(self.truth(part, env))
            if found[-1] is FALSE:
                return FALSE
        return conjunction(found)

    def value(self, expr: k.Expr, env: Env) -> Term:
        match expr:
            case k.Const(value, domain):
                return truth(bool(value)) if isinstance(domain, Truth) else self.store.number(value)
            case k.Local(name, _):
                return env[name]
            case k.Read(cell, index):
                return self._read(cell, [self.value(part, env) for part in index])
            case k.Lookup(table, index):
                return self._lookup(table, [self.value(part, env) for part in index])
            case k.ZoneAt(family, index):
                return self._zone_at(family, [self.value(part, env) for part in index])
            case k.ZoneOf(thing):
                return self.zone_of(self.value(thing, env))
            case k.Position(thing):
                return position_of(self, self.value(thing, env))
            case k.Arith(op, left, right):
                return self._arithmetic(
                    op,
                    self.store.as_number(self.value(left, env)),
                    self.store.as_number(self.value(right, env)),
                )
            case k.Compare(op, left, right):
                return _compared(op, self.value(left, env), self.value(right, env))
            case k.Not(operand):
                return negation(self.truth(operand, env))
            case k.Logic("and", parts):
                return self.all_of(parts, env)
            case k.Logic(_, parts):
                return disjunction(self.truth(part, env) for part in parts)
            case k.If(test, then, otherwise):
                return self._if(self.truth(test, env), then, otherwise, env)
            case k.Fold():
                return fold_term(self, expr, env)
            case k.End():
                return end_of(self, expr, env)
            case k.Call(definition, args):
                return self.call(definition, tuple(self.value(arg, env) for arg in args))
            case _:
                assert_never(expr)

    def _if(self, test: Term, then: k.Expr, otherwise: k.Expr, env: Env) -> Term:
        if isinstance(test, Constant):
            return self.value(then if test is TRUE else otherwise, env)
        return chosen(test, self.value(then, env), self.value(otherwise, env))

    def _arithmetic(self, op: k.ArithOp, left: Term, right: Term) -> Term:
        try:
            return _arithmetic(op, left, right)
        except TooWideError:
            if not self.open:
                raise
            return self.anything(op, Number(0, 0))

    # --- constants, cells and zones at an index that may be open

    def _read(self, name: str, index: list[Term]) -> Term:
        cell = self.machine.cells[name]
        if not index:
            return self.state.cell(name, 0)
        missing = self.layout.row(cell)[-1]

        def held(place: int) -> Term:
            return self.store.number(missing) if place < 0 else self.state.cell(name, place)

        return self._at(self.layout.cell_axes(cell), index, held)

    def _lookup(self, name: str, index: list[Term]) -> Term:
        table = self.machine.tables[name]
        is_truth = isinstance(table.domain, Truth)

        def entry(place: int) -> Term:
            value = table.missing if place < 0 else table.values[place]
            return truth(bool(value)) if is_truth else self.store.number(value)

        return self._at([self.layout.wide_axis(domain) for domain in table.index], index, entry)

    def _zone_at(self, name: str, index: list[Term]) -> Term:
        family = self.machine.families[name]

        def zone(place: int) -> Term:
            return self.store.number(NOTHING if place < 0 else family.base + place)

        return self._at(self.layout.family_axes(family), index, zone)

    def _at(self, axes: Sequence[Axis], index: list[Term], entry: Callable[[int], Term]) -> Term:
        """The entry at an index; where the index is open, one case for each place it may have."""
        known = [part.value for part in index if isinstance(part, Constant)]
        if len(known) == len(index):
            return entry(flat(axes, known))
        by_place: dict[int, list[Term]] = {}
        for combination in product(*(self.options(part) for part in index)):
            condition = conjunction(test for _, test in combination)
            if condition is not FALSE:
                by_place.setdefault(flat(axes, [value for value, _ in combination]), []).append(condition)
        return merged(self.store, ((disjunction(tests), entry(place)) for place, tests in by_place.items()))

    def options(self, term: Term) -> list[tuple[int, Term]]:
        """The values a reference may have, with their conditions."""
        slot = self.encoding.slots.get(term)
        if isinstance(slot, tuple) and isinstance(slot[0], str):
            held = self.encoding.reach.cells[slot[0]]
            if held is not None:
                within = (value for value in sorted(held) if term.low <= value <= term.high)
                return [(value, equal(term, self.store.number(value))) for value in within]
        found = listed(term)
        if found is None:
            raise TooWideError
        return found

    # --- components

    def zone_of(self, thing: Term) -> Term:
        pairs = [(NOTHING, test) for value, test in self.options(thing) if value == NOTHING]
        for value, test in self.options(thing):
            if value != NOTHING:
                pairs += [(zone, both(test, here)) for zone, here in self.state.zone_of(value)]
        return cases(self.store, pairs)

    # --- definitions

    def call(self, name: str, args: tuple[Term, ...]) -> Term:
        found = self._calls.get((name, args))
        if found is None and name in self.open:
            found = self._calls[name, args] = self.anything(name, self.machine.definitions[name].domain)
        if found is None:
            # What is remembered must not rest on where the caller's components lie.
            lying, self.lying = self.lying, {}
            found = self._calls[name, args] = self._general(name, args) or self._called(name, args)
            self.lying = lying
        return found

    def anything(self, name: str, domain: Domain) -> Term:
        """Any value of a domain; of a number nothing is known."""
        if isinstance(domain, Truth):
            return as_truth(self.fresh(name, 0, 1))
        low, high = (-ANY_NUMBER, ANY_NUMBER) if isinstance(domain, Number) else bounds(domain)
        return self.fresh(name, min(low, NOTHING), high)

    def count_member(self) -> None:
        """One more member of a fold is gone through."""
        if self.most_members is not None:
            self.most_members -= 1
            if self.most_members < 0:
                raise TooWideError

    def _general(self, name: str, args: tuple[Term, ...]) -> Term | None:
        """The definition read once for all states, then as this state has it; `None` if it must be read afresh.

        What lies on a pile in no known order may differ from state to state, so nothing open is shared.
        """
        if self.state.is_plain or self.state.held or any(not isinstance(arg, Constant) for arg in args):
            return None
        general = self.encoding.calls.get((name, args))
        if general is None:
            try:
                general = Evaluation(SymbolicState(self.encoding), nothing_open)._called(name, args)
            except OpenError:
                general = False
            self.encoding.calls[name, args] = general
        if general is False:
            return None
        known = ((variable, self.state.get(variable)) for variable in general.free)
        changed = {variable: held for variable, held in known if held is not variable}
        return variables_replaced(general, changed, {}) if changed else general

    def _called(self, name: str, args: tuple[Term, ...]) -> Term:
        definition = self.machine.definitions[name]
        env = {param: arg for (param, _), arg in zip(definition.params, args, strict=True)}
        value = self.value(definition.start, env)
        for clause in definition.clauses:
            case = self.all_of(clause.when, env)
            if case is not FALSE:
                value = chosen(
                    case, _stepped(self.store, clause, value, self.value(clause.value, env)), value
                )
        return value


class OpenError(Exception):
    """An expression reads what the encoding leaves open."""


def nothing_open(name: str, low: int, high: int) -> Term:
    """Where no variable may be fresh."""
    raise OpenError(name)


def _arithmetic(op: k.ArithOp, left: Term, right: Term) -> Term:
    match op:
        case "+":
            return add(left, right)
        case "-":
            return subtract(left, right)
        case "*":
            return multiplied(left, right)
        case "/":
            return quotient(left, right)
        case "%":
            return remainder(left, right)
        case "min":
            return lesser(left, right)
        case "max":
            return greater(left, right)
        case _:
            assert_never(op)


def _compared(op: k.CompareOp, left: Term, right: Term) -> Term:
    match op:
        case "=":
            return equal(left, right)
        case "!=":
            return negation(equal(left, right))
        case "<":
            return less(left, right)
        case "<=":
            return at_most(left, right)
        case ">":
            return less(right, left)
        case ">=":
            return at_most(right, left)
        case _:
            assert_never(op)


def _stepped(store: TermStore, clause: Clause, value: Term, by: Term) -> Term:
    match clause.op:
        case "add":
            return add(store.as_number(value), store.as_number(by))
        case "subtract":
            return subtract(store.as_number(value), store.as_number(by))
        case "multiply":
            return multiplied(store.as_number(value), store.as_number(by))
        case "at-least":
            return greater(value, by)
        case "at-most":
            return lesser(value, by)
        case "require":
            return both(as_truth(value), as_truth(by))
        case _:
            assert_never(clause.op)
