"""A symbolic state: the term of each changed variable, and the path condition."""

from __future__ import annotations

from collections.abc import Iterator
from operator import is_
from typing import TypeAlias

from verifier.check.induction import terms as t
from verifier.check.induction.arithmetic import equal
from verifier.check.induction.encode import Encoding
from verifier.check.induction.logic import conjunction, disjunction, negation
from verifier.kernel.domain import NOTHING

# What became of terms, by how far down their parts were looked at.
SettledMemo: TypeAlias = tuple[dict[t.Term, t.Term], dict[t.Term, t.Term], dict[t.Term, t.Term]]


class SymbolicState:
    """`changed` holds the new terms of changed variables; `facts` are the conditions under which play came here.

    `known` are variables whose value the facts fix, `ranges` what they leave of others. `laws` are further
    truths about fresh variables, needed only now and then.
    """

    __slots__ = ("changed", "encoding", "facts", "held", "known", "laws", "proper", "ranges", "width")

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.changed: dict[t.Term, t.Term] = {}
        self.known: dict[t.Term, t.Term] = {}
        self.ranges: dict[t.Term, tuple[int, int]] = {}
        self.facts: dict[t.Term, None] = {}
        self.laws: list[t.Term] = []
        # Components taken and not yet put anywhere, as far as that is possible.
        self.held: frozenset[int] = frozenset()
        # On how many ways choices have been followed so far, this being one.
        self.width = 1
        # Facts contradict each other: nobody comes here.
        self.proper = True

    def copy(self) -> SymbolicState:
        other = SymbolicState.__new__(SymbolicState)
        other.encoding = self.encoding
        other.changed = dict(self.changed)
        other.known = dict(self.known)
        other.ranges = dict(self.ranges)
        other.facts = dict(self.facts)
        other.laws = list(self.laws)
        other.held = self.held
        other.proper = self.proper
        other.width = self.width
        return other

    @property
    def is_plain(self) -> bool:
        """Nothing has happened and nothing is known yet."""
        return not self.changed and not self.known

    def get(self, variable: t.Term) -> t.Term:
        found = self.changed.get(variable)
        if found is None:
            return self.known.get(variable, variable)
        return found

    def set(self, variable: t.Term, value: t.Term) -> None:
        if value is variable or (self.known.get(variable) is value and variable not in self.changed):
            self.changed.pop(variable, None)
        else:
            self.changed[variable] = value

    # --- reading by the words of the game

    def has(self, zone: int, thing: int) -> t.Term:
        """Does the component lie in the zone?"""
        variable = self.encoding.inside.get((zone, thing))
        return t.FALSE if variable is None else self.get(variable)

    def size(self, zone: int) -> t.Term:
        return self.get(self.encoding.sizes[zone])

    def spot(self, thing: int) -> t.Term:
        return self.get(self.encoding.spot[thing])

    def cell(self, name: str, place: int) -> t.Term:
        return self.get(self.encoding.cells[name, place])

    def zone_of(self, thing: int) -> list[tuple[int, t.Term]]:
        """Where a component may lie, with the conditions; `NOTHING` while it is held."""
        found = [
            (zone, here)
            for zone in sorted(self.encoding.reach.zones[thing])
            if (here := self.has(zone, thing)) is not t.FALSE
        ]
        held = negation(disjunction(here for _, here in found))
        # What nobody holds lies somewhere.
        return [*found, (NOTHING, held)] if thing in self.held and held is not t.FALSE else found

    # --- learning

    def learn(self, fact: t.Term) -> bool:
        """Add a condition; no if it contradicts what is known."""
        for part in _conjuncts(fact):
            settled = self.settled(part)
            if settled is t.FALSE:
                self.proper = False
                self.facts[part] = None
            elif settled is not t.TRUE:
                self.facts[part] = None
                self._fix(part)
        return self.proper

    def _fix(self, fact: t.Term) -> None:
        variable, value = fixed_variable(fact)
        if variable is None:
            variable, value = self._narrowed(fact)
        if variable is None or value is None:
            return
        self.known[variable] = value
        if value is t.TRUE:
            for other in self.encoding.others.get(variable, ()):
                self.known[other] = t.FALSE

    def _narrowed(self, fact: t.Term) -> tuple[t.Term | None, t.Term | None]:
        """A comparison of one variable narrows its range, perhaps to one value."""
        bound = _bound(fact)
        if bound is None:
            return None, None
        variable, low, high = bound
        old_low, old_high = self.range(variable)
        low, high = max(low, old_low), min(high, old_high)
        self.ranges[variable] = low, high
        return (variable, variable.store.number(low)) if low == high else (None, None)

    def range(self, variable: t.Term) -> tuple[int, int]:
        return self.ranges.get(variable, (variable.low, variable.high))

    def settled(self, term: t.Term, depth: int = 2, memo: SettledMemo | None = None) -> t.Term:
        """The term, or its value if the facts alone tell it; parts far down are not looked at.

        With a `memo` each part is looked at once: it belongs to a state that learns no more.
        """
        if memo is None:
            return self._settled(term, depth, None)
        known = memo[depth]
        found = known.get(term)
        if found is None:
            found = known[term] = self._settled(term, depth, memo)
        return found

    def _settled(self, term: t.Term, depth: int, memo: SettledMemo | None) -> t.Term:
        if isinstance(term, t.Constant):
            return term
        if term in self.facts:
            return t.TRUE
        if negation(term) in self.facts:
            return t.FALSE
        if isinstance(term, t.Variable):
            return self.known.get(term, term)
        if isinstance(term, t.Negation):
            return negation(self.settled(term.args[0], depth, memo))
        if isinstance(term, (t.And, t.Or)):
            if not depth:
                return term
            parts = [self.settled(part, depth - 1, memo) for part in term.args]
            if all(map(is_, parts, term.args)):
                return term
            return conjunction(parts) if isinstance(term, t.And) else disjunction(parts)
        if isinstance(term, t.Zero):
            variable, value = fixed_variable(term)
            if variable is not None and value is not None:
                if variable in self.known:
                    return equal(self.known[variable], value)
                low, high = self.range(variable)
                return term if low <= value.low <= high else t.FALSE
        bound = _bound(term)
        if bound is not None:
            low, high = self.range(bound[0])
            return (
                t.TRUE
                if bound[1] <= low and high <= bound[2]
                else t.FALSE
                if high < bound[1] or bound[2] < low
                else term
            )
        return term


