"""Texts that were read before: the nodes of a text as plain data in the user's cache, and back.

An entry is for exactly one text, read by exactly this code with exactly these keywords. It holds names and numbers:
nothing of it is carried out, and what does not read as nodes is as good as no entry.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from verifier.languages import ENGLISH, grammar_text, language_text
from verifier.source import Node, Source, Span
from verifier.surface import nodes
from verifier.surface.open_texts import is_editing
from verifier.surface.user_cache import cache_folder, own_bytes, prune, write_whole

FOLDER = "texts"
ENDING = ".json"
# Some fifty games, each in a few dozen states of its texts.
MOST_FILES = 5_000
LONGEST_FILE = 20_000_000
DIGEST = 64
# In place of the number of a sort of node: a row of values.
ROW = -1

KINDS: tuple[type[Node], ...] = tuple(
    each
    for each in vars(nodes).values()
    if isinstance(each, type) and issubclass(each, Node) and each is not Node
)
NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
FIELDS = {kind: tuple(each.name for each in fields(kind) if each.name != "span") for kind in KINDS}


Read = TypeVar("Read", bound=Node)


class NotPlainError(Exception):
    """A node holds something that is neither a node nor a plain value."""


def remembered(
    kind: str, source: Source, words: str, read: Callable[[], tuple[tuple[Read, ...], bool]]
) -> tuple[Read, ...]:
    """The nodes of a text from an earlier run, or as they are read now; kept if the reading says that it may be."""
    # While a text is typed it is another one at every stroke.
    folder = cache_folder(FOLDER) if not is_editing() else None
    mark = code_mark(words) if folder is not None else None
    if folder is None or mark is None:
        return read()[0]
    key = hashlib.sha256(f"{mark}\0{kind}\0{source.text}".encode()).hexdigest()
    path = folder / f"{key}{ENDING}"
    known = _recalled(path, source)
    if known is not None:
        return known
    found, may_be_kept = read()
    if may_be_kept:
        _keep(path, found, source)
    return found


@lru_cache
def code_mark(words: str) -> str | None:
    """What reading rests on besides the text: grammar, keywords, the code that reads; `None` if that is not there."""
    found = hashlib.sha256()
    try:
        for path in sorted(Path(__file__).parent.rglob("*.py")):
            found.update(path.read_bytes())
    except OSError:
        return None
    found.update(grammar_text("rules.lark").encode())
    for code in (ENGLISH, words):
        found.update((language_text(code, "keywords.toml") or "").encode())
    return found.hexdigest()


# --- one entry: the digest of what follows, then the nodes


def _recalled(path: Path, source: Source) -> tuple[Any, ...] | None:
    content = own_bytes(path, LONGEST_FILE)
    if content is None or content[:DIGEST] != _digest(content[DIGEST:]):
        return None
    with suppress(ValueError, TypeError, LookupError, RecursionError):
        found = tuple(_node(each, source) for each in json.loads(content[DIGEST:]))
        return found if found and all(isinstance(each, Node) for each in found) else None
    return None


def _keep(path: Path, found: Sequence[Node], source: Source) -> None:
    with suppress(NotPlainError, RecursionError, OSError):
        content = json.dumps([plain(each, source) for each in found], separators=(",", ":")).encode()
        write_whole(path, _digest(content) + content)
        # Looked at now and then only: it takes longer than writing.
        if path.name.startswith("0"):
            prune(path.parent, ENDING, MOST_FILES)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def plain(value: object, source: Source) -> Any:
    """A node of this source as rows of plain values."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is tuple:
        assert isinstance(value, tuple)
        return [ROW, *(plain(each, source) for each in value)]
    number = NUMBERS.get(kind)  # type: ignore[arg-type]
    if number is None:
        raise NotPlainError(kind.__name__)
    assert isinstance(value, Node)
    span = value.span
    if span.source is not source:
        raise NotPlainError("written elsewhere")
    parts = (plain(getattr(value, name), source) for name in FIELDS[KINDS[number]])
    return [number, span.start, span.end, *parts]


def _node(value: Any, source: Source) -> Any:
    """The same node again, in this source."""
    if type(value) is not list:
        return value
    number = value[0]
    if number == ROW:
        return tuple([_node(each, source) for each in value[1:]])
    return KINDS[number](*[_node(each, source) for each in value[3:]], span=Span(source, value[1], value[2]))
