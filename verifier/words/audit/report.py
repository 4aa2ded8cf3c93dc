"""An audit in words: contradictions with their plays, gaps with the closest sentences, the rest in a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from verifier.compare.diff import Diff
from verifier.report.diff import diff_as_json, parting_in_words
from verifier.words import Phrasebook
from verifier.words.audit.claims import RulebookClaim
from verifier.words.audit.judge import Audit, ClaimFinding, SimilarMention, Status
from verifier.words.audit.passages import Mention
from verifier.words.comparisons import SPOKEN

# So much of a sentence on each side of what decides.
AROUND = 60
EFFECTS = {"equal": "no effect on play", "different": "changes play", "unknown": "perhaps no effect on play"}
Plays = Mapping[str, Diff]


def audit_in_words(found: Audit, plays: Plays, book: Phrasebook, every: bool) -> Iterator[str]:
    """The whole answer, line by line; `every` shows too where each claim was confirmed."""
    for status in ("contradicted", "harmless", "doubtful", "not found"):
        for finding in _of(found, status):
            yield from _finding(finding, plays.get(finding.claim.name), book, every)
            yield ""
    if every:
        for finding in _of(found, "confirmed"):
            yield _heading(finding)
            yield f"  text   {_quoted(finding.by)}" if finding.by is not None else ""
        yield ""
        yield from _unread(found)
    yield status_counts(found)


def status_counts(found: Audit) -> str:
    """How many claims have each status."""
    return ", ".join(f"{len(_of(found, status))} {status}" for status in get_args(Status))


def _of(found: Audit, status: str) -> list[ClaimFinding]:
    return [each for each in found.told() if each.status == status]


def _finding(finding: ClaimFinding, play: Diff | None, book: Phrasebook, every: bool) -> Iterator[str]:
    claim = finding.claim
    effect = f"   ({EFFECTS[play.verdict]})" if play is not None else ""
    yield _heading(finding) + effect
    if finding.by is not None:
        yield f"  text   {_quoted(finding.by)}"
        yield f"         read as: {_said(finding.by.op, finding.by.value)}"
    yield f"  rules  {_said(claim.op, claim.value)}{_place(claim, book)}"
    for sentence in [book.sentence(id) for id in claim.ids][:1]:
        yield f"  say    {sentence}"
    if finding.by is None:
        yield from (f"  near   {_quoted(near.mention)}" for near in finding.closest)
    if play is not None and play.parting is not None:
        yield f"  play   A: the rules, B: the rules by the text; they differ {play.detail}"
        yield from (f"         {line}" for line in parting_in_words(play.parting, moves=every))
    elif play is not None:
        yield f"  play   {play.detail}"


def _heading(finding: ClaimFinding) -> str:
    claim = finding.claim
    label = "" if claim.value is None else f": {claim.label}"
    return f"{finding.status}  {claim.name}{label}"


def _place(claim: RulebookClaim, book: Phrasebook) -> str:
    spans = [book.entries[id].span for id in (f"number:{claim.name}", *claim.ids) if id in book.entries]
    return f"   ({spans[0].path}:{spans[0].line})" if spans and not spans[0].is_nowhere else ""


def _said(op: str | None, value: int | None) -> str:
    return " ".join(str(part) for part in (SPOKEN.get(op or ""), value) if part is not None)


def _quoted(mention: Mention) -> str:
    """The sentence with what decides in angle brackets."""
    text = mention.passage.text
    before, behind = text[: mention.start], text[mention.end :]
    before = before if len(before) <= AROUND else "…" + before[-AROUND:]
    behind = behind if len(behind) <= AROUND else behind[:AROUND] + "…"
    return f"line {mention.passage.span.line}: {before}‹{mention.text}›{behind}"


def _unread(found: Audit) -> Iterator[str]:
    if found.unread:
        yield "numbers in the text that no rule explains:"
        yield from (f"  {_quoted(each)}" for each in found.unread)
        yield ""


# --- for programs


def audit_as_json(found: Audit, plays: Plays) -> dict[str, Any]:
    return {
        "findings": [_finding_as_json(each, plays.get(each.claim.name)) for each in found.findings],
        "unread": [_mention_as_json(each) for each in found.unread],
    }


def _finding_as_json(finding: ClaimFinding, play: Diff | None) -> dict[str, Any]:
    claim = finding.claim
    return {
        "claim": claim.name,
        "kind": "count" if claim.is_count else "comparison" if claim.value is None else "number",
        "status": finding.status,
        "value": claim.value,
        "comparison": claim.op,
        "rules": list(claim.ids),
        "by": None if finding.by is None else _mention_as_json(finding.by),
        "closest": [_near_as_json(each) for each in finding.closest],
        "effect": None if play is None else EFFECTS[play.verdict],
        "diff": None if play is None else diff_as_json(play),
    }


def _near_as_json(near: SimilarMention) -> dict[str, Any]:
    return {**_mention_as_json(near.mention), "likeness": round(near.likeness, 3)}


def _mention_as_json(mention: Mention) -> dict[str, Any]:
    return {
        "line": mention.passage.span.line,
        "sentence": mention.passage.text,
        "heading": mention.passage.heading,
        "words": mention.text,
        "value": mention.value,
        "comparison": mention.op,
    }
