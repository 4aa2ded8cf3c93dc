"""Proof obligations: claims split into small parts, and the goals left after the induction."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verifier.check.induction.cutpoints import Cut
from verifier.check.induction.encode import Encoding
from verifier.check.induction.evaluate import Evaluation
from verifier.check.induction.legal import anything_legal
from verifier.check.induction.logic import disjunction
from verifier.check.induction.rewrite_terms import variables_replaced
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import FALSE, TRUE, And, Or, Term
from verifier.check.induction.transitions import Transition
from verifier.kernel.machine import Claim, Decide

if TYPE_CHECKING:
    from verifier.check.induction.proof import Proof


@dataclass(frozen=True, slots=True)
class ClaimParts:
    """A claim taken apart: it holds where all its parts do."""

    claim: Claim
    parts: tuple[Term, ...]


def claim_evaluation(encoding: Encoding, claim: Claim, exact: bool = False) -> Evaluation:
    """For the words of one claim: what the encoding leaves open gets variables of its own."""
    count = itertools.count(1)

    def fresh(name: str, low: int, high: int) -> Term:
        return encoding.store.variable(f"{name} (in {claim.name}) #{next(count)}", low, high)

    return Evaluation(SymbolicState(encoding), fresh, exact)


def claim_truths(encoding: Encoding, claim: Claim, most_members: int | None = None) -> ClaimParts:
    """The claim in parts; `TooWideError` if it goes over more members than it may."""
    evaluation = claim_evaluation(encoding, claim, exact=True)
    evaluation.most_members = most_members
    term = evaluation.truth(claim.truth, {})
    return ClaimParts(claim, tuple(dict.fromkeys(conjuncts(term))))


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


@dataclass(frozen=True, slots=True)
class Goal:
    """A truth to show where play came from `source`, given `facts`; `place` says where in words."""

    place: str
    source: Cut
    facts: tuple[Term, ...]
    truth: Term


def no_fault_goals(proof: Proof, property: str) -> Iterator[Goal]:
    """No step takes what is not there, puts what lies elsewhere, or writes what does not fit."""
    seen: set[tuple[object, ...]] = set()
    for transition in proof.transitions:
        for duty in transition.record.obligations:
            facts = (*duty.facts, *duty.laws)
            key = (transition.source, facts, duty.goal)
            if duty.property == property and key not in seen:
                seen.add(key)
                place = f"`{duty.subject}` in {transition_in_words(transition)}"
                yield Goal(place, transition.source, facts, duty.goal)


def moment_goals(proof: Proof, truths: ClaimParts) -> Iterator[Goal]:
    """The claim wherever its moment is marked."""
    for transition in proof.transitions:
        for moment in transition.record.moments:
            if moment.name == truths.claim.moment:
                yield from _in_state(proof, truths, moment.state, transition, transition_in_words(transition))


def _in_state(
    proof: Proof, truths: ClaimParts, state: SymbolicState, transition: Transition, place: str
) -> Iterator[Goal]:
    by, memo = {**state.known, **state.changed}, dict[Term, Term]()
    for part in truths.parts:
        kept = proof.induction.lives(part, transition.source) if transition.source in proof.cuts else False
        if part in proof.static or (kept and part.free.isdisjoint(state.changed)):
            continue
        goal = state.settled(variables_replaced(part, by, memo))
        if goal is not TRUE:
            yield Goal(place, transition.source, (*state.facts, *state.laws), goal)


def no_dead_end_goals(proof: Proof) -> Iterator[Goal]:
    """Somebody may do something at every pause that has no other way out."""
    for cut in proof.pauses:
        out = proof.machine.blocks[cut.label].out
        assert isinstance(out, Decide)
        if out.stop is not None or out.if_none is not None:
            continue
        start = SymbolicState(proof.encoding)
        look = Evaluation(start, proof.execution.control.fresh)
        for player, test in look.options(look.value(out.player, {})):
            state = start.copy()
            if not state.learn(test):
                continue
            here = Evaluation(state, proof.execution.control.fresh)
            goal = FALSE if player < 0 else anything_legal(here, out.alternatives, here.value(out.player, {}))
            yield Goal(f"`{cut.label}`", proof.at(cut), (*state.facts, *state.laws), state.settled(goal))


def capacity_goals(proof: Proof) -> Iterator[Goal]:
    """No zone holds more than it may, at any pause and at the end."""
    for family in proof.machine.families.values():
        if family.holds is None:
            continue
        for zone in range(family.base, family.base + family.size):
            term = proof.capacity(zone, family.holds)
            for cut in proof.asked_at(None):
                if term is not TRUE and not proof.induction.lives(term, cut):
                    place = f"`{cut.label}`" if cut.label else "the end"
                    yield Goal(f"`{family.name}` at {place}", cut, (), term)


def transition_in_words(transition: Transition) -> str:
    return f"`{transition.action or transition.label or transition.source.label}`"
