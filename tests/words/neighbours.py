"""Every sentence a step away from a shipped one: another number, comparison, modality, order, term."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.words.lexicon import COMPARISONS, lexicon, spelled
from verifier.words.reading import reading
from verifier.words.swapped_slots import Owned
from verifier.words.template import TemplateMistake, template

# Wordings that fit where another of the same shape stood.
COMPARED = {
    "en": {"at-least": "at least", "more-than": "more than", "at-most": "at most", "less-than": "fewer than"},
    "fr": {"at-least": "au moins", "more-than": "plus de", "at-most": "au plus", "less-than": "moins de"},
    "de": {
        "at-least": "mindestens",
        "more-than": "mehr als",
        "at-most": "höchstens",
        "less-than": "weniger als",
    },
    "es": {
        "at-least": "al menos",
        "more-than": "más de",
        "at-most": "como máximo",
        "less-than": "menos de",
    },
}
ALLOWED = {"en": "may", "fr": "peut", "de": "darf", "es": "puede"}
DEMANDED = {"en": "must", "fr": "doit", "de": "muss", "es": "debe"}
FREE = {"title", "about", "may-loop", "accept", "measure", "number", "amount", "note", "die"}


def neighbours(words: str, owned: Owned) -> Iterator[tuple[str, str]]:
    """What was changed, and the sentence with that change."""
    read = template(words)
    assert not isinstance(read, TemplateMistake)
    if owned.entry.sort in FREE:
        return
    lang, book = owned.book.lang, owned.book
    for slot in read.slots():
        value = book.values.of(slot)
        whole = words[slot.at : slot.end]
        if value is None or slot.value[0] == "all" or len(slot.value) > 1:
            continue
        yield "number in digits", words.replace(whole, str(value + 1), 1)
        in_words = spelled(value + 1, lang)
        if in_words is not None and value + 1 > 1:
            yield "number in words", words.replace(whole, in_words, 1)
        name = slot.value[0]
        if name.lstrip("-").isdecimal():
            if abs(value) > 1:
                yield "another literal", words.replace(whole, whole.replace(name, str(value + 7), 1), 1)
        else:
            for other in sorted(set(book.values.numbers) - {name, "players", "rounds"})[:4]:
                yield "another slot", words.replace(whole, whole.replace(name, other, 1), 1)
    said = reading(read, lexicon(lang))
    for each in said.comparisons:
        phrase = each.phrase
        if phrase.sense not in COMPARED[lang] or phrase.text.startswith("["):
            continue
        for sense in COMPARISONS[:4]:
            if sense != phrase.sense:
                changed = COMPARED[lang][sense]
                yield "comparison", words[: phrase.start] + changed + words[phrase.end :]
        yield "comparison left out", words[: phrase.start] + words[phrase.end :].lstrip()
    for phrase in said.of("must"):
        if not phrase.text.startswith("["):
            yield "may for must", words[: phrase.start] + ALLOWED[lang] + words[phrase.end :]
    for phrase in said.of("may"):
        bound = said.of("only", "not", "must-not") or owned.entry.sort in ("witness", "define", "zone")
        if not phrase.text.startswith("[") and not bound:
            yield "must for may", words[: phrase.start] + DEMANDED[lang] + words[phrase.end :]
    for mark in read.marks():
        whole = words[mark.at : mark.end]
        if mark.sense in ("before", "after"):
            turned = "after" if mark.sense == "before" else "before"
            yield "order", words.replace(whole, whole.replace(f"({mark.sense}:", f"({turned}:"), 1)
