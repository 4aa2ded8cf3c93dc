"""Words on their way to and from a translator: PO, CSV for a spreadsheet, or plain text with one entry per block."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from verifier.diagnostics import Label, Report
from verifier.source import Source
from verifier.words.catalogue import file_of
from verifier.words.codes import problem


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
        report.add(problem("L701", Label(source.whole), hint=str(error), path=source.path))
        return {}
    if not rows or not {"key", "words"} <= set(rows[0]):
        hint = "the first line names the columns; `key` and `words` must be among them"
        report.add(problem("L701", Label(source.whole), hint=hint, path=source.path))
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
                report.add(problem("L701", label, hint="words without a key above them", path=source.path))
                return {}
            else:
                found[key].append(bare)
        at += len(line)
    return {key: Brought(key, " ".join(lines), None) for key, lines in found.items()}


def csv_text(rows: Iterable[Mapping[str, str]], columns: list[str]) -> str:
    """A table for a spreadsheet."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
