"""Whether an independent checker has accepted what a finding rests on, now or on record."""

from __future__ import annotations

import builtins
from dataclasses import replace
from typing import Protocol

from verifier.certify.record import accepted_properties, entry_of
from verifier.diagnostics import Rejected
from verifier.program import Subject
from verifier.verdict.finding import Finding

# Shown by plays that anybody can replay: there is no proof to check.
SHOWN_BY_PLAYS = ("every-rule-lives",)


def checked_properties(subject: Subject, now: bool = False) -> frozenset[str]:
    """The properties of a subject whose certificate was accepted: on record, or asked for now."""
    if now:
        # Most who verify only look at the record: they need no checker.
        from verifier.certify.run import certified

        return frozenset(certified(subject).accepted)
    entry = entry_of(subject)
    if entry is None:
        return frozenset()
    try:
        return accepted_properties(subject.program().machine, entry)
    except Rejected:
        return frozenset()


class Row(Protocol):
    """A finding, or what a record keeps of one."""

    @builtins.property
    def property(self) -> str: ...

    @builtins.property
    def kind(self) -> str: ...

    @builtins.property
    def verdict(self) -> str: ...


def is_proof(row: Row) -> bool:
    """Does it hold of all plays because a prover says so? What plays show can be replayed."""
    return row.verdict == "proved" and row.kind != "witness" and row.property not in SHOWN_BY_PLAYS


def with_check(finding: Finding, checked: frozenset[str]) -> Finding:
    """A proof says whether it is checked; whatever else was found has nothing to check."""
    return replace(finding, checked=finding.property in checked) if is_proof(finding) else finding
