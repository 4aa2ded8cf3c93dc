"""The numbers of a sentence: single ones with what they count, ranges, lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, cast

from verifier.words.reader.lexicon import Lexicon
from verifier.words.reader.mentions import Mention
from verifier.words.reader.patterns import Pattern
from verifier.words.seam import BoundOp, Concept, SlotKind, Value

_DIGITS = re.compile(r"(?<![\w.,])(-(?=\d)(?<![\d] -)(?<!\d-))?(\d{1,4})(?![\w%]|[.,]\d)")
_BETWEEN = re.compile(r"\s*[-–—/]\s*|\s*\.\.\.?\s*")
_LISTED = re.compile(r"\s*(?:,|/|;)\s*")
_LABEL = re.compile(r"[.)]\s|\s*:\s")
# A noun stands behind its number, perhaps after two adjectives.
BETWEEN_HEAD = 3
BEHIND_BOUND = 7


@dataclass(frozen=True, slots=True)
class Numeral:
    value: int
    start: int
    end: int
    how: Literal["digits", "word", "ordinal", "article"]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A number, range or list of a sentence, with what it counts and how it bounds it."""

    slot: SlotKind
    value: Value
    op: BoundOp | None
    heads: frozenset[Concept]
    start: int
    end: int


def numbered(text: str, found: Sequence[Mention], raw: str, lexicon: Lexicon) -> Iterator[Numbered]:
    """Every number of a folded sentence, in digits or in words."""
    single = list(_numerals(text, found, raw, lexicon))
    used: set[int] = set()
    for first, second in pairwise(single):
        if _is_range(first, second, text, lexicon) and first.start not in used:
            used |= {first.start, second.start}
            heads = _heads(second, text, found, lexicon)
            yield Numbered("range", (first.value, second.value), None, heads, first.start, second.end)
    for run in _lists([each for each in single if each.start not in used], text, lexicon):
        used |= {each.start for each in run}
        values = tuple(each.value for each in run)
        heads = _heads(run[-1], text, found, lexicon)
        yield Numbered("list", values, None, heads, run[0].start, run[-1].end)
    counted: tuple[int, frozenset[Concept]] = (0, frozenset())
    named = [each for each in single if _is_a_name(each, text, found, lexicon)]
    for each in single:
        if each.start in used or each.how == "article":
            continue
        heads = _heads(each, text, found, lexicon) or _left_out(each, counted, text, found)
        counted = (each.end, heads) if heads else counted
        # Where cards are called by their numbers, numbers of nothing are what these come to.
        if each in named or (len(named) > 1 and not heads):
            continue
        slot: SlotKind = "ordinal" if each.how == "ordinal" else "number"
        following = min((other.start for other in single if other.start >= each.end), default=len(text))
        op = _bound(each, text[:following] if following > each.end else text, lexicon)
        yield Numbered(slot, each.value, op, heads, each.start, each.end)
    for factor, patterns in lexicon.factors.items():
        for start, end in _all(patterns, text):
            yield Numbered("number", factor, None, frozenset(), start, end)


def _is_a_name(number: Numeral, text: str, found: Sequence[Mention], lexicon: Lexicon) -> bool:
    """`A boat, a 4 and a 6`: behind an article a number without a noun is what a card is called."""
    before = text[: number.start].rstrip()
    behind_article = any(each.end() == len(before) for each in lexicon.grammar.articles.finditer(before))
    return number.how == "digits" and behind_article and not _heads(number, text, found, lexicon)


def _is_counted_item(raw: str, end: int, capital_nouns: bool) -> bool:
    """`2 The player draws` is the second item; `2 roads` are two."""
    return not capital_nouns and re.match(r" [^\W\d_a-zß-ÿ][a-zß-ÿ']* [a-zß-ÿ]", raw[end:]) is not None


