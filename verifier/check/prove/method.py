"""The method `prove`: proofs at full size, or why there is none.

What a play has refuted is not asked, nor believed while other things are shown: what leans on it would be tried in
vain, again and again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from verifier.analysis.conservation import conservation_doubts, number_of_puts
from verifier.check.induction.prove import HEALTH, ProofVerdict, prove, prove_static
from verifier.check.induction.prove import METHOD as INDUCTION
from verifier.check.quantified.proof import prove_quantified
from verifier.check.termination import bound_of
from verifier.kernel.machine import Machine
from verifier.program import Program
from verifier.verdict.budget import Budget, seconds_for
from verifier.verdict.finding import Finding, Kind
from verifier.verdict.method import NOT_TRIED, Method, Request, Unanswered

CONSERVATION = "conservation"
NO_DEAD_END = "no-dead-end"
IT_ENDS = "it-ends"
RANKING = "a ranking function, at full size"
READING = "reading every step, at full size"
CERTIFIED = "a certificate, at full size"


def by_proof(program: Program, request: Request) -> list[Finding]:
    """A finding for each property that induction can speak of and nobody has refuted."""
    budget, refuted, machine = request.budget, request.known.refuted, program.machine
    left = request.known.unanswered
    claims = tuple(claim for claim in machine.claims if claim.name not in refuted and claim.name not in left)
    if claims != machine.claims:
        machine = replace(machine, claims=claims)
    invariants = {claim.name for claim in program.machine.claims if claim.sort == "invariant"}
    asked = [name for name in (*HEALTH, *sorted(invariants)) if name not in refuted and request.wants(name)]
    on_record = {name: _on_record(name) for name in asked if name in request.known.certified}
    omitted = [_omitted(name, left[name]) for name in asked if name in left and name not in on_record]
    wanted = [name for name in asked if name not in left and name not in on_record]
    ending = _ending(machine, budget) if request.wants(IT_ENDS) and IT_ENDS not in refuted else []
    if not wanted:
        return [*omitted, *on_record.values(), *ending]
    why = _not_tried(machine, request, wanted)
    if why is not None:
        verdicts = [ProofVerdict(name, "unknown", INDUCTION, why, 0.0, 0) for name in wanted]
    else:
        verdicts = prove(
            machine,
            wanted,
            budget.questions,
            second_solver=request.second_solver,
            most_terms=budget.terms,
            work=budget.solving,
            texts=program.claim_texts,
        )
    found = on_record | {verdict.property: _finding(verdict) for verdict in verdicts}
    # An induction that was not tried, or broken off, says nothing even of what needs none.
    is_left = not request.second_solver and all(verdict.verdict == "unknown" for verdict in verdicts)
    if is_left:
        shown = prove_static(machine, wanted, budget.questions, budget.terms)
        found.update((verdict.property, _finding(verdict)) for verdict in shown)
    is_sound = (CONSERVATION in found or is_left) and not conservation_doubts(machine)
    if is_sound and CONSERVATION in found and found[CONSERVATION].verdict != "proved":
        said = f"{number_of_puts(machine)} moves, none of which can lose or copy anything"
        found[CONSERVATION] = Finding(CONSERVATION, "health", "proved", READING, said)
    # Steps are followed on the ground that each component lies in one zone.
    if is_left and is_sound and budget.follows(machine):
        found.update(_step_by_step(machine, found, budget))
    broken_off = request.known.hopeless
    if any(verdict.broken_off for verdict in verdicts):
        broken_off = verdicts[0].detail
    done = [*(each for name, each in found.items() if name not in on_record), *omitted]
    return [*on_record.values(), *(replace(each, broken_off=broken_off) for each in done), *ending]


def _omitted(name: str, left: Unanswered) -> Finding:
    return Finding(name, _kind(name), "unknown", left.method, left.words)


def _on_record(name: str) -> Finding:
    return Finding(name, _kind(name), "proved", CERTIFIED, "accepted by the checker, on record")


def _not_tried(machine: Machine, request: Request, wanted: Iterable[str]) -> str | None:
    """Why an induction is not worth a try: the machine is too large, or already a smaller table was too much."""
    if not request.budget.tries(machine):
        return (
            f"{NOT_TRIED}: a machine of {len(machine.blocks)} blocks and {len(machine.things)} components for "
            f"{machine.players} players needs `--budget {seconds_for(machine)}`"
        )
    # An induction is for all properties at once.
    if request.known.hopeless:
        return Unanswered(INDUCTION, request.known.hopeless).words
    smaller = request.known.broken_off
    return next((f"{NOT_TRIED}: {smaller[name]}" for name in wanted if name in smaller), None)


def _ending(machine: Machine, budget: Budget) -> list[Finding]:
    """A bound on the length of every play, by a ranking function that is found and proved here; or nothing.

    Measures that the rules declare are not believed: they are claims with rows of their own.
    """
    began = time.process_time()
    bound = bound_of(machine) if budget.follows(machine) else None
    if bound is None:
        return []
    seconds = time.process_time() - began
    return [Finding(IT_ENDS, "health", "proved", RANKING, bound.words, seconds)]


def _step_by_step(machine: Machine, found: dict[str, Finding], budget: Budget) -> dict[str, Finding]:
    """What is still open, asked of every step that touches it."""
    shown = [name for name, finding in found.items() if finding.verdict == "proved"]
    wanted = [name for name in found if name not in (*shown, NO_DEAD_END)]
    verdicts = prove_quantified(machine, wanted, shown, budget.questions, budget.solving) if wanted else []
    return {verdict.property: _finding(verdict) for verdict in verdicts}


def _finding(verdict: ProofVerdict) -> Finding:
    return Finding(
        verdict.property,
        _kind(verdict.property),
        "proved" if verdict.verdict == "proved" else "unknown",
        verdict.method,
        verdict.detail,
        verdict.seconds,
        helpers=verdict.helpers,
    )


def _kind(name: str) -> Kind:
    return "health" if name in HEALTH else "invariant"


METHOD = Method(
    "prove",
    "induction or modular proof: every reachable state at full size",
    by_proof,
    after=("simulate",),
    fewest_first=True,
)
