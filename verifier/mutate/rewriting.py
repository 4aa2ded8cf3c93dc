"""One node of a tree changed at a time: dataclasses, tuples and mappings in, changed copies out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from verifier.source import Span


@dataclass(frozen=True, slots=True)
class NodeChange:
    """Another node in the place of one; `sort` and `words` say what was done."""

    sort: str
    words: str
    node: Any


def with_(node: Any, **values: Any) -> Any:
    """A copy of a node with other values in some of its fields."""
    return replace(node, **values)


def parts_of(whole: Any) -> Iterator[Any]:
    """What a mapping, a tuple or a node is made of; where it stands is no part of it."""
    if isinstance(whole, Mapping):
        yield from whole.values()
    elif isinstance(whole, tuple):
        yield from whole
    elif is_dataclass(whole) and not isinstance(whole, type | Span):
        yield from (getattr(whole, field.name) for field in fields(whole))


class Removed:
    """In the place of a member of a tuple: it is left out."""


GONE = Removed()


@dataclass(frozen=True, slots=True)
class Changed:
    """A whole with one change in it: near which span, inside which rule."""

    change: NodeChange
    whole: Any
    span: Span | None
    rule: str | None


# What may be done to a node.
Changes = Callable[[Any], Iterator[NodeChange]]
# Whether two nodes are one text, on two copies of a component.
Copies = Callable[[Any, Any], bool]


def no_copies(one: Any, other: Any) -> bool:
    """Every node stands for itself."""
    return False


def changed(
    whole: Any,
    changes: Changes,
    copies: Copies = no_copies,
    span: Span | None = None,
    rule: str | None = None,
) -> Iterator[Changed]:
    """Every copy of a value in which one node is changed, or one text on all the components that bear it."""
    if isinstance(whole, Mapping):
        for key, value in whole.items():
            for each in changed(value, changes, copies, span, rule):
                yield replace(each, whole={**whole, key: each.whole})
    elif isinstance(whole, tuple):
        yield from _in_tuple(whole, changes, copies, span, rule)
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
                for each in changed(value, changes, copies, span, rule):
                    yield replace(each, whole=_with_part(whole, field.name, each.whole))


def _with_part(whole: Any, name: str, part: Any) -> Any:
    """What has one step, a phase say, is left out together with it."""
    return GONE if part is GONE else replace(whole, **{name: part})


def _in_tuple(
    whole: tuple[Any, ...], changes: Changes, copies: Copies, span: Span | None, rule: str | None
) -> Iterator[Changed]:
    place = 0
    while place < len(whole):
        behind = place + 1
        while behind < len(whole) and copies(whole[place], whole[behind]):
            behind += 1
        for together in _together(whole[place:behind], changes, copies, span, rule):
            rest = tuple(each.whole for each in together if each.whole is not GONE)
            yield replace(together[0], whole=(*whole[:place], *rest, *whole[behind:]))
        place = behind


def _together(
    members: tuple[Any, ...], changes: Changes, copies: Copies, span: Span | None, rule: str | None
) -> Iterator[tuple[Changed, ...]]:
    """The same change in every member; copies of one text have the same places in the same order."""
    if all(isinstance(member, tuple | Mapping) or is_dataclass(member) for member in members):
        yield from zip(*(changed(member, changes, copies, span, rule) for member in members), strict=True)
