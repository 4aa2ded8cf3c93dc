"""What a bounded search shows: plays to witnesses, as short as they come, with every shuffle left open."""

from __future__ import annotations

import time
from dataclasses import replace

from verifier.backends.bounded.deepen import Bounded, Found, search
from verifier.backends.proof.arithmetic import TooWideError
from verifier.backends.proof.carry_out import TooManyPathsError
from verifier.kernel.machine import Claim
from verifier.verify.budget import Budget
from verifier.verify.case import Case
from verifier.verify.confirming import Confirming
from verifier.verify.finding import Finding
from verifier.verify.ways import Way

METHOD = "bounded search"


def by_unrolling(case: Case, budget: Budget, only: frozenset[str] | None = None) -> list[Finding]:
    """A finding for each witness: a play, or how far nothing was found."""
    wanted = [
        claim
        for claim in case.machine.claims
        if claim.sort == "witness" and (only is None or claim.name in only)
    ]
    if not wanted or len(case.machine.blocks) > budget.blocks:
        return []
    began = time.perf_counter()
    try:
        result = search(case.machine, wanted, budget.unrolling)
    except (TooManyPathsError, TooWideError, RecursionError):
        return []
    confirming = Confirming(case) if result.found else None
    found = [_finding(claim, result, confirming) for claim in wanted]
    share = (time.perf_counter() - began) / len(wanted)
    return [replace(finding, seconds=share) for finding in found]


def _finding(claim: Claim, result: Bounded, confirming: Confirming | None) -> Finding:
    found = result.found.get(claim.name)
    if found is None or confirming is None:
        return Finding(claim.name, "witness", "unknown", METHOD, _looked(claim, result))
    play = found.play
    way = Way(play.given, play.shuffles, play.rolls, play.moves)
    shown = confirming.confirmed(way, claim.name, _words(found))
    if shown.trace is None:
        return Finding(claim.name, "witness", "unknown", METHOD, f"{shown.words}, but {shown.doubt}")
    return Finding(claim.name, "witness", "proved", METHOD, shown.words, trace=shown.trace)


def _words(found: Found) -> str:
    words = f"met after {len(found.play)} moves"
    return f"{words}, and never sooner" if found.shortest else words


def _looked(claim: Claim, result: Bounded) -> str:
    spoiled = result.spoiled.get(claim.name)
    if spoiled is not None:
        return f"the machine does not go where the solver says: {spoiled}"
    sure = result.empty.get(claim.name, 0)
    return f"not met within {sure} steps; from there to {result.depth} the solver has not said"
