"""Long sums hidden behind a variable each, of which only the range is known.

A total of scores is bounded by what is known of each score, whatever a score is. With the scores veiled such a goal is
plain arithmetic; without, the solver wades through every card that may count. What holds under the veil holds.
"""

from __future__ import annotations

from verifier.backends.proof.terms import Choice, Term
from verifier.backends.proof.walk import arguments_replaced

# Alternatives over fewer variables than this are no burden.
FEW = 6


class Veil:
    """The variable behind which each long alternative hides; the same one everywhere."""

    def __init__(self) -> None:
        self._memo: dict[Term, Term] = {}

    def terms(self, terms: list[Term]) -> list[Term]:
        """The terms under the veil; the very same list if there is nothing to hide."""
        veiled = [self(term) for term in terms]
        return terms if all(new is old for new, old in zip(veiled, terms, strict=True)) else veiled

    def __call__(self, term: Term) -> Term:
        found = self._memo.get(term)
        if found is None:
            found = self._memo[term] = self._veiled(term)
        return found

    def _veiled(self, term: Term) -> Term:
        if not term.args:
            return term
        if isinstance(term, Choice) and len(term.free) > FEW:
            return term.store.variable(f"veiled {term.number}", term.low, term.high)
        args = tuple(self(arg) for arg in term.args)
        same = all(new is old for new, old in zip(args, term.args, strict=True))
        return term if same else arguments_replaced(term, args)
