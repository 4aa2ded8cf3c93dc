"""Named numbers that no other claim is about: where they are used says what they count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.surface import nodes
from verifier.surface.index import walk
from verifier.words.claims.concepts import term_concepts
from verifier.words.claims.subject import Group, Subject, names_in
from verifier.words.seam import BoundOp, Claim, Patch

OPS: dict[str, BoundOp] = {
    "at-least": "at-least", "at-most": "at-most", "more-than": "more-than", "less-than": "less-than",
    "is": "exactly",
}  # fmt: skip


def number_claims(subject: Subject, covered: frozenset[str]) -> Iterator[Claim]:
    """A claim for every named number that has none yet: its value, in the company of what its rule speaks of."""
    for name, value in subject.numbers.items():
        if name in covered or abs(value) <= 1:
            continue
        for entry, node in _uses(subject, name):
            about = words_of(subject, node)
            yield Claim(
                f"{name}/{entry.rpartition(':')[2] or entry}", entry, "quantity", "number", frozenset({value}),
                op=_op(node, name), head=None, context=(about,) if about else (), expected=False, binding=False,
                patch=Patch("number", name, value),
            )  # fmt: skip


def _uses(subject: Subject, name: str) -> Iterator[tuple[str, Any]]:
    """The entries that speak of a number, the smallest first: a rule rather than the block it stands in."""
    using = [
        (id, entry.node)
        for id, entry in subject.entries.items()
        if entry.sort not in ("invariant", "witness", "measure", "title", "about", "number")
        and name in set(names_in(entry.node))
    ]
    rules = [each for each in using if each[0].startswith("rule:")]
    yield from rules or using[:2]


def _op(node: Any, name: str) -> BoundOp | None:
    found = {
        OPS[each.op]
        for each in walk(node)
        if isinstance(each, nodes.Compare) and each.op in OPS and name in set(names_in(each))
    }
    return found.pop() if len(found) == 1 else None


def words_of(subject: Subject, node: Any) -> Group:
    """Every thing of the game that a node of the surface names."""
    names = {each.text for each in walk(node) if isinstance(each, nodes.Name)}
    found = frozenset[str]().union(*(term_concepts(subject.game, name) for name in sorted(names)))
    return frozenset(each for each in found if not each.startswith(("number:", "action:", "phase:")))
