"""What catalogues repeat of the rules: a symbol in; its places in confirmed rules and in the slots of sentences out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from verifier.diagnostics import Report
from verifier.editor.catalogues import source_of
from verifier.editor.names import RULE, UNIT, VALUE, Symbol
from verifier.editor.session import Session
from verifier.languages import ENGLISH
from verifier.source import Source, Span
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.index import rules_in
from verifier.surface.parser import keywords
from verifier.words.catalogue import file_of, locale_folder
from verifier.words.entries import Entry, entries_of

_CONTEXT = re.compile(r'^msgctxt "(.*)"$', re.MULTILINE)
_SLOT = re.compile(r"\{(?P<names>[^{}:]*)")
_MARK = re.compile(r"\]\([a-z-]+: *(?P<ref>[\w-]+)")


class Unclear(Exception):  # noqa: N818 - not a bug of ours: a text that cannot be followed
    """At a place a text repeats a name in a way that cannot be told from another one."""

    def __init__(self, place: Span) -> None:
        super().__init__(str(place))
        self.place = place


def warm(session: Session, path: Path) -> None:
    """Reads what the first rename of a family would have to read, while nobody waits."""
    for folder in session.family(path).folders:
        _entries(session, folder)
        for file in locale_folder(folder).glob("*.po"):
            source = source_of(file, session.texts.get(file))
            if source is not None:
                _messages(source)


@lru_cache(maxsize=64)
def word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def edits_in_catalogues(session: Session, path: Path, symbol: Symbol) -> Iterator[Span]:
    """Where catalogues of the family repeat a symbol below their contexts."""
    wanted = word(symbol.text)
    for folder in session.family(path).folders:
        entries = _entries(session, folder)
        for file in sorted(locale_folder(folder).glob("*.po")):
            source = source_of(file, session.texts.get(file))
            if source is None or not wanted.search(source.text):
                continue
            yield from _in_file(session, path, symbol, source, entries)


def _entries(session: Session, folder: Path) -> Mapping[str, Entry]:
    """Every entry of a game's folder by its context, whichever overlay wrote it."""
    found: dict[str, Entry] = {}
    for file in session.family(folder / "game.rules").rules:
        for entry in session.kept(_entries_of_file, file):
            if entry.folder == folder:
                found.setdefault(entry.key, entry)
    return found


def _entries_of_file(session: Session, file: Path) -> list[Entry]:
    found: list[Entry] = []
    for unit in session.units(file):
        items = tuple(_bare(item) for item in unit.items)
        found += entries_of(Composition(unit.header.name.text, items, (unit,), unit.span)).values()
    return found


def _bare(item: nodes.Item) -> nodes.Item:
    """What replaces a thing is told as the thing itself; a rule is found inside what replaces it."""
    inner = item.item if isinstance(item, nodes.Replace) else item
    if isinstance(inner, nodes.Phase):
        return nodes.Turn((inner,), span=inner.span)
    return inner if isinstance(inner, nodes.Item) else item


def _in_file(
    session: Session, path: Path, symbol: Symbol, source: Source, entries: Mapping[str, Entry]
) -> Iterator[Span]:
    alike = _alike(session, path, symbol)
    for message in _messages(source):
        entry = entries.get(message.key)
        if entry is not None and entry.text == message.rule:
            yield from _in_rule(symbol, entry, alike, message.msgid, source)
        if symbol.group in (VALUE, RULE):
            yield from _in_sentence(symbol, message.msgstr, source)


@dataclass(frozen=True, slots=True)
class _Placed:
    """An entry of a catalogue: its context, its rule, and where the rule and the words stand."""

    key: str
    rule: str
    msgid: tuple[int, int]
    msgstr: tuple[int, int]


@lru_cache(maxsize=64)
def _messages(source: Source) -> tuple[_Placed, ...]:
    rules = {each.key: each.rule for each in file_of(source, Report()).messages}
    found = []
    for context in _CONTEXT.finditer(source.text):
        said = source.text.find("\nmsgstr ", context.end())
        end = source.text.find("\n\n", said)
        words = (said, len(source.text) if end < 0 else end)
        if said >= 0 and context[1] in rules:
            found.append(_Placed(context[1], rules[context[1]], (context.end(), said), words))
    return tuple(found)


def _alike(session: Session, path: Path, symbol: Symbol) -> dict[str, list[tuple[int, bool]]]:
    """By file, where each name stands that is spelt like a symbol, and whether it is the symbol."""
    known = {each.span for each in session.occurrences(path, symbol)}
    return {
        names.path: [
            (each.span.start, each.span in known) for each in names.found if each.text == symbol.text
        ]
        for names in session.all_names(path)
        if symbol.text in names.texts
    }


def _in_rule(
    symbol: Symbol,
    entry: Entry,
    alike: Mapping[str, list[tuple[int, bool]]],
    block: tuple[int, int],
    source: Source,
) -> Iterator[Span]:
    """The rule is repeated word by word: if the name means the symbol in the rules, it does so here."""
    places = [found.span() for found in word(symbol.text).finditer(source.text, *block)]
    if not places:
        return
    meant = _meant(symbol, entry, alike)
    if len(meant) == len(places):
        yield from (source.span(*place) for place, is_it in zip(places, meant, strict=True) if is_it)
    elif all(meant) and symbol.text not in keywords(ENGLISH).every:
        yield from (source.span(*place) for place in (places if meant else ()))
    elif any(meant):
        raise Unclear(source.span(*places[0]))


def _meant(symbol: Symbol, entry: Entry, alike: Mapping[str, list[tuple[int, bool]]]) -> list[bool]:
    """For each word of an entry that is spelt like a symbol, in the order of the text, whether it is the symbol."""
    found = []
    if entry.sort in ("title", "about") and entry.unit == symbol.text:
        found.append(symbol.group == UNIT)
    for node in entry.node if isinstance(entry.node, tuple) else (entry.node,):
        # A rule inside a block has an entry of its own: here stands its name alone.
        bodies = [(rule.name.span.end, rule.span.end) for rule in rules_in(node)]
        for start, is_it in alike.get(node.span.path, ()):
            inside = node.span.start <= start < node.span.end
            if inside and not any(low <= start < high for low, high in bodies):
                found.append(is_it)
    return found[:1] if entry.sort == "title" else found


def _in_sentence(symbol: Symbol, block: tuple[int, int], source: Source) -> Iterator[Span]:
    """Numbers and terms in braces; a rule that an order refers to."""
    if symbol.group == RULE:
        for found in _MARK.finditer(source.text, *block):
            if found["ref"] == symbol.text:
                yield source.span(*found.span("ref"))
        return
    for found in _SLOT.finditer(source.text, *block):
        for place in word(symbol.text).finditer(source.text, *found.span("names")):
            yield source.span(*place.span())
