"""Two rulebooks side by side, in words and as JSON (`docs/schemas/audit-against.schema.json`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from verifier.report.diff import diff_as_json, parting_in_words
from verifier.words.audit.against import RELATIONS, Difference, chapters_told
from verifier.words.audit.as_json import PLAIN, mention_as_json
from verifier.words.audit.findings import Audit, Finding
from verifier.words.audit.report import Answer
from verifier.words.audit.rulebook import Rulebook

# What both say is only counted, unless everything is asked for.
TOLD = RELATIONS[:-1]


def differences_in_words(
    differences: Sequence[Difference], sides: tuple[Audit, Audit], answer: Answer
) -> Iterator[str]:
    """The whole answer, line by line."""
    tongue = answer.tongue
    names = [each.rulebook.source.path for each in sides]
    yield from (f"{letter}: {name}" for letter, name in zip("AB", names, strict=True))
    yield ""
    for each in differences:
        if each.relation in TOLD or answer.every:
            yield from _difference(each, sides, answer)
            yield ""
    for letter, title in lone_chapters(sides):
        yield tongue("only {name} has a chapter on {title}", name=letter, title=title)
    counts = Counter(each.relation for each in differences)
    if not any(counts[relation] for relation in TOLD):
        yield tongue("the two rulebooks differ nowhere that was read")
    if not all(each.understood for each in sides):
        yield tongue("little of the text was understood: contradictions are only doubts")
    yield ", ".join(f"{counts[each]} {tongue(each)}" for each in RELATIONS if counts[each])


def lone_chapters(sides: tuple[Audit, Audit]) -> Iterator[tuple[str, str]]:
    """Chapters that only one of the texts has, by its letter."""
    told = [chapters_told(each) for each in sides]
    for letter, mine, theirs in (("A", told[0], told[1]), ("B", told[1], told[0])):
        yield from ((letter, title) for ruleset, title in mine.items() if ruleset not in theirs)


def _difference(each: Difference, sides: tuple[Audit, Audit], answer: Answer) -> Iterator[str]:
    tongue = answer.tongue
    yield f"{tongue(each.relation)}  {each.claim.id}"
    for letter, side, finding in zip("AB", sides, (each.first, each.second), strict=True):
        yield from (f"  {letter}      {line}" for line in _side(letter, finding, side.rulebook, answer))
    yield f"  {tongue('rules'):<6} {tongue.expected(each.claim)}"
    sentence = answer.book.sentence(each.claim.rule) if each.claim.rule else None
    if sentence and each.relation != "both say it":
        yield f"  {tongue('say'):<6} {sentence}"
    if each.play is not None and each.play.parting is not None:
        yield f"  {tongue('play'):<6} {each.play.detail}"
        yield from (f"         {line}" for line in parting_in_words(each.play.parting, moves=answer.every))
    elif each.play is not None:
        yield f"  {tongue('play'):<6} {each.play.detail}"


def _side(letter: str, finding: Finding | None, rulebook: Rulebook, answer: Answer) -> Iterator[str]:
    if finding is None:
        yield answer.tongue("{name} says nothing of it", name=letter)
        return
    for each in finding.mentions:
        read = answer.tongue("read as: {words}", words=answer.tongue.read_as(each.atom))
        yield f"{answer.quoted(each, rulebook)} ({read})"
    if finding.chapter is not None:
        yield from answer.notes(replace(finding, why=""))


def differences_as_json(differences: Sequence[Difference], sides: tuple[Audit, Audit]) -> dict[str, Any]:
    return {
        "a": _audit(sides[0]),
        "b": _audit(sides[1]),
        "differences": [
            {
                "rule": each.claim.rule,
                "claim": each.claim.id,
                "kind": each.claim.kind,
                "relation": each.relation,
                "expected": PLAIN.expected(each.claim),
                "a": _finding(each.first, sides[0].rulebook),
                "b": _finding(each.second, sides[1].rulebook),
                "witness": None if each.play is None else diff_as_json(each.play),
            }
            for each in differences
        ],
    }


def _audit(side: Audit) -> dict[str, Any]:
    return {
        "text": side.rulebook.source.path,
        "understood": side.understood,
        "share": round(side.share, 3),
        "chapters": sorted(chapters_told(side)),
    }


def _finding(finding: Finding | None, rulebook: Rulebook) -> dict[str, Any] | None:
    if finding is None:
        return None
    mentions = [mention_as_json(each, rulebook) for each in finding.mentions]
    judged_by = finding.chapter.ruleset if finding.chapter is not None else None
    return {"status": finding.status, "judged_by": judged_by, "mentions": mentions}
