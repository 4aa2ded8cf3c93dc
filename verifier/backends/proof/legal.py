"""What a player may do at a pause: each alternative, written out for each combination of choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.folds import members
from verifier.backends.proof.terms import (
    FALSE,
    TRUE,
    Term,
    both,
    conjunction,
    disjunction,
    implies,
    number,
    variable,
)
from verifier.kernel.domain import Number
from verifier.kernel.expression import Expr, Source, Values
from verifier.kernel.machine import Alternative, Choice, Guard, Let

# A choice among more numbers than this stays open, as one variable with a range.
FEW_NUMBERS = 4


@dataclass(frozen=True, slots=True)
class Way:
    """One way to take an alternative. `tests` are the rules that must allow it."""

    place: int
    action: str
    to: str
    choices: tuple[tuple[str, Term], ...]
    tests: tuple[tuple[str, Term], ...]


def ways(
    look: Evaluation, alternatives: tuple[Alternative, ...], me: int, open_numbers: bool = True
) -> Iterator[Way]:
    """Every way to take an alternative that is not plainly forbidden."""
    for place, alternative in enumerate(alternatives):
        yield from _ways(look, place, alternative, 0, {"me": number(me)}, (), (), open_numbers)


def _ways(
    look: Evaluation,
    place: int,
    taken: Alternative,
    part: int,
    env: dict[str, Term],
    choices: tuple[tuple[str, Term], ...],
    tests: tuple[tuple[str, Term], ...],
    open_numbers: bool,
) -> Iterator[Way]:
    if part == len(taken.prelude):
        yield Way(place, taken.action, taken.to, choices, tests)
        return
    match taken.prelude[part]:
        case Let(local, value):
            bound = {**env, local: look.value(value, env)}
            yield from _ways(look, place, taken, part + 1, bound, choices, tests, open_numbers)
        case Guard(rule, when, require):
            test = guard(look, when, require, env)
            if test is not FALSE:
                more = tests if test is TRUE else (*tests, (rule, test))
                yield from _ways(look, place, taken, part + 1, env, choices, more, open_numbers)
        case Choice(local, source, where, rule):
            for option, test in _options(look, local, source, env, open_numbers):
                bound = {**env, local: option}
                if where is not None and test is not FALSE:
                    test = both(test, look.truth(where, bound))
                if test is not FALSE:
                    more = tests if test is TRUE else (*tests, (rule, test))
                    chosen = (*choices, (local, option))
                    yield from _ways(look, place, taken, part + 1, bound, chosen, more, open_numbers)


def guard(look: Evaluation, when: tuple[Expr, ...], require: tuple[Expr, ...], env: dict[str, Term]) -> Term:
    case = look.all_of(when, env)
    return TRUE if case is FALSE else implies(case, look.all_of(require, env))


def _options(
    look: Evaluation, local: str, source: Source, env: dict[str, Term], open_numbers: bool
) -> list[tuple[Term, Term]]:
    if open_numbers and isinstance(source, Values) and isinstance(source.domain, Number):
        low, high = source.domain.low, source.domain.high
        if high - low >= FEW_NUMBERS:
            return [(variable(f"chosen {local}", low, high), TRUE)]
    return [(number(value), test) for value, test in members(look, source, env)]


def anything_legal(look: Evaluation, alternatives: tuple[Alternative, ...], player: Term) -> Term:
    """Is there a way to take an alternative at all?"""
    return disjunction(
        both(test, conjunction(allowed for _, allowed in way.tests))
        for me, test in look.options(player)
        if me >= 0
        for way in ways(look, alternatives, me, open_numbers=False)
    )
