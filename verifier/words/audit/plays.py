"""Contradictions played out: the rules against the rules as the text has them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from verifier.compare.diff import Diff, compared_programs
from verifier.compare.distinguish import JointSearchLimits
from verifier.diagnostics import Rejected
from verifier.program import Program
from verifier.words.audit.findings import Audit, Finding, Severity
from verifier.words.claims import patched
from verifier.words.seam import Atom, Claim, Value

BY_THE_TEXT = "by the text"
SEVERITIES: dict[str, Severity] = {"equal": "no reachable effect", "different": "changes play"}
LEAST_SECONDS = 0.5


def settled(program: Program, found: Audit, seconds: float) -> Audit:
    """The audit with every contradiction played out, as far as the time reaches.

    One that is proved to change no play is said otherwise, to the same effect: it is `weaker`, not contradicted.
    """
    return replace(found, findings=tuple(_settled(program, found, time.monotonic() + seconds)))


def _settled(program: Program, found: Audit, until: float) -> Iterator[Finding]:
    open_ones = sum(each.status == "contradicted" for each in found.findings)
    for each in found.findings:
        if each.status != "contradicted":
            yield each
            continue
        left = (until - time.monotonic()) / max(1, open_ones)
        open_ones -= 1
        rules = rules_for(program, each)
        play = played_out(rules, each, left) if left >= LEAST_SECONDS else None
        if play is None:
            only_counts = each.claim is not None and each.claim.kind in ("count", "range")
            yield replace(each, severity="components only" if only_counts else "unknown")
        else:
            equal = play.verdict == "equal"
            yield replace(
                each,
                status="weaker" if equal else each.status,
                severity=SEVERITIES.get(play.verdict, "unknown"),
                play=play,
            )


def rules_for(program: Program, finding: Finding) -> Program:
    """The rules by which a finding was judged: those of its chapter, if it has its own."""
    return finding.chapter.program if finding.chapter is not None else program


def played_out(program: Program, finding: Finding, seconds: float) -> Diff | None:
    """The rules against the rules by the text; nothing where the change cannot be made in one place."""
    other = as_the_text_has_it(program, finding)
    if other is None:
        return None
    try:
        names = program.ruleset, BY_THE_TEXT
        return compared_programs(names, (program, other), None, JointSearchLimits(seconds=seconds))
    except Rejected:
        return None


def as_the_text_has_it(program: Program, finding: Finding) -> Program | None:
    """The rules with the one place changed that a finding is about."""
    claim = finding.claim
    if claim is None or claim.patch is None or not finding.mentions:
        return None
    value = value_of_the_text(claim, finding.mentions[0].atom)
    try:
        laid = patched(program.composition, claim.patch, value) if value is not None else None
        return Program(program.ruleset, laid, program.players, scenarios=False) if laid is not None else None
    except Rejected:
        return None


def value_of_the_text(claim: Claim, atom: Atom) -> Value | None:
    """What stands in the place of a claim if the text is right: more than 8 is at least 9."""
    if claim.slot != "number" or claim.op is None or atom.op is None or not isinstance(atom.value, int):
        return atom.value
    return _in_terms_of(claim.op, atom.op, atom.value)


def _in_terms_of(ours: str, theirs: str, value: int) -> int | None:
    match ours, theirs:
        case ("at-least", "more-than") | ("less-than", "at-most"):
            return value + 1
        case ("more-than", "at-least") | ("at-most", "less-than"):
            return value - 1
    return value if ours == theirs else None
