"""Candidate invariants for accumulations: an amount grows at most so much each time a counter is raised.

A total to which each round adds a score stays within so many times the extremes of a score. Nobody sees those
extremes in a few plays; they are read off the steps themselves, and off claims that bound the same sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.check.induction.arithmetic import at_least_zero, plus, subtract
from verifier.check.induction.encode import Encoding
from verifier.check.induction.print_terms import CandidateText, StateNames
from verifier.check.induction.terms import AtLeastZero, Term, Variable, parts_of
from verifier.check.induction.transitions import Transition
from verifier.kernel.domain import Number

Bounds = tuple[int, int]


def accumulations(
    encoding: Encoding, transitions: Iterable[Transition], static: Iterable[Term]
) -> Iterator[tuple[Term, CandidateText]]:
    """Candidates `low * times <= amount - start <= high * times`, with `times` what a counter has gained."""
    saying = StateNames(encoding)
    amounts = _amounts(encoding)
    known = _known_bounds(static)
    gains: dict[Term, Bounds] = {}
    counters: set[Term] = set()
    for transition in transitions:
        if transition.source.kind == "start":
            continue
        for path in transition.paths:
            for cell, new in path.state.changed.items():
                if cell not in amounts:
                    continue
                low, high = _bounds(subtract(new, cell), known)
                old_low, old_high = gains.get(cell, (0, 0))
                gains[cell] = min(low, old_low), max(high, old_high)
                if low == high == 1:
                    counters.add(cell)
    for cell, (low, high) in gains.items():
        for counter in sorted(counters - {cell}, key=lambda term: term.number):
            times = plus(counter, -amounts[counter])
            gained = plus(cell, -amounts[cell])
            for limit, each, room in (
                ("most", high, subtract(times.store.total(0, ((high, times),)), gained)),
                ("least", low, subtract(gained, times.store.total(0, ((low, times),)))),
            ):
                words = f"{{}} is at {limit} {each} for each time {{}} was raised"
                since = f"{{}} - {amounts[cell]}" if amounts[cell] else "{}"
                text = f"{since} is at {limit} {each} * ({{}} - {amounts[counter]})"
                yield at_least_zero(room), saying.bounded(words, text, cell, counter)


def _amounts(encoding: Encoding) -> dict[Term, int]:
    """The numbers among the cells, with their starts."""
    return {
        variable: encoding.machine.cells[name].starts
        for (name, _), variable in encoding.cells.items()
        if isinstance(encoding.machine.cells[name].domain, Number) and isinstance(variable, Variable)
    }


def _known_bounds(static: Iterable[Term]) -> dict[Term, Bounds]:
    """Sums without their constant, and what proved claims say of them."""
    found: dict[Term, Bounds] = {}
    for truth in static:
        if not isinstance(truth, AtLeastZero):
            continue
        constant, atoms = parts_of(truth.args[0])
        up = truth.store.total(0, atoms)
        down = subtract(truth.store.number(0), up)
        # up >= -constant, down <= constant
        low, high = found.get(up, (up.low, up.high))
        found[up] = max(low, -constant), high
        low, high = found.get(down, (down.low, down.high))
        found[down] = low, min(high, constant)
    return found


def _bounds(term: Term, known: dict[Term, Bounds]) -> Bounds:
    constant, atoms = parts_of(term)
    bare = term.store.total(0, atoms)
    low, high = known.get(bare, (bare.low, bare.high))
    return low + constant, high + constant
