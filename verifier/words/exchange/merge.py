"""Catalogues brought up to date: entries for what is new, rules as they are now, not a word lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from verifier.source import Source
from verifier.words.catalogue import Catalogue, File, Message, PoEntry, files_of, locale_folder, po_text
from verifier.words.entries import Entry
from verifier.words.exchange.rows import Brought


def updated(
    catalogue: Catalogue,
    entries: Mapping[str, Entry],
    confirm: frozenset[str] = frozenset(),
    prune: bool = False,
) -> dict[Path, str]:
    """The texts of a catalogue's files with every entry in them, in the order of the rules.

    An entry stays in its file with the rule it was confirmed for; those in `confirm` get the rule of today.
    What the rules do not know stays at the end of its file, unless it is to be pruned.
    """
    main = locale_folder(catalogue.folder) / f"{catalogue.lang}.po"
    paths = files_of(catalogue.folder, catalogue.lang) or [main]
    files = catalogue.files or (None,)
    texts = {}
    order = {key: number for number, key in enumerate(entries)}
    for path, file in zip(paths, files, strict=False):
        own = _messages(file)
        keys = dict.fromkeys(own)
        if path == paths[0]:
            keys |= dict.fromkeys(key for key in entries if key not in catalogue.by_key)
        if prune:
            keys = dict.fromkeys(key for key in keys if key in entries)
        ordered = sorted(keys, key=lambda key: order.get(key, len(order)))
        written = [_written(key, own.get(key), entries.get(key), key in confirm) for key in ordered]
        texts[path] = po_text(written, catalogue.lang, catalogue.folder.name)
    return texts


def with_words(catalogue: Catalogue, entries: Mapping[str, Entry], new: Mapping[str, Brought]) -> Catalogue:
    """The catalogue with words that somebody brings; those without a rule were written for the rule of today."""
    by_key = dict(catalogue.by_key)
    files = list(catalogue.files)
    source = files[0].source if files else Source("", "")
    for key, each in new.items():
        entry, before = entries.get(key), by_key.get(key)
        rule = each.rule or (entry.text if entry is not None else before.rule if before is not None else key)
        if before is None:
            by_key[key] = Message(key, rule, each.words, each.fuzzy, (), each.source or source, each.line)
        else:
            place = (each.source, each.line) if each.source is not None else (before.source, before.line)
            by_key[key] = replace(
                before, words=each.words, rule=rule, fuzzy=each.fuzzy, source=place[0], line=place[1]
            )
    known = {key for file in files for key in _messages(file)}
    added = tuple(message for key, message in by_key.items() if key not in known)
    if not files:
        files = [File(source, ())]
    changed = [File(file.source, tuple(by_key[key] for key in _messages(file))) for file in files]
    changed[0] = File(changed[0].source, changed[0].messages + added)
    return Catalogue(catalogue.lang, catalogue.folder, tuple(changed), by_key)


def _messages(file: File | None) -> dict[str, Message]:
    return {message.key: message for message in file.messages} if file is not None else {}


def _written(key: str, message: Message | None, entry: Entry | None, confirm: bool) -> PoEntry:
    if message is None:
        assert entry is not None
        return PoEntry(key, entry.text, "")
    # A sentence that is not there yet has no rule that it was confirmed for.
    fresh = entry is not None and (confirm or not message.words)
    rule = entry.text if fresh and entry is not None else message.rule
    return PoEntry(key, rule, message.words, message.comments, (), message.fuzzy and not confirm)
