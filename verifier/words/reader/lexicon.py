"""What the reader knows of a language: `grammar/languages/<lang>/lexicon.toml`, compiled once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from verifier.languages import language, language_table
from verifier.words.reader.folding import folded
from verifier.words.reader.numerals import Numerals, numerals
from verifier.words.reader.patterns import Pattern, pattern
from verifier.words.seam import Concept

# Groups whose words are concepts as they are; a word of any other group is the concept `<group>:<word>`.
BARE = frozenset({"things", "verbs", "others"})
# Groups that no mention is made of: they are asked for by name.
ASIDE = frozenset(
    {
        "grammar",
        "conjugation",
        "numbers",
        "ordinals",
        "sections",
        "labels",
        "bound-before",
        "bound-after",
        "factors",
        "names",
    }
)


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to say a concept."""

    group: str
    concept: Concept
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Grammar:
    """Small words of a language that tell how its sentences are built."""

    # Words that only an accent tells from another word.
    kept: frozenset[str]
    # Words that end the gap of a pattern.
    not_between: frozenset[str]
    # Before a number: all of them are meant.
    definite: re.Pattern[str]
    # Any of these, a blank behind it: `the`, `a`, `this`; and those that may stand for one.
    determiners: re.Pattern[str]
    articles: re.Pattern[str]
    # A participle is no verb unless an auxiliary stands before it.
    auxiliaries: re.Pattern[str] | None
    participles: tuple[str, ...]
    # Between a number and a noun: it does not count this noun.
    prepositions: re.Pattern[str]
    # Between two nouns that are one: `carte de pari`.
    linkers: re.Pattern[str]
    between_nouns: re.Pattern[str]
    # Words that begin a clause.
    breaks: re.Pattern[str]
    ranges: re.Pattern[str]
    lists: re.Pattern[str]
    # `3 per colour`.
    per: re.Pattern[str]
    # `more than`: with what something is compared.
    than: re.Pattern[str]
    # Behind and before numbers that count nothing of the game: years, minutes, pages.
    outside: re.Pattern[str]
    outside_before: re.Pattern[str]
    # What a word of a glossary may end in.
    endings: tuple[str, ...]
    # Short words with a full stop that ends no sentence.
    abbreviations: tuple[str, ...]
    # Frequent small words, by which a language is recognised.
    common: frozenset[str]
    no: re.Pattern[str]
    # Are nouns written with a capital? Then a word in small letters is none, and no adjective stands behind one.
    capital_nouns: bool


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A language, ready to read with."""

    lang: str
    grammar: Grammar
    numerals: Numerals
    wordings: tuple[Wording, ...]
    # By name: headings that give a scope or a context, labels at the start of a paragraph, bounds of numbers.
    sections: Mapping[str, tuple[Pattern, ...]]
    labels: Mapping[str, tuple[Pattern, ...]]
    before: Mapping[str, tuple[Pattern, ...]]
    behind: Mapping[str, tuple[Pattern, ...]]
    # Words that multiply, with the number they multiply by.
    factors: Mapping[int, tuple[Pattern, ...]]
    # Words for things by the names that rules usually give them.
    names: Mapping[str, tuple[str, ...]]

    def folded(self, text: str) -> str:
        return folded(text, self.grammar.kept)

    def knows(self, word: str) -> bool:
        """Is a single word one of this lexicon's things or verbs?"""
        bare = self.folded(word)
        return any(
            (0, len(bare)) in each.pattern.places(bare)
            for each in self.wordings
            if each.group in ("things", "verbs")
        )


@lru_cache
def lexicon(lang: str) -> Lexicon | None:
    """The lexicon of a language, or nothing where nobody has written one."""
    table = language_table(lang, "lexicon.toml")
    return lexicon_of(lang, table, language(lang).number_words()) if table else None


