"""The method `unroll`: plays to witnesses and to violations, found by bounded model checking.

It is asked about what cheaper methods have left open, and then for shorter plays than theirs.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from dataclasses import replace

from verifier.check.induction.arithmetic import TooWideError
from verifier.check.induction.execute_steps import TooManyPathsError
from verifier.check.induction.terms import TooManyTermsError
from verifier.check.unroll.bmc import BoundedSearchResult, bounded_search
from verifier.diagnostics import count_of
from verifier.kernel.machine import Claim
from verifier.program import Program
from verifier.trace.validate import Validator
from verifier.verdict.finding import Finding, Kind, Verdict
from verifier.verdict.method import Method, Request, Unanswered

BOUNDED = "bounded search"
# A play of fewer moves is as good as shortest, for luck has been tried.
LONG = 5
# So much may be written out only to make known plays shorter.
TERMS = 20_000


def by_unrolling(program: Program, request: Request) -> list[Finding]:
    """A finding for each witness, and for each invariant that nobody has shown to hold."""
    budget, known = request.budget, request.known
    asked = [
        claim
        for claim in program.machine.claims
        if claim.name not in known.holds
        and known.shown.get(claim.name, LONG) >= LONG
        and request.wants(claim.name)
    ]
    wanted = [claim for claim in asked if claim.name not in known.unanswered]
    omitted = [_omitted(claim, known.unanswered[claim.name]) for claim in asked if claim not in wanted]
    if not wanted or not budget.tries(program.machine):
        return omitted
    began = time.process_time()
    is_new = any(claim.name not in known.shown for claim in wanted)
    most = budget.terms if is_new else TERMS
    try:
        result = bounded_search(program.machine, wanted, budget.unrolling, known=known.shown, most_terms=most)
    except TooManyTermsError:
        return [*_given_up(wanted, known.shown, f"the steps need more than {most:,} terms"), *omitted]
    except (TooManyPathsError, TooWideError, RecursionError):
        return [*_given_up(wanted, known.shown, "one step has too many cases"), *omitted]
    validator = Validator(program.machine, program.ruleset) if result.found else None
    found = [_finding(claim, result, validator) for claim in wanted]
    share = (time.process_time() - began) / len(wanted)
    return [*(replace(finding, seconds=share) for finding in found), *omitted]


def _given_up(claims: Iterable[Claim], shown: Collection[str], why: str) -> list[Finding]:
    """Of what nothing was known that is said; where only a shorter play was sought nothing is missing."""
    return [
        Finding(claim.name, _kind(claim), "unknown", BOUNDED, why)
        for claim in claims
        if claim.name not in shown
    ]


def _omitted(claim: Claim, left: Unanswered) -> Finding:
    return Finding(claim.name, _kind(claim), "unknown", left.method, left.words)


def _kind(claim: Claim) -> Kind:
    return "witness" if claim.sort == "witness" else "invariant"


def _finding(claim: Claim, result: BoundedSearchResult, validator: Validator | None) -> Finding:
    kind = _kind(claim)
    found, least = result.found.get(claim.name), result.least.get(claim.name, 0)
    if found is None or validator is None:
        return Finding(claim.name, kind, "unknown", BOUNDED, _looked(claim, result), least=least)
    play = found.play
    words = (
        f"reached after {count_of(len(play), 'move')}"
        if kind == "witness"
        else f"`{claim.name}` does not hold"
    )
    shown = validator.validated(play, claim.name, words)
    if shown.evidence is None:
        return Finding(claim.name, kind, "unknown", BOUNDED, f"{shown.words}, but {shown.doubt}")
    verdict: Verdict = "proved" if kind == "witness" else "refuted"
    least = max(least, len(play)) if found.shortest else least
    return Finding(claim.name, kind, verdict, BOUNDED, shown.words, trace=shown.evidence, least=least)


def _looked(claim: Claim, result: BoundedSearchResult) -> str:
    spoiled = result.spoiled.get(claim.name)
    if spoiled is not None:
        return f"the play of the solver cannot be replayed: {spoiled}"
    sure = result.empty.get(claim.name, 0)
    what = "not reached" if claim.sort == "witness" else "not violated"
    # What may lie at a cut shows for more steps that there is nothing than the solver is asked about.
    beyond = "what lies beyond was not asked in time"
    if sure < result.depth:
        beyond = f"from there to {result.depth} the solver gave no answer"
    return f"{what} within {sure} steps; {beyond}"


METHOD = Method(
    "unroll",
    "bounded model checking: shortest traces to witnesses and violations",
    by_unrolling,
    after=("simulate", "prove", "explore"),
)
