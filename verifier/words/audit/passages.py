"""A foreign text in, its sentences out, each with its place, its heading and its scope."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from verifier.source import Source, Span
from verifier.words.lexicon import COMPARISONS, Lexicon, Phrase
from verifier.words.terms import Glossary

# Numbers of a variant are not those of the game, and numbers of an example are nobody's.
Scope = Literal["rules", "variant", "example"]

_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
# A sentence ends before a capital letter; a list has one on each line.
_END = re.compile(r"(?<=[.!?])[*_]*\s+(?=[*_]*[A-ZÀ-ÝÄÖÜ«„“(-])|\n(?=\s*(?:[-*•·>�]\s|\d+[.)]?\s))")
_MARKDOWN = re.compile(r"\s*#+\s*(?P<title>.+)")
_CAPITALS = re.compile(r"[^a-zß-ÿ\n]{4,60}")
_VARIANT = re.compile(r"\bvariant|\bjeu court\b|\bshort game\b|\bkurzes spiel\b", re.IGNORECASE)
_EXAMPLE = re.compile(
    r"\b(?:exemples?|examples?|for instance|beispiele?)\b|\be\.g\.|\bz\. ?b\.",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[*_#|$�]+|^\s*[-•·>]\s")
# A scan tears words before a letter with an accent.
_TORN = re.compile(r"(\w+) ([à-ÿ]\w*)")
LONGEST_TITLE = 70


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence, without marks and on one line; `heading` is the title above it."""

    text: str
    span: Span
    scope: Scope
    heading: str


def passages(source: Source) -> Iterator[Passage]:
    """The sentences of a text. Headings say what the sentences below them are about; examples are no rules."""
    known = frozenset(re.findall(r"\w+", source.text.lower()))
    heading, start = "", 0
    cuts = [(cut.start(), cut.end()) for cut in _BLANK.finditer(source.text)]
    for stop, following in (*cuts, (len(source.text), len(source.text))):
        title = _title(source.text[start:stop])
        if title is not None:
            heading = title
        else:
            yield from _sentences(source, start, stop, heading, known)
        start = following


def _title(paragraph: str) -> str | None:
    bare = paragraph.strip()
    marked = _MARKDOWN.fullmatch(bare)
    if marked is not None:
        return _MARKS.sub("", marked["title"]).strip()
    is_short = "\n" not in bare and len(bare) <= LONGEST_TITLE
    shouted = _CAPITALS.fullmatch(bare) is not None and any(letter.isalpha() for letter in bare)
    return bare if is_short and shouted else None


def _sentences(
    source: Source, start: int, stop: int, heading: str, known: frozenset[str]
) -> Iterator[Passage]:
    paragraph = source.text[start:stop]
    # A title that a scan ran into its text.
    first_line, _, rest = paragraph.lstrip().partition("\n")
    if rest and _title(first_line) is not None:
        heading = _title(first_line) or heading
    scope: Scope = (
        "variant" if _VARIANT.search(heading) else "example" if _EXAMPLE.search(heading) else "rules"
    )
    # What follows an example in its paragraph belongs to it.
    example = _EXAMPLE.search(paragraph)
    at = 0
    for cut, following in (
        *((each.start(), each.end()) for each in _END.finditer(paragraph)),
        (len(paragraph),) * 2,
    ):
        raw = paragraph[at:cut]
        text = _plain(raw, known)
        if text:
            lead = start + at + len(raw) - len(raw.lstrip())
            own: Scope = "example" if example is not None and example.start() < cut else scope
            yield Passage(text, source.span(lead, lead + len(raw.strip())), own, heading)
        at = following


def _plain(text: str, known: frozenset[str]) -> str:
    """Without the marks of Markdown, on one line, torn words mended where the text has the whole word elsewhere."""
    joined = " ".join(_MARKS.sub(" ", text).split())
    return _TORN.sub(
        lambda torn: torn[1] + torn[2] if (torn[1] + torn[2]).lower() in known else torn[0], joined
    )


# --- what a sentence commits itself to: its numbers, each with what it counts, and its comparisons


# In digits, `6ème` and `6th` too; not as part of a sum.
_DIGITS = re.compile(
    r"(?<![\w.,/+×=-])[-\N{MINUS SIGN}]?\d{1,4}"
    r"(?=(?:<sup>)?(?:e|er|re|ème|th|st|nd|rd|te[nr]?)\b|(?![\w%/]|[.,]\d|\s*[×x=+]\s*\d))"
)
_WORD_OR_SIGN = re.compile(r"[^\W\d_]+")
# Numbers of pages, of paragraphs and of a scale say nothing of the game.
_ELSEWHERE = re.compile(
    r"(?:\b(?:pages?|p|seiten?|s|fig|no|nr|figure|abb)\.?|[(«\"'“„]|\bn°)\s*$", re.IGNORECASE
)
_AGE = re.compile(r"\s*(?:ans|years|jahre|minutes?|minuten)\b", re.IGNORECASE)
_SCALE = re.compile(r"\s*(?:-|–|à|to|bis)\s*\d")
# What a number counts stands right behind it, perhaps after an adjective.
BEHIND = 4


