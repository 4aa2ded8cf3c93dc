"""Terms taken apart and put together again: variables replaced, values worked out."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.backends.proof.arithmetic import quotient, remainder
from verifier.backends.proof.compare import at_least_zero, cases, chosen, is_zero
from verifier.backends.proof.terms import (
    FALSE,
    TRUE,
    Term,
    conjunction,
    counted,
    disjunction,
    negation,
    same_truth,
    total,
)


def arguments_replaced(term: Term, args: tuple[Term, ...]) -> Term:
    """The same operation on other arguments, folded afresh."""
    match term.op:
        case "not":
            return negation(args[0])
        case "and":
            return conjunction(args)
        case "or":
            return disjunction(args)
        case "iff":
            return same_truth(*args)
        case "zero":
            return is_zero(args[0])
        case "geq":
            return at_least_zero(args[0])
        case "count":
            return counted(args[0])
        case "lin":
            return total(term.data[0], zip(term.data[1], args, strict=True))
        case "ite":
            return chosen(*args)
        case "cases":
            return cases(zip(term.data, args, strict=True))
        case "div":
            return quotient(args[0], term.data)
        case "mod":
            return remainder(args[0], term.data)
    raise AssertionError(term.op)


def replaced(term: Term, by: Mapping[Term, Term], memo: dict[Term, Term]) -> Term:
    """The term with variables replaced. `memo` belongs to one `by`."""
    found = memo.get(term)
    if found is None:
        if term.op == "var":
            found = by.get(term, term)
        elif term.op in ("or", "and"):
            found = _replaced_junction(term, by, memo)
        elif not term.args:
            found = term
        else:
            args = tuple([replaced(arg, by, memo) for arg in term.args])
            found = term if args == term.args else arguments_replaced(term, args)
        memo[term] = found
    return found


def _replaced_junction(term: Term, by: Mapping[Term, Term], memo: dict[Term, Term]) -> Term:
    """Once a part settles the whole, the others are not looked at."""
    final = TRUE if term.op == "or" else FALSE
    args = []
    for arg in term.args:
        new = replaced(arg, by, memo)
        if new is final:
            return final
        args.append(new)
    if tuple(args) == term.args:
        return term
    return disjunction(args) if final is TRUE else conjunction(args)


def value(term: Term, state: Mapping[Term, int], memo: dict[Term, int]) -> int:
    """What a term comes to when every variable has a value."""
    found = memo.get(term)
    if found is None:
        found = memo[term] = _worked_out(term, state, memo)
    return found


def _worked_out(term: Term, state: Mapping[Term, int], memo: dict[Term, int]) -> int:
    match term.op:
        case "const":
            return int(term.data)
        case "var":
            return state[term]
        case "and":
            return int(all(value(arg, state, memo) for arg in term.args))
        case "or":
            return int(any(value(arg, state, memo) for arg in term.args))
        case "ite":
            branch = term.args[1] if value(term.args[0], state, memo) else term.args[2]
            return value(branch, state, memo)
        case "cases":
            for case, condition in zip(term.data, term.args, strict=True):
                if value(condition, state, memo):
                    return int(case)
            return int(term.data[-1])
        case "iff":
            return int(value(term.args[0], state, memo) == value(term.args[1], state, memo))
    first = value(term.args[0], state, memo)
    match term.op:
        case "not":
            return 1 - first
        case "count":
            return first
        case "zero":
            return int(first == 0)
        case "geq":
            return int(first >= 0)
        case "div":
            return first // int(term.data)
        case "mod":
            return first % int(term.data)
        case "lin":
            result = int(term.data[0])
            for factor, arg in zip(term.data[1], term.args, strict=True):
                result += factor * value(arg, state, memo)
            return result
    raise AssertionError(term.op)
