"""Signs as the language sets them: spaces before French signs, quotes, full stops."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verifier.diagnostics import Diagnostic
from verifier.words.case import Case
from verifier.words.template import Text

QUOTES = {"en": "“ ”", "fr": "« »", "de": "„ “"}
_WRONG = {"en": re.compile(r'["«»„]'), "fr": re.compile(r'["“”„]'), "de": re.compile(r'["«»”]')}
_TIGHT = re.compile(r"(?<=[^\s\u00a0\u202f])([;:!?»])|«(?=\S)(?![\u00a0\u202f])")


def typography_problems(case: Case) -> Iterator[Diagnostic]:
    """The signs that a printer would correct."""
    words = case.message.words
    for piece in case.template.flat():
        if not isinstance(piece, Text):
            continue
        for found in _WRONG[case.book.lang].finditer(piece.text):
            at = piece.at + found.start()
            yield case.problem("L781", at, at + 1, hint=f"write {QUOTES[case.book.lang]}")
        for found in re.finditer("  +", piece.text):
            at = piece.at + found.start()
            yield case.problem("L784", at, at + len(found[0]))
        if case.book.lang == "fr":
            yield from _french(case, piece)
    if case.entry.is_label and words.endswith("."):
        yield case.problem("L783", len(words) - 1, len(words), hint="remove the full stop")
    if not case.entry.is_label and not words.endswith((".", "!", "?", "…", ".»", ". »")):
        yield case.problem("L782", len(words) - 1, len(words))


def _french(case: Case, piece: Text) -> Iterator[Diagnostic]:
    before = case.message.words[piece.at - 1 : piece.at] if piece.at else ""
    for found in _TIGHT.finditer(before + piece.text):
        at = piece.at + found.start() - len(before)
        sign = found[1] or "«"
        where = "before" if found[1] else "after"
        yield case.problem(
            "L780",
            at,
            at + 1,
            hint=f"put a space {where} `{sign}`; it is printed as a non-breaking space",
            sign=sign,
        )
