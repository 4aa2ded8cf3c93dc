"""Who is ahead: truths that ask for several things at once, and for more than anybody else has."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel import expression as ex
from verifier.kernel.domain import Truth
from verifier.words.claims.conditions import bound, comparison, conjuncts, counted
from verifier.words.claims.subject import Subject, group
from verifier.words.seam import Claim

MORE = group("comparison:more-than", "superlative:most", "superlative:highest")


def leader_claims(subject: Subject) -> Iterator[Claim]:
    """At least so many, and more than the others: both, not one of them; nobody where all have as many."""
    for name, definition in subject.game.definitions.items():
        if not isinstance(definition.domain, Truth):
            continue
        asked = list(conjuncts((definition.start,)))
        least = [found for each in asked if (found := bound(each)) is not None and found.value > 1]
        ahead = [each for each in asked if _is_ahead(each)]
        if not ahead:
            continue
        told = counted(subject, least[0].left) | subject.definition_words(name) if least else frozenset[str]()
        for found in least[:1]:
            yield Claim(
                f"{name}/both", "", "condition", "connective", frozenset({"and"}),
                near=(group(f"number:{found.value}"), MORE), context=(told,), expected=False,
            )  # fmt: skip


def _is_ahead(condition: ex.Expr) -> bool:
    """Is the same thing of one player more than that of another?"""
    found = comparison(condition)
    return (
        found is not None
        and found.op == ">"
        and isinstance(found.left, ex.Call)
        and isinstance(found.right, ex.Call)
        and found.left.definition == found.right.definition
    )
