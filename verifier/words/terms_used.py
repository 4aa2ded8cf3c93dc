"""One thing, one word: the sentence's terms against the glossary and against what the rule speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verifier.diagnostics import Diagnostic
from verifier.languages import language
from verifier.surface import nodes
from verifier.words.sentence_context import Case
from verifier.words.template import Text

# Sentences about one rule; what tells of a whole block may pass over some of its things.
EXACT = frozenset({"rule", "invariant", "witness", "card", "tile", "figure"})
HELD = EXACT | {"action", "phase", "zone", "setup", "setup-once"}
GENERAL = frozenset({"card", "tile", "figure", "player"})


def term_problems(case: Case) -> Iterator[Diagnostic]:
    """Words that the glossary rejects, things left out, things the rule knows nothing of."""
    for term in case.book.glossary.terms.values():
        for found in forms_in(term.avoid, case.reading.plain):
            hint = f"the glossary says `{term.one}`"
            yield case.problem("L770", found.start(), found.end(), hint=hint, word=found[0], name=term.name)
    # What a sentence can confuse: components and zones with a word of their own.
    things = case.book.game.classes.keys() & case.book.glossary.terms.keys() - GENERAL
    zones = {item.name.text for item in case.book.laid.items if isinstance(item, nodes.Zone)}
    said = _said(case, things | zones & case.book.glossary.terms.keys())
    told = {name for names, _, _ in said for name in names} | {slot.term for slot in case.template.slots()}
    told |= {slot.value[-1] for slot in case.template.slots()}
    if case.entry.sort in EXACT:
        for name in sorted(case.formal.names & things - told):
            term = case.book.glossary.terms[name]
            yield case.whole("L771", f"the glossary says `{term.one}`, `{term.other}`", name=name)
    if case.entry.sort in HELD:
        for names, start, end in said:
            if not names & case.formal.around and not _of_another(case, start):
                yield case.problem("L772", start, end, name=min(names))


def _of_another(case: Case, at: int) -> bool:
    """Words that refer to another rule by its name may speak of what that rule is about."""
    return any(mark.ref is not None and mark.at <= at < mark.end for mark in case.template.marks())


def _said(case: Case, names: set[str]) -> list[tuple[set[str], int, int]]:
    """The terms in a sentence, the longest form first; one form may stand for several things."""
    forms: dict[str, set[str]] = {}
    for name in names:
        for form in case.book.glossary.terms[name].forms:
            forms.setdefault(form.lower(), set()).add(name)
    text = _without_slots(case, case.template.source)
    every = forms_in(tuple(forms), text)
    return [(forms[found[0].lower()], found.start(), found.end()) for found in every]


def _without_slots(case: Case, text: str) -> str:
    letters = list(text)
    for slot in case.template.slots():
        letters[slot.at : slot.end] = " " * (slot.end - slot.at)
    for mark in case.template.marks():
        close = text.rfind("](", mark.at, mark.end)
        letters[close : mark.end] = " " * (mark.end - close)
    return "".join(letters)


def forms_in(forms: tuple[str, ...], text: str) -> Iterator[re.Match[str]]:
    if not forms:
        return iter(())
    listed = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    return re.finditer(rf"(?<!\w)(?:{listed})(?!\w)", text, re.IGNORECASE)


# --- signs as the language sets them: spaces before signs, quotes, full stops


def typography_problems(case: Case) -> Iterator[Diagnostic]:
    """The signs that a printer would correct."""
    words = case.message.words
    signs = language(case.book.lang)
    tight = signs.tight_signs()
    for piece in case.template.flat():
        if not isinstance(piece, Text):
            continue
        for at, sign in enumerate(piece.text, piece.at):
            if sign in signs.foreign_quotes:
                yield case.problem("L781", at, at + 1, hint=f"write {' '.join(signs.quotes)}")
        for found in re.finditer("  +", piece.text):
            at = piece.at + found.start()
            yield case.problem("L784", at, at + len(found[0]))
        if tight is not None:
            yield from _tight(case, piece, tight)
    if case.entry.is_label and words.endswith("."):
        yield case.problem("L783", len(words) - 1, len(words), hint="remove the full stop")
    if not case.entry.is_label and not words.endswith((".", "!", "?", "…", ".»", ". »")):
        yield case.problem("L782", len(words) - 1, len(words))


def _tight(case: Case, piece: Text, tight: re.Pattern[str]) -> Iterator[Diagnostic]:
    before = case.message.words[piece.at - 1 : piece.at] if piece.at else ""
    for found in tight.finditer(before + piece.text):
        at = piece.at + found.start() - len(before)
        sign = found[0]
        where = f"put a space before `{sign}`" if found[1] else f"put a space after `{sign}`"
        hint = f"{where}; it is printed as a non-breaking space"
        yield case.problem("L780", at, at + 1, hint=hint, sign=sign)
