"""Signs where words are meant, and signs that are missing or too many."""

from __future__ import annotations

import re

from verifier.diagnostics import Diagnostic, Label, diagnostic
from verifier.surface.failure import Failure

_COMPARED = {
    ">=": "is at least",
    "=>": "is at least",
    "≥": "is at least",
    "<=": "is at most",
    "=<": "is at most",
    "≤": "is at most",
    ">": "is more than",
    "<": "is less than",
    "==": "is",
    "!=": "is not",
    "<>": "is not",
    "≠": "is not",
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
}
_ARITHMETIC = {"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "—": "-", "**": "*", "^": "*"}
_APOSTROPHES = "'’‘`´"
_OTHER_QUOTES = "“”„«»'’‘`"


def _comment(failure: Failure) -> Diagnostic | None:
    found = re.search(r"//|/\*|--|;;|<!--", failure.code)
    if found and found.start() <= failure.column <= found.end():
        return diagnostic("P138", Label(failure.part(*found.span())), hint="write `#` and then the comment")
    return None


def _quotes(failure: Failure) -> Diagnostic | None:
    code = failure.code
    if code.count('"') % 2 and failure.column <= code.rfind('"'):
        label = Label(failure.part(code.rfind('"'), len(code)), "this has no closing quote")
        return diagnostic("P122", label, hint="end the sentence with a quote on the same line")
    if "STRING" not in failure.accepts:
        return None
    if failure.word and failure.word[0] in _OTHER_QUOTES:
        return diagnostic(
            "P122", Label(failure.span, "these are other quotes"), hint='write `"` on both sides'
        )
    rest = failure.after.strip()
    label = Label(failure.part(failure.column, len(code)), "a sentence in quotes is expected here")
    return diagnostic("P122", label, hint=f'write `{failure.before} "{rest or "..."}"`')


def _sign_for_word(failure: Failure) -> Diagnostic | None:
    sign = failure.word
    if sign == "=":
        keyword = next((word for word in ("be", "to", "is") if word.upper() in failure.accepts), "")
        right = ":" if "COLON" in failure.accepts and not keyword else failure.words.phrase(keyword or "is")
    elif sign in _COMPARED:
        right = failure.words.phrase(_COMPARED[sign])
    else:
        return None
    return diagnostic("P112", Label(failure.span), hint=f"write `{right}`", sign=sign)


def _dots(failure: Failure) -> Diagnostic | None:
    """`2.10`, `2-10`, `2 to 10` and `2...10` for a range; `8.5` for a number."""
    number = re.search(r"\d+ *(\.{0,2})$", failure.before)
    rest = re.match(r"(\.+|-|–|to\b|bis\b|à\b)? *(\d+)", failure.after)
    if number is None or rest is None or not (number[1] or rest[1]):
        return None
    start, end = number.start(), failure.column + rest.end()
    low = number[0].rstrip(". ")
    span = failure.part(start, end)
    rises = int(low[-9:]) < int(rest[2][-9:])
    if rises and failure.reads(failure.with_(f"{low}..{rest[2]}", start, end)):
        return diagnostic("P117", Label(span), hint=f"write `{low}..{rest[2]}`")
    if rest[1] == "." and not number[1]:
        hint = "count in smaller steps, so that every number is whole"
        return diagnostic("P121", Label(span, "this is not a whole number"), hint=hint)
    return None


def _possessive(failure: Failure) -> Diagnostic | None:
    """`player's hand`."""
    found = re.search(rf"([\w-]+)[{_APOSTROPHES}]s? +([\w-]+)", failure.code)
    if found is None or not found.start() <= failure.column <= found.end():
        return None
    owner, owned = found.groups()
    return diagnostic("P125", Label(failure.part(*found.span())), hint=f"write `{owner}.{owned}`")


def _line_end(failure: Failure) -> Diagnostic | None:
    """A comma, a full stop or a semicolon at the end of the line."""
    at_end = len(failure.code) - 1
    last = failure.code[-1:]
    if last == "," and failure.column >= at_end:
        hint = "put the rest on this line, or remove the comma"
        return diagnostic("P123", Label(failure.part(at_end, at_end + 1)), hint=hint)
    if last in (".", ";") and not failure.code.endswith("..") and failure.column >= at_end:
        label = Label(failure.part(at_end, at_end + 1), "not needed here")
        return diagnostic("P139", label, hint="remove it")
    return None


def _braces(failure: Failure) -> Diagnostic | None:
    if failure.word and failure.word[0] in "{}":
        hint = "indent the lines of the block by four spaces, without `{` and `}`"
        return diagnostic("P140", Label(failure.span), hint=hint)
    return None


def _brackets(failure: Failure) -> Diagnostic | None:
    code = failure.code
    if failure.word[:1] == ")":
        return diagnostic("P137", Label(failure.span, "nothing opens this"), hint="remove it")
    if "RPAR" in failure.accepts and code.count("(") > code.count(")"):
        place = code.rfind("(", 0, failure.column + 1)
        hint = "close it with `)`"
        return diagnostic("P137", Label(failure.part(place, place + 1), "nothing closes this"), hint=hint)
    return None


def _colon(failure: Failure) -> Diagnostic | None:
    """`action lay:`, as in some programs, or with the block behind it."""
    if failure.word != ":" or "_NL" not in failure.accepts:
        return None
    rest = failure.after[1:].strip()
    below = f", and `{rest}` indented on the next line" if rest else ""
    return diagnostic("P143", Label(failure.span, "no colon here"), hint=f"write `{failure.before}`{below}")


def unknown_sign(failure: Failure) -> Diagnostic | None:
    """A letter or sign with which no word of the language begins."""
    if failure.terminal is not None or not failure.word:
        return None
    sign = failure.word[0]
    hint = None
    if sign in _ARITHMETIC:
        hint = f"write `{_ARITHMETIC[sign]}`"
    elif sign in "[]":
        hint = "brackets are round; an index follows `of`"
    elif sign in _OTHER_QUOTES:
        hint = 'write `"` on both sides of a sentence'
    elif sign == "_" or sign.isalpha():
        hint = "a name is made of small letters, digits and hyphens"
    label = Label(failure.part(failure.column, failure.column + 1))
    return diagnostic("P126", label, hint=hint, sign=sign)


RECOGNISERS = (
    _comment,
    _quotes,
    _braces,
    _sign_for_word,
    _dots,
    _possessive,
    _line_end,
    _brackets,
    _colon,
)
