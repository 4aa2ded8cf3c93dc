"""Comparisons, alternatives, products and quotients of terms. A comparison is a sum against zero.

A product of two unknowns becomes cases of the narrower one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd

from verifier.check.induction import terms as t
from verifier.check.induction.logic import both, chosen_truth, disjunction, negation, same_truth
from verifier.check.induction.terms import FALSE, TRUE, Term, TermStore, common_store, parts_of


class NoCaseError(ValueError):
    """A value whose every case is impossible: no state looks like this."""


def add(left: Term, right: Term) -> Term:
    return left.store.total(0, ((1, left), (1, right)))


def subtract(left: Term, right: Term) -> Term:
    return left.store.total(0, ((1, left), (-1, right)))


def plus(term: Term, constant: int) -> Term:
    return term.store.total(constant, ((1, term),)) if constant else term


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
    return 1, term.store.total(constant // shared, ((times // shared, atom) for times, atom in atoms))


def is_zero(term: Term) -> Term:
    if term.low > 0 or term.high < 0:
        return FALSE
    if isinstance(term, t.Constant):
        return TRUE
    split = _split(term, is_zero)
    if split is not None:
        return split
    sign, reduced = _positive_first(term)
    if sign == 0:
        return FALSE
    return term.store.node(t.Zero, (reduced,))


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
        term = term.store.total(constant // shared, ((times // shared, atom) for times, atom in atoms))
    return term.store.node(t.AtLeastZero, (term,))


def _split(term: Term, test: Callable[[Term], Term]) -> Term | None:
    """A test of a sum with one atom, asked of the atom's alternatives instead."""
    constant, atoms = parts_of(term)
    if len(atoms) != 1:
        return None
    times, atom = atoms[0]
    store = atom.store
    if isinstance(atom, t.Count):
        high, low = test(store.number(constant + times)), test(store.number(constant))
        return chosen_truth(atom.args[0], high, low)
    if isinstance(atom, t.Cases):
        fitting = [
            condition
            for value, condition in zip(atom.values, atom.args, strict=True)
            if test(store.number(constant + times * value)) is TRUE
        ]
        return disjunction(fitting)
    if isinstance(atom, t.Choice):
        condition, then, otherwise = atom.args
        if _is_short(then) or _is_short(otherwise):
            return chosen_truth(
                condition,
                test(store.total(constant, ((times, then),))),
                test(store.total(constant, ((times, otherwise),))),
            )
    return None


def _is_short(term: Term) -> bool:
    return isinstance(term, (t.Constant, t.Cases))


def equal(left: Term, right: Term) -> Term:
    if left is right:
        return TRUE
    if left.truth and right.truth:
        return same_truth(left, right)
    store = common_store(left, right)
    left, right = store.as_number(left), store.as_number(right)
    if not isinstance(left, t.Cases) and isinstance(right, t.Cases):
        left, right = right, left
    if isinstance(left, t.Cases):
        return disjunction(
            both(condition, equal(right, store.number(value)))
            for value, condition in zip(left.values, left.args, strict=True)
            if right.low <= value <= right.high
        )
    return is_zero(subtract(left, right))


def at_most(left: Term, right: Term) -> Term:
    store = common_store(left, right)
    return at_least_zero(subtract(store.as_number(right), store.as_number(left)))


def less(left: Term, right: Term) -> Term:
    return at_most(plus(common_store(left, right).as_number(left), 1), right)


def within(term: Term, low: int, high: int) -> Term:
    number = term.store.number
    return both(at_most(number(low), term), at_most(term, number(high)))


def as_truth(term: Term) -> Term:
    return term if term.truth else negation(equal(term, term.store.number(0)))


# --- alternatives


def chosen(condition: Term, then: Term, otherwise: Term) -> Term:
    """`then` where the condition holds, else `otherwise`."""
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    if then.truth and otherwise.truth:
        return chosen_truth(condition, then, otherwise)
    store = condition.store
    then, otherwise = store.as_number(then), store.as_number(otherwise)
    if isinstance(then, t.Cases) or isinstance(otherwise, t.Cases):
        merged = _merged_cases(condition, then, otherwise)
        if merged is not None:
            return merged
    if isinstance(condition, t.Negation):
        return chosen(condition.args[0], otherwise, then)
    gap = subtract(then, otherwise)
    if isinstance(gap, t.Constant):
        # A counter that is raised in one branch stays one sum.
        return store.total(0, ((1, otherwise), (gap.value, store.counted(condition))))
    return store.alternatives(condition, then, otherwise)


