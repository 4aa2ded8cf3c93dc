"""Lines at the wrong depth, blocks without lines, and lines in a block that is not theirs."""

from __future__ import annotations

import re

from verifier.diagnostics import Diagnostic, Label, diagnostic
from verifier.surface.expected import expected
from verifier.surface.failure import Failure

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
