"""Legal moves as formulas: each alternative of a pause for each combination of choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from verifier.check.induction.arithmetic import cases, equal
from verifier.check.induction.evaluate import Evaluation
from verifier.check.induction.execute_steps import is_wide
from verifier.check.induction.folds import members
from verifier.check.induction.logic import both, conjunction, disjunction, implies
from verifier.check.induction.symmetry import Symmetry, orbit_representatives, stabilizer
from verifier.check.induction.terms import FALSE, TRUE, Term
from verifier.kernel.domain import Number
from verifier.kernel.expression import Expr, Source, Values
from verifier.kernel.machine import Alternative, Choice, Guard, Let

# A choice among more numbers than this stays open, as one variable with a range.
FEW_NUMBERS = 4


@dataclass(frozen=True, slots=True)
class MoveInstance:
    """One way to take an alternative. `tests` are the rules that must allow it, `width` how many ways it is of."""

    place: int
    action: str
    to: str
    choices: tuple[tuple[str, Term], ...]
    tests: tuple[tuple[str, Term], ...]
    width: int


def move_instances(
    look: Evaluation,
    alternatives: tuple[Alternative, ...],
    me: int,
    open_numbers: bool = True,
    symmetries: Sequence[Symmetry] = (),
) -> Iterator[MoveInstance]:
    """Every way to take an alternative that is not plainly forbidden; of ways that are images of each other one."""
    for place, alternative in enumerate(alternatives):
        start = MoveInstance(place, alternative.action, alternative.to, (), (), 1)
        yield from _ways(
            look, alternative.prelude, {"me": look.store.number(me)}, start, open_numbers, symmetries
        )


def _ways(
    look: Evaluation,
    prelude: tuple[Choice | Let | Guard, ...],
    env: dict[str, Term],
    way: MoveInstance,
    opening: bool,
    symmetries: Sequence[Symmetry],
) -> Iterator[MoveInstance]:
    if not prelude:
        yield way
        return
    rest = prelude[1:]
    match prelude[0]:
        case Let(local, value):
            yield from _ways(look, rest, {**env, local: look.value(value, env)}, way, opening, symmetries)
        case Guard(rule, when, require):
            test = guard(look, when, require, env)
            if test is not FALSE:
                yield from _ways(look, rest, env, _tested(way, rule, test), opening, symmetries)
        case Choice(local, source, where, rule):
            options = _options(look, local, source, env, way, opening, symmetries)
            width = way.width * len(options)
            for option, test in options:
                bound = {**env, local: option}
                if where is not None and test is not FALSE:
                    test = both(test, look.truth(where, bound))
                if test is not FALSE:
                    chosen = replace(way, choices=(*way.choices, (local, option)), width=width)
                    left = stabilizer(symmetries, local, option)
                    yield from _ways(look, rest, bound, _tested(chosen, rule, test), opening, left)
        case _:
            assert_never(prelude[0])


def _tested(way: MoveInstance, rule: str, test: Term) -> MoveInstance:
    return way if test is TRUE else replace(way, tests=(*way.tests, (rule, test)))


def guard(look: Evaluation, when: tuple[Expr, ...], require: tuple[Expr, ...], env: dict[str, Term]) -> Term:
    case = look.all_of(when, env)
    return TRUE if case is FALSE else implies(case, look.all_of(require, env))


def _options(
    look: Evaluation,
    local: str,
    source: Source,
    env: dict[str, Term],
    way: MoveInstance,
    opening: bool,
    symmetries: Sequence[Symmetry],
) -> list[tuple[Term, Term]]:
    if opening and isinstance(source, Values) and isinstance(source.domain, Number):
        low, high = source.domain.low, source.domain.high
        if high - low >= FEW_NUMBERS:
            return [(look.store.variable(f"chosen {local}", low, high), TRUE)]
    found = members(look, source, env)
    heads = set(orbit_representatives(symmetries, [value for value, _ in found], local))
    if opening and is_wide(way.width, len(heads)):
        pick = look.store.variable(f"chosen {local}", found[0][0], found[-1][0])
        picked = [(value, equal(pick, look.store.number(value)), test) for value, test in found]
        # One implication each, in the very words in which a move will ask for it.
        fits = [implies(here, test) for _, here, test in picked]
        fits.append(disjunction(here for _, here, _ in picked))
        return [(cases(look.store, ((value, here) for value, here, _ in picked)), conjunction(fits))]
    return [(look.store.number(value), test) for value, test in found if value in heads]


def anything_legal(look: Evaluation, alternatives: tuple[Alternative, ...], player: Term) -> Term:
    """Is there a way to take an alternative at all?"""
    return disjunction(
        both(test, conjunction(allowed for _, allowed in way.tests))
        for me, test in look.options(player)
        if me >= 0
        for way in move_instances(look, alternatives, me, open_numbers=False)
    )
