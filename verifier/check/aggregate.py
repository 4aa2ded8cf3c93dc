"""Aggregation: several findings on one property in, the strongest out, never rounded up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from verifier.check.induction.prove import METHOD as INDUCTION
from verifier.check.quantified.proof import METHOD as STEP_BY_STEP
from verifier.model.game import Acknowledged
from verifier.verdict.finding import STRENGTH, Finding, Question, moves_of, unknown_finding

AT_FULL_SIZE = (INDUCTION, STEP_BY_STEP)


def strongest_finding(question: Question, findings: Iterable[Finding]) -> Finding:
    """The strongest finding; what costs time costs it all the same."""
    # Of two plays that show the same the shorter one is told. The method comes last, so that it does not matter
    # which part was done first.
    found = sorted(findings, key=lambda each: (STRENGTH[each.verdict], moves_of(each), each.method))
    if not found:
        return unknown_finding(question, "none", "no method applies to this property")
    best = found[0].of(question)
    seconds = sum(each.seconds for each in found)
    if best.verdict == "refuted" and any(each.verdict == "proved" for each in found[1:]):
        other = next(each for each in found[1:] if each.verdict == "proved")
        words = f"{best.detail}; but {other.method} says it is proved: an internal contradiction"
        best = replace(best, detail=words)
    for remark in dict.fromkeys(each.remark for each in found[1:]):
        # What fails in the full game need not be said to fail in a small one.
        if remark and best.verdict not in ("unknown", "refuted"):
            best = replace(best, detail=f"{best.detail}; but it {remark}")
    if best.verdict in ("exhausted", "tested"):
        best = replace(best, detail=f"{best.detail}{_no_proof(found)}")
    if best.trace is not None and 0 < moves_of(best) <= max(each.least for each in found):
        words = ", and never sooner" if best.kind == "witness" else "; no play with fewer moves shows it"
        best = replace(best, detail=best.detail + words)
    if best.verdict == "unknown" and len(found) > 1:
        reasons = "; ".join(dict.fromkeys(f"{each.method}: {each.detail}" for each in found))
        listed = next((each.listed for each in found if each.listed), ())
        best = replace(best, method=", ".join(dict.fromkeys(e.method for e in found)), detail=reasons)
        best = replace(best, listed=listed)
    return replace(best, seconds=seconds)


def with_ends(finding: Finding, ends: tuple[str, ...]) -> Finding:
    """The finding with the methods that fell over: without them it may be weaker than it should be."""
    if not ends:
        return finding
    # Of what is unknown the reason is told already.
    new = [each for each in ends if each.partition(": ")[2] not in finding.detail]
    return replace(finding, ended=ends, detail="; ".join((finding.detail, *new)))


def _no_proof(found: Iterable[Finding]) -> str:
    """Why there is nothing stronger: what the induction at full size said."""
    why = next(
        (each.detail for each in found if each.verdict == "unknown" and each.method in AT_FULL_SIZE), None
    )
    return "" if why is None else f"; no proof at full size: {why}"


def with_acknowledgement(finding: Finding, acknowledged: Iterable[Acknowledged]) -> Finding:
    """The finding with the reason by which the rules accept it, if they do.

    A reason with a subject accepts that one thing and takes it off the list; a list is accepted when nothing
    is left on it. A loop is listed by the name of the acknowledgement that means it; that plays are long, without a
    loop, is accepted by any.
    """
    if finding.verdict not in ("refuted", "unknown"):
        return finding
    fitting = [each for each in acknowledged if each.property == finding.property]
    long = finding.verdict == "unknown"
    whole = [each for each in fitting if each.subject is None or (long and each.loop is not None)]
    if whole:
        return replace(finding, acknowledged="; ".join(dict.fromkeys(each.reason for each in whole)))
    subjects = {each.subject: each.reason for each in fitting}
    known = [name for name in finding.listed if name.removeprefix("action ") in subjects]
    if not known:
        return finding
    rest = tuple(name for name in finding.listed if name not in known)
    if rest:
        words = f"{finding.detail} ({len(known)} of them acknowledged: {', '.join(known)})"
        return replace(finding, detail=words, listed=rest)
    reasons = dict.fromkeys(subjects[name.removeprefix("action ")] for name in known)
    return replace(finding, acknowledged="; ".join(reasons))