def lexicon_of(lang: str, table: Mapping[str, Any], spelled: Mapping[str, int]) -> Lexicon:
    """A lexicon from its table and the number words of its language."""
    small = _grammar(table.get("grammar", {}))
    kept = small.kept
    endings: dict[str, str] = table.get("conjugation", {})
    wordings = tuple(
        Wording(group, concept if group in BARE else f"{group}:{concept}", _pattern(written, endings, small))
        for group, concepts in table.items()
        if group not in ASIDE
        for concept, lines in concepts.items()
        for written in lines
    )

    def named(group: str) -> dict[str, tuple[Pattern, ...]]:
        return {
            name: tuple(_pattern(line, endings, small) for line in lines)
            for name, lines in table.get(group, {}).items()
        }

    return Lexicon(
        lang,
        small,
        numerals(spelled, table.get("numbers", {}), table.get("ordinals", {}), kept),
        wordings,
        named("sections"),
        named("labels"),
        named("bound-before"),
        {
            name: tuple(_unless_than(each, small) for each in own)
            for name, own in named("bound-after").items()
        },
        {int(factor): patterns for factor, patterns in named("factors").items()},
        {name: tuple(words) for name, words in table.get("names", {}).items()},
    )


def _unless_than(bound: Pattern, grammar: Grammar) -> Pattern:
    """`Three or more` bounds a number, `three or more than you` does not."""
    return replace(bound, regex=re.compile(f"{bound.regex.pattern}(?! {grammar.than.pattern})"))


def _pattern(written: str, endings: Mapping[str, str], grammar: Grammar) -> Pattern:
    """A pattern whose `{er}` stand for the endings of that name."""
    for name, listed in endings.items():
        written = written.replace(f"{{{name}}}", f"({listed})")
    return pattern(written, grammar.kept, grammar.not_between)


def _grammar(table: Mapping[str, Any]) -> Grammar:
    kept = frozenset(table.get("kept", ()))

    def words(name: str, before: str = r"(?<!\w)", behind: str = r"(?:(?<=')|(?!\w))") -> re.Pattern[str]:
        found = sorted((_listed(line, kept) for line in table.get(name, ()) if line), key=len, reverse=True)
        return re.compile(f"{before}(?:{'|'.join(found)}){behind}" if found else r"(?!)")

    return Grammar(
        kept=kept,
        not_between=frozenset(table.get("not-between", ())),
        definite=words("definite", behind=r" $"),
        determiners=words("determiners", behind=r"(?: (?:[\w-]+ )?|(?<=') ?)$"),
        articles=words("articles"),
        auxiliaries=words("auxiliaries", behind=r" (?:\w+ )?$") if table.get("auxiliaries") else None,
        participles=tuple(table.get("participles", ())),
        prepositions=words("prepositions"),
        linkers=words("linkers", before=r" ?", behind=r" ?"),
        between_nouns=words("linkers"),
        breaks=words("breaks"),
        ranges=words("ranges", before=r" ?", behind=r" ?"),
        lists=words("lists", before=r" ?", behind=r" ?"),
        per=words("per"),
        than=words("than"),
        outside=words("outside", before=r" ?", behind=r"(?!\w)"),
        outside_before=words("outside-before", behind=r" ?$"),
        endings=tuple(table.get("endings", ())),
        abbreviations=tuple(table.get("abbreviations", ())),
        common=frozenset(folded(word, kept) for word in table.get("common", ())),
        no=words("no", before=r"^\W*"),
        capital_nouns=bool(table.get("capital-nouns", False)),
    )


def _listed(line: str, kept: frozenset[str]) -> str:
    """A line of `[grammar]` as part of a regular expression, in the language of patterns."""
    return pattern(line, kept).regex.pattern.removeprefix(r"(?<!\w)").removesuffix(r"(?:(?<=')|(?!\w))")


# --- the words of a game beside those of the language


def worded(
    terms: Mapping[Concept, Iterable[str]], lexicon: Lexicon, group: str = "things"
) -> tuple[Wording, ...]:
    """The words of a glossary, each word of a term with any ending the language knows."""
    kept, endings = lexicon.grammar.kept, "|".join(lexicon.grammar.endings)
    found = []
    for concept, words in terms.items():
        for word in dict.fromkeys(folded(each, kept).strip() for each in words):
            if not word:
                continue
            parts = re.split(r"([ '-])", word)
            bare = [
                f"{_plainly(part)}({endings})?" if endings and len(part) > 2 else _plainly(part)
                for part in parts
            ]
            found.append(Wording(group, concept, pattern("".join(bare), kept)))
    return tuple(found)


def _plainly(part: str) -> str:
    """Signs of patterns mean nothing in a glossary."""
    return re.sub(r"[()?|]", "", part)