def _numerals(text: str, found: Sequence[Mention], raw: str, lexicon: Lexicon) -> Iterator[Numeral]:
    words, grammar = lexicon.numerals, lexicon.grammar
    all_of: list[Numeral] = []

    def add(value: int, start: int, end: int, how: Literal["digits", "word", "ordinal", "article"]) -> None:
        if not any(each.start < end and start < each.end for each in all_of):
            all_of.append(Numeral(value, start, end, how))

    for nth in words.ordinal.finditer(text):
        # `Cards: 60.`: a full stop that ends the sentence makes no ordinal.
        if nth[0].endswith(".") and not re.search(r"\w", text[nth.end() :]):
            continue
        add(int(nth[1]) if nth[1] else words.ordinals[nth[2]], nth.start(), nth.end(), "ordinal")
    for digits in _DIGITS.finditer(text):
        start, end = digits.start(), digits.end()
        is_label = start <= 1 and (
            _LABEL.match(text[end:]) is not None or _is_counted_item(raw, end, grammar.capital_nouns)
        )
        counts_other = grammar.outside.match(text[end:]) or grammar.outside_before.search(text[:start])
        if not is_label and not counts_other:
            add(int(digits[2]) * (-1 if digits[1] else 1), start, end, "digits")
    for word in words.cardinal.finditer(text):
        # A number word inside a longer term is part of its name, and `mehr als eine` is a quantifier.
        inside = any(m.start <= word.start() and word.end() <= m.end and m.end - m.start > len(word[1]) and
                     m.group in ("things", "others", "superlative") for m in found)  # fmt: skip
        counts_other = grammar.outside.match(text[word.end() :])
        if not inside and not counts_other:
            add(words.cardinals[word[1]], word.start(), word.end(), "word")
    for one in grammar.articles.finditer(text):
        # `one, two or three`: an article in a list is a number.
        behind = text[one.end() :]
        joined = _LISTED.match(behind) or lexicon.grammar.lists.match(behind)
        if joined and joined.end() and any(each.start == one.end() + joined.end() for each in all_of):
            add(1, one.start(), one.end(), "article")
    for one in grammar.articles.finditer(text):
        # `a point for each` is one point, `eine Münze` one coin, `ein Feld` one step.
        if any(each.concept in _ONE_OF and each.start == one.end() + 1 for each in found):
            add(1, one.start(), one.end(), "word")
    for one in grammar.articles.finditer(text):
        # `A town is worth two points, a village one.`
        named = any(each.group == "things" and each.end == one.start() - 1 for each in found)
        if named and all_of and _CLOSED.match(text[one.end() :]):
            add(1, one.start(), one.end(), "word")
    for start, end in _billed(text, found, grammar.articles, [each.end for each in all_of]):
        add(1, start, end, "word")
    return iter(sorted(all_of, key=lambda each: each.start))


_ONE_OF = frozenset({"point", "money", "kind:step"})


def _billed(
    text: str, found: Sequence[Mention], articles: re.Pattern[str], numbers: Sequence[int]
) -> list[tuple[int, int]]:
    """`Two brick and one lumber`, `a brick and a wool`: where several of a kind are counted, an article is a one."""
    named = {each.start for each in found if each.concept.startswith("name:")}
    ones = [(each.start(), each.end()) for each in articles.finditer(text) if each.end() + 1 in named]
    counted = {end + 1 for end in (*numbers, *(end for _, end in ones))} & named
    return ones if len(counted) > 1 else []


def _is_range(first: Numeral, second: Numeral, text: str, lexicon: Lexicon) -> bool:
    between = text[first.end : second.start]
    if first.how == "ordinal" or abs(first.value) >= abs(second.value):
        return False
    return bool(
        lexicon.grammar.ranges.fullmatch(between) or re.fullmatch(r"[-–—]| [-–—] | ?\.\.\.? ?", between)
    )


def _lists(single: Sequence[Numeral], text: str, lexicon: Lexicon) -> Iterator[list[Numeral]]:
    run: list[Numeral] = []
    for each in single:
        between = text[run[-1].end : each.start] if run else ""
        joined = _LISTED.fullmatch(between) or lexicon.grammar.lists.fullmatch(between)
        if run and joined and run[-1].how != "ordinal" and each.how != "ordinal":
            run.append(each)
            continue
        if len(run) > 1:
            yield run
        run = [each]
    if len(run) > 1:
        yield run


# Nouns that an unknown adjective may stand before; of others nothing is known across an unknown word.
_ADJECTIVES_FIT = frozenset({"card", "tile", "figure", "token", "point", "pile", "space", "row", "bonus"})
# A word that nobody knows stands beside the noun: `15 cards of travel` are not all cards.
QUALIFIED = "qualified"
# All of them are meant: `the five piles`.
DEFINITE = "definite"