def fixed_variable(fact: t.Term) -> tuple[t.Term | None, t.Term | None]:
    """The variable that a fact settles, and its value."""
    if isinstance(fact, t.Variable):
        return fact, t.TRUE
    if isinstance(fact, t.Negation) and isinstance(fact.args[0], t.Variable):
        return fact.args[0], t.FALSE
    if isinstance(fact, t.Zero):
        constant, atoms = t.parts_of(fact.args[0])
        if len(atoms) == 1 and isinstance(atoms[0][1], t.Variable) and constant % atoms[0][0] == 0:
            return atoms[0][1], fact.store.number(-constant // atoms[0][0])
    return None, None


def _bound(fact: t.Term) -> tuple[t.Term, int, int] | None:
    """The variable that a comparison bounds, and the range it leaves."""
    sense = not isinstance(fact, t.Negation)
    inner = fact if sense else fact.args[0]
    if not isinstance(inner, t.AtLeastZero):
        return None
    constant, atoms = t.parts_of(inner.args[0])
    if len(atoms) != 1 or not isinstance(atoms[0][1], t.Variable) or atoms[0][0] not in (1, -1):
        return None
    factor, variable = atoms[0]
    # factor * variable >= -constant, or the opposite of it
    edge = -constant if sense else -constant - 1
    if (factor == 1) == sense:
        low = edge if factor == 1 else -edge
        return variable, low, variable.high
    return variable, variable.low, (edge if factor == 1 else -edge)


def _conjuncts(term: t.Term) -> Iterator[t.Term]:
    if isinstance(term, t.And):
        yield from term.args
    else:
        yield term
