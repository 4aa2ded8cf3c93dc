"""What an overlay changes: beside each of its lines what stood there before, in the game who changes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.editor.names import DEFINES, SCENARIO, USES, VALUE, Occurrence, Symbol
from verifier.editor.navigate import defined
from verifier.editor.session import Session
from verifier.editor.words import said
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.surface.index import place, walk
from verifier.words.entries import unit_name


@dataclass(frozen=True, slots=True)
class Inlay:
    """Some words behind a place, and what is shown when one points at them."""

    at: Span
    words: str
    more: str = ""


def inlays(session: Session, path: Path) -> Iterator[Inlay]:
    """The remarks on a file: as an overlay, and as what overlays change."""
    names = session.names(path)
    for unit in session.units(path):
        for item in unit.items:
            yield from _as_overlay(session, path, item)
    for each in names.found:
        if each.strength == DEFINES and not each.replaces and each.symbols[0].bound is None:
            yield from _as_base(session, path, each)


def _as_overlay(session: Session, path: Path, item: nodes.Item) -> Iterator[Inlay]:
    match item:
        case nodes.SetOption():
            for each in _before(session, path, item.name, VALUE):
                value = each.whole.text.partition(":")[2].strip() if each.whole is not None else ""
                if value and "\n" not in value:
                    yield Inlay(
                        _line_end(item.span), said(session.lang, "was", value=value), place(each.span)
                    )
        case nodes.Expect():
            for each in _before(session, path, item.scenario, SCENARIO):
                yield Inlay(
                    item.scenario.span,
                    said(session.lang, "was", value=_outcomes(session, each)),
                    place(each.span),
                )
        case nodes.Replace() | nodes.Remove():
            named = item.item if isinstance(item, nodes.Replace) else item
            name = getattr(named, "name", None)
            if isinstance(name, nodes.Name):
                for each in _before(session, path, name, *_groups(session, path, name)):
                    more = each.whole.text if each.whole is not None else ""
                    yield Inlay(name.span, said(session.lang, "from", place=place(each.span)), more)


def _groups(session: Session, path: Path, name: nodes.Name) -> tuple[str, ...]:
    found = session.names(path).at(name.span.start)
    return tuple(symbol.group for symbol in found.symbols) if found is not None else ()


def _before(session: Session, path: Path, name: nodes.Name, *groups: str) -> list[Occurrence]:
    """The first definition of a name that is not itself a replacement."""
    for group in groups:
        for each in defined(session, path, Symbol(group, name.text)):
            if not each.replaces and each.span != name.span:
                return [each]
    return []


def _outcomes(session: Session, each: Occurrence) -> str:
    """What a scenario expected before."""
    for unit in session.units(Path(each.span.path).resolve()):
        for node in walk(unit):
            if isinstance(node, nodes.Scenario) and node.span == each.whole:
                said = [printed(fact).removeprefix("then ") for fact in node.facts if _is_outcome(fact)]
                return ", ".join(said[:2]) + (", ..." if len(said) > 2 else "")
    return "..."


def _is_outcome(fact: Any) -> bool:
    return isinstance(fact, nodes.Expected)


def _line_end(span: Span) -> Span:
    end = span.source.text.find("\n", span.start)
    return span.source.span(span.start, len(span.source.text) if end < 0 else end)


# --- in the game


def _as_base(session: Session, path: Path, each: Occurrence) -> Iterator[Inlay]:
    """The overlays that replace, remove or set what is defined here."""
    changers = dict.fromkeys(
        owner
        for other in session.occurrences(path, each.symbols[0])
        if other.span.path != each.span.path or other.replaces
        for owner in _changer(session, other)
    )
    if changers:
        yield Inlay(each.span, said(session.lang, "changed", names=", ".join(changers)))


def _changer(session: Session, other: Occurrence) -> Iterator[str]:
    """The overlay that changes a thing at a place, if this is what it does there."""
    line = other.span.line_text.split()
    changes = other.replaces or (other.strength == USES and line[:1] in (["set"], ["remove"], ["expect"]))
    if changes and not other.span.line_text.startswith(" "):
        for unit in session.units(Path(other.span.path).resolve()):
            overlay = unit.header.sort in ("variant", "house-rule", "edition", "part")
            if overlay and unit.span.start <= other.span.start < unit.span.end:
                yield unit_name(unit)