def _heads(number: Numeral, text: str, found: Sequence[Mention], lexicon: Lexicon) -> frozenset[Concept]:
    """What a number counts: the noun behind it, the more special one of a compound, none across a preposition."""
    stop = re.search(r"[.;:()!?→=+]|, ?|\d| [-–—] ", text[number.end :])
    limit = number.end + stop.start() if stop else len(text)
    nouns = [each for each in found if each.group == "things" and number.end <= each.start < limit]
    nouns = [each for each in nouns if each.start - number.end < 40]
    if not nouns:
        return frozenset()
    first = nouns[0].start
    between = text[number.end : first]
    strange = _strange(text, number.end, first, found, lexicon)
    if len(re.findall(r"\w+", between)) > BETWEEN_HEAD or _crosses(between, lexicon):
        return frozenset()
    heads = [each for each in nouns if each.start == first]
    if strange and not any(":" in each.concept or each.concept in _ADJECTIVES_FIT for each in heads):
        return frozenset()
    end = max(each.end for each in heads)
    behind = [each for each in nouns if end <= each.start <= end + 6]
    linked = [
        each
        for each in behind
        if lexicon.grammar.linkers.fullmatch(text[end : each.start])
        or not text[end : each.start].strip(" '\"«»")
    ]
    if any(":" not in each.concept for each in heads) and linked:
        heads = [*heads, *(each for each in linked if each.start == linked[0].start)]
        end = max(each.end for each in heads)
    follower = re.match(r"[ '\"«»]*([^\W\d_]+)", text[end:limit])
    unknown_behind = (
        follower is not None
        and not lexicon.grammar.capital_nouns
        and bool(_strange(text, end, end + follower.end(), found, lexicon))
    )
    compound = any(":" not in each.concept for each in heads if each in linked) or any(
        each.start == end + 1 for each in found if each.group == "things" or each.concept == "role:starter"
    )
    marks = {QUALIFIED} if strange or unknown_behind or compound else set()
    if lexicon.grammar.definite.search(text[: number.start]):
        marks.add(DEFINITE)
    return frozenset({each.concept for each in heads} | marks)


_CLOSED = re.compile(r"\s*(?:[.,;!)]|$)")


def _left_out(
    number: Numeral, before: tuple[int, frozenset[Concept]], text: str, found: Sequence[Mention]
) -> frozenset[Concept]:
    """`A village is worth one point, a town two`: what is counted is said once."""
    start, heads = before
    between = [each for each in found if start <= each.start and each.end <= number.start]
    others = any(each.group == "things" and ":" in each.concept for each in between)
    # `A village counts one point, a town counts two`.
    said = {each.concept for each in found if each.group == "verbs" and each.end <= start}
    verbs = any(each.group == "verbs" and each.concept not in said for each in between)
    closed = number.how != "ordinal" and _CLOSED.match(text[number.end :]) is not None
    return heads if heads and closed and others and not verbs else frozenset()


def _strange(text: str, start: int, end: int, found: Sequence[Mention], lexicon: Lexicon) -> list[str]:
    """Words that neither the lexicon nor the glossary knows."""
    return [
        word[0]
        for word in re.finditer(r"[^\W\d_]+", text[start:end])
        if word[0] not in lexicon.grammar.common
        and not lexicon.grammar.prepositions.fullmatch(word[0])
        and not lexicon.grammar.breaks.fullmatch(word[0])
        and not any(each.start <= start + word.start() < each.end for each in found)
    ]


def _crosses(between: str, lexicon: Lexicon) -> bool:
    """Does another noun's phrase begin before the next known noun?"""
    grammar = lexicon.grammar
    # The `or` of `8 or more cards` begins nothing.
    for start, end in sorted(
        _all([each for own in lexicon.behind.values() for each in own], between), reverse=True
    ):
        between = f"{between[:start]} {between[end:]}"
    if not between.strip(" '\"«»"):
        return False
    return any(
        each.search(between) is not None
        for each in (grammar.prepositions, grammar.articles, grammar.between_nouns, grammar.breaks)
    )


def _bound(number: Numeral, text: str, lexicon: Lexicon) -> BoundOp | None:
    """`at least 8`, `8 cards or more`."""
    for op, patterns in lexicon.before.items():
        for start, end in _all(patterns, text):
            if start < number.start and end <= number.start and not text[end : number.start].strip(" '\""):
                if _is_part_of_longer(lexicon.before, op, start, end, text):
                    continue
                return cast(BoundOp, op)
    stop = re.search(r"[.;:!?]|, ?|\d", text[number.end :])
    limit = number.end + (stop.start() if stop else len(text))
    cut = lexicon.grammar.breaks.search(text, number.end, limit)
    while cut is not None and any(
        start <= cut.start() and cut.end() < end
        for each in lexicon.behind.values()
        for start, end in _all(each, text)
    ):
        cut = lexicon.grammar.breaks.search(text, cut.end(), limit)
    limit = cut.start() if cut is not None else limit
    for op, patterns in lexicon.behind.items():
        for start, _ in _all(patterns, text):
            if number.end <= start <= limit and len(text[number.end : start].split()) <= BEHIND_BOUND:
                return cast(BoundOp, op)
    return None


def _is_part_of_longer(table: object, op: str, start: int, end: int, text: str) -> bool:
    """`not more than` ends in `more than`."""
    assert isinstance(table, dict)
    return any(
        first < start and last == end
        for other, patterns in table.items()
        if other != op
        for first, last in _all(patterns, text)
    )


def _all(patterns: Sequence[Pattern], text: str) -> Iterator[tuple[int, int]]:
    for each in patterns:
        yield from each.places(text)
