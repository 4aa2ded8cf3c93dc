"""A number is counted in the same thing everywhere: what shows two slots that have changed places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from verifier.diagnostics import Diagnostic, Label, diagnostic
from verifier.words.book import Phrasebook
from verifier.words.catalogue import Message
from verifier.words.entries import Entry
from verifier.words.template import Slot, TemplateMistake, template

COMPONENTS = frozenset({"card", "tile", "figure"})


@dataclass(frozen=True, slots=True)
class Owned:
    """An entry that a folder must put into words, with the words of the rule set in which it was met."""

    entry: Entry
    book: Phrasebook


def unit_problems(said: Mapping[str, Message], owned: Mapping[str, Owned]) -> Iterator[Diagnostic]:
    """Numbers that are counted in points here and in cards there; whatever most sentences say is right."""
    used: dict[str, list[tuple[str, str, Message, Slot]]] = {}
    for key, message in said.items():
        read = template(message.words)
        for slot in read.slots() if not isinstance(read, TemplateMistake) else ():
            book = owned[key].book
            if slot.term is not None and slot.value[0] in book.game.parameters:
                used.setdefault(slot.value[0], []).append((_group(slot.term, book), key, message, slot))
    for name, uses in used.items():
        usual = Counter(group for group, *_ in uses).most_common(1)[0][0]
        for group, key, message, slot in uses:
            if group != usual:
                labels = [
                    Label(message.at(slot.at, slot.end - slot.at)),
                    Label(owned[key].entry.span, "the rule"),
                ]
                hint = "are two numbers swapped?"
                yield diagnostic("L745", *labels, hint=hint, about=key, name=name, term=group, usual=usual)


def _group(term: str, book: Phrasebook) -> str:
    """All components count as one: eight cards may be eight cards of one sort."""
    return "card" if term in COMPONENTS or term in book.game.classes else term
