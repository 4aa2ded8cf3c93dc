"""One name for one thing, two for two: two machines in, the same two with names that can be compared out.

Definitions and tables of one name that say different things get two names; a class of components that goes by two
names gets one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from verifier.compare.weaving.rebuild import rebuilt
from verifier.compare.weaving.rewording import OWN
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Labels, Things
from verifier.kernel.visit import preorder


def set_apart(first: km.Machine, second: km.Machine) -> tuple[km.Machine, km.Machine]:
    """Both machines; what the second defines otherwise than the first has a name of its own there."""
    classes: dict[tuple[int, ...], str] = {}

    def plain(node: Any) -> Any:
        match node:
            case Things(name, ids):
                return Things(classes.setdefault(ids, name), ids)
            case k.Const(value, Labels()):
                # Labels are known by their place: what they are called says nothing.
                return k.Const(value, Labels(()))
            case _:
                return node

    first, second = _rewritten(first, plain), _rewritten(second, plain)
    tables = {
        name
        for name, table in second.tables.items()
        if name in first.tables and table.values != first.tables[name].values
    }
    shapes = _differing(first.definitions, second.definitions, tables)

    def moved(node: Any) -> Any:
        match node:
            case k.Call(name, args) if name in shapes:
                return k.Call(name + OWN, args)
            case k.Lookup(name, index) if name in tables:
                return k.Lookup(name + OWN, index)
            case _:
                return node

    other = replace(
        _rewritten(second, moved),
        tables={name + OWN if name in tables else name: each for name, each in second.tables.items()},
    )
    named = {
        name + OWN if name in shapes else name: replace(shape, name=name + OWN) if name in shapes else shape
        for name, shape in other.definitions.items()
    }
    return first, replace(other, definitions=named)


def _rewritten(machine: km.Machine, rewrite: Any) -> km.Machine:
    return replace(
        machine,
        cells={name: rebuilt(cell, rewrite) for name, cell in machine.cells.items()},
        definitions={name: rebuilt(shape, rewrite) for name, shape in machine.definitions.items()},
        blocks={label: rebuilt(block, rewrite) for label, block in machine.blocks.items()},
        score=rebuilt(machine.score, rewrite),
        winner=rebuilt(machine.winner, rewrite),
    )


def _differing(
    first: Mapping[str, km.Definition], second: Mapping[str, km.Definition], tables: set[str]
) -> set[str]:
    """The definitions of both that do not say the same, themselves or through others."""
    shared = {name: shape for name, shape in second.items() if name in first}
    found = {name for name, shape in shared.items() if _said(shape) != _said(first[name])}
    while True:
        more = {
            name
            for name, shape in shared.items()
            if name not in found and any(_named_in(part, found, tables) for part in preorder(shape))
        }
        if not more:
            return found
        found |= more


def _said(shape: km.Definition) -> Any:
    """What a definition says; the names of its rules apart."""
    return shape.params, shape.start, tuple((rung.when, rung.op, rung.value) for rung in shape.rungs)


def _named_in(part: Any, shapes: set[str], tables: set[str]) -> bool:
    match part:
        case k.Call(name, _):
            return name in shapes
        case k.Lookup(name, _):
            return name in tables
        case _:
            return False
