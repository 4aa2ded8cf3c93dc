"""A failure to read in, the sentence it deserves out: the mistakes people make, each recognised by its looks.

A correction is offered only after trying it: the line must then read further. The malformed examples are in
`tests/surface/test_mistakes.py`, and one for each code in `tests/golden/diagnostics/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from verifier.diagnostics import Diagnostic, Label, diagnostic, nearest
from verifier.surface import mistakes_in_lines
from verifier.surface.failure import Failure, expected
from verifier.surface.wordings import other_wording, sort_missing, unbracketed, unnamed_starter

Recogniser = Callable[[Failure], Diagnostic | None]

_WHEN = "write a `rule` with a name, and `when` in it"
_FOREIGN = {
    **dict.fromkeys(("if", "unless", "only"), _WHEN),
    **dict.fromkeys(("otherwise", "else", "elif"), "write `otherwise rule NAME` directly below the rule"),
    **dict.fromkeys(("while", "loop"), "write `repeat ... times`, or `go round ... until ...`"),
    **dict.fromkeys(("var", "const", "def", "function"), "write `number`, `let` or `define`"),
    **dict.fromkeys(("return", "print", "import", "pass"), "rules say what is so, not how to work it out"),
    **dict.fromkeys(("must", "can", "cannot"), "write a `rule` with `require`"),
    "draw": "write `move top card in ... to ...`",
    "deal": "write `move ... from ... to ...`",
    "discard": "write `move ... to ...`",
    "foreach": "write `each`",
    "true": "set a note with `set`, ask for it by its name",
    "false": "clear a note with `clear`, ask for it with `not`",
    "null": "write `clear`, or `is empty`",
    "none": "write `no`, or `is empty`",
}
_COMPARISONS = (
    (r"is not (?:more|greater|higher|bigger|larger) tha?e?n", "is at most"),
    (r"is not (?:less|smaller|lower|fewer) tha?e?n", "is at least"),
    (r"is not at least", "is less than"),
    (r"is not at most", "is more than"),
    (r"is (?:greater|higher|bigger|larger) tha?e?n or equal(?:s)?(?: to)?", "is at least"),
    (r"is (?:smaller|lower|fewer|less) tha?e?n or equal(?:s)?(?: to)?", "is at most"),
    (r"is (?:more then|(?:greater|higher|bigger|larger|above|over) ?(?:tha?e?n)?)", "is more than"),
    (r"is (?:less then|(?:smaller|lower|fewer|below|under) ?(?:tha?e?n)?)", "is less than"),
    (r"is at least tha?e?n", "is at least"),
    (r"is at most tha?e?n", "is at most"),
    (r"(?:is )?(?:equal to|the same as)|is exactly|is equal|equals|equal", "is"),
    (r"is (?:different from|unequal to|not equal to)|isn't|does not equal", "is not"),
    (r"are|was|were|be", "is"),
)
# Small words that are forgotten in the middle of a line.
_JOINTS = ("of", "to", "be", "then", "by", "with", "in", "is", "from", "each", "times", "ends", "per", "for")
# Small words that are taken for one of these.
_WRONG_JOINTS = re.compile(r"\b(of|to|by|with|in|from|per|for|into|onto|on|at|as|inside)\b(?!-)")


def explained(failure: Failure) -> Diagnostic:
    """What to tell about a failure: the first mistake that looks like it, or what could have stood there."""
    for recognise in RECOGNISERS:
        found = recognise(failure)
        if found is not None:
            return found
    return _unexpected(failure)


def _foreign_word(failure: Failure) -> Diagnostic | None:
    """`if`, `else`, `while`: words of programs, or of other rule books."""
    first, word = failure.first, failure.word
    if word.lower() in ("if", "unless", "otherwise", "while"):
        return diagnostic("P119", Label(failure.span), hint=_FOREIGN[word.lower()], word=word)
    # Some of these words are good names, as in `draw: one of ...`.
    is_name = re.match(rf" *{re.escape(first)}(:|\.| chooses | may )", failure.code)
    if first.lower() in _FOREIGN and not is_name:
        return diagnostic("P119", Label(failure.first_span), hint=_FOREIGN[first.lower()], word=first)
    return None


def _comparison(failure: Failure) -> Diagnostic | None:
    """`is greater than`, `equals`: a comparison in words that are not ours."""
    for pattern, right in _COMPARISONS:
        for found in re.finditer(rf"\b(?:{pattern})(?![\w-])", failure.code):
            right_words = failure.words.phrase(right)
            corrected = failure.with_(right_words, *found.span())
            if found.start() <= failure.column <= found.end() + 1 and failure.reads(corrected):
                label = Label(failure.part(*found.span()))
                return diagnostic("P142", label, hint=f"write `{right_words}`")
    return None


def _article(failure: Failure) -> Diagnostic | None:
    """`the deck`: languages have articles, the rules have not."""
    for found in re.finditer(r"\b(?:the|a|an) +", failure.code):
        if found.end() > failure.column + len(failure.word) + 1:
            break
        without = re.sub(r"\b(?:the|a|an) +", "", failure.code)
        if failure.reads(without):
            label = Label(failure.part(found.start(), found.start() + len(found[0].rstrip())))
            return diagnostic("P141", label, hint=f"write `{without.strip()}`")
    return None


def _misspelt(failure: Failure) -> Diagnostic | None:
    """A word that is nearly a keyword, where that keyword would do."""
    for column, word, keywords in failure.candidates():
        near = nearest(word, keywords)
        if near is None or word in failure.words.every:
            continue
        corrected = failure.with_(near, column, column + len(word))
        if failure.reads(corrected) or failure.gets_past(corrected, column + len(near)):
            label = Label(failure.part(column, column + len(word)))
            return diagnostic("P111", label, hint=f"did you mean `{near}`?", word=word)
    return None


def _missing_name(failure: Failure) -> Diagnostic | None:
    if "NAME" not in failure.accepts or not failure.previous or failure.before != failure.first:
        return None
    if failure.word and not failure.reads(failure.with_(f" x {failure.word}")):
        return None
    place = failure.part(failure.line.indent, failure.line.indent + len(failure.first))
    hint = f"write `{failure.first} some-name`"
    return diagnostic("P118", Label(place, "a name is expected after this"), hint=hint, word=failure.first)


def _missing_phase_name(failure: Failure) -> Diagnostic | None:
    """`one of ...` in a turn, where each line has its name first."""
    if failure.reads(f"x: {failure.code.strip()}"):
        hint = f"write `some-name: {failure.code.strip()}`"
        return diagnostic("P118", Label(failure.first_span), hint=hint, word=failure.first)
    return None


def _missing_joint(failure: Failure) -> Diagnostic | None:
    """A colon or a small word forgotten between two others."""
    if "COLON" in failure.accepts and failure.reads(failure.with_(f": {failure.word}")):
        label = Label(failure.span, "a colon is expected before this")
        return diagnostic("P113", label, hint=f"write `{failure.before}: {failure.after}`")
    # What is set is most often set to something; a note with an index is rarer.
    for keyword in ("to", *_JOINTS) if failure.first == failure.words.phrase("set") else _JOINTS:
        word = failure.words.phrase(keyword)
        if failure.word and failure.reads(failure.with_(f"{word} {failure.word}")):
            label = Label(failure.span, f"`{word}` is expected before this")
            whole = failure.with_(f"{word} {failure.word}").strip()
            return diagnostic("P127", label, hint=f"write `{whole}`", word=word)
    return None


def _wrong_joint(failure: Failure) -> Diagnostic | None:
    """`choose card from my hand` for `in my hand`."""
    for found in _WRONG_JOINTS.finditer(failure.code[: failure.column + len(failure.word)]):
        for keyword in _JOINTS:
            word = failure.words.phrase(keyword)
            if word != found[0] and failure.reads(failure.with_(word, *found.span())):
                label = Label(failure.part(*found.span()))
                return diagnostic("P144", label, hint=f"write `{word}`", word=found[0])
    return None


def _too_many_words(failure: Failure) -> Diagnostic | None:
    if "_NL" in failure.accepts and failure.word:
        label = Label(failure.part(failure.column, len(failure.code)), "the line could end before this")
        rest = expected(failure, without=frozenset({"_NL"}))
        return diagnostic("P131", label, hint=f"begin a new line, or continue with {rest}" if rest else None)
    return None


def _too_few_words(failure: Failure) -> Diagnostic | None:
    if failure.word:
        return None
    end = len(failure.code)
    place = failure.part(max(end - len(failure.previous), 0), end)
    return diagnostic("P132", Label(place, f"expected {expected(failure)} after this"))


def _reserved_name(failure: Failure) -> Diagnostic | None:
    """A word of the language that reading took for a name, and stumbled over later."""
    for column, word, keywords in failure.candidates():
        if word in failure.words.reserved and word not in keywords and column < failure.column:
            label = Label(failure.part(column, column + len(word)), "a name is expected here")
            hint = "use a different word, or join it to another with a hyphen"
            return diagnostic("P120", label, hint=hint, name=word)
    return None


def _unexpected(failure: Failure) -> Diagnostic:
    if failure.opens_line and not failure.line.indent:
        label = Label(failure.span, "no line at the left margin begins with this")
        hint = "such a line begins with a word like `number`, `zone`, `action` or `scenario`"
        return diagnostic("P110", label, hint=hint, word=failure.word)
    label = Label(failure.span, f"expected {expected(failure)}")
    return diagnostic("P110", label, word=failure.word)


RECOGNISERS: tuple[Recogniser, ...] = (
    *mistakes_in_lines.ABOUT_DEPTH,
    other_wording,
    unbracketed,
    sort_missing,
    unnamed_starter,
    *mistakes_in_lines.RECOGNISERS,
    _comparison,
    _foreign_word,
    _misspelt,
    *mistakes_in_lines.ABOUT_PLACE,
    _article,
    _missing_name,
    _missing_phase_name,
    _wrong_joint,
    _missing_joint,
    _reserved_name,
    mistakes_in_lines.unknown_sign,
    _too_many_words,
    _too_few_words,
)
