"""In which language the keywords of a text are: a text in, the code of the language out, told by its first line."""

from __future__ import annotations

from typing import Any

from verifier.languages import ENGLISH, language_table, languages

KEYWORDS = "keywords.toml"
# So that of most texts this can be told without reading a table.
HEADS = frozenset(("game", "part", "edition", "variant", "house-rule", "instance"))
OF = "of"


def keyword_language(text: str) -> str:
    """`jeu port` begins a text in French; what begins in no language is read in English."""
    head, of = _first_line(text)
    if head in HEADS and of in ("", OF):
        return ENGLISH
    for code in languages():
        table = language_table(code, KEYWORDS) if code != ENGLISH else {}
        if head in _spellings(table.get("HEAD", {}).values()) and of in (
            "",
            *_spellings((table.get(OF, OF),)),
        ):
            return code
    return ENGLISH


def _first_line(text: str) -> tuple[str, str]:
    """The word with which the first line begins, and the one behind its name."""
    for line in text.removeprefix("\ufeff").splitlines():
        words = line.partition("#")[0].split()
        if words:
            return words[0], words[2] if len(words) > 2 else ""
    return "", ""


def _spellings(words: Any) -> set[str]:
    return {each for word in words for each in ((word,) if isinstance(word, str) else word)}
