"""Lines in words that the language does not have: what people write first, and how the rules say it.

Each pattern is a whole phrase. A correction is offered when the line can then be read, or, for a line that can be read
but means nothing (`top of deck` has a component `of`), as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from verifier.diagnostics import Diagnostic, Label, diagnostic
from verifier.surface.failure import Failure

_NAME = r"[^\W\d_][\w-]*"
_PATH = rf"(?:my )?{_NAME}(?:\.{_NAME})*"
_PLACE = rf"{_PATH}(?: of {_PATH})?"
# What is most often replaced or removed.
_SORTS = ("action", "rule", "procedure")

# A phrase, and the same as the language says it.
_PHRASES: tuple[tuple[str, str], ...] = (
    (rf"\b(left|right) of (left|right) of ({_NAME})\.({_NAME})", r"(\1 of (\2 of \3)).\4"),
    (rf"\b(left|right) of (left|right) of ({_PATH})", r"\1 of (\2 of \3)"),
    (rf"\b({_NAME}) of (left|right) of ({_PATH})", r"\1 of (\2 of \3)"),
    (rf"\bsum of ({_NAME}) (?:in|of) ({_PLACE})", r"sum \1 of \2"),
    (r"\bcount of ", "count "),
    (rf"\b(top|bottom) (?:of|from) (?:the )?({_PLACE})", r"\1 card in \2"),
    (rf"\bchoose (?:any|one of|1) ({_NAME})", r"choose \1"),
    (rf"\bmove {_NAME} ({_NAME}) from {_PLACE} to", r"move \1 to"),
    (rf"\ball ({_NAME})", r"every \1"),
    (rf"\bmove (\d+) {_NAME} from", r"move \1 from"),
    (rf"\b(add|take) ([\w-]+) ({_NAME}) (to|from) my {_NAME}", r"\1 \2 \4 my \3"),
    (rf"\b(add|take) ([\w-]+) ({_NAME}) (to|from) me\b", r"\1 \2 \4 my \3"),
    (rf"\b(add|take) ([\w-]+) {_NAME} (to|from) ({_PLACE})", r"\1 \2 \3 \4"),
    (rf"\bsubtract (.+) from ({_PLACE})", r"take \1 from \2"),
    (rf"\bincrease ({_PLACE}) by (.+)", r"add \2 to \1"),
    (rf"\b(?:decrease|reduce) ({_PLACE}) by (.+)", r"take \2 from \1"),
    (r"^repeat (.+?)(?: time)?$", r"repeat \1 times"),
    (rf"\bswap ({_PLACE}) (?:and|for|,) ({_PLACE})", r"swap \1 with \2"),
    (rf"\beach other player ({_NAME})", r"each player \1 where \1 is not me"),
    (rf"\beach player ({_NAME}) (?:other than|except|but) me", r"each player \1 where \1 is not me"),
    (rf"\b({_PATH}) is ({_NAME}) or is ({_NAME})", r"\1 is \2 or \1 is \3"),
    (r"\b(require|when) (.+) is between (.+) and (.+)", r"\1 (\2) is at least \3 and (\2) is at most \4"),
    (rf"\b({_PLACE}) (?:contains|includes) ({_PLACE})", r"\2 is in \1"),
    (r"\b(any|no) (.+?)(?::| with| that has| having) (?=\S)", r"\1 \2 where "),
    (r"(?<!is )\bat (least|most) ", r"is at \1 "),
    (rf"\b(require|when) ({_PATH}) in ({_PLACE})", r"\1 \2 is in \3"),
    (r"^set (.+?) to (the .+)$", r"set \1 to (\2)"),
    (r"\b(when|require|then) count (.+ where .+) (is (?:[a-z]+ [a-z]+ )?[\w-]+)$", r"\1 (count \2) \3"),
    (rf"\bleft of ({_PATH}) (chooses|may choose)\b", r"\1.left \2"),
    (rf"\bby left of ({_PATH})$", r"by \1.left"),
    (rf"^note ({_NAME}(?: per {_NAME})*): (-?\d+ *\.\. *[\w-]+)", r"amount \1: \2"),
    (r"\bmultiplied by\b", "*"),
    (r"\bdivided by\b", "/"),
    (r"\bplus\b", "+"),
    (r"\bminus\b", "-"),
    (r"\btimes\b", "*"),
    (r"\btwice\b", "2 *"),
    (rf"^zone ({_NAME})((?: per {_NAME})+): (pile|row|set|space)", r"zone \1: \3\2"),
    (r"^house rule ", "house-rule "),
    (r"^then (?=[a-z])", ""),
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A stretch of a line, and the whole line as it should be."""

    start: int
    end: int
    line: str


