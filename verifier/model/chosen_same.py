"""One component chosen twice: a game in, a warning for each second choice that may be the first one over again.

`choose card a in my hand, card b in my hand` may choose one card for both, and so may two choices with nothing in
between. What tells them apart is a condition that cannot hold of one and the same: `a is not b`, or an order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from verifier.diagnostics import Label, Level, Report, diagnostic
from verifier.kernel import expression as k
from verifier.kernel.visit import free_locals, preorder
from verifier.model import steps as m
from verifier.model.game import Game
from verifier.model.opposites import blocks_of


def warn_of_same_choices(game: Game, report: Report) -> None:
    """Adds a warning for each choice that may take again what the one before it took."""
    told: set[m.Choose] = set()
    for steps in blocks_of(game):
        for chosen in _together(steps):
            conditions = list(_conditions(chosen))
            binds = [(step, bind) for step in chosen if isinstance(step, m.Choose) for bind in step.binds]
            for (_, one), (step, other) in combinations(binds, 2):
                if step not in told and _is_same(one, other) and not _apart(one, other, conditions):
                    told.add(step)
                    label = Label(step.span, f"this may be `{one.local}` again")
                    hint = f"write `where {other.local} is not {one.local}`"
                    report.add(diagnostic("C519", label, hint=hint, level=Level.WARNING, name=other.local))


def _together(steps: Sequence[m.Step]) -> Iterator[list[m.Step]]:
    """Choices with nothing between them that changes anything."""
    found: list[m.Step] = []
    for step in (*steps, None):
        if isinstance(step, m.Choose | m.Guard | m.Let):
            found.append(step)
        else:
            yield found
            found = []


def _conditions(steps: Sequence[m.Step]) -> Iterator[k.Expr]:
    for step in steps:
        match step:
            case m.Choose(where=where) if where is not None:
                yield where
            case m.Guard():
                yield from step.require


def _is_same(one: k.Bind, other: k.Bind) -> bool:
    """Do both choose among the components of one place? Of two choices with one name C518 tells."""
    named_alike = one.local.split()[0] == other.local.split()[0]
    return isinstance(one.source, k.Contents) and one.source == other.source and not named_alike


def _apart(one: k.Bind, other: k.Bind, conditions: Sequence[k.Expr]) -> bool:
    """Does a condition speak of both, in a way that may tell one from the other?"""
    for node in (part for truth in conditions for part in preorder(truth)):
        match node:
            # `a is not b` is the opposite of names compared; `a.value is b.value` holds of one and the same.
            case k.Compare(op, left, right) if op != "=" or isinstance(left, k.Local):
                sides = free_locals(left), free_locals(right)
            case k.Call(_, args) if len(args) > 1:
                sides = free_locals(args[0]), frozenset().union(*map(free_locals, args[1:]))
            case _:
                continue
        if any(one.local in a and other.local in b for a, b in (sides, sides[::-1])):
            return True
    return False
