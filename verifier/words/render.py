"""A template with the numbers of a rule set filled in: the sentence that people read."""

from __future__ import annotations

import re

from verifier.words.numbers import digits, is_plural, spelled
from verifier.words.template import Mark, Slot, Template, Text
from verifier.words.terms import Glossary
from verifier.words.values import Values

NBSP, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
CASES = ("dative", "genitive", "accusative")


def rendered(template: Template, values: Values, glossary: Glossary, lang: str) -> str:
    """The sentence for one rule set in one language."""
    parts = [
        piece.text if isinstance(piece, Text) else slot_text(piece, values, glossary, lang)
        for piece in template.flat()
    ]
    return typeset("".join(parts), lang)


def slot_text(slot: Slot, values: Values, glossary: Glossary, lang: str) -> str:
    """What a slot prints; its own name when there is nothing of that name."""
    value = values.of(slot)
    case = next((flag for flag in slot.flags if flag in CASES), None)
    if value is None:
        term = glossary.terms.get(slot.value[0])
        text = term.form("other" in slot.flags, case) if term is not None else " ".join(slot.value)
        return _capital(text, slot)
    if slot.forms:
        return slot.forms[min(is_plural(value, lang), len(slot.forms) - 1)]
    term = glossary.terms.get(slot.term) if slot.term is not None else None
    gender = term.gender if term is not None else None
    number = spelled(value, lang, gender) if "words" in slot.flags else None
    number = number if number is not None else digits(value, lang)
    if slot.term is None or "bare" in slot.flags:
        return _capital(number, slot)
    word = term.form(is_plural(value, lang), case) if term is not None else slot.term
    return _capital(f"{number}{NBSP}{word}", slot)


def _capital(text: str, slot: Slot) -> str:
    return text[:1].upper() + text[1:] if "cap" in slot.flags else text


def typeset(text: str, lang: str) -> str:
    """True apostrophes, and in French the spaces that keep a sign with its word."""
    text = text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}").replace("...", "\N{HORIZONTAL ELLIPSIS}")
    if lang != "fr":
        return text
    text = re.sub(r"[ \u00a0\u202f]+([;!?])", rf"{NARROW}\1", text)
    text = re.sub(r"[ \u00a0\u202f]+([:»%])", rf"{NBSP}\1", text)
    return re.sub(r"«[ \u00a0\u202f]*", f"«{NBSP}", text)


def marked_text(mark: Mark) -> str:
    """The words of a mark without its slots."""
    return "".join(piece.text for piece in mark.pieces if isinstance(piece, Text))
