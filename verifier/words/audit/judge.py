"""Every claim of the rules looked up in a text, and every number of the text accounted for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from verifier.compare.diff import Diff, compared_programs
from verifier.compare.distinguish import JointSearchLimits
from verifier.diagnostics import Rejected
from verifier.mutate.rewriting import NodeChange, changed
from verifier.program import Program, program_of
from verifier.source import Source
from verifier.surface import nodes
from verifier.surface.compose import Composition, with_number
from verifier.words import Phrasebook
from verifier.words.audit.claims import RulebookClaim, claims_of
from verifier.words.audit.passages import Mention, Reader, Tokens, comparisons, numbers, passages, reader
from verifier.words.comparisons import SAME_WAY
from verifier.words.lexicon import lexicon

# What a play cannot tell apart is worded otherwise, to the same effect.
Status = Literal["confirmed", "harmless", "contradicted", "doubtful", "not found"]
# How like a sentence of ours a foreign one must be, to confirm it and to contradict it: who accuses must be surer.
CONFIRMS, CONTRADICTS = 0.2, 0.3
# A contradiction must fit its claim so much better than any other claim.
LEAD = 1.15
ANOTHER_UNIT, NO_UNIT = 0.25, 0.7
# A line of a list begins with its number, perhaps behind a mark.
LISTED = 3


@dataclass(frozen=True, slots=True)
class SimilarMention:
    """Something the text says, and how like our own sentence it is."""

    mention: Mention
    likeness: float


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """What the text says of a claim: the mention that decides, and the closest others."""

    claim: RulebookClaim
    status: Status
    by: Mention | None
    closest: tuple[SimilarMention, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    findings: tuple[ClaimFinding, ...]
    # Numbers of the text that no claim explains.
    unread: tuple[Mention, ...]

    def told(self) -> list[ClaimFinding]:
        """Without counts of components that the text does not print: they follow from the cards."""
        return [each for each in self.findings if not (each.claim.is_count and each.status == "not found")]


def audit(book: Phrasebook, source: Source) -> Audit:
    """What a text says of every claim of a rule set."""
    words = lexicon(book.lang)
    spoken = [each for each in passages(source) if each.scope == "rules"]
    claims = list(claims_of(book))
    counted = [each for passage in spoken for each in numbers(passage, words)]
    compared = [each for passage in spoken for each in comparisons(passage, words)]
    table = _Table(reader(book.glossary, words), claims, [*counted, *compared])
    found = tuple(_judged(claim, table) for claim in claims)
    used = {id(finding.by) for finding in found}
    unread = tuple(
        each
        for each in counted
        if id(each) not in used
        and abs(each.value or 0) > 1
        and not any(table.agrees(each, claim) for claim in claims)
    )
    return Audit(found, unread)


class _Table:
    """How like every claim every mention is."""

    def __init__(self, reader: Reader, claims: Sequence[RulebookClaim], mentions: Sequence[Mention]) -> None:
        self.reader, self.claims, self.mentions = reader, claims, mentions
        texts = {each.passage.text for each in mentions}
        theirs = {text: reader.tokens(text) for text in texts}
        headings = {each.passage.heading: reader.tokens(each.passage.heading) for each in mentions}
        ours = {claim.name: [reader.tokens(sentence) for sentence in claim.sentences] for claim in claims}
        reader.weigh([*theirs.values(), *(own for each in ours.values() for own in each)])
        self.likeness: dict[tuple[int, str], float] = {}
        for each in mentions:
            units, beside = reader.units(each.behind), reader.tokens(each.behind)
            for claim in claims:
                if (each.value is None) == (claim.value is None):
                    own = theirs[each.passage.text], headings[each.passage.heading]
                    share = max(reader.share(tokens, *own) for tokens in ours[claim.name])
                    unit = self._unit(claim, units, beside & ours[claim.name][0])
                    self.likeness[id(each), claim.name] = share * unit

    def _unit(self, claim: RulebookClaim, units: set[str], shared: Tokens) -> float:
        """What a number counts weighs more than the rest of its sentence."""
        if claim.value is None:
            return 1.0
        if claim.unit is None:
            return 1.0 if shared else NO_UNIT
        if claim.unit in units:
            return 1.0
        if claim.is_count:
            return 0.0
        return ANOTHER_UNIT if units else NO_UNIT

    def of(self, mention: Mention, claim: RulebookClaim) -> float:
        return self.likeness.get((id(mention), claim.name), 0.0)

    def agrees(self, mention: Mention, claim: RulebookClaim) -> bool:
        """Says the mention what the claim says, and is it about the same thing?"""
        return self.of(mention, claim) >= CONFIRMS and says_the_same(mention, claim)

    def is_its_own(self, mention: Mention, claim: RulebookClaim) -> bool:
        """Of the claims that say what a mention says, is this the one it is most like?"""
        return self.of(mention, claim) >= self.rival(mention, claim, saying_the_same=True)

    def speaks_against(self, mention: Mention, claim: RulebookClaim) -> bool:
        """Is it about the claim, says something else, and is not what any other claim says?"""
        mine = self.of(mention, claim)
        if mine < CONFIRMS or says_the_same(mention, claim) or mine < self.rival(mention, claim):
            return False
        # The one of `one card` is an article; a comparison goes wrong by being strict or not.
        if mention.value in (0, 1) or (claim.value is None and {mention.op, claim.op} not in SAME_WAY):
            return False
        if claim.is_count and (claim.is_sum or not self._lists(mention)):
            return False
        return not any(self.agrees(mention, other) for other in self.claims)

    def _lists(self, mention: Mention) -> bool:
        """A list of what is in the box counts all there are; anywhere else some of them may be meant."""
        return "~contents" in self.reader.tokens(mention.passage.heading) and mention.start <= LISTED

    def rival(self, mention: Mention, claim: RulebookClaim, saying_the_same: bool = False) -> float:
        """How like the best of the other claims a mention is; mere counts of components are no rivals."""
        return max(
            (
                self.of(mention, other)
                for other in self.claims
                if other is not claim and not other.is_count
                if not saying_the_same or says_the_same(mention, other)
            ),
            default=0.0,
        )


def _judged(claim: RulebookClaim, table: _Table) -> ClaimFinding:
    near = sorted(
        (SimilarMention(each, share) for each in table.mentions if (share := table.of(each, claim)) > 0),
        key=lambda each: (-each.likeness, each.mention.passage.span.start, each.mention.start),
    )
    closest = tuple(near[:3])
    same = [each.mention for each in near if table.agrees(each.mention, claim)]
    own = [each for each in same if table.is_its_own(each, claim)]
    if own:
        return ClaimFinding(claim, "confirmed", own[0], closest)
    against = [each for each in near if table.speaks_against(each.mention, claim)]
    if not against:
        return ClaimFinding(claim, "not found", None, closest)
    best = against[0]
    sure = best.likeness >= max(CONTRADICTS, LEAD * table.rival(best.mention, claim))
    return ClaimFinding(claim, "contradicted" if sure else "doubtful", best.mention, closest)


def says_the_same(mention: Mention, claim: RulebookClaim) -> bool:
    """The same number and, where both compare, the same bound: more than 7 is at least 8."""
    if claim.value is None or mention.value is None:
        return mention.op == claim.op
    if claim.op is None or mention.op is None:
        return abs(mention.value) == abs(claim.value)
    return normal_bound(mention.op, mention.value) == normal_bound(claim.op, claim.value)


def normal_bound(op: str, value: int) -> tuple[str, int]:
    """A comparison with a whole number, in one manner."""
    match op:
        case "more-than":
            return "at-least", value + 1
        case "less-than":
            return "at-most", value - 1
    return op, value


# --- the rules as a text would have them: one number or one comparison changed, and the play in which it matters


BY_THE_TEXT = "by the text"


def settled(
    ruleset: str, book: Phrasebook, found: Audit, limits: JointSearchLimits
) -> tuple[Audit, dict[str, Diff]]:
    """Every contradiction played out: one that is proved to change nothing is harmless."""
    plays: dict[str, Diff] = {}
    for each in found.findings:
        play = played_out(ruleset, book, each, limits) if each.status == "contradicted" else None
        if play is not None:
            plays[each.claim.name] = play
    equal = {name for name, play in plays.items() if play.verdict == "equal"}
    findings = tuple(
        replace(each, status="harmless") if each.claim.name in equal else each for each in found.findings
    )
    return replace(found, findings=findings), plays


def played_out(
    ruleset: str, book: Phrasebook, finding: ClaimFinding, limits: JointSearchLimits
) -> Diff | None:
    """The rules against the rules by the text; nothing where the change cannot be made in one place."""
    laid = by_the_text(book, finding)
    if laid is None:
        return None
    players = book.game.players
    programs = program_of(ruleset, players), Program(ruleset, laid, players)
    try:
        return compared_programs((ruleset, BY_THE_TEXT), programs, None, limits)
    except Rejected:
        return None


def by_the_text(book: Phrasebook, finding: ClaimFinding) -> Composition | None:
    """The rules with what the text says in the place of a claim."""
    claim, said = finding.claim, finding.by
    if said is None:
        return None
    laid: Composition | None = book.laid
    if said.value is not None and said.value != claim.value:
        laid = with_number(book.laid, claim.name, abs(said.value))
    if laid is not None and said.op is not None and claim.op is not None and said.op != claim.op:
        for id in claim.ids:
            laid = _with_comparison(laid, book.entries[id].node, claim.op, said.op) or laid
    return None if laid is book.laid else laid


def _with_comparison(laid: Composition, place: Any, ours: str, theirs: str) -> Composition | None:
    def inside(node: Any) -> Iterator[NodeChange]:
        if isinstance(node, nodes.Compare) and node.op == ours:
            yield NodeChange("comparison", "", replace(node, op=cast(nodes.CompareOp, theirs)))

    def change(node: Any) -> Iterator[NodeChange]:
        if node == place:
            yield from (replace(each.change, node=each.whole) for each in changed(node, inside))

    found = next(changed(laid.items, change), None)
    return None if found is None else replace(laid, items=found.whole)
