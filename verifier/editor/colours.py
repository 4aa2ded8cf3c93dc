"""A file in; its words with what they are out: keywords by the grammar, names by what they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from verifier.editor.names import DEFINES, LOCAL, Occurrence
from verifier.editor.session import Session
from verifier.languages import ENGLISH
from verifier.source import Span
from verifier.surface.parser import keywords

# The types that editors know, and what is shown as each.
TYPES = (
    "namespace", "type", "class", "enumMember", "property", "variable", "parameter", "function", "method",
    "event", "interface", "struct", "keyword", "number", "string", "comment", "operator",
)  # fmt: skip
MODIFIERS = ("declaration", "readonly")
_OF_GROUP = {
    "unit": "namespace",
    "rule": "function",
    "claim": "interface",
    "scenario": "struct",
    "action": "method",
    "procedure": "method",
    "text": "method",
    "phase": "event",
    "local": "parameter",
}
_OF_SORT = {
    **dict.fromkeys(("kind", "zone", "amount", "note", "die"), "type"),
    **dict.fromkeys(("card", "tile", "figure"), "class"),
    "number": "variable",
    "definition": "property",
}
_WORDS = re.compile(r'(?P<comment>#.*)|(?P<string>"[^"\n]*"?)|(?P<number>\d+)|(?P<word>[^\W\d_][\w-]*)')


@dataclass(frozen=True, slots=True)
class Coloured:
    span: Span
    type: str
    modifiers: tuple[str, ...] = ()


def coloured(session: Session, path: Path) -> Iterator[Coloured]:
    """Every word of a file that has a colour, in the order of the text."""
    source = session.source(path)
    if source is None:
        return
    names = {each.span.start: each for each in session.names(path).found}
    sorts = session.sorts(path)
    known = {word for phrase in keywords(ENGLISH).every for word in phrase.split()}
    for found in _WORDS.finditer(source.text):
        span = source.span(found.start(), found.end())
        name = names.get(found.start())
        if found["word"] is None:
            yield Coloured(span, found.lastgroup or "comment")
        elif name is not None and name.span.end == span.end:
            yield _name(name, sorts, span)
        elif found["word"] in known:
            yield Coloured(span, "keyword")


def _name(name: Occurrence, sorts: Mapping[tuple[str, str], str], span: Span) -> Coloured:
    symbol = name.symbols[0]
    sort = name.sort
    group = symbol.group
    if not sort and group != LOCAL:
        known = [(each.group, sorts.get((each.group, each.text))) for each in name.symbols]
        group, sort = next(((of, found) for of, found in known if found), (group, ""))
    kind = _OF_GROUP.get(group) or _OF_SORT.get(sort, "enumMember")
    modifiers = ("declaration",) if name.strength == DEFINES else ()
    return Coloured(span, kind, (*modifiers, "readonly") if sort == "number" else modifiers)
