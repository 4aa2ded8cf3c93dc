"""Texts that stand in for files: what somebody has open in an editor and has not saved.

Whoever reads a file asks here first. Within `open_texts` the texts are seen by this thread and what it calls, by nobody
else; pieces of rules are then remembered, since most of a text stays as it is while one line is typed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_OPEN: ContextVar[Mapping[str, str] | None] = ContextVar("open texts", default=None)
# What was found so far: an answer asks for the same file a hundred times.
_STAMPS: ContextVar[dict[Path, tuple[int, int]] | None] = ContextVar("stamps", default=None)


@contextmanager
def open_texts(texts: Mapping[Path, str]) -> Iterator[None]:
    """Within it these texts are read instead of the files of their paths; no other file is taken to change."""
    token = _OPEN.set({os.path.abspath(path): text for path, text in texts.items()})
    stamps = _STAMPS.set({})
    try:
        yield
    finally:
        _STAMPS.reset(stamps)
        _OPEN.reset(token)


def is_editing() -> bool:
    """Is a text being typed, so that the next reading will find most of it unchanged?"""
    return _OPEN.get() is not None


def open_text(path: str | Path) -> str | None:
    """The text that stands in for a file; nothing if the file itself is meant."""
    texts = _OPEN.get()
    return texts.get(os.path.abspath(path)) if texts else None


def stamp(path: Path) -> tuple[int, int]:
    """What changes when the text of a path does."""
    known = _STAMPS.get()
    if known is None:
        return _stamp_of_file(path)
    found = known.get(path)
    if found is None:
        text = open_text(path)
        found = known[path] = _stamp_of_file(path) if text is None else (hash(text), len(text))
    return found


def _stamp_of_file(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return 0, 0
    return found.st_mtime_ns, found.st_size
