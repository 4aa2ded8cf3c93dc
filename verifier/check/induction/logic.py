"""Connectives that fold, and entailments between conditions that need no solver."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.check.induction.terms import FALSE, TRUE, And, Constant, Iff, Negation, Or, Term, by_number


def negation(term: Term) -> Term:
    found = term.opposite
    if found is None:
        found = term.opposite = _opposite(term)
    return found


def _opposite(term: Term) -> Term:
    if term is TRUE:
        return FALSE
    if term is FALSE:
        return TRUE
    if isinstance(term, Negation):
        return term.args[0]
    return term.store.node(Negation, (term,))


def _junction(kind: type[And] | type[Or], neutral: Term, absorbing: Term, parts: Iterable[Term]) -> Term:
    seen: set[Term] = set()
    for part in parts:
        if part is absorbing:
            return absorbing
        if isinstance(part, kind):
            seen.update(part.args)
        elif part is not neutral:
            seen.add(part)
    for part in seen:
        if isinstance(part, Negation) and part.args[0] in seen:
            return absorbing
    if not seen:
        return neutral
    if len(seen) == 1:
        return next(iter(seen))
    args = tuple(sorted(seen, key=by_number))
    return args[0].store.node(kind, args)


def conjunction(parts: Iterable[Term]) -> Term:
    return _junction(And, TRUE, FALSE, parts)


def disjunction(parts: Iterable[Term]) -> Term:
    return _junction(Or, FALSE, TRUE, parts)


def both(left: Term, right: Term) -> Term:
    if left is FALSE or right is FALSE:
        return FALSE
    if left is TRUE or left is right:
        return right
    return left if right is TRUE else conjunction((left, right))


def either(left: Term, right: Term) -> Term:
    if left is TRUE or right is TRUE:
        return TRUE
    if left is FALSE or left is right:
        return right
    return left if right is FALSE else disjunction((left, right))


def implies(left: Term, right: Term) -> Term:
    return disjunction((negation(left), right))


def same_truth(left: Term, right: Term) -> Term:
    if left is right:
        return TRUE
    if isinstance(left, Constant):
        return right if left is TRUE else negation(right)
    if isinstance(right, Constant):
        return left if right is TRUE else negation(left)
    if negation(left) is right:
        return FALSE
    args = (left, right) if left.number < right.number else (right, left)
    return left.store.node(Iff, args)


def chosen_truth(condition: Term, then: Term, otherwise: Term) -> Term:
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    if then is TRUE or then is condition:
        return either(condition, otherwise)
    if then is FALSE:
        return both(negation(condition), otherwise)
    if otherwise is TRUE:
        return implies(condition, then)
    if otherwise is FALSE or otherwise is condition:
        return both(condition, then)
    return either(both(condition, then), both(negation(condition), otherwise))


# --- entailment without a solver


def conditions(term: Term) -> frozenset[Term]:
    """What must all hold for a truth to hold."""
    return frozenset(term.args) if isinstance(term, And) else frozenset((term,))


def includes(whole: Term, part: Term) -> bool:
    """Is one truth plainly part of the other?"""
    return part is TRUE or conditions(part) <= conditions(whole)


def excludes(one: Term, other: Term) -> bool:
    """Does one truth plainly rule the other out, in every case of it?"""
    if other is FALSE:
        return True
    if isinstance(other, Or):
        return all(excludes(one, case) for case in other.args)
    mine = conditions(one)
    theirs = conditions(other)
    return (
        negation(one) in theirs
        or negation(other) in mine
        or any(negation(condition) in mine for condition in theirs)
    )


def covers(cases: Iterable[Term]) -> bool:
    """Is one of the cases that none of the others holds?"""
    every = frozenset(part for case in cases for part in (case.args if isinstance(case, Or) else (case,)))
    return TRUE in every or any(
        all(negation(condition) in every for condition in conditions(case)) for case in every
    )
