"""One walk over lines and what stands in them: items and a change in, the same list with its nodes changed out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args

from verifier.source import Span
from verifier.surface import nodes

Node = Any
# What has no lines of its own: nothing in it can be replaced or removed by its name.
_CLOSED = (*get_args(nodes.Expr), nodes.Scenario)


def names_of(items: Iterable[Node], kinds: Any) -> list[str]:
    found: list[str] = []

    def see(node: Node) -> Node:
        if isinstance(node, kinds):
            found.append(node.name.text)
        return node

    rewritten(list(items), see)
    return found


def rewritten(items: list[Node], change: Callable[[Node], Node]) -> bool:
    """Applies `change` to every node that stands in a list of lines; `None` drops it. True if any changed."""
    changed = False

    def walk(node: Node) -> Node:
        nonlocal changed
        if isinstance(node, tuple):
            kept = [walk(part) for part in node]
            if all(new is old for new, old in zip(kept, node, strict=True)):
                return node
            return tuple(new for new in kept if new is not None)
        names = field_names(type(node))
        if names is None:
            return node
        new = change(node)
        if new is not node:
            changed = True
            return new
        if isinstance(node, _CLOSED):
            return node
        updates = {}
        for name in names:
            value = getattr(node, name)
            if value and isinstance(value, tuple):
                new_value = walk(value)
                if new_value is not value:
                    updates[name] = new_value
        return replace(node, **updates) if updates else node

    items[:] = [new for new in (walk(item) for item in items) if new is not None]
    return changed


_FIELDS: dict[type, tuple[str, ...] | None] = {}


def field_names(sort: type) -> tuple[str, ...] | None:
    """The fields of a kind of node; `None` for what is no node."""
    if sort not in _FIELDS:
        is_node = is_dataclass(sort) and not issubclass(sort, Span)
        _FIELDS[sort] = tuple(field.name for field in fields(sort)) if is_node else None
    return _FIELDS[sort]


def without_spans(node: Node) -> Node:
    """A comparable shape of a node: what it says, not where."""
    if isinstance(node, tuple):
        return tuple(without_spans(part) for part in node)
    if isinstance(node, Span):
        return None
    if is_dataclass(node):
        return (type(node).__name__, *(without_spans(getattr(node, field.name)) for field in fields(node)))
    return node
