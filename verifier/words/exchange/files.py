"""The formats of a translator's files: PO, a table (CSV), plain text; XLIFF has a module of its own."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterable
from dataclasses import replace

from verifier.diagnostics import Label, Report, diagnostic
from verifier.source import Source
from verifier.words.catalogue import PoEntry, file_of, po_text
from verifier.words.exchange.rows import Brought, ExchangeRow
from verifier.words.exchange.xliff import from_xliff, xliff_of

# Says in the head of a PO file that its `msgid` are sentences; Poedit knows the name.
FROM_ENGLISH = "X-Source-Language: en"


def written(rows: Iterable[ExchangeRow], ending: str, lang: str, title: str) -> str:
    """The rows as a file with this ending: `.po`, `.xlf`, `.csv`, anything else as plain text."""
    match ending:
        case ".po":
            return po_of(rows, lang, title)
        case ".csv":
            return csv_of(rows)
        case ".xlf" | ".xliff":
            return xliff_of(rows, lang, title)
    return text_of(rows)


def brought(source: Source, report: Report) -> dict[str, Brought]:
    """The words of a file, read by its ending, each with the place where it stands."""
    found = _read(source, report)
    return {key: each if each.source is not None else _placed(each, source) for key, each in found.items()}


def _read(source: Source, report: Report) -> dict[str, Brought]:
    match source.path.rpartition(".")[2]:
        case "po":
            return _from_po(source, report)
        case "csv":
            return _from_csv(source, report)
        case "xlf" | "xliff":
            return from_xliff(source, report)
    return _from_text(source, report)


def _placed(each: Brought, source: Source) -> Brought:
    """The line of the words, or else of the key: files wrap and mark up words as they like."""
    at = max(
        source.text.find(each.words), source.text.find(each.key) if each.words not in source.text else -1
    )
    return replace(each, source=source, line=source.text.count("\n", 0, max(at, 0)) + 1)


# --- PO, for Poedit, Weblate and their like


def po_of(rows: Iterable[ExchangeRow], lang: str, title: str) -> str:
    """A PO file from English; the rule stands in a comment. Stale sentences are marked fuzzy."""
    entries = []
    from_english = False
    for row in rows:
        from_english = from_english or bool(row.english)
        # A comment loses the blanks at the beginning of its lines.
        rule = [line.replace("    ", "\N{MIDDLE DOT} ") for line in row.rule.splitlines()]
        hints = [*(rule if row.english else ()), *([f"Shown as: {row.shown}"] if row.is_filled_in else ())]
        comments = row.message.comments if row.message is not None else ()
        entries.append(PoEntry(row.key, row.source, row.words, comments, tuple(hints), row.is_unsettled))
    return po_text(entries, lang, title, (FROM_ENGLISH,) if from_english else ())


def _from_po(source: Source, report: Report) -> dict[str, Brought]:
    from_english = f'"{FROM_ENGLISH}\\n"' in source.text
    return {
        each.key: Brought(
            each.key,
            each.words,
            rule=None if from_english else each.rule,
            english=each.rule if from_english else None,
            fuzzy=each.fuzzy,
            source=each.source,
            line=each.line,
        )
        for each in file_of(source, report).messages
    }


# --- a table for a spreadsheet


COLUMNS = ("key", "state", "english", "words", "shown", "rule")


def csv_of(rows: Iterable[ExchangeRow]) -> str:
    """A table for a spreadsheet; only the column `words` is read back."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(row, column) for column in COLUMNS] for row in rows)
    return out.getvalue()


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


# --- plain text: a key, and the words indented below it


WIDTH = 100


def text_of(rows: Iterable[ExchangeRow]) -> str:
    """A block for each entry: the English sentence as a comment, the key, the words indented below it."""
    return "\n".join("\n".join(_block(row)) + "\n" for row in rows)


def _block(row: ExchangeRow) -> Iterable[str]:
    yield from textwrap.wrap(row.source, WIDTH, initial_indent="# ", subsequent_indent="# ")
    yield row.key
    yield from textwrap.wrap(
        row.words,
        WIDTH,
        initial_indent="    ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _from_text(source: Source, report: Report) -> dict[str, Brought]:
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
    return {key: Brought(key, " ".join(lines)) for key, lines in found.items()}
