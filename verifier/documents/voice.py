"""Who speaks on a page: the sentences of a rule set in a language, and the page's own words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from verifier.words.render import typeset

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français", "de": "Deutsch"}


@lru_cache(maxsize=8)
def page_words(lang: str) -> Mapping[str, str]:
    """The words of the pages themselves in a language."""
    text = (files(__package__) / "words" / f"{lang}.toml").read_text(encoding="utf-8")
    return {
        f"{section}.{key}": typeset(value, lang)
        for section, table in tomllib.loads(text).items()
        for key, value in table.items()
    }


@dataclass(frozen=True, slots=True)
class Words:
    """The page's own words; `{name}` in them is filled in."""

    lang: str

    def __call__(self, key: str, **values: object) -> str:
        return page_words(self.lang)[key].format(**values)

    def count(self, key: str, number: int) -> str:
        """A number with its noun: `key.one` or `key.other`, as the language counts."""
        one = number == 1 or (self.lang == "fr" and number == 0)
        return self(f"{key}-one" if one else f"{key}-other", n=self.number(number))

    def joined(self, parts: Iterable[str]) -> str:
        """Parts one after the other, with the space that French keeps before a semicolon."""
        return ("\N{NARROW NO-BREAK SPACE}; " if self.lang == "fr" else "; ").join(parts)

    def number(self, value: float) -> str:
        """A number as the language writes it, with a true minus sign."""
        plain = f"{abs(value):,}" if isinstance(value, int) else f"{abs(value):,.1f}"
        if self.lang == "fr":
            plain = plain.replace(",", "\N{NARROW NO-BREAK SPACE}").replace(".", ",")
        elif self.lang == "de":
            plain = plain.replace(",", "\0").replace(".", ",").replace("\0", ".")
        return f"\N{MINUS SIGN}{plain}" if value < 0 else plain
