"""The one traversal of kernel expressions everybody uses: parts, free names, substitution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from verifier.kernel.expression import Bind, End, Expr, Fold, Local


def parts(node: Any) -> Iterator[Any]:
    """The expressions and sources directly inside an expression, a source, a binder or a tuple of them."""
    if isinstance(node, tuple):
        for part in node:
            if is_dataclass(part):
                yield part
        return
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tuple):
            yield from parts(value)
        elif is_dataclass(value) and type(value).__module__.endswith("expression"):
            yield value


def everything(node: Any) -> Iterator[Any]:
    """The node and all below it."""
    yield node
    for part in parts(node):
        yield from everything(part)


def free_locals(node: Any) -> frozenset[str]:
    """The names that the expression reads and does not bind itself."""
    match node:
        case Local(name, _):
            return frozenset((name,))
        case Fold(_, binds, where, body, default):
            free: set[str] = set(free_locals(default)) if default is not None else set()
            bound: set[str] = set()
            for bind in binds:
                free |= free_locals(bind.source) - bound
                bound.add(bind.local)
            for inner in (where, body):
                if inner is not None:
                    free |= free_locals(inner) - bound
            return frozenset(free)
        case End(_, local, zone, _, where):
            inner_free = free_locals(where) - {local} if where is not None else frozenset()
            return free_locals(zone) | inner_free
        case _:
            found: frozenset[str] = frozenset()
            for part in parts(node):
                found |= free_locals(part)
            return found


def substituted(node: Any, names: Mapping[str, Expr | str]) -> Any:
    """The expression with free names replaced; a binder whose name a replacement reads gets another name.

    A name for a name leaves its domain as it is.
    """
    if not names:
        return node
    match node:
        case Local(name, domain):
            new = names.get(name, node)
            return Local(new, domain) if isinstance(new, str) else new
        case Fold(op, binds, where, body, default):
            new_default = substituted(default, names) if default is not None else None
            inner: dict[str, Expr | str] = dict(names)
            new_binds = []
            for bind in binds:
                source = substituted(bind.source, inner)
                new_binds.append(Bind(_rebound(bind.local, inner), source))
            new_where = substituted(where, inner) if where is not None else None
            return Fold(op, tuple(new_binds), new_where, substituted(body, inner), new_default)
        case End(end, local, zone, things, where):
            if where is None:
                return End(end, local, substituted(zone, names), things)
            inner = dict(names)
            bound = _rebound(local, inner)
            return End(end, bound, substituted(zone, names), things, substituted(where, inner))
        case _:
            return _rebuilt(node, names)


def _rebound(local: str, names: dict[str, Expr | str]) -> str:
    """The name a binder takes, and `names` as they are inside it."""
    names.pop(local, None)
    read = {name for new in names.values() for name in ((new,) if isinstance(new, str) else free_locals(new))}
    if local not in read:
        return local
    new = local
    while new in read or new in names:
        new += "'"
    names[local] = new
    return new


def _rebuilt(node: Any, names: Mapping[str, Expr | str]) -> Any:
    updates: dict[str, Any] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        new: Any
        if isinstance(value, tuple):
            new = tuple(substituted(part, names) if is_dataclass(part) else part for part in value)
        elif is_dataclass(value) and type(value).__module__.endswith("expression"):
            new = substituted(value, names)
        else:
            continue
        if new != value:
            updates[field.name] = new
    return replace(node, **updates) if updates else node
