"""Z3 terms that fold while they are made: Python's numbers and truths stay constants."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

import z3

Value = Any
"""An int, a bool, or a term of Z3 (whole number or truth)."""


def is_plain(value: Value) -> bool:
    return isinstance(value, int)


def as_truth(value: Value) -> Value:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value != 0
    return value if z3.is_bool(value) else no(equal(value, 0))


def as_number(value: Value) -> Value:
    if isinstance(value, int):
        return int(value)
    return z3.If(value, z3.IntVal(1), z3.IntVal(0)) if z3.is_bool(value) else value


def no(value: Value) -> Value:
    if isinstance(value, bool):
        return not value
    return value.arg(0) if z3.is_not(value) else z3.Not(value)


def both(values: Iterable[Value]) -> Value:
    found = []
    for value in values:
        if value is False:
            return False
        if value is not True:
            found.append(value)
    return True if not found else found[0] if len(found) == 1 else z3.And(found)


def either(values: Iterable[Value]) -> Value:
    found = []
    for value in values:
        if value is True:
            return True
        if value is not False:
            found.append(value)
    return False if not found else found[0] if len(found) == 1 else z3.Or(found)


def implies(test: Value, then: Value) -> Value:
    if test is True or then is True:
        return then
    return no(test) if then is False else True if test is False else z3.Implies(test, then)


def chosen(test: Value, then: Value, otherwise: Value) -> Value:
    if isinstance(test, bool):
        return then if test else otherwise
    if is_plain(then) and is_plain(otherwise) and then == otherwise:
        return then
    if any(isinstance(one, bool) or (not is_plain(one) and z3.is_bool(one)) for one in (then, otherwise)):
        then, otherwise = as_truth(then), as_truth(otherwise)
        return both((implies(test, then), implies(no(test), otherwise)))
    return z3.If(test, then, otherwise)


def equal(left: Value, right: Value) -> Value:
    left, right = as_number(left), as_number(right)
    if not is_plain(left) and is_plain(right):
        return _is(left, right)
    if is_plain(left) and not is_plain(right):
        return _is(right, left)
    return left == right


def _is(value: Value, number: int) -> Value:
    """A case of numbers that is a number is the condition of the case."""
    conditions: list[Value] = []
    negated: list[Value] = []
    while z3.is_app_of(value, z3.Z3_OP_ITE) and z3.is_int_value(value.arg(1)):
        test = value.arg(0)
        if value.arg(1).as_long() == number:
            conditions.append(both((*negated, test)))
        negated.append(no(test))
        value = value.arg(2)
    last = value.as_long() == number if z3.is_int_value(value) else value == number
    return either((*conditions, both((*negated, last))))


def compared(op: str, left: Value, right: Value) -> Value:
    left, right = as_number(left), as_number(right)
    match op:
        case "=":
            return equal(left, right)
        case "!=":
            return no(equal(left, right))
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case _:
            return left >= right


def among(value: Value, numbers: Iterable[int]) -> Value:
    """Is it one of these numbers? Neighbours are said as a range."""
    wanted = sorted(set(numbers))
    if is_plain(value):
        return value in wanted
    runs: list[list[int]] = []
    for number in wanted:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return either(value == low if low == high else z3.And(value >= low, value <= high) for low, high in runs)


def least(left: Value, right: Value) -> Value:
    return chosen(left <= right, left, right)


def greatest(left: Value, right: Value) -> Value:
    return chosen(left >= right, left, right)


def total(values: Iterable[Value]) -> Value:
    return reduce(lambda one, other: one + other, values, 0)


def functions_in(one: Value, *terms: Value) -> list[Value]:
    """The functions of one thing in some terms: whoever speaks of one of them is told about the others."""
    found: list[Value] = []
    # Terms share their parts: each is looked at once. The terms hold them, so no number is used twice.
    visited: set[int] = set()
    waiting = [term for term in terms if not is_plain(term)]
    while waiting:
        term = waiting.pop()
        if term.get_id() in visited:
            continue
        visited.add(term.get_id())
        if _is_function_of(term, one):
            found.append(term)
        elif not z3.is_quantifier(term):
            waiting += term.children()
    return found


def _is_function_of(term: Value, one: Value) -> bool:
    return (
        z3.is_app(term)
        and term.num_args() == 1
        and term.decl().kind() == z3.Z3_OP_UNINTERPRETED
        and bool(term.arg(0).eq(one))
    )


def term(value: Value) -> Value:
    """A truth as a term, also where it is plain."""
    return z3.BoolVal(value) if isinstance(value, bool) else value
