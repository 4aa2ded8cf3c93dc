"""Who speaks on a page: the sentences of a rule set in a language, and the page's own words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Protocol

from verifier.languages import ENGLISH, language, language_table
from verifier.pages.material import Look, Material
from verifier.pages.support import ORDER, RuleSupport
from verifier.pages.verdicts import RecordRow
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.words.book import typeset
from verifier.words.lexicon import digits, is_plural

# --- who speaks on a page: the sentences of a rule set in a language, and the page's own words


@lru_cache(maxsize=8)
def page_words(lang: str) -> Mapping[str, str]:
    """The words of the pages themselves in a language; in English what nobody has translated."""
    return {**_own_words(ENGLISH), **_own_words(lang)}


def _own_words(lang: str) -> dict[str, str]:
    return {
        f"{section}.{key}": typeset(value, lang)
        for section, table in language_table(lang, "pages.toml").items()
        for key, value in table.items()
    }


@dataclass(frozen=True, slots=True)
class PageWords:
    """The page's own words; `{name}` in them is filled in."""

    lang: str

    def __call__(self, key: str, **values: object) -> str:
        return language(self.lang).counted(page_words(self.lang)[key].format(**values))

    def count(self, key: str, number: int) -> str:
        """A number with its noun: `key.one` or `key.other`, as the language counts."""
        plural = is_plural(number, self.lang)
        return self(f"{key}-other" if plural else f"{key}-one", n=self.number(number))

    def joined(self, parts: Iterable[str]) -> str:
        """Parts one after the other, with the space that the language keeps before a semicolon."""
        return f"{language(self.lang).sign(';')} ".join(parts)

    def number(self, value: float) -> str:
        """A number as the language writes it, with a true minus sign."""
        return digits(value, self.lang)


# --- a page's pen: a game's material, a voice to tell it in, and Markdown to write it with


# What Markdown reads as more than a letter, and what is markup in HTML. A brace may begin a list of attributes.
SPECIAL = re.compile(r"([\\`*_\[\]{}#])")
MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"})


@dataclass(frozen=True, slots=True)
class RuleSetVerdicts:
    """What is known of one rule set: how its rules stand, and the verdict on every property."""

    ruleset: str
    standings: Mapping[str, RuleSupport]
    verdicts: Mapping[str, RecordRow]


class Voice(Protocol):
    """The sentences and names of a rule set in a language."""

    def sentence(self, id: str) -> str | None: ...
    def name(self, name: str, plural: bool = False) -> str: ...
    def title(self, sort: str, name: str) -> str: ...
    def own_word(self, key: str) -> str | None: ...
    def terms(self) -> dict[str, tuple[str, str]]: ...


@dataclass(frozen=True, slots=True)
class Pen:
    """A `booklet` holds on one page what otherwise stands on several."""

    material: Material
    known: RuleSetVerdicts
    voice: Voice
    words: PageWords
    look: Look
    # The languages in which the game is told.
    languages: tuple[str, ...]
    booklet: bool = False
    # For rules of the game itself: the end of a link to the playable page, where the rule refuses a move.
    refused: Mapping[str, str] = field(default_factory=dict)
    # Ids are given once: the second time a rule is told it has none.
    used: set[str] = field(default_factory=set)

    @property
    def lang(self) -> str:
        return self.words.lang

    # --- names and sentences

    def name(self, name: str, plural: bool = False) -> str:
        return self.voice.name(name, plural)

    def title(self, name: str) -> str:
        return capital(self.name(name))

    def heading(self, sort: str, name: str) -> str:
        """What an action or a phase is called."""
        return self.voice.title(sort, name)

    def turn_word(self, key: str) -> str:
        """A word of the picture of a turn: the game's own, where it calls a round something else."""
        return self.voice.own_word(f"turn:{key}") or self.words(f"turn.{key}")

    def say(self, id: str) -> str | None:
        """The sentence of an id as Markdown."""
        found = self.voice.sentence(id)
        return escaped(found) if found else None

    def told(self, id: str, node: nodes.Item | nodes.On | nodes.Rule | nodes.Phase) -> str:
        """The sentence of an id with the text of the rules folded below it, or that text alone."""
        sentence = self.say(id)
        code = fenced(printed(node))
        inside = f"{sentence}\n\n{self.folded(code)}" if sentence is not None else code
        return f'<div class="told" markdown="1">\n\n{inside}\n</div>\n'

    def folded(self, inside: str) -> str:
        summary = self.words("rule.formal")
        return f'<details class="formal" markdown="1"><summary>{summary}</summary>\n\n{inside}\n</details>\n'

    # --- links

    def report(self, anchor: str = "") -> str:
        return f"../../report/{self.material.name}.md{'#' + anchor if anchor else ''}"

    def page(self, page: str, anchor: str = "") -> str:
        """A link to a part of this game's pages."""
        if self.booklet:
            return f"#{anchor or page}"
        return f"{page}.md{'#' + anchor if anchor else ''}"

    def played(self, fragment: str | None, words: str) -> str:
        """A link that opens a play on the page on which the game is played; nothing in a booklet."""
        if fragment is None or self.booklet:
            return ""
        return f'<a class="play-it" href="play.html{escape(fragment)}">{self.words(words)}</a>'

    def anchor(self, id: str) -> str:
        """An attribute that gives an id, the first time."""
        if id in self.used:
            return ""
        self.used.add(id)
        return f' id="{id}"'

    # --- verdicts

    def chips(self, rows: Iterable[RecordRow], anchor: str) -> str:
        """How many claims stand how well, each a link to the report."""
        counts = Counter(row.status for row in rows)
        if not counts:
            return self.chip("none", self.report())
        return " ".join(
            self.chip(status, self.report(anchor), counts[status]) for status in ORDER if counts[status]
        )

    def chip(self, status: str, link: str, count: int | None = None) -> str:
        number = f" {count}" if count is not None else ""
        means = self.words(f"verdict.{status}-means").replace('"', "")
        word = self.words(f"verdict.{status}")
        return f'[{word}{number}]({link} "{means}"){{ .verdict .{status} }}'


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def escaped(text: str) -> str:
    """Plain text as Markdown: whatever somebody wrote is shown as it stands and never read as markup."""
    return SPECIAL.sub(r"\\\1", text.translate(MARKUP))


def fenced(text: str) -> str:
    """Rules as code, in a fence that is longer than any in it."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}rules\n{text.rstrip()}\n{fence}\n"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]], right: Iterable[int] = ()) -> str:
    """A Markdown table; nothing if it has no rows."""
    body = ["| " + " | ".join(cell.replace("\n", " ") for cell in row) + " |" for row in rows]
    if not body:
        return ""
    heads = list(heads)
    rule = ["---:" if number in set(right) else "---" for number in range(len(heads))]
    return "\n".join(["| " + " | ".join(heads) + " |", "| " + " | ".join(rule) + " |", *body]) + "\n"


def section(title: str, anchor: str, *parts: str, level: int = 2) -> str:
    """A heading with what stands below it; nothing if nothing does."""
    inside = "\n".join(part for part in parts if part)
    return f"{'#' * level} {title} {{#{anchor}}}\n\n{inside}\n" if inside else ""
