"""Files of others in, with bounds; files of ours out, never over something that is there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

from verifier.diagnostics import Label, Rejected, Report, diagnostic
from verifier.source import Source
from verifier.trace import WrittenTrace, read_play

# Ten times the longest play that anybody has met.
LARGEST = 16_000_000


def text_of(path: Path, largest: int = LARGEST) -> Source:
    """The text of a file; one that cannot be read raises `Rejected`."""
    report = Report()
    nothing = Label(Source(str(path), "").whole)
    try:
        with open(path, "rb") as file:
            found = file.read(largest + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "this is not a path"
        report.add(diagnostic("P101", nothing, hint=why.lower(), path=path))
        raise Rejected(report) from None
    if len(found) > largest:
        report.add(diagnostic("P104", nothing, path=path, limit=largest))
        raise Rejected(report)
    try:
        return Source(str(path), found.decode("utf-8"))
    except UnicodeDecodeError as error:
        label = Label(nothing.span, f"byte {error.start + 1} is not a letter")
        report.add(diagnostic("P102", label, hint="save the file as plain text (UTF-8)", path=path))
        raise Rejected(report) from None


def play_of(path: Path) -> WrittenTrace:
    """The play that a file holds; a file that holds none raises `Rejected`."""
    report = Report()
    found = read_play(text_of(path), report)
    if found is None:
        raise Rejected(report)
    return found


def check_free(path: Path, force: bool) -> None:
    """Nothing is written over unless somebody insists: asked before the work begins."""
    if path.exists() and not force:
        _refuse(path, "the file exists; use `--force` to overwrite it")
    if not path.absolute().parent.is_dir():
        _refuse(path, "there is no such folder")


def save(path: Path, text: str, force: bool) -> None:
    """Writes a file; only with `force` over one that is there, and then all of it or nothing."""
    check_free(path, force)
    draft = path.with_name(f".{path.name}.{os.getpid()}") if force else path
    try:
        with open(draft, "x", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)
    except OSError as error:
        _refuse(path, (error.strerror or "this is not a path").lower())


def _refuse(path: Path, why: str) -> NoReturn:
    report = Report()
    report.add(diagnostic("R430", Label(Source(str(path), "").whole), hint=why, path=path))
    raise Rejected(report)
