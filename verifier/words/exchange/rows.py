"""What goes to a translator, row by row, and what comes back, whatever the format of the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.source import Source
from verifier.words.catalogue import Message
from verifier.words.entries import CLAIMS, Entry
from verifier.words.swapped_slots import Owned


@dataclass(frozen=True, slots=True)
class ExchangeRow:
    """One entry for a translator: `state` says what is to be done."""

    key: str
    state: str
    rule: str
    english: str
    words: str
    shown: str
    message: Message | None

    @property
    def source(self) -> str:
        """What is translated: the English sentence, or the rule where there is none."""
        return self.english or self.rule

    @property
    def is_filled_in(self) -> bool:
        """Do players read something else than what is written: numbers for slots, words without their marks?"""
        return bool(self.shown) and ("{" in self.words or "[" in self.words)

    @property
    def is_unsettled(self) -> bool:
        """Was the sentence written for another rule, or by somebody who wants it read again?"""
        return self.state in ("stale", "fuzzy")


def exported(owned: Mapping[str, Owned], english: Mapping[str, Owned], folder: Path) -> list[ExchangeRow]:
    """Every entry of a folder, with its rule as it is now, and its English sentence where there is one."""
    rows = []
    for key, each in owned.items():
        message = each.book.catalogues[folder].by_key.get(key)
        words = message.words if message is not None else ""
        shown = each.book.sentence(each.entry.id if each.entry.unit != folder.name else key) if words else ""
        rows.append(
            ExchangeRow(
                key,
                _state(message, each.entry),
                each.entry.text,
                _said(english, key, folder),
                words,
                shown or "",
                message,
            )
        )
    return rows


def read_by_players(owned: Mapping[str, Owned], folder: Path, overlays: Iterable[str]) -> dict[str, Owned]:
    """The sentences of the game itself and of the named overlays, without labels and without claims."""
    units = {folder.name, *overlays}
    return {
        key: each
        for key, each in owned.items()
        if each.entry.unit in units and each.entry.sort not in CLAIMS and not each.entry.is_label
    }


def _said(owned: Mapping[str, Owned], key: str, folder: Path) -> str:
    message = owned[key].book.catalogues[folder].by_key.get(key) if key in owned else None
    return message.words if message is not None else ""


def _state(message: Message | None, entry: Entry) -> str:
    if message is None or not message.words:
        return "missing"
    if message.rule != entry.text:
        return "stale"
    return "fuzzy" if message.fuzzy else "confirmed"


# --- and back


@dataclass(frozen=True, slots=True)
class Brought:
    """Words that somebody brings, with the rule or the English sentence they were written for, if the file says so."""

    key: str
    words: str
    rule: str | None = None
    english: str | None = None
    fuzzy: bool = False
    # Where the words stand: what is wrong with them is shown there.
    source: Source | None = None
    line: int = 1


def settled(
    new: Mapping[str, Brought], owned: Mapping[str, Owned], english: Mapping[str, Owned], folder: Path
) -> dict[str, Brought]:
    """The words with the rule each was written for.

    A translator reads English: if the sentence has changed since, so may have the rule, and the translation is to
    be read again.
    """
    found = {}
    for key, each in new.items():
        if each.english is not None and key in owned:
            now = _said(english, key, folder) or owned[key].entry.text
            each = replace(each, rule=owned[key].entry.text, fuzzy=each.fuzzy or each.english != now)
        found[key] = each
    return found
