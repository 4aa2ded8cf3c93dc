"""Files of others in, with bounds; files of ours out, never over something that is there."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from verifier.diagnostics import Diagnostic, Label, Rejected, Report, diagnostic
from verifier.source import Source

if TYPE_CHECKING:
    from verifier.trace import WrittenTrace

# Ten times the longest play that anybody has met.
LARGEST = 16_000_000


def text_of(path: Path, largest: int = LARGEST) -> Source:
    """The text of a file; one that cannot be read raises `Rejected`."""
    return decoded(path, bytes_of(path, largest), largest)


def bytes_of(path: Path, largest: int) -> bytes:
    """What is in a file; one that cannot be opened or is too large raises `Rejected`."""
    try:
        with open(path, "rb") as file:
            found = file.read(largest + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "this is not a path"
        reject(diagnostic("P101", nowhere_in(path), hint=why.lower(), path=path))
    if len(found) > largest:
        reject(diagnostic("P104", nowhere_in(path), path=path, limit=largest))
    return found


def decoded(path: Path, found: bytes, largest: int) -> Source:
    """The text that the bytes of a file stand for; bytes that are none raise `Rejected`."""
    # Editors put a mark in front that is no letter, or write two bytes for each letter.
    wide = found.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = found.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        label = Label(nowhere_in(path).span, f"byte {error.start + 1} is not a letter")
        reject(diagnostic("P102", label, hint="save the file as plain text (UTF-8)", path=path))
    if len(text) > largest:
        reject(diagnostic("P104", nowhere_in(path), path=path, limit=largest))
    return Source(str(path), text)


def nowhere_in(path: Path) -> Label:
    """A label that names a file and no place in it."""
    return Label(Source(str(path), "").whole)


def reject(found: Diagnostic) -> NoReturn:
    """Raises `Rejected` with one diagnostic."""
    report = Report()
    report.add(found)
    raise Rejected(report) from None


def play_of(path: Path) -> WrittenTrace:
    """The play that a file holds; a file that holds none raises `Rejected`."""
    return play_in(text_of(path))


def play_in(source: Source) -> WrittenTrace:
    """The play that a text holds; a text that holds none raises `Rejected`."""
    # Most commands write files and read no play.
    from verifier.trace import read_play

    report = Report()
    found = read_play(source, report)
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
    reject(diagnostic("R430", nowhere_in(path), hint=why, path=path))
