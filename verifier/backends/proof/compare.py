"""Comparisons of terms, and integers that are known by their cases. A comparison is a sum against zero."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd

from verifier.backends.proof.terms import (
    FALSE,
    TRUE,
    Term,
    both,
    chosen_truth,
    counted,
    disjunction,
    make,
    negation,
    number,
    parts_of,
    plus,
    same_truth,
    subtract,
    total,
)


class NoCaseError(ValueError):
    """A value whose every case is impossible: no state looks like this."""


def _positive_first(term: Term) -> tuple[int, Term]:
    """The sign and the sum divided by what all its factors share; only for tests against zero."""
    constant, atoms = parts_of(term)
    shared = 0
    for times, _ in atoms:
        shared = gcd(shared, times)
    if constant % shared:
        return 0, term
    if atoms[0][0] < 0:
        shared = -shared
    if shared == 1:
        return 1, term
    return 1, total(constant // shared, ((times // shared, atom) for times, atom in atoms))


def is_zero(term: Term) -> Term:
    if term.low > 0 or term.high < 0:
        return FALSE
    if term.op == "const":
        return TRUE
    split = _split(term, is_zero)
    if split is not None:
        return split
    sign, reduced = _positive_first(term)
    if sign == 0:
        return FALSE
    return make("zero", (reduced,), None, 0, 1, True)


def at_least_zero(term: Term) -> Term:
    if term.low >= 0:
        return TRUE
    if term.high < 0:
        return FALSE
    split = _split(term, at_least_zero)
    if split is not None:
        return split
    constant, atoms = parts_of(term)
    shared = 0
    for times, _ in atoms:
        shared = gcd(shared, times)
    if shared > 1:
        # Rounding down is exact: the sum of the atoms is an integer.
        term = total(constant // shared, ((times // shared, atom) for times, atom in atoms))
    return make("geq", (term,), None, 0, 1, True)


def _split(term: Term, test: Callable[[Term], Term]) -> Term | None:
    """A test of a sum with one atom, asked of the atom's alternatives instead."""
    constant, atoms = parts_of(term)
    if len(atoms) != 1:
        return None
    times, atom = atoms[0]
    if atom.op == "count":
        high, low = test(number(constant + times)), test(number(constant))
        return chosen_truth(atom.args[0], high, low)
    if atom.op == "cases":
        fitting = [
            condition
            for value, condition in zip(atom.data, atom.args, strict=True)
            if test(number(constant + times * value)) is TRUE
        ]
        return disjunction(fitting)
    if atom.op == "ite":
        condition, then, otherwise = atom.args
        if _is_short(then) or _is_short(otherwise):
            return chosen_truth(
                condition,
                test(total(constant, ((times, then),))),
                test(total(constant, ((times, otherwise),))),
            )
    return None


def _is_short(term: Term) -> bool:
    return term.op in ("const", "cases")


def equal(left: Term, right: Term) -> Term:
    if left is right:
        return TRUE
    if left.truth and right.truth:
        return same_truth(left, right)
    left, right = as_number(left), as_number(right)
    if left.op == "cases" or right.op == "cases":
        if left.op != "cases":
            left, right = right, left
        return disjunction(
            both(condition, equal(right, number(value)))
            for value, condition in zip(left.data, left.args, strict=True)
            if right.low <= value <= right.high
        )
    return is_zero(subtract(left, right))


def at_most(left: Term, right: Term) -> Term:
    return at_least_zero(subtract(as_number(right), as_number(left)))


def less(left: Term, right: Term) -> Term:
    return at_most(plus(as_number(left), 1), right)


def within(term: Term, low: int, high: int) -> Term:
    return both(at_most(number(low), term), at_most(term, number(high)))


def as_number(term: Term) -> Term:
    return counted(term) if term.truth else term


def as_truth(term: Term) -> Term:
    return term if term.truth else negation(equal(term, number(0)))


# --- alternatives


def chosen(condition: Term, then: Term, otherwise: Term) -> Term:
    """`then` where the condition holds, else `otherwise`."""
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    if then.truth and otherwise.truth:
        return chosen_truth(condition, then, otherwise)
    then, otherwise = as_number(then), as_number(otherwise)
    if then.op == "cases" or otherwise.op == "cases":
        merged = _merged_cases(condition, then, otherwise)
        if merged is not None:
            return merged
    if condition.op == "not":
        return chosen(condition.args[0], otherwise, then)
    gap = subtract(then, otherwise)
    if gap.op == "const":
        # A counter that is raised in one branch stays one sum.
        return total(0, ((1, otherwise), (gap.data, counted(condition))))
    low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
    return make("ite", (condition, then, otherwise), None, low, high, False)


def _merged_cases(condition: Term, then: Term, otherwise: Term) -> Term | None:
    left, right = listed(then), listed(otherwise)
    if left is None or right is None:
        return None
    pairs = [(value, both(condition, test)) for value, test in left]
    pairs += [(value, both(negation(condition), test)) for value, test in right]
    return cases(pairs)


def cases(pairs: Iterable[tuple[int, Term]]) -> Term:
    """The value whose condition holds; equal values are gathered, impossible ones left out."""
    gathered: dict[int, list[Term]] = {}
    for value, condition in pairs:
        if condition is not FALSE:
            gathered.setdefault(value, []).append(condition)
    found = [(value, disjunction(tests)) for value, tests in sorted(gathered.items())]
    for value, condition in found:
        if condition is TRUE:
            return number(value)
    if len(found) == 1:
        return number(found[0][0])
    values = tuple(value for value, _ in found)
    if not values:
        raise NoCaseError("a value without any case")
    return make("cases", tuple(test for _, test in found), values, values[0], values[-1], False)


def merged(pairs: Iterable[tuple[Term, Term]]) -> Term:
    """One of several terms, each under its condition; the conditions exclude each other."""
    found = [(test, term) for test, term in pairs if test is not FALSE]
    if all(term.truth for _, term in found):
        return disjunction(both(test, term) for test, term in found)
    terms = [(test, as_number(term)) for test, term in found]
    if all(term.op in ("const", "cases") for _, term in terms):
        return cases(
            (value, both(test, inner)) for test, term in terms for value, inner in listed(term) or ()
        )
    result = terms[-1][1]
    for test, term in reversed(terms[:-1]):
        result = chosen(test, term, result)
    return result


def listed(term: Term, most: int = 400) -> list[tuple[int, Term]] | None:
    """Every value a term may have with its condition, or `None` if there are too many to list."""
    if term.op == "const":
        return [(term.data, TRUE)]
    if term.truth:
        return [(0, negation(term)), (1, term)]
    if term.op == "cases":
        return list(zip(term.data, term.args, strict=True))
    if term.high - term.low >= most:
        return None
    return [
        (value, test)
        for value in range(term.low, term.high + 1)
        if (test := equal(term, number(value))) is not FALSE
    ]
