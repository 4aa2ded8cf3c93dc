"""Rewriting of terms: variables replaced, values computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from verifier.check.induction import terms as t
from verifier.check.induction.arithmetic import at_least_zero, cases, chosen, is_zero, quotient, remainder
from verifier.check.induction.logic import conjunction, disjunction, negation, same_truth
from verifier.check.induction.terms import FALSE, TRUE, Term


def arguments_replaced(term: Term, args: tuple[Term, ...]) -> Term:
    """The same operation on other arguments, folded afresh."""
    match term:
        case t.Constant() | t.Variable():
            return term
        case t.Negation():
            return negation(args[0])
        case t.And():
            return conjunction(args)
        case t.Or():
            return disjunction(args)
        case t.Iff():
            return same_truth(*args)
        case t.Zero():
            return is_zero(args[0])
        case t.AtLeastZero():
            return at_least_zero(args[0])
        case t.Count():
            return term.store.counted(args[0])
        case t.Sum():
            return term.store.total(term.constant, zip(term.factors, args, strict=True))
        case t.Choice():
            return chosen(*args)
        case t.Cases():
            return cases(term.store, zip(term.values, args, strict=True))
        case t.Quotient():
            return quotient(args[0], term.divisor)
        case t.Remainder():
            return remainder(args[0], term.divisor)
        case _:
            assert_never(term)


def variables_replaced(term: Term, by: Mapping[Term, Term], memo: dict[Term, Term]) -> Term:
    """The term with variables replaced. `memo` belongs to one `by`."""
    found = memo.get(term)
    if found is None:
        if isinstance(term, t.Variable):
            found = by.get(term, term)
        elif isinstance(term, (t.And, t.Or)):
            found = _replaced_junction(term, by, memo)
        elif not term.args:
            found = term
        else:
            args = tuple([variables_replaced(arg, by, memo) for arg in term.args])
            found = term if args == term.args else arguments_replaced(term, args)
        memo[term] = found
    return found


def _replaced_junction(term: t.And | t.Or, by: Mapping[Term, Term], memo: dict[Term, Term]) -> Term:
    """Once a part settles the whole, the others are not looked at."""
    final = TRUE if isinstance(term, t.Or) else FALSE
    args = []
    for arg in term.args:
        new = variables_replaced(arg, by, memo)
        if new is final:
            return final
        args.append(new)
    if tuple(args) == term.args:
        return term
    return disjunction(args) if final is TRUE else conjunction(args)


def term_value(term: Term, state: Mapping[Term, int], memo: dict[Term, int]) -> int:
    """What a term comes to when every variable has a value."""
    found = memo.get(term)
    if found is None:
        found = memo[term] = _worked_out(term, state, memo)
    return found


def _worked_out(term: Term, state: Mapping[Term, int], memo: dict[Term, int]) -> int:
    """What is met most often comes first."""
    args = term.args
    match term:
        case t.Variable():
            return state[term]
        case t.Negation():
            return 1 - term_value(args[0], state, memo)
        case t.And():
            for arg in args:
                if not term_value(arg, state, memo):
                    return 0
            return 1
        case t.Or():
            for arg in args:
                if term_value(arg, state, memo):
                    return 1
            return 0
        case t.Count():
            return term_value(args[0], state, memo)
        case t.Sum():
            result = term.constant
            for factor, arg in zip(term.factors, args, strict=True):
                result += factor * term_value(arg, state, memo)
            return result
        case t.Zero():
            return int(term_value(args[0], state, memo) == 0)
        case t.AtLeastZero():
            return int(term_value(args[0], state, memo) >= 0)
        case t.Constant():
            return term.value
        case t.Choice():
            return term_value(args[1] if term_value(args[0], state, memo) else args[2], state, memo)
        case t.Cases():
            for case, condition in zip(term.values, args, strict=True):
                if term_value(condition, state, memo):
                    return case
            return term.values[-1]
        case t.Iff():
            return int(term_value(args[0], state, memo) == term_value(args[1], state, memo))
        case t.Quotient():
            return term_value(args[0], state, memo) // term.divisor
        case t.Remainder():
            return term_value(args[0], state, memo) % term.divisor
        case _:
            assert_never(term)
