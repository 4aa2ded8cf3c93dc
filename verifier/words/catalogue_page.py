"""A catalogue as a page to work with: the English sentences, beside each its translation and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from verifier.diagnostics import Diagnostic
from verifier.report.findings_page import findings_page
from verifier.words.audit.decisions import Decision, digest
from verifier.words.audit.page import page_frame
from verifier.words.audit.tongue import Tongue
from verifier.words.swapped_slots import Owned

MISSING = "L710"
STATUSES = ("problem", "missing", "fine")


def entry_key(lang: str, key: str, owned: Owned, problems: Iterable[Diagnostic]) -> str:
    """A short word for an entry as it is: its rule, its sentence, what is wrong with it."""
    message = owned.book.message(owned.entry.id)
    words = message.words if message is not None else ""
    return digest([lang, key, owned.entry.text, words, sorted({each.code for each in problems})])


def catalogue_page(
    title: str,
    lang: str,
    owned: Mapping[str, Owned],
    english: Mapping[str, Owned],
    problems: Iterable[Diagnostic],
    decisions: Mapping[str, Decision],
    tongue: Tongue,
) -> str:
    """The whole page, in the language of its reader."""
    by_key: dict[str, list[Diagnostic]] = {key: [] for key in owned}
    others: list[Diagnostic] = []
    for each in problems:
        by_key[each.rule].append(each) if each.rule in by_key else others.append(each)
    findings = [
        _entry(number, key, lang, each, by_key[key], tongue)
        for number, (key, each) in enumerate(owned.items())
    ]
    findings.sort(key=lambda each: STATUSES.index(each["status"]))
    counts = Counter(each["status"] for each in findings)
    data = {
        "title": tongue("Catalogue of {name}", name=f"{title} ({lang})"),
        "subtitle": "",
        "notices": [each.title for each in others],
        "textTitle": tongue("in English"),
        "textLang": "en",
        "of": {"game": title, "lang": lang},
        "statuses": [
            {"id": status, "label": tongue(status), "count": counts[status], "shown": status != "fine"}
            for status in STATUSES
        ],
        "pieces": [
            {"id": number, "caption": key, "parts": [[_said(english.get(key)) or "–", False]]}
            for number, key in enumerate(owned)
        ],
        "findings": findings,
        **page_frame((title, lang), decisions, tongue),
    }
    return findings_page(data, tongue.lang)


def _said(owned: Owned | None) -> str:
    return (owned.book.sentence(owned.entry.id) or "") if owned is not None else ""


def _entry(
    number: int, key: str, lang: str, owned: Owned, problems: list[Diagnostic], tongue: Tongue
) -> dict[str, Any]:
    status = (
        "fine" if not problems else "missing" if any(each.code == MISSING for each in problems) else "problem"
    )
    rows = [(tongue("the translation"), _said(owned) or "–", "quote", lang)]
    for each in problems:
        rows.append((each.code, each.title, "plain", ""))
        rows.append((tongue("hint"), each.hint or "", "plain", ""))
    rows.append((tongue("the formal rule"), owned.entry.text, "formal", ""))
    return {
        "key": entry_key(lang, key, owned, problems),
        "status": status,
        "name": key,
        "effect": "",
        "asked": bool(problems),
        "pieces": [number],
        "rows": [
            {"label": label, "words": words, "kind": kind, "lang": lang}
            for label, words, kind, lang in rows
            if words
        ],
    }
