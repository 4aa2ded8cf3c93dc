"""An audit in words and as JSON: contradictions with their plays, gaps, the rest in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from verifier.report.diff import diff_as_json, parting_in_words
from verifier.words import Phrasebook
from verifier.words.audit.findings import AGAINST, Audit, Finding, Quoted
from verifier.words.audit.rulebook import Rulebook
from verifier.words.comparisons import SPOKEN
from verifier.words.judge.verdicts import Status
from verifier.words.seam import Atom, Claim, Sentence, Value
from verifier.words.spoken import spoken

# So much of a sentence on each side of what decides.
AROUND = 60
LONGEST_NEAR = 110


def audit_in_words(found: Audit, book: Phrasebook, every: bool) -> Iterator[str]:
    """The whole answer, line by line; `every` shows too where each claim was confirmed and what is extra."""
    for finding in found.of("contradicted", "weaker", "stronger", "doubtful"):
        yield from _finding(finding, found.rulebook, book, every)
        yield ""
    missing = found.of("missing", "unread")
    if missing:
        yield "not found in the text:"
        yield from _gaps(missing, found.rulebook, book, every)
        yield ""
    if every:
        for finding in found.of("confirmed", "implied"):
            yield f"{finding.status}  {_name(finding)}: {_expected(finding.claim)}"
            yield from (f"  text   {_quoted(each, found.rulebook)}" for each in finding.mentions)
        for finding in found.of("extra"):
            yield "extra: no rule says so"
            yield from (f"  text   {_quoted(each, found.rulebook)}" for each in finding.mentions)
        yield ""
    if not found.understood:
        yield "little of the text was understood: contradictions are only doubts"
    yield status_counts(found)


def _gaps(missing: Sequence[Finding], rulebook: Rulebook, book: Phrasebook, every: bool) -> Iterator[str]:
    """What the text does not say, each rule by its sentence; with `every` what of it, and what comes close."""
    by_rule: dict[str, list[Finding]] = {}
    for finding in missing:
        rule = finding.claim.rule if finding.claim is not None else ""
        sentence = book.sentence(rule) if rule else None
        by_rule.setdefault(sentence or f"{_name(finding)}: {_expected(finding.claim)}", []).append(finding)
    for sentence, findings in by_rule.items():
        yield f"  {sentence}"
        for finding in findings if every else ():
            yield f"    {_name(finding)}: {_expected(finding.claim)}"
            yield from (f"      near  {_shortened(near, rulebook)}" for near in finding.near)


def status_counts(found: Audit) -> str:
    """How many claims have each status."""
    counts = {status: len(found.of(status)) for status in get_args(Status)}
    return ", ".join(f"{count} {status}" for status, count in counts.items() if count)


def _finding(finding: Finding, rulebook: Rulebook, book: Phrasebook, every: bool) -> Iterator[str]:
    effect = f"   ({finding.severity})" if finding.severity != "unknown" else ""
    yield f"{finding.status}  {_name(finding)}{effect}"
    for each in finding.mentions:
        yield f"  text   {_quoted(each, rulebook)}"
        yield f"         read as: {read_as(each.atom)}"
    if finding.claim is not None:
        yield f"  rules  {_expected(finding.claim)}{_place(finding.claim, book)}"
    if finding.why:
        yield f"  note   {finding.why}"
    sentence = book.sentence(finding.claim.rule) if finding.claim is not None and finding.claim.rule else None
    if sentence:
        yield f"  say    {sentence}"
    if finding.play is not None and finding.play.parting is not None:
        yield f"  play   A: the rules, B: the rules by the text; they differ {finding.play.detail}"
        yield from (f"         {line}" for line in parting_in_words(finding.play.parting, moves=every))
    elif finding.play is not None:
        yield f"  play   {finding.play.detail}"


def _name(finding: Finding) -> str:
    if finding.claim is not None:
        return finding.claim.id
    return "extra" if finding.status == "extra" else "a sum"


def _place(claim: Claim | None, book: Phrasebook) -> str:
    entry = book.entries.get(claim.rule) if claim is not None else None
    if entry is None or entry.span.is_nowhere:
        return ""
    return f"   ({entry.span.path}:{entry.span.line})"


def read_as(atom: Atom) -> str:
    """What was read, in a word or two."""
    return _said(atom.op, atom.value, atom.slot)


def _expected(claim: Claim | None) -> str:
    if claim is None:
        return ""
    # A cost may be written with its sign or without.
    values = [value for value in sorted(claim.allowed, key=str) if not _is_signed(value, claim.allowed)]
    shown = list(dict.fromkeys(_said(claim.op, value, claim.slot) for value in values))
    return " or ".join(shown[:3]) + (" ..." if len(shown) > 3 else "")


def _is_signed(value: Value, allowed: frozenset[Value]) -> bool:
    return isinstance(value, int) and value < 0 and -value in allowed


def _said(op: str | None, value: Value, slot: str) -> str:
    if isinstance(value, tuple):
        return " to ".join(map(str, value)) if slot == "range" else ", ".join(map(str, value))
    if isinstance(value, int):
        return " ".join(str(part) for part in (SPOKEN.get(op or ""), value) if part)
    return spoken(slot, value)


def _quoted(each: Quoted, rulebook: Rulebook) -> str:
    """The sentence with what decides in angle brackets."""
    text, atom = each.sentence.text, each.atom
    before, behind = text[: atom.start], text[atom.end :]
    before = before if len(before) <= AROUND else "…" + before[-AROUND:]
    behind = behind if len(behind) <= AROUND else behind[:AROUND] + "…"
    return f"{rulebook.place(each.offset)}: {before}‹{each.words}›{behind}"


def _shortened(sentence: Sentence, rulebook: Rulebook) -> str:
    text = sentence.text if len(sentence.text) <= LONGEST_NEAR else sentence.text[:LONGEST_NEAR] + "…"
    return f"{rulebook.place(sentence.span.start)}: {text}"


# --- for programs


def audit_as_json(found: Audit) -> dict[str, Any]:
    return {
        "understood": found.understood,
        "share": round(found.share, 3),
        "findings": [_finding_as_json(each, found.rulebook) for each in found.findings],
    }


def _finding_as_json(finding: Finding, rulebook: Rulebook) -> dict[str, Any]:
    claim = finding.claim
    mentions = [_mention_as_json(each, rulebook) for each in finding.mentions]
    return {
        "rule": claim.rule if claim is not None else "",
        "claim": _name(finding),
        "kind": claim.kind if claim is not None else _name(finding),
        "status": finding.status,
        "severity": finding.severity if finding.status in AGAINST else None,
        "tier": finding.tier,
        "mentions": mentions,
        "by": mentions[0] if mentions else None,
        "expected": _expected(claim),
        "why": finding.why,
        "witness": None if finding.play is None else diff_as_json(finding.play),
        "near": [
            {"page": place.page, "line": place.line, "quote": each.text}
            for each in finding.near
            for place in [rulebook.place(each.span.start)]
        ],
    }


def _mention_as_json(each: Quoted, rulebook: Rulebook) -> dict[str, Any]:
    place = rulebook.place(each.offset)
    return {
        "page": place.page,
        "line": place.line,
        "column": each.column,
        "quote": each.sentence.text,
        "words": each.words,
        "read": read_as(each.atom),
        "heading": each.sentence.trail[-1] if each.sentence.trail else "",
        "scope": each.sentence.scope,
    }
