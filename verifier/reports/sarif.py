"""An outcome as SARIF 2.1.0: what is refuted or unknown, at its place in the rules, for editors."""

from __future__ import annotations

from typing import Any

from verifier import __version__
from verifier.verify.finding import Finding
from verifier.verify.properties import HEALTH
from verifier.verify.running import Outcome, Sheet

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(outcome: Outcome) -> dict[str, Any]:
    """The report as a value that `json` can write."""
    found = [(sheet, finding) for sheet in outcome.sheets for finding in sheet.findings]
    told = [(sheet, finding) for sheet, finding in found if finding.verdict in ("refuted", "unknown")]
    names = list(dict.fromkeys(finding.property for _, finding in told))
    driver = {
        "name": "rulewright",
        "version": __version__,
        "rules": [_rule(name) for name in names],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not outcome.partial}],
        "results": [_result(sheet, finding, names.index(finding.property)) for sheet, finding in told],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str) -> dict[str, Any]:
    words = HEALTH.get(name, f"the claim `{name}` of the rules")
    return {"id": name, "shortDescription": {"text": words}}


def _result(sheet: Sheet, finding: Finding, number: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleId": finding.property,
        "ruleIndex": number,
        "level": "error" if finding.verdict == "refuted" else "warning",
        "message": {"text": f"{finding.verdict}: `{finding.property}` of {sheet.subject}: {finding.detail}"},
        "properties": {
            "ruleset": sheet.subject.ruleset,
            "players": sheet.subject.players,
            "verdict": finding.verdict,
            "method": finding.method,
        },
    }
    if finding.place is not None:
        found["locations"] = [_location(finding.place)]
    if finding.acknowledged is not None:
        found["suppressions"] = [{"kind": "inSource", "justification": finding.acknowledged}]
    if finding.trace is not None and finding.verdict == "refuted":
        steps = [{"location": {"message": {"text": line}}} for line in finding.trace.told]
        if steps:
            found["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
    return found


def _location(place: str) -> dict[str, Any]:
    path, _, line = place.rpartition(":")
    region = {"startLine": int(line)} if line.isdigit() else {"startLine": 1}
    return {"physicalLocation": {"artifactLocation": {"uri": path.replace("\\", "/")}, "region": region}}
