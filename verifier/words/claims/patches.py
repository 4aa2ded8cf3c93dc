"""What a text says instead, put into the rules: a patch and a value in, the rule set by the text out.

Where a claim stands in one place of the surface, the place is its patch, and whether a difference matters can be played
out. Where it follows from several places there is no patch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, assert_never, cast

from verifier.mutate.rewriting import NodeChange, changed, with_
from verifier.surface import nodes
from verifier.surface.compose import Composition, with_number
from verifier.surface.index import walk
from verifier.words.claims.subject import Subject, names_in
from verifier.words.entries import entries_of
from verifier.words.seam import Patch, PatchKind, Value

# What comparisons are called on the surface; `is` is exactly.
SURFACE_OPS = {"exactly": "is", "other": "is-not"}
HOW = {"must": "one of", "assert": "one of", "may": "at most one of"}
VIEWS = {"up": "seen", "down": "hidden"}
BEST = {"most": "highest", "highest": "highest", "least": "lowest", "lowest": "lowest"}


def number_patch(subject: Subject, node: Any, value: int) -> Patch | None:
    """The named number of this value that a node of the surface uses, if it uses one such number only."""
    named = {name for name in names_in(node) if subject.numbers.get(name) == value}
    return Patch("number", named.pop(), value) if len(named) == 1 else None


def constant_patch(subject: Subject, entry: str, value: int) -> Patch | None:
    """The number of this value in an entry: one with a name, or the only one written out."""
    node = subject.surface(entry)
    named = number_patch(subject, node, value)
    if named is not None:
        return named
    written = [each for each in walk(node) if isinstance(each, nodes.Integer)]
    places = [place for place, each in enumerate(written) if each.value == value]
    return Patch("literal", entry, value, places[0]) if len(places) == 1 else None


def place_patch(subject: Subject, kind: PatchKind, entry: str, was: str) -> Patch | None:
    """The only node of an entry that a patch of this kind can change and that says what the rules say."""
    found = [place for place, said in enumerate(_said(kind, subject.surface(entry))) if said == was]
    return Patch(kind, entry, was, found[0]) if len(found) == 1 else None


def patched(laid: Composition, patch: Patch, value: Value) -> Composition | None:
    """The rule set with another value in the place of a patch; nothing where that cannot be said in one place."""
    if patch.kind == "number":
        return with_number(laid, patch.place, value) if isinstance(value, int) else None
    said = _surface_word(patch.kind, value)
    if said is None or said == patch.was:
        return None
    whole = laid.items if patch.kind == "order" else _entry_node(laid, patch.place)

    def inside(node: Any) -> Iterator[NodeChange]:
        other = _with(patch.kind, node, said)
        if other is not None:
            yield NodeChange(patch.kind, "", other)

    def change(node: Any) -> Iterator[NodeChange]:
        if node == whole:
            found = next(islice(changed(node, inside), patch.nth, None), None)
            if found is not None:
                yield NodeChange(patch.kind, "", found.whole)

    found = next(changed(laid.items, inside if patch.kind == "order" else change), None)
    return None if found is None else replace(laid, items=found.whole)


def _entry_node(laid: Composition, place: str) -> Any:
    entry = entries_of(laid).get(place)
    return entry.node if entry is not None else None


def _surface_word(kind: PatchKind, value: Value) -> Value | None:
    """A value of a text in the words of the surface."""
    tables: dict[str, Mapping[str, str]] = {"modal": HOW, "face": VIEWS, "superlative": BEST}
    if kind in ("literal", "number"):
        return value if isinstance(value, int) else None
    if not isinstance(value, str):
        return None
    if kind in tables:
        return tables[kind].get(value)
    return SURFACE_OPS.get(value, value)


def _said(kind: PatchKind, node: Any) -> Iterator[Value | None]:
    """What the nodes that a patch of a kind could change say, in the order in which they are changed."""
    return (said for each in walk(node) if (said := _word(kind, each)) is not None)


def _word(kind: PatchKind, node: Any) -> Value | None:
    """What a node says, if patches of this kind change it."""
    match kind:
        case "literal":
            return node.value if isinstance(node, nodes.Integer) else None
        case "comparison":
            return node.op if isinstance(node, nodes.Compare) else None
        case "modal":
            return node.how if isinstance(node, nodes.Offer) else None
        case "superlative":
            if isinstance(node, nodes.Rank):
                return node.best
            return node.op if isinstance(node, nodes.FieldFold | nodes.Fold) else None
        case "face":
            return node.view if isinstance(node, nodes.Zone) else None
        case "arithmetic":
            return node.op if isinstance(node, nodes.ValueStep) else None
        case "place":
            return node.end if isinstance(node, nodes.EndOf | nodes.EndField) else None
        case "order":
            return "<".join(_order(node)) if isinstance(node, nodes.Turn | nodes.Define) else None
        case "number":
            return None
        case _:
            assert_never(kind)


def _with(kind: PatchKind, node: Any, said: Value) -> Any | None:
    """The node with another word, if patches of this kind change it."""
    if _word(kind, node) is None:
        return None
    match kind:
        case "literal":
            return replace(node, value=said)
        case "comparison":
            return replace(node, op=said)
        case "modal":
            return replace(node, how=said)
        case "superlative":
            return with_(node, best=said) if isinstance(node, nodes.Rank) else with_(node, op=said)
        case "face":
            return replace(node, view=said)
        case "arithmetic":
            return replace(node, op=said)
        case "place":
            return replace(node, end=said)
        case "order":
            return _reordered(node, cast(str, said))
        case "number":
            return None
        case _:
            assert_never(kind)


def _order(node: nodes.Turn | nodes.Define) -> list[str]:
    members = node.phases if isinstance(node, nodes.Turn) else node.rules
    return [each.name.text for each in members]


def _reordered(node: nodes.Turn | nodes.Define, said: str) -> Any | None:
    """`second<first`: both change places."""
    first, _, second = said.partition("<")
    names = _order(node)
    if first not in names or second not in names:
        return None
    one, other = names.index(first), names.index(second)
    members: list[Any] = list(node.phases if isinstance(node, nodes.Turn) else node.rules)
    members[one], members[other] = members[other], members[one]
    if isinstance(node, nodes.Turn):
        return replace(node, phases=tuple(members))
    return replace(node, rules=tuple(members))
