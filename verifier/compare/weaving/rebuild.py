"""The one way to rewrite what a machine is made of: a node and a function in, the node rewritten from below out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any


def rebuilt(node: Any, rewrite: Callable[[Any], Any]) -> Any:
    """The node with `rewrite` done to every node below it, then to itself."""
    if isinstance(node, tuple):
        return node if node and isinstance(node[0], int) else tuple(rebuilt(part, rewrite) for part in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    inside = [rebuilt(getattr(node, field.name), rewrite) for field in fields(node)]
    return rewrite(type(node)(*inside))
