"""Lines at the wrong depth, blocks without lines, and lines in a block that is not theirs."""

from __future__ import annotations

import re

from verifier.diagnostics import Diagnostic, Label, diagnostic
from verifier.surface.failure import Failure, expected

# --- lines at the wrong depth, blocks without lines, and lines in a block that is not theirs


# Where the lines go that cannot stand at the left margin.
_HOMES = {
    "in an `action`, a `procedure`, a `setup` or another block of steps": (
        "let choose move swap shuffle show add take clear roll do repeat go may each"
    ),
    "in a `rule`": "when require subtract multiply at",
    "in an `action`, a `procedure`, a `define`, a `change` or the `end`": "rule",
    "in a `scenario`": "given then",
    "in a `card`, a `tile` or a `figure`": "on",
}
_INSIDE = frozenset(word for words in _HOMES.values() for word in words.split())
_IN_RULES = ("when", "require", "add", "subtract", "multiply", "at")


def _block_missing(failure: Failure) -> Diagnostic | None:
    """`action lay` and nothing below it."""
    if "_INDENT" not in failure.accepts or failure.terminal == "_INDENT":
        return None
    line = next(
        line for line in reversed(failure.piece.lines) if line.start + line.indent < max(failure.at, 1)
    )
    if failure.opens_line and failure.line is not failure.piece.lines[0]:
        number = failure.piece.lines.index(failure.line)
        line = failure.piece.lines[number - 1]
    word = line.first_word(failure.source)
    hint = "indent the lines that belong to it by four spaces"
    return diagnostic("P115", Label(word, "its lines are expected below"), hint=hint, word=word.text)


def _too_deep(failure: Failure) -> Diagnostic | None:
    if failure.terminal != "_INDENT":
        return None
    above = failure.piece.lines[failure.piece.lines.index(failure.line) - 1].first_word(failure.source)
    labels = Label(failure.first_span), Label(above, "this line opens no block")
    return diagnostic("P114", *labels, hint="begin it below the first word of the line above")


def _block_ends_early(failure: Failure) -> Diagnostic | None:
    """A rule with `when` alone, perhaps because the next line is too far left."""
    if failure.terminal != "_DEDENT":
        return None
    lines, number = failure.piece.lines, failure.piece.lines.index(failure.line)
    following = (
        failure.source.text[failure.piece.end :] if number + 1 == len(lines) else lines[number + 1].text
    )
    first = re.match(r" *([\w-]+)", following)
    accepted = {word for terminal in failure.accepts for word in failure.words.spelt(terminal)}
    if first and first[1] in accepted:
        start = (failure.piece.end if number + 1 == len(lines) else lines[number + 1].start) + first.start(1)
        label = Label(failure.source.span(start, start + len(first[1])))
        return diagnostic("P129", label, hint="indent it like the line above", word=first[1])
    opener = next(line for line in reversed(lines[:number]) if line.indent < failure.line.indent)
    word = opener.first_word(failure.source)
    label = Label(word, "more lines are expected below")
    hint = "add what follows: `require`, a step or a value" if "REQUIRE" in failure.accepts else None
    return diagnostic("P128", label, hint=hint or f"expected {expected(failure)}", word=word.text)


def _rule_missing(failure: Failure) -> Diagnostic | None:
    """`require` or `when` without a rule around it."""
    if _misplaced(failure) in _IN_RULES and "RULE" in failure.accepts_at_line_start:
        hint = f"write `rule some-name` above it, and indent `{failure.first}` below"
        return diagnostic("P135", Label(failure.first_span), hint=hint, word=failure.first)
    return None


def _too_far_left(failure: Failure) -> Diagnostic | None:
    keyword = _misplaced(failure)
    if failure.line.indent or keyword is None:
        return None
    home = next((home for home, words in _HOMES.items() if keyword in words.split()), None)
    hint = f"it belongs {home}" if home else None
    return diagnostic("P129", Label(failure.first_span), hint=hint, word=failure.first)


def _wrong_block(failure: Failure) -> Diagnostic | None:
    if _misplaced(failure) is None or not failure.line.indent:
        return None
    lines, number = failure.piece.lines, failure.piece.lines.index(failure.line)
    opener = next(line for line in reversed(lines[:number]) if line.indent < failure.line.indent)
    labels = Label(failure.first_span), Label(opener.first_word(failure.source), "the block of this line")
    hint = "check its indentation: it may belong to the enclosing block"
    return diagnostic("P130", *labels, hint=hint, word=failure.first)


def _misplaced(failure: Failure) -> str | None:
    """The keyword that opens the line, when no line here begins with it."""
    english = failure.words.english
    here, at_margin = failure.accepts_at_line_start, failure.accepts_at_margin
    meant = {(terminal, keyword) for (terminal, word), keyword in english.items() if word == failure.first}
    if any(terminal in here for terminal, _ in meant):
        return None
    return next((keyword for terminal, keyword in meant if keyword in _INSIDE or terminal in at_margin), None)


# Mistakes in how lines stand to each other, rather than in the words of one line.
ABOUT_BLOCKS = frozenset({"P114", "P115", "P128", "P129", "P130", "P135"})
ABOUT_DEPTH = (_block_missing, _too_deep, _block_ends_early)
ABOUT_PLACE = (_rule_missing, _too_far_left, _wrong_block)


# --- signs where words are meant, and signs that are missing or too many


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
