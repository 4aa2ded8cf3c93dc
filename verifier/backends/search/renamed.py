"""Is an expression the same when its constants are renamed, whatever the order of what may change places?"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from verifier.backends.search.renaming import Renaming
from verifier.kernel.domain import Domain, Things, Zones
from verifier.kernel.expression import Arith, Compare, Const, Logic


def same_renamed(node: Any, by: Renaming) -> bool:
    """Does renaming every constant give the same expression or source again?"""
    return bool(form(node, by) == form(node, None))


def form(node: Any, by: Renaming | None) -> Any:
    """An expression as nested tuples, renamed, parts that may change places in one order."""
    match node:
        case Const(value, domain):
            return ("Const", value if by is None else by.value(domain, value), form(domain, by))
        case Things(name, ids):
            return ("Things", name, _ids(node, ids, by))
        case Zones(name, ids):
            return ("Zones", name, _ids(node, ids, by))
        case Logic(op, parts):
            return (op, _sorted(form(part, by) for part in parts))
        case Arith("+" | "*" | "min" | "max" as op, left, right):
            return (op, _sorted((form(left, by), form(right, by))))
        case Compare("=" | "!=" as op, left, right):
            return (op, _sorted((form(left, by), form(right, by))))
        case tuple():
            return tuple(form(part, by) for part in node)
        case _ if is_dataclass(node):
            return (type(node).__name__, *(form(getattr(node, field.name), by) for field in fields(node)))
        case _:
            return node


def _ids(domain: Domain, ids: tuple[int, ...], by: Renaming | None) -> tuple[int, ...]:
    return tuple(sorted(ids if by is None else (by.value(domain, number) for number in ids)))


def _sorted(parts: Any) -> tuple[Any, ...]:
    return tuple(sorted(parts, key=repr))
