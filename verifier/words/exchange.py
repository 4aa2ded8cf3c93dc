"""Words on their way to and from a translator: PO, CSV for a spreadsheet, or plain text with one entry per block."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.diagnostics import Label, Report, diagnostic
from verifier.source import Source
from verifier.words.catalogue import (
    Catalogue,
    File,
    Message,
    PoEntry,
    file_of,
    files_of,
    locale_folder,
    po_text,
)
from verifier.words.entries import Entry
from verifier.words.swapped_slots import Owned


@dataclass(frozen=True, slots=True)
class Brought:
    """Words that somebody brings: the rule they were written for, if the file says so."""

    key: str
    words: str
    rule: str | None
    fuzzy: bool = False


def brought(source: Source, report: Report) -> dict[str, Brought]:
    """The words of a file, read by its ending: `.po`, `.csv`, or anything else as plain text."""
    if source.path.endswith(".po"):
        return {
            each.key: Brought(each.key, each.words, each.rule, each.fuzzy)
            for each in file_of(source, report).messages
        }
    if source.path.endswith(".csv"):
        return _from_csv(source, report)
    return _from_text(source, report)


def _from_csv(source: Source, report: Report) -> dict[str, Brought]:
    # Spreadsheets of some countries part their columns with a semicolon.
    head = source.text.split("\n", 1)[0]
    delimiter = ";" if head.count(";") > head.count(",") else ","
    try:
        rows = list(csv.DictReader(io.StringIO(source.text), delimiter=delimiter))
    except csv.Error as error:
        report.add(diagnostic("L701", Label(source.whole), hint=str(error), path=source.path))
        return {}
    if not rows or not {"key", "words"} <= set(rows[0]):
        hint = "the first line names the columns; `key` and `words` must be among them"
        report.add(diagnostic("L701", Label(source.whole), hint=hint, path=source.path))
        return {}
    return {
        row["key"]: Brought(row["key"], (row["words"] or "").strip(), row.get("rule") or None)
        for row in rows
        if row["key"]
    }


def _from_text(source: Source, report: Report) -> dict[str, Brought]:
    """A line that is not indented is a key, the indented lines below it are its words."""
    found: dict[str, list[str]] = {}
    key = None
    at = 0
    for line in source.text.splitlines(keepends=True):
        bare = line.strip()
        if bare and not line.startswith("#"):
            if not line[0].isspace():
                key = bare
                found[key] = []
            elif key is None:
                label = Label(source.span(at, at + len(line.rstrip())))
                report.add(diagnostic("L701", label, hint="words without a key above them", path=source.path))
                return {}
            else:
                found[key].append(bare)
        at += len(line)
    return {key: Brought(key, " ".join(lines), None) for key, lines in found.items()}


# --- to a translator


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


def exported(owned: Mapping[str, Owned], english: Mapping[str, Owned], folder: Path) -> list[ExchangeRow]:
    """Every entry of a folder, with its rule as it is now, and its English sentence where there is one."""
    rows = []
    for key, each in owned.items():
        message = each.book.catalogues[folder].by_key.get(key)
        words = message.words if message is not None else ""
        shown = each.book.sentence(each.entry.id if each.entry.unit != folder.name else key) if words else ""
        in_english = _said(english[key], folder) if key in english else ""
        rows.append(
            ExchangeRow(
                key, _state(message, each.entry), each.entry.text, in_english, words, shown or "", message
            )
        )
    return rows


def _said(each: Owned, folder: Path) -> str:
    message = each.book.catalogues[folder].by_key.get(each.entry.key)
    return message.words if message is not None else ""


def _state(message: Message | None, entry: Entry) -> str:
    if message is None or not message.words:
        return "missing"
    if message.rule != entry.text:
        return "stale"
    return "fuzzy" if message.fuzzy else "confirmed"


def po_of(rows: Iterable[ExchangeRow], lang: str, title: str) -> str:
    """A PO file that says in comments what a translator wants to know; stale sentences are marked fuzzy."""
    written = []
    for row in rows:
        hints = [f"English: {row.english}"] if row.english else []
        hints += [f"Shown as: {row.shown}"] if row.shown and row.shown != row.words else []
        comments = row.message.comments if row.message is not None else ()
        fuzzy = row.state in ("stale", "fuzzy")
        written.append(PoEntry(row.key, row.rule, row.words, comments, tuple(hints), fuzzy))
    return po_text(written, lang, title)


COLUMNS = ("key", "state", "rule", "english", "words", "shown")


def csv_of(rows: Iterable[ExchangeRow]) -> str:
    """A table for a spreadsheet; only the column `words` is read back."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(row, column) for column in COLUMNS] for row in rows)
    return out.getvalue()


# --- catalogues brought up to date: entries for what is new, rules as they are now, not a word lost


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
            by_key[key] = Message(key, rule, each.words, each.fuzzy, (), source, 1)
        else:
            by_key[key] = replace(before, words=each.words, rule=rule, fuzzy=each.fuzzy)
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
