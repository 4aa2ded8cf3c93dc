"""What the builders of nodes share: the shape of a builder, and the parts that come with every rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verifier.source import Span

# A rule of the grammar becomes a node: its span and its children, already built, go in.
Builder = Callable[[Span, list[Any]], Any]


def exactly(node: Callable[..., Any], *first: Any, **fields: Any) -> Builder:
    """A node whose fields are the children in their order, perhaps with some fixed ones beside them."""
    return lambda span, parts: node(*first, *parts, **fields, span=span)


def listing(node: Callable[..., Any], single: int) -> Builder:
    """A node whose first children are fields of their own and whose others make up its last field."""
    return lambda span, parts: node(*parts[:single], present(parts[single:]), span=span)


def present(parts: list[Any]) -> tuple[Any, ...]:
    """The parts that were written."""
    return tuple(part for part in parts if part is not None)
