"""Where components would have to lie for a claim to fail: a machine and an invariant in, places for few of them out.

No step is followed here, so an arrangement is a wish; whether play leads there is another question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from verifier.backends.proof.arithmetic import TooWideError, at_most
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.laws import Laws
from verifier.backends.proof.logic import negation
from verifier.backends.proof.solver import Solver
from verifier.backends.proof.state import State
from verifier.backends.proof.terms import (
    And,
    AtLeastZero,
    Negation,
    Term,
    TooManyTermsError,
    by_number,
    parts_of,
)
from verifier.kernel.machine import Claim, Machine

STEPS_EACH = 300_000
# Of so many ways in which a claim can fail one is looked for.
MOST_CASES = 12
MOST_TERMS = 40_000


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Of each component that matters, the zone where it should lie."""

    places: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.places)


class Arrangements:
    """Arrangements of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.encoding = Encoding(machine)
        self.laws = Laws(self.encoding)
        self.solver = Solver(STEPS_EACH)
        self._sizes = {variable: zone for zone, variable in enumerate(self.encoding.sizes)}
        self._inside = {variable: key for key, variable in self.encoding.inside.items()}

    def against(self, claim: Claim) -> Arrangement | None:
        """One with as few components as the solver finds; `None` if the claim speaks of more than places."""
        self.encoding.store.allow(MOST_TERMS)
        try:
            truth = Evaluation(State(self.encoding), _closed).truth(claim.truth, {})
        except (_OpenError, TooWideError, RecursionError, TooManyTermsError):
            return None
        finally:
            self.encoding.store.allow(None)
        found = None
        for case in islice(_cases(truth), MOST_CASES):
            if case.free <= self._sizes.keys() | self._inside.keys():
                found = self._smallest(case) or self._in_shares(case)
            if found is not None:
                break
        return found

    def _in_shares(self, case: Term) -> Arrangement | None:
        """A sum that is too much as a whole for the solver: a few of its parts, each asked for an equal share.

        What the other parts come to is left to the play.
        """
        if not isinstance(case, Negation) or not isinstance(case.args[0], AtLeastZero):
            return None
        constant, parts = parts_of(case.args[0].args[0])
        if sum(len(part.free) for _, part in parts) > len(case.free):
            return None
        store = self.encoding.store
        found: list[tuple[tuple[int, int], ...]] = []
        for count in range(2, len(parts) + 1):
            share = store.number((-1 - constant) // count)
            shares = [self._smallest(at_most(store.total(0, [each]), share)) for each in parts[:count]]
            if all(each is not None for each in shares):
                found.append(tuple(place for each in shares if each is not None for place in each.places))
        return Arrangement(min(reversed(found), key=len)) if found else None

    def _smallest(self, case: Term) -> Arrangement | None:
        sizes = sorted(case.free & self._sizes.keys(), key=by_number)
        ground = [case, *(self.laws.size(self._sizes[size]) for size in sizes)]
        variables = frozenset().union(*(truth.free for truth in ground))
        ground += self.laws.among(variables)
        inside = sorted(variables & self._inside.keys(), key=by_number)
        store = self.encoding.store
        count = store.count(inside)
        best: list[Term] | None = None
        low, high = 0, len(inside)
        while low <= high:
            most = (low + high) // 2 if best is not None else high
            answer = self.solver.ask([*ground, at_most(count, store.number(most))])
            if answer.state is not None:
                best = [each for each in inside if answer.state.get(each)]
                high = len(best) - 1
            elif best is None:
                return None
            else:
                low = most + 1
        return Arrangement(
            tuple((thing, zone) for zone, thing in (self._inside[each] for each in best or ()))
        )


def _cases(truth: Term) -> Iterator[Term]:
    """The ways in which a truth can fail."""
    if isinstance(truth, And):
        for part in truth.args:
            yield from _cases(part)
    else:
        yield negation(truth)


class _OpenError(Exception):
    """The claim reads what the encoding leaves open."""


def _closed(name: str, low: int, high: int) -> Term:
    raise _OpenError(name)
