"""Every claim and every atom judged: confirmed, implied, contradicted, doubtful; missing where nobody speaks of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from verifier.words.judge.anchors import Surroundings, surroundings
from verifier.words.judge.events import events_told_otherwise
from verifier.words.judge.implied import implied_claims
from verifier.words.judge.matching import (
    agrees,
    decides_nothing,
    has_other_sign,
    is_about,
    is_elsewhere,
    is_in_another_zone,
    is_wholly_explicit,
    joins,
    names_its_thing,
    specificity,
    weight,
)
from verifier.words.judge.opposing import opposes
from verifier.words.judge.strangers import strangers
from verifier.words.judge.sums import wrong_sums
from verifier.words.judge.unsaid import said_instead
from verifier.words.judge.verdict import Tier, Verdict
from verifier.words.judge.weaker import COUNTED, IN_A_ZONE, confirms, is_licensed, weaker_answers
from verifier.words.seam import Atom, Claim, ClaimKind, Concept, Doing, Scope, Sentence, SlotKind

# Slots that may contradict: none of them did so falsely on texts that nobody had tuned them for.
SAFE: frozenset[SlotKind] = frozenset(
    {
        "number",
        "range",
        "list",
        "comparison",
        "face",
        "superlative",
        "colour",
        "arithmetic",
        "direction",
    }
)
# Under a negation these say nothing that could be judged.
OPEN_IF_NEGATED: frozenset[SlotKind] = frozenset(
    {"number", "range", "list", "face", "place", "colour", "owner", "role", "zone", "superlative", "arithmetic",
     "ordinal", "direction"}
)  # fmt: skip
# Slots of which a text may name others too: naming one that is not in the rules is no contradiction.
NEVER_AGAINST: frozenset[SlotKind] = frozenset({"ordinal"})
# What these say is told of a thing: only a clause that names it can contradict.
OF_A_THING: frozenset[SlotKind] = frozenset({"face", "place", "colour", "owner", "comparison"})
# How many there are in all.
TOTALS: frozenset[ClaimKind] = frozenset({"count"})
BARE: frozenset[Concept] = frozenset({"card", "tile", "figure"})
# Where the text has these right elsewhere, what speaks against them is about something else: so it was with all four
# contradictions of 15 unseen texts.
ABOUT_ANOTHER: frozenset[SlotKind] = frozenset({"number", "arithmetic"})
# By so much a claim that an atom opposes must be closer than any that licenses it.
OUTWEIGHED = 1.5
# A text was understood if so much of what it should say was found, or so many of its sentences are about something.
FOUND, PLACED = 1 / 3, 2 / 3
# A text of more sentences than SHORT contradicts only if so much of what it should say was found: on 15 unseen texts of
# which half was found, nine contradictions in all were misreadings.
SHORT, ENOUGH = 25, 0.6
# Why a claim is doubtful that would be missing.
NOWHERE = "nothing else in the text speaks of it"
# A text with so much against it for what it confirms speaks of another edition, or was misread.
MANY, SPEAKS_OF_ANOTHER = 5, 1 / 5


def judged(
    claims: Iterable[Claim],
    sentences: Sequence[Sentence],
    doings: Sequence[Doing] = (),
    scopes: frozenset[Scope] = frozenset({"rules", "heading"}),
) -> list[Verdict]:
    """Every mention judged, in the order of the text, and behind them the claims that nobody mentions."""
    known = tuple(claim for claim in claims if not decides_nothing(claim))
    by_slot: dict[SlotKind, list[Claim]] = {}
    for claim in known:
        by_slot.setdefault(claim.slot, []).append(claim)
    found: list[Verdict] = []
    for sentence in sentences:
        if sentence.scope in scopes:
            for atom in sentence.atoms:
                found += _atom(atom, sentence, by_slot, doings)
    found += _shown(known, sentences, scopes)
    found = [
        *_settled(found),
        *implied(known, found),
        *_extra(found, sentences, scopes, known),
        *_sums(sentences),
    ]
    told = {verdict.claim.id for verdict in found if verdict.claim is not None}
    named = frozenset[Concept]().union(*(each.concepts for each in sentences if each.scope in scopes))
    missing = [
        claim
        for claim in known
        if claim.expected and claim.id not in told and (not claim.asked_of or claim.asked_of & named)
    ]
    return [*found, *_unsaid(missing, found, [each for each in sentences if each.scope in scopes], doings)]


def _unsaid(
    missing: Sequence[Claim], found: Sequence[Verdict], sentences: Sequence[Sentence], doings: Sequence[Doing]
) -> Iterator[Verdict]:
    """What nobody says: missing, or doubtful where a sentence says something else instead."""
    told: dict[int, list[Claim]] = {}
    for verdict in found:
        if verdict.status == "confirmed" and verdict.claim is not None:
            told.setdefault(id(verdict.atom), []).append(verdict.claim)
    spoken = [each for each in sentences if each.scope != "heading"]
    instead = {
        each.claim.id: each
        for each in (
            *events_told_otherwise(missing, spoken, told),
            *said_instead(missing, spoken, doings, told),
        )
    }
    for claim in missing:
        own = instead.get(claim.id)
        if own is not None:
            yield Verdict(claim, "doubtful", own.atom, own.sentence, "relaxed", NOWHERE)
        else:
            yield Verdict(claim, "missing", None, None, "strict", "nothing in the text speaks of it")


def _shown(
    claims: Sequence[Claim], sentences: Sequence[Sentence], scopes: frozenset[Scope]
) -> Iterator[Verdict]:
    """What a text shows without saying it: who names five colours need not say that there are five."""
    for claim in claims:
        for sentence in sentences:
            if sentence.scope in scopes and any(each <= sentence.concepts for each in claim.shown_by):
                atom = Atom(
                    claim.slot, "shown", None, frozenset(), sentence.concepts, sentence.concepts, False,
                    0, len(sentence.text),
                )  # fmt: skip
                yield Verdict(claim, "implied", atom, sentence, "strict", "shown by what it names")
                break


def _extra(
    found: Sequence[Verdict],
    sentences: Sequence[Sentence],
    scopes: frozenset[Scope],
    claims: Sequence[Claim],
) -> Iterator[Verdict]:
    """Duties and prohibitions in sentences that no claim has anything to do with, and gains that no claim has: listed,
    and no more."""
    placed = {each.sentence.span.start for each in found if each.sentence is not None}
    used = {id(each.atom) for each in found if each.atom is not None}
    for sentence in sentences:
        if sentence.scope == "heading" or sentence.scope not in scopes:
            continue
        strange = next((atom for atom in strangers(sentence, claims) if id(atom) not in used), None)
        if strange is not None:
            yield Verdict(None, "extra", strange, sentence, "relaxed", "no rule has it")
            continue
        if sentence.span.start in placed:
            continue
        for atom in sentence.atoms:
            if atom.slot == "modal" and atom.value in ("must", "must-not"):
                yield Verdict(None, "extra", atom, sentence, "relaxed", "no rule says so")
                break


def _sums(sentences: Sequence[Sentence]) -> Iterator[Verdict]:
    """Examples that are worked out wrongly: no rule is needed to see that."""
    for sentence in sentences:
        for wrong in wrong_sums(sentence.folded):
            atom = Atom(
                "number", wrong.said, None, frozenset(), sentence.concepts, sentence.concepts, False,
                wrong.start, wrong.end,
            )  # fmt: skip
            yield Verdict(None, "contradicted", atom, sentence, "strict", f"it comes to {wrong.right}")


def implied(claims: Sequence[Claim], found: Sequence[Verdict]) -> Iterator[Verdict]:
    """What follows from what is confirmed, with the place that it follows from."""
    confirmed = {v.claim.id: v for v in found if v.claim is not None and _is_said(v)}
    told = {v.claim.id for v in found if v.claim is not None}
    for claim, because in implied_claims(claims, frozenset(confirmed)):
        if claim.id not in told:
            own = confirmed[because]
            yield Verdict(claim, "implied", own.atom, own.sentence, "relaxed", f"follows from {because}")


def _is_said(verdict: Verdict) -> bool:
    return verdict.status == "confirmed" or (verdict.status == "implied" and verdict.tier == "strict")


def is_understood(verdicts: Sequence[Verdict], sentences: Sequence[Sentence]) -> bool:
    """Was enough of what a rulebook should say found, or, of a short text, enough of what it says placed?"""
    confirmed = {v.claim.id for v in verdicts if v.status == "confirmed" and v.claim is not None}
    against = {
        v.claim.id
        for v in verdicts
        if v.status in ("contradicted", "doubtful") and v.claim is not None and v.why != NOWHERE
    }
    if len(against) > MANY + len(confirmed) * SPEAKS_OF_ANOTHER:
        return False
    if _missing_share(verdicts) <= 1 - FOUND:
        return True
    spoken = {each.span.start for each in sentences if each.scope == "rules" and each.atoms}
    placed = {each.sentence.span.start for each in verdicts if each.sentence is not None}
    return len(spoken & placed) >= len(spoken) * PLACED


def may_accuse(verdicts: Sequence[Verdict], sentences: Sequence[Sentence]) -> bool:
    """Was so much of a whole rulebook read that what speaks against the rules is hardly a misreading?"""
    if sum(each.scope == "rules" and bool(each.atoms) for each in sentences) <= SHORT:
        return True
    return _missing_share(verdicts) <= 1 - ENOUGH


def _missing_share(verdicts: Iterable[Verdict]) -> float:
    """How much of what a rulebook should say a text does not."""
    expected = {
        v.claim.id: v.status == "missing" or v.why == NOWHERE
        for v in verdicts
        if v.claim is not None and v.claim.expected
    }
    return sum(expected.values()) / len(expected) if expected else 0.0


def _atom(
    atom: Atom, sentence: Sentence, by_slot: Mapping[SlotKind, Sequence[Claim]], doings: Sequence[Doing]
) -> Iterator[Verdict]:
    # Never with the opponent is with oneself.
    if atom.negated and atom.slot in OPEN_IF_NEGATED and (atom.slot, atom.value) != ("owner", "opponent"):
        return
    around = surroundings(atom, sentence, doings)
    about = [claim for claim in by_slot.get(atom.slot, ()) if is_about(claim, around, atom)]
    if atom.slot in IN_A_ZONE:
        about = [claim for claim in about if not is_in_another_zone(claim, around)]
    if sentence.scope == "heading":
        about = [
            claim
            for claim in about
            if claim.slot == "order" or (claim.slot == "number" and claim.kind == "count" and atom.heads)
        ]
    if atom.slot == "connective":
        about = [each for each in by_slot.get("connective", ()) if joins(each, atom, sentence, doings)]
    same = [claim for claim in about if agrees(claim, atom)]
    against = [
        claim
        for claim in about
        if claim not in same
        and claim.binding
        and opposes(claim, atom, around)
        and not is_elsewhere(claim, around)
        and not (claim.slot == "number" and _is_some_of(claim, atom, around, by_slot["number"]))
    ]
    if same and not _is_outweighed(same, against, around):
        yield from _agreeing(same, atom, sentence, around)
        return
    if not same and not against and sentence.scope != "heading":
        yield from weaker_answers(atom, sentence, around, by_slot)
        return
    if atom.slot in NEVER_AGAINST:
        against = [claim for claim in against if claim.kind == "role"]
    if not against or (not same and is_licensed(atom, around, by_slot)):
        return
    claim = max(against, key=lambda each: (weight(each, around), specificity(each)))
    sure = not same and _is_sure(claim, atom, around, sentence)
    numbers = by_slot.get("number", ())
    if claim.slot == "number" and (
        _counts_a_sort(claim, atom, numbers) or _is_a_total(claim, atom, around, numbers)
    ):
        sure = False
    tier: Tier = "strict" if sure else "relaxed"
    yield Verdict(claim, "contradicted" if sure else "doubtful", atom, sentence, tier, "")


def _agreeing(
    same: Sequence[Claim], atom: Atom, sentence: Sentence, around: Surroundings
) -> Iterator[Verdict]:
    best = max(specificity(claim)[0] for claim in same)
    for claim in same:
        top = specificity(claim)[0] == best
        if atom.slot == "number" and has_other_sign(claim, around):
            if top and claim.expected:
                yield Verdict(claim, "doubtful", atom, sentence, "relaxed", "added or subtracted")
            continue
        sure = top and confirms(claim, around, "strict")
        yield Verdict(claim, "confirmed" if sure else "implied", atom, sentence, "strict", "")


def _is_outweighed(same: Sequence[Claim], against: Sequence[Claim], around: Surroundings) -> bool:
    """Is an atom far more surely about a claim that it opposes than about any that it agrees with?"""
    if not against or same[0].slot in COUNTED:
        return False
    if any(all(_is_special(claim, other) for other in same) for claim in against):
        return True
    if "tie" in around.sentence and _breaks_ties(against) and not _breaks_ties(same):
        # What is said of a tie is held against what the rules say of ties.
        return True
    best = max(weight(claim, around) for claim in same)
    return max(weight(claim, around) for claim in against) >= best + OUTWEIGHED


def _breaks_ties(claims: Sequence[Claim]) -> bool:
    return any(claim.kind == "tiebreak" for claim in claims)


def _is_some_of(claim: Claim, atom: Atom, around: Surroundings, claims: Sequence[Claim]) -> bool:
    """Is a total meant at all? The rest of so many, or a number that the rules have for the same things."""
    if claim.kind not in TOTALS or claim.head is None or "contents" in around.explicit:
        return False
    named = claim.head & atom.heads
    same = [each for each in claims if each is not claim and each.head is not None and each.head & named]
    if "rest" in around.near and isinstance(atom.value, int):
        counts = (value for each in (claim, *same) if each.kind in TOTALS for value in each.allowed)
        return any(isinstance(value, int) and value > atom.value for value in counts)
    if any(agrees(each, atom) for each in same):
        return True
    return _counts_a_sort(claim, atom, claims)


def _counts_a_sort(claim: Claim, atom: Atom, claims: Sequence[Claim]) -> bool:
    """`15 cards of X`: are there so many of a sort, under a name that nobody knows?"""
    if claim.kind not in TOTALS or claim.head is None or not claim.head & atom.heads <= BARE:
        return False
    return any(each.kind in TOTALS and atom.value in each.allowed for each in claims)


def _is_a_total(claim: Claim, atom: Atom, around: Surroundings, claims: Sequence[Claim]) -> bool:
    """`Sixty cards`: are there so many of them in all, whatever a claim says of those that are laid out?

    Not where something is done that nobody does with all of them: nine cards that are dealt are no more than these.
    """
    named = (claim.head or frozenset()) & atom.heads
    return any(
        each.kind in TOTALS
        and agrees(each, atom)
        and each.head
        and each.head & named
        and not each.excluded & around.explicit
        for each in claims
    )


def _is_special(claim: Claim, other: Claim) -> bool:
    """Does a claim ask for all that another one asks for, and for more? Then it is the exception to it."""
    mine, theirs = {*claim.near, *claim.context}, {*other.near, *other.context}
    return claim.head == other.head and mine > theirs


def _is_sure(claim: Claim, atom: Atom, around: Surroundings, sentence: Sentence) -> bool:
    if claim.slot not in SAFE or sentence.scope != "rules" or not is_wholly_explicit(claim, around):
        return False
    if claim.slot in OF_A_THING and not names_its_thing(claim, around):
        return False
    if atom.negated:
        return False
    # A bare number may be an instance of a bound, and one that counts nothing may count anything.
    if claim.slot != "number":
        return True
    if claim.kind == "count" and "contents" not in around.wide:
        return False
    # One at a time, or a part of what there is, may be told of something else.
    if claim.allowed <= {0, 1} or claim.kind == "setup":
        return False
    named = claim.head is not None and bool(claim.head & atom.heads)
    return named and (claim.op is None) == (atom.op is None)


def _settled(found: Sequence[Verdict]) -> Iterator[Verdict]:
    """A claim that is confirmed in one place and contradicted in another is said twice and differently.

    A number or a sum may be about something else there: it is doubted. A prohibition beside what is told elsewhere
    is an exception.
    """
    confirmed = {v.claim.id: v for v in found if v.status == "confirmed" and v.claim is not None}
    for verdict in found:
        own = confirmed.get(verdict.claim.id) if verdict.claim is not None else None
        if verdict.status in ("contradicted", "doubtful") and own is not None and own.sentence is not None:
            if _is_exception(verdict) and own.sentence is not verdict.sentence:
                continue
            why = f"line {own.sentence.span.line} of the text says otherwise"
            other = verdict.claim is not None and verdict.claim.slot in ABOUT_ANOTHER
            yield (
                replace(verdict, status="doubtful", tier="relaxed", why=why)
                if other
                else replace(verdict, why=why)
            )
        else:
            yield verdict


def _is_exception(verdict: Verdict) -> bool:
    """What may not or does not happen here, though the text allows or demands it elsewhere, is an exception to it."""
    atom, claim = verdict.atom, verdict.claim
    if atom is None or claim is None or claim.slot != "modal" or verdict.status != "doubtful":
        return False
    return atom.value in ("must-not", "negated") and not claim.allowed & {"must-not", "negated"}
