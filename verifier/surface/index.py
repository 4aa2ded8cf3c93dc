"""Where what stands: a composition in; its files, the places of its names and the words of its claims out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from verifier.source import Source, Span
from verifier.surface import nodes
from verifier.surface.files import readable_path, shown
from verifier.surface.rewrite import field_names


def walk(node: Any) -> Iterator[Any]:
    """A node and every node below it, in the order of the text; where they stand is no node."""
    # Without a call for each node: whole games are walked.
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node[::-1]
        elif (names := _last_first(node.__class__)) is not None:
            yield node
            waiting += [part for name in names if (part := getattr(node, name)) is not None]


@cache
def _last_first(sort: type) -> tuple[str, ...] | None:
    """The fields of a kind of node from the last on, without the place; `None` for what is no node."""
    names = field_names(sort)
    return None if names is None else tuple(name for name in reversed(names) if name != "span")


def but_scenarios(items: Iterable[nodes.Item]) -> Iterator[nodes.Item]:
    """The items that say what the rules are: a walk over these alone is half as long."""
    return (item for item in items if not isinstance(item, nodes.Scenario))


def only_scenarios(items: Iterable[nodes.Item]) -> Iterator[nodes.Item]:
    return (item for item in items if isinstance(item, nodes.Scenario))


def rules_in(node: Any) -> Iterator[nodes.Rule]:
    """Every rule with a name below a node, in the order of the text."""
    return (each for each in walk(node) if isinstance(each, nodes.Rule) and each is not node)


def place(span: Span) -> str:
    """Where a span stands, for people: `path:line`."""
    return f"{readable_path(Path(span.path))}:{span.line}"


def sources_of(units: Iterable[nodes.Unit]) -> set[Source]:
    return {unit.header.span.source for unit in units}


def files_of(units: Iterable[nodes.Unit]) -> set[str]:
    """The files in which units stand, as people are shown them."""
    return {shown(Path(source.path)) for source in sources_of(units)}


def fingerprint(units: Iterable[nodes.Unit]) -> str:
    """The texts that a rule set is made of, as one short word."""
    found = hashlib.sha256()
    for source in sorted(sources_of(units), key=lambda source: source.path):
        found.update(f"{source.path}\0{len(source.text)}\0{source.text}".encode())
    return found.hexdigest()[:16]


def places_of(items: Iterable[nodes.Item]) -> dict[str, str]:
    """Where each claim, action, design and every other item with a name is written."""
    found = {}
    for item in items:
        text = getattr(getattr(item, "name", None), "text", None)
        if isinstance(text, str):
            found[text] = place(item.span)
    return found


def player_counts(items: Iterable[nodes.Item]) -> range:
    """How many may play."""
    for item in items:
        if isinstance(item, nodes.Players):
            return range(item.low, item.high + 1)
    return range(2, 3)


def claims_of(items: Iterable[nodes.Item]) -> list[nodes.Invariant | nodes.Witness]:
    return [item for item in items if isinstance(item, nodes.Invariant | nodes.Witness)]


_CLAIMS = (
    *(nodes.Invariant, nodes.Witness, nodes.Measure, nodes.MayLoop),
    *(nodes.Accept, nodes.Renamed, nodes.Scenario, nodes.Expect),
)
_CLAIM_WORDS = ("invariant", "witness", "measure", "may-loop", "scenario")


def is_claim(item: nodes.Item) -> bool:
    """Is an item, or what it replaces or removes, said of the rules? Then it changes no play."""
    if isinstance(item, nodes.Remove):
        return item.sort.text in _CLAIM_WORDS
    return isinstance(item.item if isinstance(item, nodes.Replace) else item, _CLAIMS)


def designs_of(items: Iterable[nodes.Item], spans: Mapping[str, Span]) -> dict[str, str]:
    """The design on which a rule is printed, for rules that are; given where the rules stand."""
    designs = [(item.name.text, item.span) for item in items if isinstance(item, nodes.Component)]
    found = {}
    for rule, here in spans.items():
        for name, span in designs:
            if span.source == here.source and span.start <= here.start < span.end:
                found[rule] = name
    return found


def ties_are_shared(items: Iterable[nodes.Item]) -> bool:
    """Does the text say that players who stay equal share the victory, or win together?"""
    winners = [item for item in items if isinstance(item, nodes.Winner)]
    if winners and winners[-1].together:
        return True
    last = winners[-1].ranks[-1].place if winners else None
    return last is not None and last.path.parts[-1].text == "shared"
