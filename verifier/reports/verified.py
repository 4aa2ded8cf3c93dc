"""An outcome as a JSON document: the same outcome gives the same bytes, apart from times."""

from __future__ import annotations

from collections import Counter
from typing import Any

from verifier.verify.finding import VERDICTS, Finding
from verifier.verify.running import Outcome, Sheet


def verify_document(outcome: Outcome) -> dict[str, Any]:
    """The document of `rulewright verify`."""
    found: dict[str, Any] = {
        "partial": outcome.partial,
        "summary": summary(outcome),
        "results": [result(sheet, finding) for sheet in outcome.sheets for finding in sheet.findings],
    }
    if outcome.changed:
        found["changed"] = list(outcome.changed)
    return found


def summary(outcome: Outcome) -> dict[str, int]:
    """How often each verdict was given; acknowledged refutations are counted apart."""
    counts = Counter(finding.verdict for finding in outcome.findings)
    known = sum(finding.acknowledged is not None for finding in outcome.findings)
    return {**{verdict: counts[verdict] for verdict in VERDICTS}, "acknowledged": known}


def result(sheet: Sheet, finding: Finding) -> dict[str, Any]:
    """One row."""
    found: dict[str, Any] = {
        "ruleset": sheet.subject.ruleset,
        "players": sheet.subject.players,
        "property": finding.property,
        "kind": finding.kind,
        "verdict": finding.verdict,
        "method": finding.method,
        "detail": finding.detail,
        "seconds": round(finding.seconds, 3),
    }
    if finding.acknowledged is not None:
        found["acknowledged"] = finding.acknowledged
    if finding.place is not None:
        found["place"] = finding.place
    if finding.listed:
        found["listed"] = list(finding.listed)
    if finding.helpers:
        found["helpers"] = list(finding.helpers)
    if finding.trace is not None:
        found["trace"] = finding.trace.as_json(with_story=finding.kind != "witness")
    return found
