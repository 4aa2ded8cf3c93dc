"""Rules in colour: a lexer for Pygments, for our pages and for whoever asks Pygments for `rules`.

Its words are those of the grammar, so that it cannot fall behind; one lexer for each language of keywords.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from verifier.languages import ENGLISH
from verifier.surface.parser import keywords

# What a line at the margin begins with, and what a line in a block may begin with and name something.
_OPENING = (
    "title", "players", "number", "kind", "zone", "amount", "note", "die", "setup", "rounds", "starter",
    "winner", "turn", "action", "procedure", "define", "change", "end", "invariant", "witness", "measure",
    "may-loop", "accept",
    "renamed", "scenario", "expect", "replace", "remove", "rule", "on", "before", "after", "otherwise",
)  # fmt: skip
_NAME = r"[^\W\d_]\w*(?:-[^\W_]\w*)*"


def opening_words(lang: str) -> list[str]:
    """The words with which things are declared, in a language of keywords."""
    words = keywords(lang)
    heads = [word for terminal in ("HEAD", "COMPONENT", "HOOK") for word in words.spelt(terminal)]
    named = {english: many for table in words.terminals.values() for english, many in table.items()}
    return sorted({*heads, *(word for english in _OPENING for word in named.get(english, ()))})


def other_words(lang: str) -> list[str]:
    return sorted(keywords(lang).every)


def one_of(words: list[str]) -> str:
    """A pattern for whole words, the longest first; a blank in a word may be several."""
    spelt = (
        re.escape(word).replace(r"\ ", " +") for word in sorted(words, key=lambda word: (-len(word), word))
    )
    return rf"(?<![\w-])(?:{'|'.join(spelt)})(?![\w-])"


def _tokens(lang: str) -> dict[str, list[Any]]:
    opening = one_of(opening_words(lang))
    return {
        "root": [
            (r"#.*", Comment.Single),
            (r'"[^"\n]*"?', String),
            (
                rf"^( *)({opening})( +)({_NAME})",
                bygroups(Whitespace, Keyword.Declaration, Whitespace, Name.Class),
            ),
            (rf"^( *)({opening})", bygroups(Whitespace, Keyword.Declaration)),
            (one_of(other_words(lang)), Keyword),
            (r"\d+", Number.Integer),
            (_NAME, Name),
            (r"\.\.|[+*/-]", Operator),
            (r"[.,:()]", Punctuation),
            (r"\s+", Whitespace),
            (r".", Text),
        ]
    }


class RulesLexer(RegexLexer):  # type: ignore[misc]
    """Rules of Rulewright."""

    name = "Rulewright"
    aliases: ClassVar[list[str]] = ["rules", "rulewright"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    flags = re.MULTILINE
    tokens: ClassVar[dict[str, list[Any]]] = _tokens(ENGLISH)


class FrenchRulesLexer(RegexLexer):  # type: ignore[misc]
    """The same with French keywords."""

    name = "Rulewright (French keywords)"
    aliases: ClassVar[list[str]] = ["rules-fr"]
    filenames: ClassVar[list[str]] = []
    flags = re.MULTILINE
    tokens: ClassVar[dict[str, list[Any]]] = _tokens("fr")
