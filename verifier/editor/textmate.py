"""The grammar of a text for TextMate, as editors and code hosts take it: made from the keywords of all languages.

`python -m verifier.editor.textmate` writes it to `editors/vscode/syntaxes`; a test fails when it is out of date.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from verifier.languages import language_table, languages
from verifier.pages.lexer import one_of, opening_words, other_words
from verifier.surface.keyword_language import KEYWORDS

SCOPE = "source.rulewright"
FILE = Path(__file__).resolve().parents[2] / "editors" / "vscode" / "syntaxes" / "rulewright.tmLanguage.json"
_NAME = r"[\p{L}][\p{L}\p{N}_]*(?:-[\p{L}\p{N}][\p{L}\p{N}_]*)*"


def keyword_languages() -> list[str]:
    """The languages in which rules can be written."""
    return [lang for lang in languages() if language_table(lang, KEYWORDS)]


def grammar() -> dict[str, Any]:
    """The grammar as a value that `json` can write."""
    opening = sorted({word for lang in keyword_languages() for word in opening_words(lang)})
    words = sorted({word for lang in keyword_languages() for word in other_words(lang)})
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Rulewright",
        "scopeName": SCOPE,
        "fileTypes": ["rules"],
        "patterns": [
            {"include": f"#{name}"} for name in ("comment", "string", "opening", "word", "number", "sign")
        ],
        "repository": {
            "comment": {"name": "comment.line.number-sign.rulewright", "match": "#.*$"},
            "string": {"name": "string.quoted.double.rulewright", "match": '"[^"]*"?'},
            "opening": {
                "match": rf"^\s*({one_of(opening)})(?:\s+({_NAME}))?",
                "captures": {
                    "1": {"name": "keyword.declaration.rulewright"},
                    "2": {"name": "entity.name.rulewright"},
                },
            },
            "word": {"name": "keyword.control.rulewright", "match": one_of(words)},
            "number": {"name": "constant.numeric.rulewright", "match": r"(?<![\p{L}\p{N}_-])\d+"},
            "sign": {"name": "keyword.operator.rulewright", "match": r"\.\.|(?<= )[-+*/](?= )"},
        },
    }


def text() -> str:
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