@dataclass(frozen=True, slots=True)
class Mention:
    """A number in a sentence, or a comparison without one: `behind` are the words behind it, `op` how it compares."""

    passage: Passage
    value: int | None
    text: str
    start: int
    end: int
    behind: str
    op: str | None


def numbers(passage: Passage, lexicon: Lexicon) -> Iterator[Mention]:
    """Every number of a sentence, in digits or in words, but for those that count something outside the game."""
    text = passage.text
    compared = _compared(text, lexicon)
    found = [
        (int(each[0].replace("\N{MINUS SIGN}", "-")), each.start(), each.end())
        for each in _DIGITS.finditer(text)
    ]
    found += [
        (value, start, start + len(word)) for word, value, start in lexicon.number_words(text, multiples=True)
    ]
    for value, start, end in sorted(found, key=lambda each: each[1]):
        is_label = (
            start == 0 and re.match(r"[.)]|\s+[A-ZÀ-Ý]", text[end:]) is not None and text[:end].isdecimal()
        )
        outside = _ELSEWHERE.search(text[:start]) or _AGE.match(text[end:]) or _SCALE.match(text[end:])
        if is_label or outside:
            continue
        clause = re.split(r"[.,;:!?()]|\d", text[end:])[0]
        behind = " ".join(_WORD_OR_SIGN.findall(clause)[:BEHIND]).lower()
        yield Mention(
            passage, value, text[start:end], start, end, behind, _beside(text, compared, start, end)
        )


def comparisons(passage: Passage, lexicon: Lexicon) -> Iterator[Mention]:
    """Every comparison that stands beside no number."""
    beside = {each.op for each in numbers(passage, lexicon)}
    for phrase in _compared(passage.text, lexicon):
        if phrase.sense not in beside:
            rest = " ".join(_WORD_OR_SIGN.findall(passage.text[phrase.end :])[:BEHIND]).lower()
            yield Mention(passage, None, phrase.text, phrase.start, phrase.end, rest, phrase.sense)


def _compared(text: str, lexicon: Lexicon) -> list[Phrase]:
    return [phrase for phrase in lexicon.phrases(text) if phrase.sense in COMPARISONS]


def _beside(text: str, compared: list[Phrase], start: int, end: int) -> str | None:
    """The comparison that touches a number: `more than 8`, `8 cards or more`."""
    for phrase in compared:
        if phrase.end <= start and not text[phrase.end : start].strip():
            return phrase.sense
        between = text[end : phrase.start] if phrase.start >= end else None
        # `8 cards or more`: behind, and only with an `or`.
        trailing = phrase.text.split()[0].lower() in ("or", "ou", "oder", "und", "and", "et")
        if (
            between is not None
            and trailing
            and len(between.split()) <= BEHIND + 3
            and not re.search(r"[.,;:!?\d]", between)
        ):
            return phrase.sense
    return None


# --- how much two sentences have in common: the things of the game under any of their names, and the stems of words


_WORD = re.compile(r"[^\W\d_]{4,}")
STEM = 5
Tokens = frozenset[str]


@dataclass
class Reader:
    """What a text speaks of. A rarer word is worth more."""

    things: list[tuple[str, re.Pattern[str]]]
    alike: list[tuple[str, re.Pattern[str]]]
    worth: dict[str, float] = field(default_factory=dict)

    def tokens(self, text: str) -> Tokens:
        low = text.lower()
        found = {f"={name}" for name in self.units(low)} | {
            f"~{name}" for name, words in self.alike if words.search(low)
        }
        return frozenset(found | {stem(word) for word in _WORD.findall(low)})

    def units(self, low: str) -> set[str]:
        """The things of the game that are named."""
        return {name for name, words in self.things if words.search(low)}

    def weigh(self, sentences: Iterable[Tokens]) -> None:
        every = list(sentences)
        seen = Counter(token for own in every for token in own)
        # What the lexicon knows is no chance likeness of letters.
        self.worth = {
            token: math.log(1 + len(every) / count) * (1.5 if token[0] in "=~" else 1.0)
            for token, count in seen.items()
        }

    def weight(self, tokens: Tokens) -> float:
        return sum(self.worth.get(token, 0.0) for token in tokens)

    def share(self, ours: Tokens, theirs: Tokens, heading: Tokens) -> float:
        """How much of a sentence of ours a foreign one has; its heading counts half."""
        whole = self.weight(ours)
        both = self.weight(ours & theirs) + self.weight((ours & heading) - theirs) / 2
        # A long sentence shares words by chance.
        return 2 * both / (whole + min(self.weight(theirs), 2 * whole)) if whole else 0.0


def reader(glossary: Glossary, lexicon: Lexicon) -> Reader:
    """Knows each thing by every word of the glossary, those too that our own sentences avoid."""
    things = [
        (name, _any_of((*term.forms, *term.avoid, *term.elsewhere)))
        for name, term in glossary.over(lexicon.general).terms.items()
    ]
    return Reader(things, [(name, _any_of(words)) for name, words in lexicon.alike.items()])


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    listed = (re.escape(word.lower()).replace(r"\*", r"\w*") for word in words)
    return re.compile(rf"(?<!\w)(?:{'|'.join(listed)})(?!\w)")


def stem(word: str) -> str:
    """The beginning of a word without its accents: what scans and endings leave alone."""
    bare = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in bare if not unicodedata.combining(letter))[:STEM]
