"""What people have decided about findings: kept in a file that the next run reads.

A decision belongs to a finding by its key, which is made of what the text says and of what the rules say: where one of
them changes, the finding has another key and speaks again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args

from verifier.diagnostics import Label, Rejected, Report, diagnostic
from verifier.program import Program
from verifier.source import Source
from verifier.words.audit.findings import AGAINST, Audit, Finding
from verifier.words.book import Phrasebook, phrasebook_of

SCHEMA = "rulewright/decisions/1"
Choice = Literal["", "accepted", "false alarm"]


@dataclass(frozen=True, slots=True)
class Decision:
    """Nothing, a true finding that is to be mended, or a false alarm; and a note."""

    choice: Choice
    note: str = ""


def own_book(finding: Finding, book: Phrasebook) -> Phrasebook:
    """The words of the rules by which something was judged: those of the variant for a chapter on it."""
    chapter = finding.chapter
    return book if chapter is None else _book(chapter.program, book.lang)


@lru_cache(maxsize=8)
def _book(program: Program, lang: str) -> Phrasebook:
    return phrasebook_of(program, lang, Report())


def finding_key(finding: Finding, book: Phrasebook) -> str:
    """A short word for what a finding says, the same in every run."""
    claim = finding.claim
    entry = own_book(finding, book).entries.get(claim.rule) if claim is not None else None
    parts = (
        claim.id if claim is not None else "",
        claim.op if claim is not None else "",
        sorted(map(str, claim.allowed)) if claim is not None else [],
        entry.text if entry is not None else "",
        finding.chapter.ruleset if finding.chapter is not None else "",
        sorted({(" ".join(each.sentence.text.split()), each.words) for each in finding.mentions}),
    )
    return digest(parts)


def digest(parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()[:16]


def read_decisions(source: Source) -> dict[str, Decision]:
    """The decisions in a file, by key; a file that holds none raises `Rejected`."""
    try:
        found = json.loads(source.text)
    except (ValueError, RecursionError):
        found = None
    rows = found.get("decisions") if isinstance(found, dict) and found.get("schema") == SCHEMA else None
    if not isinstance(rows, list) or not all(map(_is_decision, rows)):
        report = Report()
        label = Label(Source(source.path, "").whole)
        report.add(
            diagnostic("L799", label, hint="save one on the page that `--html` writes", path=source.path)
        )
        raise Rejected(report)
    return {row["key"]: Decision(row["choice"], row.get("note", "")) for row in rows}


def _is_decision(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and isinstance(row.get("key"), str)
        and row.get("choice") in get_args(Choice)
        and isinstance(row.get("note", ""), str)
    )


def is_quiet(finding: Finding, book: Phrasebook, decisions: Mapping[str, Decision]) -> bool:
    """Was this very finding called a false alarm? A true one speaks until it is mended."""
    if finding.status not in (*AGAINST, "missing", "extra"):
        return False
    own = decisions.get(finding_key(finding, book))
    return own is not None and own.choice == "false alarm"


def speaking(found: Audit, book: Phrasebook, decisions: Mapping[str, Decision]) -> list[Finding]:
    """The findings that nobody has called a false alarm."""
    return [each for each in found.findings if not is_quiet(each, book, decisions)]