def wordings(code: str) -> Iterator[Wording]:
    """Every way in which a phrase of the line could be said in the language."""
    indent = len(code) - len(code.lstrip(" "))
    for phrase, right in _compiled():
        for found in phrase.finditer(code[indent:]):
            start, end = found.start() + indent, found.end() + indent
            yield Wording(start, end, f"{code[:start]}{found.expand(right)}{code[end:]}")


@cache
def _compiled() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(phrase), right) for phrase, right in _PHRASES)


def other_wording(failure: Failure) -> Diagnostic | None:
    """A line that can be read once a phrase of it is said in our words."""
    for each in wordings(failure.code):
        if failure.reads(each.line):
            label = Label(failure.part(each.start, each.end))
            return diagnostic("P146", label, hint=f"write `{each.line.strip()}`")
    return None


# What runs to the end of its line; the value of some of these is a number.
_TRUTHS, _NUMBERS = ("every", "any", "no", "top", "bottom", "the"), ("sum", "highest", "lowest")


def unbracketed(failure: Failure) -> Diagnostic | None:
    """`a and no card in heap`: what runs to the end of its line stands in the middle of one, or is cut short."""
    code, phrase = failure.code, failure.words.phrase
    numbers = tuple(f"{phrase(word)} " for word in _NUMBERS)
    openers = "|".join(phrase(word) for word in (*_TRUTHS, "count", *_NUMBERS))
    compared = re.compile(rf": .*\b{phrase('is')}\b")
    begun = re.compile(rf"(?<=[^(]\b)(?<!-)(?:{openers}) (?=\S)")
    # Every try reads the line once: nobody writes a line of which more would have to be tried.
    for found in list(begun.finditer(code[: min(failure.column + 1, 400)]))[-3:]:
        start = found.start()
        spaces = [space.start() for space in re.finditer(" ", code) if space.start() >= found.end()]
        for end in (len(code), *reversed(spaces[:60])):
            inner = code[start:end]
            line = f"{code[:start]}({inner}){code[end:]}"
            # A comparison behind the value of `sum over ... :` is no part of it.
            if not (inner.startswith(numbers) and compared.search(inner)) and failure.reads(line):
                hint = f"write `{line.strip()}`"
                return diagnostic("P146", Label(failure.part(start, end)), hint=hint)
    return None


def sort_missing(failure: Failure) -> Diagnostic | None:
    """`replace lay`, `remove lay`: a name without what it is the name of."""
    found = re.fullmatch(rf"(replace|remove) ({_NAME})", failure.code)
    if found is None or found[2] in _SORTS or found[2] in failure.words.every:
        return None
    verb, name = found[1], found[2]
    some = [f"`{verb} {sort} {name}`" for sort in _SORTS]
    hint = f"say what it is: {', '.join(some)} and so on"
    return diagnostic("P147", Label(failure.part(*found.span(2))), hint=hint, name=name)


def unnamed_starter(failure: Failure) -> Diagnostic | None:
    """`starter the player p where ...`: whoever is looked for needs a definition."""
    found = re.fullmatch(r"((?:later )?starter) (the .+)", failure.code)
    defined = f"define opener: {found[2]}" if found else ""
    if found is None or not failure.reads(defined):
        return None
    hint = f"write `{defined}`, and `{found[1]} opener`"
    return diagnostic("P146", Label(failure.part(*found.span(2))), hint=hint)


def meant_instead(code: str, column: int) -> str | None:
    """The line as it should be where a word of the language was read as a name."""
    return next((each.line.strip() for each in wordings(code) if each.start <= column <= each.end), None)