def _merged_cases(condition: Term, then: Term, otherwise: Term) -> Term | None:
    left, right = listed(then), listed(otherwise)
    if left is None or right is None:
        return None
    pairs = [(value, both(condition, test)) for value, test in left]
    pairs += [(value, both(negation(condition), test)) for value, test in right]
    return cases(condition.store, pairs)


def cases(store: TermStore, pairs: Iterable[tuple[int, Term]]) -> Term:
    """The value whose condition holds; equal values are gathered, impossible ones left out."""
    gathered: dict[int, list[Term]] = {}
    for value, condition in pairs:
        if condition is not FALSE:
            gathered.setdefault(value, []).append(condition)
    found = [(value, disjunction(tests)) for value, tests in sorted(gathered.items())]
    for value, condition in found:
        if condition is TRUE:
            return store.number(value)
    if len(found) == 1:
        return store.number(found[0][0])
    values = tuple(value for value, _ in found)
    if not values:
        raise NoCaseError("a value without any case")
    return store.cases(values, tuple(test for _, test in found))


def merged(store: TermStore, pairs: Iterable[tuple[Term, Term]]) -> Term:
    """One of several terms, each under its condition; the conditions exclude each other."""
    found = [(test, term) for test, term in pairs if test is not FALSE]
    if all(term.truth for _, term in found):
        return disjunction(both(test, term) for test, term in found)
    terms = [(test, store.as_number(term)) for test, term in found]
    if all(_is_short(term) for _, term in terms):
        return cases(
            store, ((value, both(test, inner)) for test, term in terms for value, inner in listed(term) or ())
        )
    result = terms[-1][1]
    for test, term in reversed(terms[:-1]):
        result = chosen(test, term, result)
    return result


def listed(term: Term, most: int = 400) -> list[tuple[int, Term]] | None:
    """Every value a term may have with its condition, or `None` if there are too many to list."""
    if isinstance(term, t.Constant):
        return [(term.value, TRUE)]
    if term.truth:
        return [(0, negation(term)), (1, term)]
    if isinstance(term, t.Cases):
        return list(zip(term.values, term.args, strict=True))
    if term.high - term.low >= most:
        return None
    return [
        (value, test)
        for value in range(term.low, term.high + 1)
        if (test := equal(term, term.store.number(value))) is not FALSE
    ]


MOST_CASES = 300


class TooWideError(Exception):
    """Too much to write out: a product of two wide numbers, a claim about very many members."""


def product(left: Term, right: Term) -> Term:
    if left.high - left.low > right.high - right.low:
        left, right = right, left
    options = listed(left, MOST_CASES)
    if options is None:
        raise TooWideError
    total = right.store.total
    result = total(0, ((options[-1][0], right),))
    for factor, condition in reversed(options[:-1]):
        result = chosen(condition, total(0, ((factor, right),)), result)
    return result


def quotient(left: Term, right: Term | int) -> Term:
    """Rounded down; by zero it is 0."""
    return _divided(t.Quotient, left, right)


def remainder(left: Term, right: Term | int) -> Term:
    return _divided(t.Remainder, left, right)


def _divided(kind: type[t.Quotient] | type[t.Remainder], left: Term, right: Term | int) -> Term:
    if isinstance(right, int):
        return _by_constant(kind, left, right)
    options = listed(right, MOST_CASES)
    if options is None:
        raise TooWideError
    result = _by_constant(kind, left, options[-1][0])
    for divisor, condition in reversed(options[:-1]):
        result = chosen(condition, _by_constant(kind, left, divisor), result)
    return result


def _by_constant(kind: type[t.Quotient] | type[t.Remainder], left: Term, right: int) -> Term:
    store = left.store
    if right == 0:
        return store.number(0)
    if right < 0:
        # Python's and the solver's rounding agree for positive divisors only.
        flipped = store.total(0, ((-1, left),))
        result = _by_constant(kind, flipped, -right)
        return result if kind is t.Quotient else store.total(0, ((-1, result),))
    low, high = left.low // right, left.high // right
    if kind is t.Remainder:
        if low == high:
            return store.total(-low * right, ((1, left),))
        low, high = 0, right - 1
    elif low == high:
        return store.number(low)
    elif right == 1:
        return left
    return store.divided(kind, left, right, low, high)


def lesser(left: Term, right: Term) -> Term:
    return chosen(at_most(left, right), left, right)


def greater(left: Term, right: Term) -> Term:
    return chosen(at_most(left, right), right, left)
