"""Claims as many small truths over the variables of a state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.state import State
from verifier.backends.proof.terms import TRUE, And, Or, Term, disjunction
from verifier.kernel.machine import Claim


@dataclass(frozen=True, slots=True)
class Truths:
    """A claim taken apart: it holds where all its parts do."""

    claim: Claim
    parts: tuple[Term, ...]


def claim_truths(encoding: Encoding, claim: Claim, most_members: int | None = None) -> Truths:
    """The claim in parts; `TooWideError` if it goes over more members than it may."""
    opened = 0

    def fresh(name: str, low: int, high: int) -> Term:
        nonlocal opened
        opened += 1
        return encoding.store.variable(f"{name} (in {claim.name}) #{opened}", low, high)

    evaluation = Evaluation(State(encoding), fresh, exact=True)
    evaluation.most_members = most_members
    term = evaluation.truth(claim.truth, {})
    return Truths(claim, tuple(dict.fromkeys(conjuncts(term))))


def conjuncts(term: Term) -> Iterator[Term]:
    """The parts of a truth that must all hold, as small as they come."""
    if isinstance(term, And):
        for part in term.args:
            yield from conjuncts(part)
    elif isinstance(term, Or):
        yield from _distributed(term)
    elif term is not TRUE:
        yield term


def _distributed(term: Term) -> Iterator[Term]:
    """`a or (b and c)` is `a or b` and `a or c`: one level, where it makes goals smaller."""
    wide = [part for part in term.args if isinstance(part, And)]
    if len(wide) != 1:
        yield term
        return
    rest = tuple(part for part in term.args if part is not wide[0])
    for part in wide[0].args:
        yield from conjuncts(disjunction((*rest, part)))
