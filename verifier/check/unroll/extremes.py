"""The lowest and highest value of a definition: a bound over every arrangement, and a play that reaches it.

A sum over things that have nothing to do with each other is bounded part by part: one question about a row is small,
one about every row at once is not. Where a play is not found, the bound is said to be a bound and no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from verifier.check.induction.arithmetic import TooWideError, at_most
from verifier.check.induction.encode import Encoding
from verifier.check.induction.evaluate import Evaluation, OpenError, nothing_open
from verifier.check.induction.rewrite_terms import term_value
from verifier.check.induction.solver import Solver
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import Constant, Term, parts_of
from verifier.check.induction.zone_axioms import ZoneAxioms
from verifier.check.unroll.bmc import BoundedSearchResult, bounded_search
from verifier.engine import Engine
from verifier.kernel.domain import Number, Players, Zones, values
from verifier.kernel.expression import Call, Compare, Const, Logic
from verifier.kernel.machine import Claim, Definition, Machine
from verifier.trace import replayed
from verifier.trace.trace import ReplayedTrace

STEPS_EACH = 4_000_000
# Of a term that speaks of more than this, what its parts come to must do.
MOST_VARIABLES = 150

Side = Literal["lowest", "highest"]
SIDES: tuple[Side, ...] = ("lowest", "highest")


@dataclass(frozen=True, slots=True)
class Extreme:
    """`value` is a bound; with a `play` it is reached, `shortest` if no shorter play reaches it.

    `of` are the indexes for which the bound holds with equality as far as the components go; `tight` if some
    arrangement of the components, reachable or not, has the value.
    """

    definition: str
    side: Side
    value: int
    of: tuple[int, ...]
    tight: bool
    play: ReplayedTrace | None = None
    shortest: bool = False


def numeric_definitions(machine: Machine) -> list[Definition]:
    """The definitions that give a number for a player or a zone."""
    return [
        each
        for each in machine.definitions.values()
        if isinstance(each.domain, Number)
        and len(each.params) == 1
        and isinstance(each.params[0][1], Players | Zones)
    ]


def extremes(machine: Machine, wanted: Iterable[str] | None = None, work: int = 0) -> list[Extreme]:
    """The lowest and the highest of each definition; `work` is spent on plays that reach them."""
    names = None if wanted is None else set(wanted)
    chosen = [each for each in numeric_definitions(machine) if names is None or each.name in names]
    bounding = _Bounding(machine)
    found = [each for definition in chosen for each in bounding.of(definition)]
    if not work or not found:
        return found
    claims = {_name(each): _claim(machine, each) for each in found}
    reached = bounded_search(machine, claims.values(), work)
    return [_reached(machine, each, reached, claims[_name(each)]) for each in found]


# --- bounds


class _Bounding:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.encoding = Encoding(machine)
        self.laws = ZoneAxioms(self.encoding)
        self.solver = Solver(STEPS_EACH)

    def of(self, definition: Definition) -> Iterator[Extreme]:
        """Both sides over all players or zones; nothing if it reads an order that nobody knows."""
        try:
            worths = {one: self._term(definition, one) for one in values(definition.params[0][1])}
        except (OpenError, TooWideError):
            return
        for side in SIDES:
            sign = 1 if side == "highest" else -1
            bounds = {
                one: self._most(worth.store.total(0, ((sign, worth),)), self._laws(worth))
                for one, worth in worths.items()
            }
            most = max(bound for bound, _ in bounds.values())
            best = tuple(one for one, (bound, _) in bounds.items() if bound == most)
            tight = any(bounds[one][1] for one in best)
            yield Extreme(definition.name, side, sign * most, best, tight)

    def _term(self, definition: Definition, one: int) -> Term:
        return Evaluation(SymbolicState(self.encoding), nothing_open).call(
            definition.name, (self.encoding.store.number(one),)
        )

    def _laws(self, term: Term) -> list[Term]:
        """What holds of zones, for all that the term speaks of and all whose sizes it speaks of."""
        sizes = self.laws.sizes_in(term)
        variables = term.free.union(*(law.free for law in sizes))
        return [*sizes, *self.laws.among(variables)]

    def _most(self, term: Term, laws: list[Term]) -> tuple[int, bool]:
        """The highest value, and whether it is met; of a sum, what its separate parts come to at most."""
        constant, atoms = parts_of(term)
        groups = _apart(atoms, laws)
        if len(groups) <= 1:
            return self._searched(term, laws)
        most, met = constant, True
        for group in groups:
            part = self.encoding.store.total(0, group)
            mine = [law for law in laws if law.free & part.free]
            bound, tight = self._searched(part, mine)
            most, met = most + bound, met and tight
        return most, met

    def _searched(self, term: Term, laws: list[Term]) -> tuple[int, bool]:
        """Halved again and again between a value that is met and one that cannot be."""
        if isinstance(term, Constant):
            return term.low, True
        if len(term.free) > MOST_VARIABLES:
            return term.high, False
        known, high = self._better(term, laws, term.low), term.high
        if known is None:
            return high, False
        sure = True
        while known < high:
            middle = (known + high + 1) // 2
            verdict = self.solver.ask([*laws, at_most(self.encoding.store.number(middle), term)])
            if verdict.state is not None:
                known = max(middle, term_value(term, _completed(term, verdict.state), {}))
            elif verdict.verdict == "no":
                high = middle - 1
            else:
                sure = False
                break
        return (known, True) if sure else (high, False)

    def _better(self, term: Term, laws: list[Term], least: int) -> int | None:
        answer = self.solver.ask([*laws, at_most(self.encoding.store.number(least), term)])
        return None if answer.state is None else term_value(term, _completed(term, answer.state), {})


def _completed(term: Term, state: dict[Term, int]) -> dict[Term, int]:
    """What a question did not speak of does not matter."""
    return {each: state.get(each, each.low) for each in term.free}


def _apart(atoms: tuple[tuple[int, Term], ...], laws: list[Term]) -> list[list[tuple[int, Term]]]:
    """Summands that share no variable, not even by a law, each sort on its own."""
    groups: list[tuple[frozenset[Term], list[tuple[int, Term]]]] = []
    ties = [law.free for law in laws]
    for factor, atom in atoms:
        reach = atom.free.union(*(tie for tie in ties if tie & atom.free))
        mine = [group for group in groups if group[0] & reach]
        groups = [group for group in groups if not group[0] & reach]
        together = [part for group in mine for part in group[1]]
        groups.append((reach.union(*(group[0] for group in mine)), [*together, (factor, atom)]))
    return [parts for _, parts in groups]


# --- plays


def _name(extreme: Extreme) -> str:
    return f"{extreme.side} {extreme.definition}"


def _claim(machine: Machine, extreme: Extreme) -> Claim:
    """Somebody, or some zone, has the value."""
    definition = machine.definitions[extreme.definition]
    domain = definition.params[0][1]
    cases = tuple(
        Compare("=", Call(definition.name, (Const(one, domain),)), Const(extreme.value, definition.domain))
        for one in extreme.of
    )
    truth = Logic("or", cases) if len(cases) > 1 else cases[0]
    return Claim(_name(extreme), "witness", None, truth)


def _reached(machine: Machine, extreme: Extreme, reached: BoundedSearchResult, claim: Claim) -> Extreme:
    found = reached.found.get(_name(extreme))
    if found is None:
        return extreme
    engine = Engine(machine)
    end = replayed(engine, found.play.written)
    if not end.legal or not engine.evaluate(claim.truth, end.state, {}):
        return extreme
    return Extreme(
        extreme.definition, extreme.side, extreme.value, extreme.of, True, found.play, found.shortest
    )
