"""Mistakes that an overlay has made elsewhere: what was found in, the overlay's line beside it out.

Who removes a card breaks every line that speaks of it. The lines are right; the removal is shown with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from verifier.diagnostics import Diagnostic, Label
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.compose import Composition


def blamed(found: Iterable[Diagnostic], laid: Composition) -> list[Diagnostic]:
    """The diagnostics, each about a missing name with the line that has taken the name away."""
    gone = dict(_gone(laid.units))
    return [_with_blame(each, gone) for each in found]


def _with_blame(found: Diagnostic, gone: dict[str, Label]) -> Diagnostic:
    missing = found.title.split("`")[1::2][:1]
    if found.code[0] not in "NT" or not missing or missing[0] not in gone:
        return found
    label = gone[missing[0]]
    return found if label in found.labels else replace(found, labels=(*found.labels, label))


def _gone(units: Iterable[nodes.Unit]) -> Iterable[tuple[str, Label]]:
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
