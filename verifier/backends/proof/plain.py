"""Truths that can be read off their own words: no solver is asked for what two conditions say outright."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.backends.proof.terms import FALSE, TRUE, And, Or, Term, negation


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
