"""Two rulebooks of one game compared by way of the rules: where they part, and where only one of them speaks."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from verifier.compare.diff import Diff, compared_programs
from verifier.compare.distinguish import JointSearchLimits
from verifier.diagnostics import Rejected
from verifier.program import Program
from verifier.words.audit.findings import AGAINST, ORDER, Audit, Finding
from verifier.words.audit.plays import LEAST_SECONDS, as_the_text_has_it
from verifier.words.judge.matching import effective
from verifier.words.seam import Claim

Relation = Literal[
    "they part", "one may part", "both say otherwise", "only A says it", "only B says it", "both say it"
]
RELATIONS: tuple[Relation, ...] = (
    "they part", "one may part", "both say otherwise", "only A says it", "only B says it", "both say it",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Difference:
    """What two texts say of one claim; a text that is silent has no finding."""

    claim: Claim
    relation: Relation
    first: Finding | None
    second: Finding | None
    # The rules by the first text against the rules by the second.
    play: Diff | None = None

    @property
    def matters(self) -> bool:
        """May the texts lead to different plays?"""
        return self.play is None or self.play.verdict != "equal"


def compared(first: Audit, second: Audit) -> list[Difference]:
    """Every claim of which one of the texts speaks, those that part first.

    What one text says of the game and the other of a variant may part. Chapters are compared if both texts have them.
    """
    mine, theirs = _by_claim(first), _by_claim(second)
    shared = chapters_told(first).keys() & chapters_told(second).keys()
    found = []
    for key in dict.fromkeys([*mine, *theirs]):
        chapter, id = key
        if chapter and chapter not in shared:
            continue
        here, there = _spoken(mine.get(key)), _spoken(theirs.get(key))
        relation = _relation(here, there)
        if relation in ("only A says it", "only B says it") and not chapter:
            elsewhere = _in_a_chapter(id, theirs if here is not None else mine)
            if elsewhere is not None:
                relation = "one may part"
                here, there = here or elsewhere, there or elsewhere
        one = here or there
        if relation is not None and one is not None and one.claim is not None:
            found.append(Difference(one.claim, relation, here, there))
    return sorted(found, key=lambda each: RELATIONS.index(each.relation))


Key = tuple[str, str]


def chapters_told(found: Audit) -> dict[str, str]:
    """The chapters of a text, by rule set, with what people call them."""
    return {
        each.chapter.ruleset: each.chapter.title for each in found.findings if each.chapter and _variant(each)
    }


def _variant(finding: Finding) -> str:
    """The variant that a finding is about; nothing for the game itself, for however many players."""
    return finding.chapter.ruleset if finding.chapter is not None and "+" in finding.chapter.ruleset else ""


def _in_a_chapter(id: str, told: Mapping[Key, Finding]) -> Finding | None:
    return next(
        (each for (chapter, own), each in told.items() if chapter and own == id and each.mentions), None
    )


def _by_claim(found: Audit) -> dict[Key, Finding]:
    """The worst that a text says of each claim."""
    told: dict[Key, Finding] = {}
    for each in sorted(found.findings, key=lambda each: ORDER.index(each.status)):
        if each.claim is not None:
            told.setdefault((_variant(each), each.claim.id), each)
    return told


def _spoken(finding: Finding | None) -> Finding | None:
    return finding if finding is not None and finding.mentions else None


def _relation(here: Finding | None, there: Finding | None) -> Relation | None:
    if here is None and there is None:
        return None
    if here is None or there is None:
        only = here or there
        # What no rulebook need say is no gap where one of them does.
        asked = (
            only is not None and only.claim is not None and (only.claim.expected or only.status in AGAINST)
        )
        if not asked:
            return None
        return "only A says it" if here is not None else "only B says it"
    wrong = [each for each in (here, there) if each.status in AGAINST]
    if len(wrong) == 2 and _values(here) == _values(there):
        return "both say otherwise"
    if not wrong:
        return "both say it"
    return "one may part" if any(each.status == "doubtful" for each in wrong) else "they part"


def _values(finding: Finding) -> frozenset[tuple[str | None, str]]:
    return frozenset((each.atom.op, str(effective(each.atom))) for each in finding.mentions)


def played_between(program: Program, differences: list[Difference], seconds: float) -> Iterator[Difference]:
    """The differences with a play by the first text against a play by the second, as far as the time reaches.

    A text that says what the rules say, or nothing, is played by the rules.
    """
    open_ones = [each for each in differences if _is_playable(each)]
    until = time.monotonic() + seconds
    for each in differences:
        left = (until - time.monotonic()) / max(1, len(open_ones))
        if each not in open_ones or left < LEAST_SECONDS:
            yield each
            continue
        open_ones.remove(each)
        yield replace(each, play=_between(program, each, left))


def _is_playable(each: Difference) -> bool:
    sides = (each.first, each.second)
    return each.relation in ("they part", "only A says it", "only B says it") and any(
        side is not None and side.status == "contradicted" for side in sides
    )


def sides_of(program: Program, each: Difference) -> dict[str, Program]:
    """The rules as each text has them, A and B; nothing where one cannot be written down."""
    own = next(side.chapter for side in (each.first, each.second) if side is not None)
    rules = own.program if own is not None else program
    sides = {
        name: as_the_text_has_it(rules, side) if side is not None and side.status in AGAINST else rules
        for name, side in (("A", each.first), ("B", each.second))
    }
    found = {name: side for name, side in sides.items() if side is not None}
    return found if len(found) == len(sides) else {}


def _between(program: Program, each: Difference, seconds: float) -> Diff | None:
    sides = sides_of(program, each)
    if not sides:
        return None
    try:
        played = sides["A"], sides["B"]
        return compared_programs(("A", "B"), played, None, JointSearchLimits(seconds=seconds))
    except Rejected:
        return None
