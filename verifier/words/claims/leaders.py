"""Who is ahead of whom: what somebody needs to be, and what becomes of it where all have as many."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel import expression as ex
from verifier.kernel.domain import Truth
from verifier.model import steps as st
from verifier.words.claims.blocks import Block, blocks, effects
from verifier.words.claims.conditions import bound, comparison, conjuncts, counted
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.seam import Claim, Value

# More than the opponent, whatever it is called.
MORE = group("comparison:more-than", "superlative:most", "superlative:highest", "role:opponent")
HAVE = group("contain", "earn", "take", "deal", "win", "player")


def leader_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about truths and events that compare one player with the others."""
    for name, definition in subject.game.definitions.items():
        if isinstance(definition.domain, Truth):
            yield from _leader(subject, name, definition.start)
    for block in blocks(subject):
        yield from _those_ahead(subject, block)


def _leader(subject: Subject, name: str, asked: ex.Expr) -> Iterator[Claim]:
    """At least so many, and more than the others: both, not one of them; nobody where all have as many."""
    ahead = [
        found for each in conjuncts((asked,)) if (found := _rivalry(each)) is not None and found.op == ">"
    ]
    if not ahead:
        return
    told = subject.definition_words(name) | counted(subject, ahead[0].left)
    yield _on_a_tie(f"{name}/nobody-on-a-tie", "", frozenset({"none"}), told)
    for least in (bound(each) for each in conjuncts((asked,))):
        if least is not None and least.value > 1:
            yield Claim(
                f"{name}/both", "", "condition", "connective", frozenset({"and"}),
                near=(group(f"number:{least.value}"), MORE), context=(told | counted(subject, least.left),),
                expected=False,
            )  # fmt: skip


def _those_ahead(subject: Subject, block: Block) -> Iterator[Claim]:
    """`each player who has at least as many as the other`: on a tie it happens to all of them."""
    for each in parts(block.steps):
        if not isinstance(each, st.Each) or each.where is None or not effects(subject, each.steps):
            continue
        found = _rivalry(each.where)
        if found is not None:
            allowed: frozenset[Value] = frozenset({"none"} if found.op == ">" else {"all", "each", "several"})
            told = block.about or counted(subject, found.left)
            yield _on_a_tie(f"{block.name}/on-a-tie", subject.entry(block.entry), allowed, told)


def _on_a_tie(name: str, rule: str, allowed: frozenset[Value], told: Group) -> Claim:
    return Claim(
        name, rule, "tiebreak", "quantifier", allowed, near=(HAVE,), context=(group("tie"), told),
        excluded=group("start", "finish"), expected=False,
    )  # fmt: skip


def _rivalry(condition: ex.Expr) -> ex.Compare | None:
    """The same thing of two players compared."""
    found = comparison(condition)
    same = (
        found is not None
        and isinstance(found.left, ex.Call)
        and isinstance(found.right, ex.Call)
        and found.left.definition == found.right.definition
    )
    return found if same and found is not None and found.op in (">", ">=") else None
