"""The operators of a sentence: every number, face, comparison, must and not, with what stands near it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import cast

from verifier.words.reader.clauses import Clauses, is_verb
from verifier.words.reader.conditions import conditions
from verifier.words.reader.lexicon import Lexicon
from verifier.words.reader.mentions import Mention
from verifier.words.reader.numbers import Numbered
from verifier.words.reader.orders import orders
from verifier.words.seam import Atom, BoundOp, Concept, SlotKind, Value

# Groups of the lexicon that are slots as they are.
_SLOTS = frozenset(
    {"comparison", "face", "place", "colour", "owner", "role", "direction", "superlative", "quantifier", "connective",
     "emptiness"}
)  # fmt: skip
# When something happens, beside what comes before what.
_MOMENTS = frozenset({"at-once", "order:after-turn", "order:turn-start"})
_ARITHMETIC = frozenset({"add", "subtract", "multiply", "divide"})
# `at the start` is a place only before what has one.
_LOCAL = frozenset({"row", "pile"})
_REACH = 30
_EITHER = {"comparison:more-than": "at-least", "comparison:less-than": "at-most"}
_BESIDE = {"order:before": "start", "order:after": "end"}
NEXT_WORD = 2
# Of several modals in one stretch the first of these decides.
_STRENGTH = ("must-not", "only", "must", "may")


def atoms(clauses: Clauses, numbers: Sequence[Numbered], raw: str, lexicon: Lexicon) -> Iterator[Atom]:
    """Every atom of a sentence that was cut into clauses."""
    found = [each for own in clauses.own for each in own]
    for number in numbers:
        yield _atom(clauses, number.slot, number.value, number.start, number.end, number.heads, number.op)
    for each in found:
        if each.group in _SLOTS and _is_meant(each, found, clauses):
            value = _or_equal(each, found) or each.value
            yield _atom(clauses, cast(SlotKind, each.group), value, each.start, each.end)
        if each.group == "verbs" and each.concept in _ARITHMETIC:
            yield _atom(clauses, "arithmetic", each.concept, each.start, each.end)
        if each.concept.startswith("zone:"):
            verbs = frozenset(
                verb.concept for verb in clauses.own[clauses.index(each.start)] if verb.group == "verbs"
            )
            yield _atom(clauses, "zone", each.concept, each.start, each.end, verbs)
        if each.concept in _BESIDE and _stands_before_a_class(each, found):
            yield _atom(clauses, "place", _BESIDE[each.concept], each.start, each.end)
        if each.concept in _MOMENTS:
            yield _atom(clauses, "order", each.concept.removeprefix("order:"), each.start, each.end)
    yield from _modals(clauses, raw, lexicon)
    for order in orders(clauses):
        yield _atom(clauses, "order", order.value, order.start, order.end)
    for asked in conditions(clauses):
        yield Atom(
            "condition",
            asked.value,
            None,
            asked.heads,
            asked.near,
            asked.explicit,
            False,
            asked.start,
            asked.end,
        )


def _or_equal(mention: Mention, found: Sequence[Mention]) -> str | None:
    """`The same number as the last card or a higher one` is at least as high."""
    either = _EITHER.get(mention.concept)
    if either is None:
        return None
    for same in (each for each in found if each.concept == "comparison:exactly"):
        start, end = sorted((same, mention), key=lambda each: each.start)
        joins = [
            each
            for each in found
            if each.group == "connective" and start.end <= each.start and each.end <= end.start
        ]
        if [each.value for each in joins] == ["or"]:
            return either
    return None


def _is_of_a_sort(mention: Mention) -> bool:
    return mention.concept.startswith("class:") or mention.concept in ("kind:value", "number-word")


def _stands_before_a_class(word: Mention, found: Sequence[Mention]) -> bool:
    """`Before the first number`: what comes before components of a sort lies before them."""
    behind = [
        each
        for each in found
        if each.group in ("things", "verbs") and word.end <= each.start <= word.end + _REACH
    ]
    if not behind or any(each.group == "place" and each.overlaps(word) for each in found):
        return False
    return any(
        each.group == "things" and _is_of_a_sort(each) for each in behind if each.start == behind[0].start
    )


def _atom(
    clauses: Clauses,
    slot: SlotKind,
    value: Value,
    start: int,
    end: int,
    heads: frozenset[Concept] = frozenset(),
    op: BoundOp | None = None,
) -> Atom:
    clause = clauses.at(start)
    match slot:
        case "emptiness":
            negated = _is_without_effect(clauses, start, end)
        case "number" | "range" | "list":
            # `Three cards without a number` are three.
            negated = is_negated(clauses, start, before=True)
        case _:
            negated = is_negated(clauses, start)
    return Atom(slot, value, op, heads, clause.concepts, clause.explicit, negated, start, end)


def _is_without_effect(clauses: Clauses, start: int, end: int) -> bool:
    """`An empty row costs nothing`, `except if it is empty`: is what follows from an emptiness denied?"""
    index = clauses.index(start)
    return any(
        each.group == "negation" or each.concept in ("exception", "number:0")
        for own in clauses.own[max(0, index - 1) : index + 2]
        for each in own
        if each.end <= start or each.start >= end
    )


def is_negated(clauses: Clauses, place: int, before: bool = False) -> bool:
    """Is there a `not` in reach (or in reach before a place), and no `only` that takes it away?"""
    start, end = clauses.stretch(place)
    inside = [each for own in clauses.own for each in own if start <= each.start < end]
    own = clauses.at(place)
    negations = [
        each for each in inside
        if each.group == "negation" and each.start < (place if before else own.end)
    ]  # fmt: skip
    return bool(negations) and not any(each.concept == "modal:only" for each in inside)


def _is_meant(mention: Mention, found: Sequence[Mention], clauses: Clauses) -> bool:
    """`At the end` of a row is a place, at the end of a game it is none; `the highest` compares nothing."""
    if mention.group == "comparison":
        return not any(each.group == "superlative" and mention.inside(each) for each in found)
    if mention.group == "place" and any(
        each.group == "connective" and mention.inside(each) for each in found
    ):
        # `On top of that, ...` puts nothing anywhere.
        return False
    if mention.concept not in ("place:start", "place:end"):
        return True
    if any(each.overlaps(mention) and _is_of_a_sort(each) for each in found):
        return True
    behind = [
        each for each in found if each.group == "things" and mention.end <= each.start <= mention.end + _REACH
    ]
    if not behind:
        return "put" in clauses.at(mention.start).concepts
    first = behind[0].start
    return any(
        each.concept.startswith(("zone:", "class:")) or each.concept in _LOCAL
        for each in behind
        if each.start == first
    )


# --- must, may, must not: of every doing


def _modals(clauses: Clauses, raw: str, lexicon: Lexicon) -> Iterator[Atom]:
    """One modal for each verb; a verb without one is asserted or negated. What a condition says is no statement."""
    for index, own in enumerate(clauses.own):
        verbs = [each for each in own if is_verb(each, clauses.text, raw, lexicon)]
        modals = _governing(clauses, index, bool(verbs))
        if not verbs:
            if modals and not _is_condition(clauses, index) and not _has_next_verb(clauses, index):
                best = _strongest(modals)
                denied = best.value == "may" and _denies(clauses, index, best)
                yield _modal(clauses, index, best, "must-not" if denied else best.value, frozenset())
            continue
        if _is_condition(clauses, index):
            continue
        for verb in verbs:
            yield _judged_verb(clauses, index, verb, modals)


def _judged_verb(clauses: Clauses, index: int, verb: Mention, modals: Sequence[Mention]) -> Atom:
    heads = frozenset({verb.concept})
    negated = is_negated(clauses, verb.start)
    if not modals:
        return _modal(clauses, index, verb, "negated" if negated else "assert", heads)
    best = _strongest(modals)
    value = best.value
    if value == "may" and negated and _denies(clauses, index, best):
        value = "must-not"
    return _modal(clauses, index, best, value, heads)


def _denies(clauses: Clauses, index: int, modal: Mention) -> bool:
    """`Nothing stops you` is no denial, and whoever is allowed to take none is allowed something."""
    start, end = clauses.stretch(modal.start)
    inside = [each for own in clauses.own for each in own if start <= each.start < end]
    none = {(each.start, each.end) for each in inside if each.concept == "quantifier:none"}
    verbs = [each.end for each in inside if each.group == "verbs"]

    def is_object(each: Mention) -> bool:
        behind_verb = any(0 <= each.start - end <= NEXT_WORD for end in verbs)
        return (each.start, each.end) in none and (each.start > modal.start or behind_verb)

    return any(
        each.group == "negation" and not each.overlaps(modal) and not is_object(each) for each in inside
    )


def _modal(clauses: Clauses, index: int, at: Mention, value: str, heads: frozenset[Concept]) -> Atom:
    clause = clauses.parts[index]
    return Atom(
        "modal", value, None, heads, clause.concepts, clause.explicit,
        is_negated(clauses, at.start), at.start, at.end,
    )  # fmt: skip


def _strongest(modals: Sequence[Mention]) -> Mention:
    return min(modals, key=lambda each: _STRENGTH.index(each.value) if each.value in _STRENGTH else 9)


def _governing(clauses: Clauses, index: int, has_verb: bool) -> list[Mention]:
    """The modals of a clause; without one that of the clause before it, if that has no verb of its own."""
    own = [each for each in clauses.own[index] if each.group == "modal"]
    if own or not has_verb or index == 0:
        return own
    before = clauses.own[index - 1]
    if any(each.group == "verbs" for each in before):
        # `may play a card or discard it`: one modal for both, unless a comma or a condition begins anew.
        joined = clauses.parts[index].start not in clauses.strong and not _is_condition(clauses, index - 1)
        begins = re.match(r"\W*\w+ (?:\w+ )?", clauses.text[clauses.parts[index].start :])
        return (
            _governing(clauses, index - 1, True)
            if joined and begins and _is_coordinated(clauses, index)
            else []
        )
    return [each for each in before if each.group == "modal"]


def _is_coordinated(clauses: Clauses, index: int) -> bool:
    return any(
        each.group == "connective" and each.start - clauses.parts[index].start < 3
        for each in clauses.own[index]
    )


def _has_next_verb(clauses: Clauses, index: int) -> bool:
    """A modal before a comma governs the next clause: `Es ist verboten, ...`."""
    return index + 1 < len(clauses.own) and any(each.group == "verbs" for each in clauses.own[index + 1])


def _is_condition(clauses: Clauses, index: int) -> bool:
    """Does a clause state a condition, or go on with one: `if you cannot or do not want to`?"""
    start = clauses.parts[index].start
    begins = any(
        each.concept == "condition" and not re.search(r"\w", clauses.text[start : each.start])
        for each in clauses.own[index]
    )
    goes_on = index > 0 and start not in clauses.strong and _is_coordinated(clauses, index)
    return begins or (goes_on and _is_condition(clauses, index - 1))
