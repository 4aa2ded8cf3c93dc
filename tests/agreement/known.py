"""A state of a play as the symbolic reader knows it: every variable with its value.

The next state of a play is told by what has changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.check.induction.encode import Encoding
from verifier.check.induction.samples import state_assignment
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import Term, Variable
from verifier.engine import State as Played


class Known:
    """`values` are numbers, `terms` the same as constants. What the encoding holds for settled must be as it says."""

    __slots__ = ("encoding", "played", "terms", "values")

    def __init__(self, encoding: Encoding, state: Played) -> None:
        self.encoding = encoding
        self.played = state.copy()
        self.values = state_assignment(encoding, state)
        held = ((variable, constant(variable, value)) for variable, value in self.values.items())
        self.terms = {variable: term for variable, term in held if variable in encoding.slots}

    def then(self, state: Played) -> Known:
        """A later state of the same play."""
        after = Known.__new__(Known)
        after.encoding = self.encoding
        after.played = state.copy()
        after.values, after.terms = dict(self.values), dict(self.terms)
        for variable, held in self._changes(state):
            after.values[variable] = held
            term = constant(variable, held)
            if variable in after.terms:
                after.terms[variable] = term
        return after

    def symbolic(self) -> SymbolicState:
        """The symbolic state of which all this is known, and nothing has changed yet."""
        state = SymbolicState(self.encoding)
        state.known = dict(self.terms)
        return state

    def _changes(self, state: Played) -> Iterator[tuple[Term, int]]:
        encoding, before = self.encoding, self.played
        for thing in encoding.machine.all_things.ids:
            old, new = before.where[thing], state.where[thing]
            if old != new:
                assert (new, thing) in encoding.inside, "a component where it was thought never to lie"
                yield encoding.inside[old, thing], 0
                yield encoding.inside[new, thing], 1
                if thing in encoding.spot and new not in encoding.ordered:
                    yield encoding.spot[thing], 0
        for zone, size in enumerate(encoding.sizes):
            pile = state.zones[zone]
            if pile != before.zones[zone]:
                yield size, len(pile)
                if zone in encoding.ordered:
                    yield from ((encoding.spot[thing], place) for place, thing in enumerate(pile))
        for name, slot in encoding.layout.slots.items():
            old, new = getattr(before, slot), getattr(state, slot)
            if old == new:
                continue
            if encoding.machine.cells[name].index:
                pairs = enumerate(zip(old[:-1], new[:-1], strict=True))
                yield from ((encoding.cells[name, place], now) for place, (was, now) in pairs if was != now)
            else:
                yield encoding.cells[name, 0], new


def constant(variable: Term, held: int) -> Term:
    assert isinstance(variable, Variable) or variable.low == held, "a value that was thought impossible"
    return variable.store.constant(variable, held)
