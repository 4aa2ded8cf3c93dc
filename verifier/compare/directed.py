"""Directed test generation: for each claim that means something else than before, a play that breaks it.

Random plays seldom come to a long row or a full purse. Where the components would have to lie for a claim to fail is a
small question for the solver; no step is followed for it, so an arrangement is a wish. A play in which everybody
helps to bring them there (`guided`) is often found at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from verifier.check.induction import terms as t
from verifier.check.induction.arithmetic import TooWideError, at_most
from verifier.check.induction.encode import Encoding
from verifier.check.induction.evaluate import Evaluation, OpenError, nothing_open
from verifier.check.induction.logic import negation
from verifier.check.induction.solver import Solver
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.zone_axioms import ZoneAxioms
from verifier.compare.guided import Arrangement, Guide, GuidedPlay
from verifier.engine import Engine, State
from verifier.kernel import expression as k
from verifier.kernel.machine import Claim, Machine
from verifier.kernel.visit import called_definitions, preorder
from verifier.program import Subject
from verifier.trace import Recorder, WrittenTrace
from verifier.trace.moves import MoveNotation
from verifier.trace.validate import Validator
from verifier.verdict.finding import Finding

STEPS_EACH = 300_000
# Of so many ways in which a claim can fail one is looked for.
MOST_CASES = 12
MOST_TERMS = 40_000
METHOD = "a directed play"
# How many moves may be tried for all claims, and how many components may have to lie somewhere for it to be worth it.
WORK = 90_000
MOST_PLACES = 48


class Arrangements:
    """Arrangements of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.encoding = Encoding(machine)
        self.laws = ZoneAxioms(self.encoding)
        self.solver = Solver(STEPS_EACH)
        self._sizes = {variable: zone for zone, variable in enumerate(self.encoding.sizes)}
        self._inside = {variable: key for key, variable in self.encoding.inside.items()}

    def against(self, claim: Claim) -> Arrangement | None:
        """One with as few components as the solver finds; `None` if the claim speaks of more than places."""
        self.encoding.store.allow(MOST_TERMS)
        try:
            truth = Evaluation(SymbolicState(self.encoding), nothing_open).truth(claim.truth, {})
        except (OpenError, TooWideError, RecursionError, t.TooManyTermsError):
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

    def _in_shares(self, case: t.Term) -> Arrangement | None:
        """A sum that is too much as a whole for the solver: a few of its parts, each asked for an equal share.

        What the other parts come to is left to the play.
        """
        if not isinstance(case, t.Negation) or not isinstance(case.args[0], t.AtLeastZero):
            return None
        constant, parts = t.parts_of(case.args[0].args[0])
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

    def _smallest(self, case: t.Term) -> Arrangement | None:
        ground = [case, *self.laws.sizes_in(case)]
        variables = frozenset().union(*(truth.free for truth in ground))
        ground += self.laws.among(variables)
        inside = sorted(variables & self._inside.keys(), key=t.by_number)
        store = self.encoding.store
        count = store.count(inside)
        best: list[t.Term] | None = None
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


def _cases(truth: t.Term) -> Iterator[t.Term]:
    """The ways in which a truth can fail."""
    if isinstance(truth, t.And):
        for part in truth.args:
            yield from _cases(part)
    else:
        yield negation(truth)


def directed_findings(before: Subject, after: Subject) -> list[Finding]:
    """A finding for each invariant of the second that a play breaks, among those that mean something new."""
    program = after.program()
    claims = doubtful(before.program().machine, program.machine)
    if not claims:
        return []
    arrangements = Arrangements(program.machine)
    engine = Engine(program.machine)
    found = []
    left = WORK
    for claim in claims:
        began = time.process_time()
        wish = arrangements.against(claim) if left > 0 else None
        if wish is None or len(wish) > MOST_PLACES:
            continue
        guide = Guide(engine, wish)
        led = guide.led(_fails(engine, claim), left)
        left = guide.left
        if led is None:
            continue
        play = _written(engine, after.ruleset, led)
        validator = Validator(program.machine, program.ruleset)
        if validator.shows(play, claim.name):
            words = f"fails after {len(play.moves)} move{'s' if len(play.moves) > 1 else ''}"
            trace = validator.evidence(play, words)
            finding = Finding(claim.name, "invariant", "refuted", METHOD, words, trace=trace)
            found.append(replace(finding, seconds=time.process_time() - began))
    return found


def doubtful(before: Machine, after: Machine) -> list[Claim]:
    """The invariants that lean on something worked out otherwise than before, and on no order of components."""
    return [
        claim
        for claim in after.claims
        if claim.sort == "invariant"
        and claim.moment is None
        and (leans := _leaned_on(after, claim)) is not None
        and leans != {key: _held(before, *key) for key in leans}
    ]


def _leaned_on(machine: Machine, claim: Claim) -> dict[tuple[str, str], object] | None:
    """The definitions and tables that a claim reads; `None` if it also reads in which order components lie."""
    called = {name: machine.definitions[name] for name in called_definitions(machine, claim.truth)}
    found: dict[tuple[str, str], object] = {("definition", name): held for name, held in called.items()}
    for part in preorder(claim.truth, *called.values()):
        if isinstance(part, k.Position | k.End):
            return None
        if isinstance(part, k.Lookup):
            found["table", part.table] = machine.tables[part.table]
    return found


def _held(machine: Machine, sort: str, name: str) -> object:
    return (machine.definitions if sort == "definition" else machine.tables).get(name)


def _fails(engine: Engine, claim: Claim) -> Any:
    question = engine.claims[claim.name]

    def done(state: State) -> bool:
        return not question(state)

    return done


def _written(engine: Engine, ruleset: str, led: GuidedPlay) -> WrittenTrace:
    recorder = Recorder(MoveNotation(engine), ruleset, led.fate, led.given).begin()
    for move in led.moves:
        recorder.step(move)
    return recorder.written()
