"""An audit in words, in the language of its reader: contradictions with their plays, gaps, the rest in a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from verifier.report.diff import parting_in_words
from verifier.surface.index import place
from verifier.words import Phrasebook
from verifier.words.audit.decisions import Decision, own_book, speaking
from verifier.words.audit.findings import Audit, Finding, Quoted
from verifier.words.audit.rulebook import Rulebook
from verifier.words.audit.tongue import Tongue
from verifier.words.claim_lines import claim_head, claim_line
from verifier.words.judge.verdict import Status
from verifier.words.seam import Claim, Sentence

# So much of a sentence on each side of what decides.
AROUND = 60
LONGEST_NEAR = 110
LABELS = ("text", "rules", "known", "note", "say", "play", "part")


@dataclass(frozen=True, slots=True)
class Answer:
    """How an audit is told: in whose language, with whose sentences, with everything or not."""

    book: Phrasebook
    tongue: Tongue = field(default_factory=Tongue)
    every: bool = False
    decisions: Mapping[str, Decision] = field(default_factory=dict)

    def audit(self, whole: Audit) -> Iterator[str]:
        """The whole answer, line by line; with `every` also where each claim was confirmed and what is extra."""
        found = replace(whole, findings=tuple(speaking(whole, self.book, self.decisions)))
        for finding in found.of("contradicted", "weaker", "stronger", "doubtful"):
            yield from self.finding(finding, found.rulebook)
            yield ""
        missing = found.of("missing", "unread")
        if missing:
            yield self.tongue("not found in the text:")
            yield from self._gaps(missing, found.rulebook)
            yield ""
        if self.every:
            yield from self._confirmed(found)
        quiet = len(whole.findings) - len(found.findings)
        if quiet:
            yield self.tongue("marked as a false alarm: {count}", count=quiet)
        if found.edition is not None:
            yield self.tongue(
                "where the text contradicts the rules, it fits `{ruleset}`: perhaps another edition",
                ruleset=found.edition,
            )
        if not found.understood:
            yield self.tongue("little of the text was understood: contradictions are only doubts")
        yield self.counts(found)

    def _confirmed(self, found: Audit) -> Iterator[str]:
        for finding in found.of("confirmed", "implied"):
            yield f"{self.tongue(finding.status)}  {self.name(finding)}: {self.tongue.expected(finding.claim)}"
            yield from (self._row("text", self.quoted(each, found.rulebook)) for each in finding.mentions)
        for finding in found.of("extra"):
            yield f"{self.tongue('extra')}: {self.tongue('no rule says so')}"
            yield from (self._row("text", self.quoted(each, found.rulebook)) for each in finding.mentions)
        yield ""

    def _gaps(self, missing: Sequence[Finding], rulebook: Rulebook) -> Iterator[str]:
        """What the text does not say, each rule by its sentence; with `every` what of it, and what comes close."""
        by_rule: dict[str, list[Finding]] = {}
        for finding in missing:
            sentence = self.sentence(finding)
            by_rule.setdefault(sentence or self._said(finding), []).append(finding)
        for sentence, findings in by_rule.items():
            yield f"  {sentence}"
            for finding in findings if self.every else ():
                yield f"    {self.name(finding)}: {self._right(finding)}"
                for near in finding.near:
                    yield f"      {self.tongue('near')}  {self._shortened(near, rulebook)}"

    def _said(self, finding: Finding) -> str:
        """A claim without a sentence of its own: what it is about, and what is right."""
        claim, book = finding.claim, own_book(finding, self.book)
        if claim is None:
            return self.name(finding)
        return f"{claim_head(claim, book, self.tongue)}, {claim_line(claim, book, self.tongue)}"

    def _right(self, finding: Finding) -> str:
        """What would be right, and what a sentence decides it by."""
        claim = finding.claim
        return claim_line(claim, own_book(finding, self.book), self.tongue) if claim is not None else ""

    def counts(self, found: Audit) -> str:
        """How many claims have each status."""
        counts = Counter(each.status for each in found.findings)
        return ", ".join(
            f"{counts[status]} {self.tongue(status)}" for status in get_args(Status) if counts[status]
        )

    def finding(self, finding: Finding, rulebook: Rulebook) -> Iterator[str]:
        """One finding: the text, the rules, what else is known, the right sentence, a play."""
        effect = f"   ({self.tongue(finding.severity)})" if finding.severity != "unknown" else ""
        yield f"{self.tongue(finding.status)}  {self.name(finding)}{effect}"
        for each in finding.mentions:
            yield self._row("text", self.quoted(each, rulebook))
            if not finding.known:
                yield self._row("", self.tongue("read as: {words}", words=self.tongue.read_as(each.atom)))
        if finding.claim is not None:
            place = rule_place(finding.claim, own_book(finding, self.book))
            yield self._row("rules", f"{self.tongue.expected(finding.claim)}{place}")
        if finding.known:
            yield self._row("known", finding.known)
        yield from (self._row("note", each) for each in self.notes(finding))
        sentence = self.sentence(finding)
        if sentence:
            yield self._row("say", sentence)
        yield from self._play(finding)

    def notes(self, finding: Finding) -> Iterator[str]:
        """What else is known of a finding."""
        if finding.why and finding.status != "missing":
            yield self.tongue.sentence(finding.why)
        if finding.chapter is not None:
            own = finding.chapter
            yield self.tongue(
                "judged by `{ruleset}`, {players} players", ruleset=own.ruleset, players=own.players
            )
        for ruleset in finding.fits:
            yield self.tongue("right by `{ruleset}`", ruleset=ruleset)

    def _play(self, finding: Finding) -> Iterator[str]:
        if finding.play is None:
            return
        if finding.play.parting is None:
            yield self._row("play", finding.play.detail)
            return
        yield self._row("play", self.parting(finding))
        yield from (self._row("", line) for line in parting_in_words(finding.play.parting, moves=self.every))

    def parting(self, finding: Finding) -> str:
        """How far it is to the play that differs."""
        detail = finding.play.detail if finding.play is not None else ""
        return self.tongue("A: the rules, B: the rules by the text; they differ {detail}", detail=detail)

    def sentence(self, finding: Finding) -> str | None:
        """The sentence of the catalogue for the rule in question."""
        rule = finding.claim.rule if finding.claim is not None else ""
        return own_book(finding, self.book).sentence(rule) if rule else None

    def name(self, finding: Finding) -> str:
        return self.tongue(finding_name(finding))

    def quoted(self, each: Quoted, rulebook: Rulebook) -> str:
        """Where a sentence stands, and what it says."""
        return f"{self.tongue.place(rulebook.place(each.offset))}: {bracketed(each)}"

    def _shortened(self, sentence: Sentence, rulebook: Rulebook) -> str:
        text = sentence.text if len(sentence.text) <= LONGEST_NEAR else sentence.text[:LONGEST_NEAR] + "…"
        return f"{self.tongue.place(rulebook.place(sentence.span.start))}: {text}"

    def _row(self, label: str, words: str) -> str:
        width = max(len(self.tongue(each)) for each in LABELS) + 2
        return f"  {self.tongue(label) if label else '':<{width}}{words}"


def bracketed(each: Quoted) -> str:
    """The sentence with what decides in angle brackets."""
    text, atom = each.sentence.text, each.atom
    before, behind = text[: atom.start], text[atom.end :]
    before = before if len(before) <= AROUND else "…" + before[-AROUND:]
    behind = behind if len(behind) <= AROUND else behind[:AROUND] + "…"
    return f"{before}‹{each.words}›{behind}"


def finding_name(finding: Finding) -> str:
    """The id of a claim; what has none is a sum, something that no rule says, or differs from what is known."""
    if finding.claim is not None:
        return finding.claim.id
    if finding.known:
        return "differs from a known sentence"
    return "extra" if finding.status == "extra" else "a sum"


def rule_place(claim: Claim, book: Phrasebook) -> str:
    entry = book.entries.get(claim.rule)
    if entry is None or entry.span.is_nowhere:
        return ""
    return f"   ({place(entry.span)})"
