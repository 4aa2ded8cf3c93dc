"""Mistakes that an overlay has made elsewhere: what was found in, the overlay's line beside it out.

What stands below an overlay knows nothing of it. A scenario that speaks of what an overlay has taken away is left
out, and one note says how many are; a name that rules still use is told once, with the number of its places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from verifier.diagnostics import Diagnostic, Label, Level, diagnostic
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.index import player_counts

Gone = dict[str, Label]
# So many names are told; the note says how many there are.
MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Misfits:
    """The composition without the scenarios that fit it no longer, and what remains to be told."""

    rest: Composition
    told: tuple[Diagnostic, ...]


def misfits(found: Sequence[Diagnostic], laid: Composition) -> Misfits:
    """What overlays have made of the mistakes found; without overlays everything stays as it is."""
    lost: dict[str, Diagnostic] = {}
    others: list[Diagnostic] = []
    below = {each.name.text: each for each in _below(laid)}
    for each in found:
        scenario = next((name for name, item in below.items() if _is_in(each, item.span)), None)
        if scenario is not None and each.level is Level.ERROR:
            lost.setdefault(scenario, each)
        else:
            others.append(each)
    gone = dict(_gone(laid.units))
    kept = tuple(
        item for item in laid.items if not (isinstance(item, nodes.Scenario) and item.name.text in lost)
    )
    told = [*_once(others, gone), *_left_out(lost, gone, laid), *_never_played(laid)]
    return Misfits(replace(laid, items=kept), tuple(told))


def _below(laid: Composition) -> Iterator[nodes.Scenario]:
    """The scenarios of units that an overlay is laid over."""
    overlays = [place for place, unit in enumerate(laid.units) if unit.header.sort not in ("game", "part")]
    for item in laid.items:
        if isinstance(item, nodes.Scenario) and overlays and _unit(item.span, laid.units) < overlays[-1]:
            yield item


def _unit(span: Span, units: Sequence[nodes.Unit]) -> int:
    """The place of the unit in which something is written; the last, if it is in none."""
    return next(
        (place for place, unit in enumerate(units) if _covers(unit.span, span)),
        len(units),
    )


def _covers(outer: Span, inner: Span) -> bool:
    return outer.source == inner.source and outer.start <= inner.start < outer.end


def _is_in(found: Diagnostic, span: Span) -> bool:
    return bool(found.labels) and _covers(span, found.labels[0].span)


def _left_out(lost: dict[str, Diagnostic], gone: Gone, laid: Composition) -> Iterator[Diagnostic]:
    if not lost:
        return
    first = next(iter(lost.values()))
    top = laid.units[-1] if laid.units[-1].header.sort != "part" else None
    overlay = top or next(unit for unit in reversed(laid.units) if unit.header.sort not in ("game", "part"))
    culprit = next((gone[name] for each in lost.values() for name in _missing(each) if name in gone), None)
    labels = (
        culprit or Label(overlay.header.span),
        Label(first.labels[0].span, "the first one that no longer fits"),
    )
    names = ", ".join(f"`{name}`" for name in list(lost)[:MOST_NAMES])
    hint = f"write them anew with `replace scenario`, or take them out with `remove scenario`: {names}"
    if len(lost) > MOST_NAMES:
        hint += " ..."
    name = overlay.header.name.text
    yield diagnostic("O322", *labels, hint=hint, level=Level.WARNING, name=name, count=len(lost))


def _never_played(laid: Composition) -> Iterator[Diagnostic]:
    """Scenarios for more or fewer players than there can be, where no overlay has changed how many play."""
    counts = player_counts(laid.items)
    declared = [place for place, unit in enumerate(laid.units) if any(map(_says_how_many, unit.items))]
    hint = f"the game is for {counts.start}" + (f" to {counts.stop - 1}" if len(counts) > 1 else "")
    for item in laid.items:
        if not isinstance(item, nodes.Scenario) or item.players is None or item.players in counts:
            continue
        if _unit(item.span, laid.units) >= max(declared, default=0):
            label = Label(item.name.span, f"for {item.players} players")
            yield diagnostic("C514", label, hint=hint, level=Level.WARNING, name=item.name.text)


def _says_how_many(item: nodes.Item) -> bool:
    return isinstance(item, nodes.Players) or (
        isinstance(item, nodes.Replace) and isinstance(item.item, nodes.Players)
    )


def _once(found: Iterable[Diagnostic], gone: Gone) -> Iterator[Diagnostic]:
    """The mistakes; of those that one line of an overlay makes by one name, the first, and how many there are."""
    alike: dict[tuple[str, Label], list[Diagnostic]] = {}
    for each in found:
        name = next((name for name in _missing(each) if name in gone), None)
        if name is None or gone[name] in each.labels:
            yield each
        else:
            alike.setdefault((name, gone[name]), []).append(each)
    for (_, label), each_of in alike.items():
        first = each_of[0]
        hint = first.hint
        if len(each_of) > 1:
            hint = f"the same name is missing in {len(each_of)} places: replace or remove those lines as well"
        yield replace(first, labels=(*first.labels, label), hint=hint)


def _missing(found: Diagnostic) -> Iterator[str]:
    """The names of which a diagnostic says that they mean nothing, the words of a component one by one."""
    if found.code[0] in "NT":
        for name in found.title.split("`")[1::2][:1]:
            yield name
            yield from name.split() if " " in name else ()


def _gone(units: Iterable[nodes.Unit]) -> Iterator[tuple[str, Label]]:
    members: dict[str, tuple[nodes.Name, ...]] = {}
    for unit in units:
        for item in unit.items:
            match item:
                case nodes.Kind(name, names):
                    members[name.text] = names
                case nodes.Remove(_, name):
                    yield name.text, _label(unit, item.span)
                case nodes.SetOption(name, _, names) if name.text in members:
                    kept = {each.text for each in names}
                    lost = [each.text for each in members[name.text] if each.text not in kept]
                    yield from ((each, _label(unit, item.span)) for each in lost)
                    members[name.text] = names


def _label(unit: nodes.Unit, span: Span) -> Label:
    return Label(span, f"`{unit.header.name.text}` takes it away here")
