"""A game with its parts, variants and house rules laid over it: units in, one list of items out.

Every node keeps the span of the file it came from, so a mistake in a house rule points at the house rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verifier.diagnostics import Label, Report, diagnostic, nearest
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.additions import with_guards, with_offers
from verifier.surface.edits import Edits, stands_on
from verifier.surface.files import game_names
from verifier.surface.former_names import in_names_of_today

# --- a game with its parts, variants and house rules laid over it: units in, one list of items out


Node = Any


@dataclass(frozen=True, slots=True)
class Library:
    """Every unit that can be named: games and overlays by name, and the parts that belong to each."""

    units: Mapping[str, nodes.Unit]
    parts: Mapping[str, tuple[nodes.Unit, ...]]


def library_of(units: Iterable[nodes.Unit], report: Report) -> Library:
    """The units by name; two units of one name are reported."""
    named: dict[str, nodes.Unit] = {}
    parts: dict[str, list[nodes.Unit]] = {}
    for unit in units:
        if unit.header.sort == "part":
            for owner in unit.header.of:
                parts.setdefault(owner.text, []).append(unit)
            continue
        name = unit.header.name
        if name.text in named:
            first = named[name.text].header.name.span
            report.add(
                diagnostic("O301", Label(name.span, "here again"), Label(first, "first here"), name=name.text)
            )
            continue
        named[name.text] = unit
    return Library(named, {owner: tuple(found) for owner, found in parts.items()})


@dataclass(frozen=True, slots=True)
class Composition:
    """What a rule set says once everything is laid over the game."""

    name: str
    items: tuple[nodes.Item, ...]
    units: tuple[nodes.Unit, ...]
    span: Span


def with_number(laid: Composition, name: str, value: int) -> Composition | None:
    """The same rule set with another value of a named number; nothing if no number of that name has one value."""
    for place, item in enumerate(laid.items):
        if (
            isinstance(item, nodes.Number)
            and item.name.text == name
            and isinstance(item.value, nodes.Integer)
        ):
            changed = replace(item, value=replace(item.value, value=value))
            return replace(laid, items=(*laid.items[:place], changed, *laid.items[place + 1 :]))
    return None


def composed(library: Library, names: tuple[str, ...], report: Report) -> Composition | None:
    """The rule set named by a game and its overlays, bases first."""
    order = ordered(library, names, report)
    return laid_over(names, order, report) if order else None


def ordered(library: Library, names: tuple[str, ...], report: Report) -> tuple[nodes.Unit, ...]:
    """The units that a rule set is made of, bases first; none if it cannot be made."""
    order: list[nodes.Unit] = []
    for name in names:
        _lay(library, name, None, (), order, report)
    if report.has_errors:
        return ()
    roots = [unit for unit in order if unit.header.sort == "game"]
    for second in roots[1:]:
        labels = _two_games(order, roots[0], second)
        hint = "an overlay is based on one game: keep one of the two"
        report.add(diagnostic("O303", *labels, hint=hint, name="+".join(names)))
    return tuple(order) if len(roots) <= 1 else ()


def laid_over(names: tuple[str, ...], order: tuple[nodes.Unit, ...], report: Report) -> Composition:
    """The units laid over each other, in this order."""
    items: list[nodes.Item] = []
    edits = Edits(report, order)
    for unit in order:
        edits.lay(unit, items)
    edits.refuse_orphans(items)
    whole = in_names_of_today(with_offers(with_guards(items), report), report)
    return Composition("+".join(names), whole, order, order[0].header.span)


def _lay(
    library: Library,
    name: str,
    asked: Span | None,
    under_way: tuple[str, ...],
    order: list[nodes.Unit],
    report: Report,
) -> None:
    unit = library.units.get(name)
    if unit is None:
        near = nearest(name, library.units or game_names())
        hint = f"did you mean `{near}`?" if near else "`rulewright games` lists all games and overlays"
        labels = (Label(asked, "nothing has this name"),) if asked else ()
        report.add(diagnostic("O302", *labels, hint=hint, name=name))
        return
    if name in under_way:
        circle = " of ".join((*under_way[under_way.index(name) :], name))
        hint = "remove one of them from an `of`: one must be the base"
        report.add(diagnostic("O304", Label(unit.header.span, circle), hint=hint, name=name))
        return
    if unit in order:
        return
    for base in unit.header.of:
        _lay(library, base.text, base.span, (*under_way, name), order, report)
    if unit.header.sort == "game" and unit.header.of:
        report.add(diagnostic("O305", Label(unit.header.of[0].span, "a game has no base"), name=name))
    if unit.header.sort != "game" and not unit.header.of:
        report.add(
            diagnostic(
                "O306", Label(unit.header.span), hint=f"write `{unit.header.sort} {name} of GAME`", name=name
            )
        )
    order.append(unit)
    laid = {other.header.name.text for other in order}
    # A part that belongs to several is laid once all of them are.
    for part in library.parts.get(name, ()):
        if part not in order and all(owner.text in laid for owner in part.header.of):
            order.append(part)


def _two_games(order: list[nodes.Unit], first: nodes.Unit, second: nodes.Unit) -> tuple[Label, Label]:
    """Where two games meet: in the header of an overlay, if one stands on both, or else their own headers."""
    for unit in order:
        led = [
            next((base for base in unit.header.of if _leads_to(base.text, game, order)), None)
            for game in (first, second)
        ]
        if led[0] is not None and led[1] is not None and led[0] is not led[1]:
            return Label(led[1].span, "a second game"), Label(led[0].span, "the first")
    return Label(second.header.name.span, "a second game"), Label(first.header.name.span, "the first")


def _leads_to(name: str, game: nodes.Unit, order: list[nodes.Unit]) -> bool:
    unit = next((each for each in order if each.header.name.text == name), None)
    return unit is not None and (unit is game or stands_on(unit, game, order))
