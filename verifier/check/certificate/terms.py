"""Values of the kernel: Python's numbers and truths where they are known, terms of Z3 where they are not."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from typing import Any

import z3

ORDERS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}

# An `int`, a `bool`, or a term of Z3 of one of these sorts.
Term = Any


def is_known(value: Term) -> bool:
    return isinstance(value, int)


def is_truth(value: Term) -> bool:
    return isinstance(value, bool) or (not is_known(value) and z3.is_bool(value))


def is_denial(value: Term) -> bool:
    return not is_known(value) and z3.is_not(value)


def number(value: Term) -> Term:
    """Yes is 1, no is 0."""
    if is_known(value):
        return int(value)
    return z3.If(value, 1, 0) if z3.is_bool(value) else value


def truth(value: Term) -> Term:
    """Whatever is not 0 is yes."""
    if is_known(value):
        return bool(value)
    return value if z3.is_bool(value) else value != 0


def negation(value: Term) -> Term:
    value = truth(value)
    return not value if is_known(value) else z3.Not(value)


def all_of(parts: Iterable[Term]) -> Term:
    """Yes if every part is; parts after one that is surely no are not worked out."""
    return _joined(parts, False)


def any_of(parts: Iterable[Term]) -> Term:
    """Yes if some part is; parts after one that is surely yes are not worked out."""
    return _joined(parts, True)


def _joined(parts: Iterable[Term], deciding: bool) -> Term:
    open_parts = []
    for part in map(truth, parts):
        if part is deciding:
            return deciding
        if not is_known(part):
            open_parts.append(part)
    if not open_parts:
        return not deciding
    if len(open_parts) == 1:
        return open_parts[0]
    return z3.Or(open_parts) if deciding else z3.And(open_parts)


def implied(premise: Term, conclusion: Term) -> Term:
    return any_of((negation(premise), conclusion))


def same(left: Term, right: Term) -> bool:
    """Are these surely equal, being written alike?"""
    if left is right:
        return True
    if is_known(left) or is_known(right):
        return is_known(left) and is_known(right) and left == right
    return bool(left.eq(right))


def is_part(part: Term, whole: Term) -> bool:
    """Is this the whole, or written out as one of the parts that make it up?"""
    if same(part, whole):
        return True
    return not is_known(whole) and z3.is_and(whole) and any(is_part(part, each) for each in whole.children())


def case(test: Term, then: Term, otherwise: Term) -> Term:
    """`then` if the test holds, `otherwise` if not."""
    test = truth(test)
    if is_known(test):
        return then if test else otherwise
    if z3.is_not(test):
        return case(test.arg(0), otherwise, then)
    if is_truth(then) and is_truth(otherwise):
        if is_known(then) and is_known(otherwise):
            return then if then == otherwise else test if then else z3.Not(test)
        return then if same(then, otherwise) else z3.If(test, then, otherwise)
    then, otherwise = number(then), number(otherwise)
    # Where a term is this number, it is written as the number.
    if not is_known(then) and z3.is_eq(test) and test.arg(0).eq(then) and z3.is_int_value(test.arg(1)):
        then = _lifted(test.arg(1))
    # The same case inside the other one is never reached.
    if not is_known(otherwise) and z3.is_app_of(otherwise, z3.Z3_OP_ITE) and otherwise.arg(0).eq(test):
        otherwise = _lifted(otherwise.arg(2))
    if same(then, otherwise):
        return then
    if is_known(then) and is_known(otherwise):
        return z3.If(test, z3.IntVal(then, test.ctx), z3.IntVal(otherwise, test.ctx))
    return z3.If(test, then, otherwise)


def supposing(test: Term, term: Term) -> Term:
    """What the term is where the test holds, if it is a case of just this test."""
    if is_known(term) or is_known(test) or not z3.is_app_of(term, z3.Z3_OP_ITE):
        return term
    asked, side = (test.arg(0), 2) if z3.is_not(test) else (test, 1)
    return _lifted(term.arg(side)) if term.arg(0).eq(asked) else term


def _lifted(term: Term) -> Term:
    """A numeral of Z3 as a number of Python."""
    return term.as_long() if not is_known(term) and z3.is_int_value(term) else term


def outcomes(term: Term) -> Iterator[Term]:
    """The values that a term of cases comes to, one by one."""
    term = _lifted(term)
    if not is_known(term) and z3.is_app_of(term, z3.Z3_OP_ITE):
        yield from outcomes(term.arg(1))
        yield from outcomes(term.arg(2))
    else:
        yield term


def equal(left: Term, right: Term) -> Term:
    """Equality, carried into cases: a place among few is then seen not to be another one."""
    left, right = number(left), number(right)
    if is_known(left):
        left, right = right, left
    if is_known(left):
        return left == right
    if not is_known(right):
        return True if left.eq(right) else left == right
    if z3.is_int_value(left):
        return left.as_long() == right
    if z3.is_app_of(left, z3.Z3_OP_ITE):
        test, then, otherwise = left.children()
        then, otherwise = equal(then, right), equal(otherwise, right)
        return any_of((all_of((test, then)), all_of((z3.Not(test), otherwise))))
    return left == right


def total(parts: Iterable[Term]) -> Term:
    """The sum."""
    fixed, open_parts = 0, []
    for part in map(number, parts):
        if is_known(part):
            fixed += part
        else:
            open_parts.append(part)
    if not open_parts:
        return fixed
    if len(open_parts) == 1:
        return open_parts[0] + fixed if fixed else open_parts[0]
    return z3.Sum([*open_parts, z3.IntVal(fixed, open_parts[0].ctx)] if fixed else open_parts)


def comparison(op: str, left: Term, right: Term) -> Term:
    if op in ORDERS:
        return ORDERS[op](number(left), number(right))
    return equal(left, right) if op == "=" else negation(equal(left, right))


def arithmetic(op: str, left: Term, right: Term) -> Term:
    left, right = number(left), number(right)
    match op:
        case "+":
            return total((left, right))
        case "-":
            return left - right
        case "*":
            return 0 if same(left, 0) or same(right, 0) else left * right
        case "min":
            return case(comparison("<=", left, right), left, right)
        case "max":
            return case(comparison(">=", left, right), left, right)
        case "/":
            return case(equal(right, 0), 0, _quotient(left, right))
        case "%":
            return case(equal(right, 0), 0, left - right * _quotient(left, right))
    raise AssertionError(op)


def _quotient(left: Term, right: Term) -> Term:
    """Rounded down, where Z3 leaves no negative remainder; of a division by zero nobody asks."""
    if is_known(left) and is_known(right):
        return left // right if right else 0
    context = right.ctx if is_known(left) else left.ctx
    above = z3.IntVal(left, context) if is_known(left) else left
    below = z3.IntVal(right, context) if is_known(right) else right
    if is_known(right) and right > 0:
        return above / below
    return z3.If(below > 0, above / below, (-above) / (-below))
