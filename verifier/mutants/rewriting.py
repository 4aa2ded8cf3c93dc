"""One node of a tree changed at a time: dataclasses, tuples and mappings in, changed copies out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from verifier.source import Span


@dataclass(frozen=True, slots=True)
class Change:
    """Another node in the place of one; `sort` and `words` say what was done."""

    sort: str
    words: str
    node: Any


def with_(node: Any, **values: Any) -> Any:
    """A copy of a node with other values in some of its fields."""
    return replace(node, **values)


class Gone:
    """In the place of a member of a tuple: it is left out."""


GONE = Gone()


@dataclass(frozen=True, slots=True)
class Changed:
    """A whole with one change in it: near which span, inside which rule."""

    change: Change
    whole: Any
    span: Span | None
    rule: str | None


# What may be done to a node.
Changes = Callable[[Any], Iterator[Change]]


def changed(
    whole: Any, changes: Changes, span: Span | None = None, rule: str | None = None
) -> Iterator[Changed]:
    """Every copy of a value in which one node is changed."""
    if isinstance(whole, Mapping):
        for key, value in whole.items():
            for each in changed(value, changes, span, rule):
                yield replace(each, whole={**whole, key: each.whole})
    elif isinstance(whole, tuple):
        yield from _in_tuple(whole, changes, span, rule)
    elif is_dataclass(whole) and not isinstance(whole, type | Span):
        own = getattr(whole, "span", None)
        span = own if isinstance(own, Span) else span
        named = getattr(whole, "rule", None)
        rule = named if isinstance(named, str) else rule
        for change in changes(whole):
            yield Changed(change, change.node, span, rule)
        for field in fields(whole):
            value = getattr(whole, field.name)
            if isinstance(value, tuple | Mapping) or (is_dataclass(value) and not isinstance(value, Span)):
                for each in changed(value, changes, span, rule):
                    yield replace(each, whole=replace(whole, **{field.name: each.whole}))


def _in_tuple(
    whole: tuple[Any, ...], changes: Changes, span: Span | None, rule: str | None
) -> Iterator[Changed]:
    for place, member in enumerate(whole):
        if not isinstance(member, tuple | Mapping) and not is_dataclass(member):
            continue
        for each in changed(member, changes, span, rule):
            rest = () if each.whole is GONE else (each.whole,)
            yield replace(each, whole=(*whole[:place], *rest, *whole[place + 1 :]))
