"""Verdicts gathered into findings: one for each claim and status, with every place of the text that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from verifier.compare.diff import Diff
from verifier.words.audit.chapters import Chapter
from verifier.words.audit.rulebook import Rulebook
from verifier.words.judge.verdict import Status, Tier, Verdict
from verifier.words.seam import Atom, Claim, Sentence

Severity = Literal["changes play", "no reachable effect", "components only", "unknown"]
# In this order findings are told; the first of those that a claim has is its worst.
ORDER: tuple[Status, ...] = (
    "contradicted", "weaker", "stronger", "doubtful", "extra", "missing", "unread", "implied", "confirmed",
)  # fmt: skip
AGAINST: frozenset[Status] = frozenset({"contradicted", "weaker", "stronger", "doubtful"})
NEAREST = 3


@dataclass(frozen=True, slots=True)
class Quoted:
    """A place of the text: a sentence, and in it the words that decide."""

    sentence: Sentence
    atom: Atom

    @property
    def offset(self) -> int:
        """Where in the source the deciding words begin, which may stand below the start of their sentence."""
        places = self.sentence.places
        if places and self.atom.start < len(places):
            return places[self.atom.start]
        return self.sentence.span.start

    @property
    def line(self) -> int:
        return self.sentence.span.source.span(self.offset).line

    @property
    def column(self) -> int:
        return self.sentence.span.source.span(self.offset).column

    @property
    def words(self) -> str:
        return self.sentence.text[self.atom.start : self.atom.end]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a text says of a claim; `claim` is missing for what no rule speaks of."""

    claim: Claim | None
    status: Status
    tier: Tier
    mentions: tuple[Quoted, ...]
    why: str = ""
    severity: Severity = "unknown"
    play: Diff | None = None
    # For what is missing: the sentences that come closest.
    near: tuple[Sentence, ...] = ()
    # The part of the text by whose rules it was judged; nothing for the game itself.
    chapter: Chapter | None = None
    # Rule sets by which the text would be right: other readings and editions.
    fits: tuple[str, ...] = ()
    # A sentence that is known to be true of the game and says something else.
    known: str = ""


@dataclass(frozen=True, slots=True)
class Audit:
    """All findings, and whether the text was understood well enough to accuse it of anything."""

    findings: tuple[Finding, ...]
    sentences: tuple[Sentence, ...]
    understood: bool
    rulebook: Rulebook
    # A rule set of the game with which the text agrees where it contradicts: another edition, perhaps.
    edition: str | None = None

    def of(self, *statuses: Status) -> list[Finding]:
        return [each for each in self.findings if each.status in statuses]

    @property
    def share(self) -> float:
        """Of what a rulebook should say, how much was found and agrees."""
        own = [
            (each.claim.id, each.status)
            for each in self.findings
            if each.claim is not None and each.claim.expected and each.chapter is None
        ]
        expected = {id for id, _ in own}
        found = {id for id, status in own if status in ("confirmed", "implied")}
        return len(found) / len(expected) if expected else 0.0


def findings_of(
    verdicts: Iterable[Verdict], sentences: Sequence[Sentence], chapter: Chapter | None = None
) -> Iterator[Finding]:
    """One finding for each claim and status, the worst first; what is confirmed is not implied as well."""
    gathered: dict[tuple[str, Status], list[Verdict]] = {}
    for verdict in verdicts:
        name = verdict.claim.id if verdict.claim is not None else _extra_name(verdict)
        gathered.setdefault((name, verdict.status), []).append(verdict)
    for name, status in sorted(gathered, key=lambda key: ORDER.index(key[1])):
        own = gathered[name, status]
        if status == "implied" and (name, "confirmed") in gathered:
            continue
        mentions = tuple(
            Quoted(each.sentence, each.atom)
            for each in own
            if each.sentence is not None and each.atom is not None
        )
        first = own[0]
        near = tuple(_nearest(first.claim, sentences)) if status == "missing" and first.claim else ()
        yield Finding(
            first.claim,
            status,
            first.tier,
            mentions,
            first.why,
            near=near,
            chapter=chapter,
            known=first.known,
        )


def _extra_name(verdict: Verdict) -> str:
    return f"extra at {verdict.sentence.span.start if verdict.sentence is not None else 0}"


def _nearest(claim: Claim, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences that speak of most of what a claim speaks of."""
    wanted = [*claim.near, *claim.context, *([claim.head] if claim.head else [])]

    def shared(sentence: Sentence) -> int:
        return sum(bool(group & sentence.concepts) for group in wanted)

    spoken = [each for each in sentences if each.scope == "rules" and shared(each)]
    return sorted(spoken, key=lambda each: -shared(each))[:NEAREST]
