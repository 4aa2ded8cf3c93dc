"""An audit for programs: in English, whoever reads it (`docs/schemas/audit.schema.json`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.report.diff import diff_as_json
from verifier.words import Phrasebook
from verifier.words.audit.decisions import Decision, finding_key
from verifier.words.audit.findings import AGAINST, Audit, Finding, Quoted
from verifier.words.audit.report import finding_name
from verifier.words.audit.rulebook import Rulebook
from verifier.words.audit.tongue import Tongue
from verifier.words.seam import Sentence

PLAIN = Tongue()


def audit_as_json(found: Audit, book: Phrasebook, decisions: Mapping[str, Decision]) -> dict[str, Any]:
    return {
        "understood": found.understood,
        "share": round(found.share, 3),
        "edition": found.edition,
        "findings": [_finding(each, found.rulebook, book, decisions) for each in found.findings],
    }


def _finding(
    finding: Finding, rulebook: Rulebook, book: Phrasebook, decisions: Mapping[str, Decision]
) -> dict[str, Any]:
    claim = finding.claim
    mentions = [mention_as_json(each, rulebook) for each in finding.mentions]
    key = finding_key(finding, book)
    return {
        "key": key,
        "rule": claim.rule if claim is not None else "",
        "claim": finding_name(finding),
        "kind": claim.kind if claim is not None else finding_name(finding),
        "status": finding.status,
        "severity": finding.severity if finding.status in AGAINST else None,
        "tier": finding.tier,
        "mentions": mentions,
        "by": mentions[0] if mentions else None,
        "expected": PLAIN.expected(claim),
        "why": finding.why,
        "known": finding.known or None,
        "judged_by": finding.chapter.ruleset if finding.chapter is not None else None,
        "fits": list(finding.fits),
        "decision": decisions[key].choice or None if key in decisions else None,
        "witness": None if finding.play is None else diff_as_json(finding.play),
        "near": [_near(each, rulebook) for each in finding.near],
    }


def _near(sentence: Sentence, rulebook: Rulebook) -> dict[str, Any]:
    place = rulebook.place(sentence.span.start)
    return {"page": place.page, "line": place.line, "quote": sentence.text}


def mention_as_json(each: Quoted, rulebook: Rulebook) -> dict[str, Any]:
    place = rulebook.place(each.offset)
    return {
        "page": place.page,
        "line": place.line,
        "column": each.column,
        "quote": each.sentence.text,
        "words": each.words,
        "read": PLAIN.read_as(each.atom),
        "heading": each.sentence.trail[-1] if each.sentence.trail else "",
        "scope": each.sentence.scope,
    }
