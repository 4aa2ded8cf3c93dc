"""Names in the files beside the rules: contexts of catalogues, glossaries, looks and certificates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from verifier.diagnostics import Report
from verifier.editor.names import (
    ACTION,
    ANY_GROUP,
    CLAIM,
    PHASE,
    PROCEDURE,
    RULE,
    TEXT,
    UNIT,
    VALUE,
    Occurrence,
    Symbol,
)
from verifier.source import Source
from verifier.surface.files import shown
from verifier.surface.open_texts import open_texts, stamp
from verifier.words.catalogue import text_of

_CONTEXT = re.compile(
    r'^msgctxt "(?:(?P<unit>[\w-]+)/)?(?P<sort>[\w-]+)(?::(?P<about>[^"\n]*))?"', re.MULTILINE
)
_WORD = re.compile(r"[^\W\d_][\w-]*")
_KEY = re.compile(r'^(?:\["?(?P<table>[^\]"\n]+)"?\]|"?(?P<key>[\w-]+)"? *=)', re.MULTILINE)
_QUOTED = re.compile(r'"(?P<word>[\w-]+)"')

# What the context of a catalogue calls things; everything that is not here is a value.
_SORTS = {
    "rule": (RULE,),
    "action": (ACTION,),
    "procedure": (PROCEDURE,),
    "phase": (PHASE,),
    **dict.fromkeys(("invariant", "witness", "measure", "may-loop"), (CLAIM,)),
    **dict.fromkeys(("before", "after"), (ACTION, PROCEDURE, PHASE, VALUE, TEXT)),
    "accept": (CLAIM, *ANY_GROUP),
}
# Tables of `names.fr.toml` whose keys are names of the rules.
_NAMED = {"action": (ACTION,), "phase": (PHASE,), "field": (VALUE,), "turn": (ACTION, PHASE)}


def mentions(path: Path, text: str | None = None) -> tuple[Occurrence, ...]:
    """Every name of the rules in one of these files, as it stands in the editor or on the disk."""
    source = source_of(path, text)
    return _mentions(source) if source is not None else ()


def source_of(path: Path, text: str | None) -> Source | None:
    with open_texts({path: text} if text is not None else {}):
        return _source(path, stamp(path), text)


@lru_cache(maxsize=400)
def _source(path: Path, at: tuple[int, int], text: str | None) -> Source | None:
    return text_of(path, Report())


@lru_cache(maxsize=400)
def _mentions(source: Source) -> tuple[Occurrence, ...]:
    name = Path(source.path).name
    if name.endswith(".po"):
        return tuple(_in_contexts(source))
    if name.endswith(".cert"):
        return tuple(_in_certificate(source))
    if name.endswith(".toml"):
        return tuple(_in_table(source, name))
    return ()


def _one(source: Source, start: int, end: int, *groups: str) -> Occurrence:
    text = source.text[start:end]
    return Occurrence(source.span(start, end), tuple(Symbol(group, text) for group in groups))


def _in_contexts(source: Source) -> Iterator[Occurrence]:
    for found in _CONTEXT.finditer(source.text):
        if found["unit"]:
            yield _one(source, *found.span("unit"), UNIT)
        groups = _SORTS.get(found["sort"], (VALUE,))
        for word in _WORD.finditer(found["about"] or ""):
            start = found.start("about") + word.start()
            yield _one(source, start, start + len(word[0]), *groups)


def _in_table(source: Source, name: str) -> Iterator[Occurrence]:
    """Of a glossary the tables, of names the keys below a table, of a look keys and quoted words."""
    table = ""
    for found in _KEY.finditer(source.text):
        if found["table"]:
            table = found["table"]
            if name.startswith("terms."):
                yield _one(source, *found.span("table"), VALUE, ACTION, PHASE)
        elif name.startswith("names.") and table in _NAMED:
            yield _one(source, *found.span("key"), *_NAMED[table])
        elif name == "look.toml" and table:
            yield _one(source, *found.span("key"), VALUE)
        elif name.startswith("terms.") and not table:
            yield _one(source, *found.span("key"), VALUE, ACTION, PHASE)
    if name == "look.toml":
        for quoted in _QUOTED.finditer(source.text):
            yield _one(source, *quoted.span("word"), VALUE)


def _in_certificate(source: Source) -> Iterator[Occurrence]:
    at = 0
    for line in source.text.splitlines(keepends=True):
        code = line.partition("#")[0]
        head = code.startswith("at ")
        for word in _WORD.finditer(code):
            groups = (PHASE, ACTION, PROCEDURE) if head else (VALUE,)
            yield _one(source, at + word.start(), at + word.end(), *groups)
        at += len(line)


__all__ = ["mentions", "shown", "source_of"]
