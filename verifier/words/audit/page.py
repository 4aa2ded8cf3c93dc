"""An audit as a page to work with: the rulebook with its sentences, beside them what was found and decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from verifier.report.diff import parting_in_words
from verifier.report.findings_page import findings_page
from verifier.words.audit.decisions import Decision, digest, finding_key, own_book
from verifier.words.audit.findings import AGAINST, ORDER, Audit, Finding
from verifier.words.audit.report import Answer, bracketed
from verifier.words.audit.tongue import Tongue
from verifier.words.book import Phrasebook
from verifier.words.seam import Sentence

ASKED = frozenset({*AGAINST, "missing", "extra"})
# What the script says by itself.
WORDS = (
    "all", "accept", "false alarm", "your note", "save decisions", "load decisions", "this is no file of decisions",
    "decided: {done} of {all}", "nothing to show with this filter", "show in the text", "the findings", "keys",
    "next finding", "previous finding", "write a note", "this list", "close",
)  # fmt: skip
ABOUT = (
    "Decisions stay in this browser. Save them as a file, and give it to the next run with --accept:"
    " false alarms then stay quiet."
)


def audit_page(found: Audit, answer: Answer, reader: Phrasebook, name: str) -> str:
    """The whole page, in the language of its reader, in whose words `reader` has the rules."""
    tongue = answer.tongue
    path = PurePath(found.rulebook.source.path).name
    numbers = {sentence.span.start: number for number, sentence in enumerate(found.sentences)}
    counts = Counter(each.status for each in found.findings)
    share = tongue("found and right: {share} % of what a rulebook should say", share=round(100 * found.share))
    data = {
        "title": tongue("Audit of {name}", name=path),
        "subtitle": f"{name} · {share}",
        "notices": list(_notices(found, tongue)),
        "textTitle": tongue("the rulebook"),
        "textLang": answer.book.lang,
        "of": {"ruleset": name, "text": path, "lang": answer.book.lang},
        "statuses": [
            {
                "id": status,
                "label": tongue(status),
                "count": counts[status],
                "shown": status not in ("confirmed", "implied", "extra"),
            }
            for status in ORDER
        ],
        "pieces": list(_pieces(found)),
        "findings": [_finding(each, found, answer, reader, numbers) for each in found.findings],
        **page_frame((name, path), answer.decisions, tongue),
    }
    return findings_page(data, tongue.lang)


def page_frame(of: tuple[str, ...], decisions: Mapping[str, Decision], tongue: Tongue) -> dict[str, Any]:
    """What pages of every kind have: where decisions are kept, and the words around them."""
    return {
        "store": digest(of),
        "file": "decisions.json",
        "decisions": {key: {"choice": each.choice, "note": each.note} for key, each in decisions.items()},
        "words": {english: tongue.phrase(english) for english in (*WORDS, ABOUT)},
        "about": ABOUT,
    }


def _notices(found: Audit, tongue: Tongue) -> Iterator[str]:
    if found.edition is not None:
        yield tongue(
            "where the text contradicts the rules, it fits `{ruleset}`: perhaps another edition",
            ruleset=found.edition,
        )
    if not found.understood:
        yield tongue("little of the text was understood: contradictions are only doubts")


# --- the text, cut where sentences begin and end


def _pieces(found: Audit) -> Iterator[dict[str, Any]]:
    text, at = found.rulebook.source.text, 0
    marks = _marks(found)
    for number, sentence in enumerate(found.sentences):
        start, end = _extent(sentence)
        if start < at:
            continue
        if start > at:
            yield {"id": None, "parts": [[text[at:start], False]]}
        yield {
            "id": number,
            "heading": sentence.scope == "heading",
            "parts": [[part, own] for part, own in _marked(text, start, end, marks)],
        }
        at = end
    if at < len(text):
        yield {"id": None, "parts": [[text[at:], False]]}


def _extent(sentence: Sentence) -> tuple[int, int]:
    if sentence.places:
        return min(sentence.places), max(sentence.places) + 1
    return sentence.span.start, sentence.span.end


def _marks(found: Audit) -> list[tuple[int, int]]:
    """Where the words stand that speak against something."""
    marks = set()
    for finding in found.of(*AGAINST):
        for each in finding.mentions:
            places = each.sentence.places[each.atom.start : each.atom.end]
            if places:
                marks.add((min(places), max(places) + 1))
    return sorted(marks)


def _marked(text: str, start: int, end: int, marks: list[tuple[int, int]]) -> Iterator[tuple[str, bool]]:
    at = start
    for first, last in marks:
        if at <= first < last <= end:
            if at < first:
                yield text[at:first], False
            yield text[first:last], True
            at = last
    if at < end:
        yield text[at:end], False


# --- the findings


def _finding(
    finding: Finding, found: Audit, answer: Answer, reader: Phrasebook, numbers: Mapping[int, int]
) -> dict[str, Any]:
    tongue = answer.tongue
    starts = dict.fromkeys(each.sentence.span.start for each in finding.mentions)
    severe = finding.severity != "unknown" and finding.status in AGAINST
    return {
        "key": finding_key(finding, answer.book),
        "status": finding.status,
        "name": answer.name(finding),
        "effect": tongue(finding.severity) if severe else "",
        "asked": finding.status in ASKED,
        "pieces": [numbers[start] for start in starts if start in numbers],
        "rows": [
            {"label": label, "words": words, "kind": kind, "lang": lang}
            for label, words, kind, lang in _rows(finding, found, answer, reader)
            if words
        ],
    }


Row = tuple[str, str, str, str]


def _rows(finding: Finding, found: Audit, answer: Answer, reader: Phrasebook) -> Iterator[Row]:
    tongue, lang = answer.tongue, answer.book.lang
    for each in finding.mentions:
        place = tongue.place(found.rulebook.place(each.offset))
        yield f"{tongue('the text says')} ({place})", bracketed(each), "quote", lang
        if finding.status in AGAINST and not finding.known:
            yield tongue("understood as"), tongue.read_as(each.atom), "plain", ""
    yield tongue("the rules say"), tongue.expected(finding.claim), "plain", ""
    if reader.lang != lang and finding.claim is not None and finding.claim.rule:
        yield (
            tongue("the rule"),
            own_book(finding, reader).sentence(finding.claim.rule) or "",
            "quote",
            reader.lang,
        )
    yield tongue("a right wording"), answer.sentence(finding) or "", "right", lang
    yield tongue("a sentence known to be true"), finding.known, "right", lang
    yield tongue("note"), "\n".join(answer.notes(finding)), "plain", ""
    own = own_book(finding, answer.book)
    entry = own.entries.get(finding.claim.rule) if finding.claim is not None else None
    yield tongue("the formal rule"), entry.text if entry is not None else "", "formal", ""
    yield _play_label(finding, answer), "\n".join(_play(finding)), "play", ""
    moves = (
        finding.play.parting.lines if finding.play is not None and finding.play.parting is not None else ()
    )
    told = "\n".join(f"{number:>4}. {line}" for number, line in enumerate(moves, start=1))
    yield tongue("the moves"), told, "formal", tongue.lang
    near = (f"{tongue.place(found.rulebook.place(each.span.start))}: {each.text}" for each in finding.near)
    yield tongue("closest sentences"), "\n".join(near), "quote", lang


def _play_label(finding: Finding, answer: Answer) -> str:
    what = answer.tongue("a play that differs")
    has_one = finding.play is not None and finding.play.parting is not None
    return f"{what} ({answer.parting(finding)})" if has_one else answer.tongue("play")


def _play(finding: Finding) -> Iterator[str]:
    if finding.play is None:
        return
    if finding.play.parting is None:
        yield finding.play.detail
    else:
        yield from parting_in_words(finding.play.parting, moves=False)
