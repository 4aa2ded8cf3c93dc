"""Nodes without their places, to compare what two texts say."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any


def shape(node: Any) -> Any:
    """A node as nested tuples, spans left out."""
    if is_dataclass(node):
        parts = tuple(shape(getattr(node, field.name)) for field in fields(node) if field.name != "span")
        return type(node).__name__, *parts
    if isinstance(node, tuple):
        return tuple(shape(part) for part in node)
    return node


def names(node: Any) -> list[str]:
    """Every name in a node, in the order of the text."""
    if type(node).__name__ == "Name":
        return [node.text]
    if is_dataclass(node):
        return [name for field in fields(node) for name in names(getattr(node, field.name))]
    return [name for part in node for name in names(part)] if isinstance(node, tuple) else []


def renamed(node: Any, glossary: dict[str, str]) -> Any:
    """The shape of a node with other names."""
    match shape(node) if is_dataclass(node) else node:
        case ("Name", text):
            return "Name", glossary.get(text, text)
        case tuple(parts):
            return tuple(renamed(part, glossary) for part in parts)
        case other:
            return other
