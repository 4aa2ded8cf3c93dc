"""Patterns of words, as lexicons write them.

Words are separated by blanks; `*` is the rest of a word, `...` up to five words, `(a|b)` one or the other, and `?`
makes the letter or the group before it optional: `cards?`, `*karten?`, `more than (one|two)`, `hat ... zu`. Words that
a language does not let stand in a gap end it: between `ne` and `que` there is no `pas`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from verifier.words.reader.folding import folded

# What is elided stands without a blank before the next word.
_BLANK = r"(?:(?<=') ?| )"
_BETWEEN = r"(?:(?:[ ,]+|(?<=')){}[\w'-]+){{0,{}}}? +"
REACH = 5
_LITERAL = re.compile(r"[^\W_]{2,}")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern, and letters that stand in every text it matches: looking for those is quick."""

    regex: re.Pattern[str]
    needle: str

    def places(self, text: str) -> list[tuple[int, int]]:
        if self.needle not in text:
            return []
        return [(found.start(), found.end()) for found in self.regex.finditer(text)]


def pattern(
    written: str,
    kept: frozenset[str] = frozenset(),
    not_between: frozenset[str] = frozenset(),
    reach: int = REACH,
) -> Pattern:
    """What a line of a lexicon matches in a folded text; `not_between` end a gap, which has up to `reach` words."""
    bare = folded(written.strip(), kept)
    stops = "|".join(re.escape(folded(word, kept)) for word in sorted(not_between))
    body = _body(bare, _BETWEEN.format(rf"(?!(?:{stops})\b)" if stops else "", reach))
    before = r"(?<!\w)" if bare[:1].isalnum() or bare[:1] in "(*" else ""
    # An elided word at the end touches the next one: `que` and `qu'`.
    behind = r"(?:(?<=')|(?!\w))" if bare[-1:].isalnum() or bare[-1:] in ")*?" else ""
    return Pattern(re.compile(f"{before}(?:{body}){behind}"), needle(bare))


def _body(bare: str, between: str) -> str:
    out: list[str] = []
    at = 0
    while at < len(bare):
        if bare.startswith(" ... ", at):
            out.append(between)
            at += 5
            continue
        letter = bare[at]
        at += 1
        match letter:
            case "*":
                out.append(r"\w*")
            case "?" | "|" | ")":
                out.append(letter)
            case "(":
                out.append("(?:")
            case " ":
                out.append(_BLANK)
            case _:
                out.append("'" if letter == "'" else re.escape(letter))
    return "".join(out)


def needle(bare: str) -> str:
    """The longest run of letters that no alternative and no `?` can leave out."""
    sure = re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)\??", " ", bare)
    sure = re.sub(r"\w\?", " ", sure)
    return max(_LITERAL.findall(sure), key=len, default="")
