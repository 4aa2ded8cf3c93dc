"""Cards with a condition of their own: how it is reached, who is best at it, what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.kernel import expression as ex
from verifier.kernel.domain import Number, Truth
from verifier.model import steps as st
from verifier.words.claims.conditions import bounds_in, counted, spoken_of
from verifier.words.claims.patches import number_patch
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.seam import Claim


def card_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about definitions that differ from design to design."""
    for name, definition in subject.game.definitions.items():
        for design, value in _by_design(definition.start):
            if isinstance(definition.domain, Truth):
                yield from _reached(subject, name, design, value)
            elif isinstance(definition.domain, Number) and _is_a_contest(subject, name):
                yield from _contest(subject, name, design, value)
    yield from _ties(subject)


def _by_design(value: ex.Expr) -> Iterator[tuple[str, ex.Expr]]:
    """`if this is X then ... else ...`, one by one."""
    while isinstance(value, ex.If):
        test = value.test
        if isinstance(test, ex.Lookup) and test.table.startswith("is "):
            yield test.table.removeprefix("is "), value.then
        value = value.otherwise


def _above(subject: Subject, design: str) -> Group:
    """The classes to which a design belongs: a text tells of it below their heading."""
    ids = set(subject.game.classes[design].ids)
    wider = [name for name, things in subject.classes.items() if ids <= set(things.ids)]
    return frozenset[str]().union(*(subject.class_words(name) for name in wider))


def _reached(subject: Subject, name: str, design: str, value: ex.Expr) -> Iterator[Claim]:
    """What must be reached to earn a card: its numbers, and how many in a row."""
    entry = subject.entry(f"{subject.sort_of(design)}:{design}")
    context = _above(subject, design)
    coloured = any(isinstance(each, ex.Lookup) and each.table.startswith("zone ") for each in parts(value))
    colour = (group("colour-word", "colour:same", "kind:colour"),) if coloured else ()
    for number, found in enumerate(bounds_in(subject, value)):
        if found.value < 2:
            continue
        yield Claim(
            f"{design}/{name}" + (f"-{number + 1}" if number else ""), entry, "threshold", "number",
            frozenset({found.value}), op=found.op, head=counted(subject, found.left), context=(context, *colour),
            excluded=group("bonus", "put", "multiply") | (frozenset() if coloured else group("colour-word")),
            patch=number_patch(subject, subject.surface(entry), found.value),
        )  # fmt: skip
    run = _run(subject, value)
    if run is not None:
        yield Claim(
            f"{design}/{name}-in-a-row", entry, "threshold", "number", frozenset({run[0]}), head=run[1],
            context=(context,), near=(group("consecutive") | run[1],),
        )  # fmt: skip


def _run(subject: Subject, value: Any, depth: int = 2) -> tuple[int, Group] | None:
    """`any X a, X b, X c where b is a + 1 and c is a + 2`: three in a row."""
    for each in parts(value):
        if isinstance(each, ex.Fold) and each.op == "any" and len(each.binds) > 1:
            steps = [e for e in parts((each.where, each.body)) if isinstance(e, ex.Arith) and e.op == "+"]
            if len(steps) == len(each.binds) - 1:
                return len(each.binds), counted(subject, steps[0].left)
        if isinstance(each, ex.Call) and depth:
            own = subject.game.definitions[each.definition]
            found = _run(subject, own.start, depth - 1)
            if found is not None:
                return found
    return None


def _is_a_contest(subject: Subject, name: str) -> bool:
    """Is a definition compared between players somewhere?"""
    return any(
        isinstance(each, ex.Compare) and _calls(each.left, name) and _calls(each.right, name)
        for each in parts((subject.game.hooks, subject.game.procedures, subject.game.texts))
    )


def _calls(node: ex.Expr, name: str) -> bool:
    return any(isinstance(each, ex.Call) and each.definition == name for each in parts(node))


def _contest(subject: Subject, name: str, design: str, value: ex.Expr) -> Iterator[Claim]:
    """Who is best at something at the end: most or least of what."""
    least = isinstance(value, ex.Arith) and value.op == "-" and isinstance(value.left, ex.Const)
    entry = subject.entry(f"{subject.sort_of(design)}:{design}")
    zones = frozenset[str]().union(*(subject.zone_words(each) for each in subject.families(value)))
    others = frozenset(f"zone:{each}" for each in subject.game.families) - zones
    yield Claim(
        f"{design}/{name}", entry, "superlative", "superlative",
        frozenset({"least", "lowest"} if least else {"most", "highest", "longest"}),
        near=(zones | spoken_of(subject, value),), context=(_above(subject, design), zones or group("card")),
        excluded=group("tie", "win", "start") | (others - group("zone:box") if zones else frozenset()),
    )  # fmt: skip


def _ties(subject: Subject) -> Iterator[Claim]:
    """`when every other has less`: on a tie nobody gets it."""
    for steps in subject.all_blocks():
        for each in parts(steps):
            if isinstance(each, st.Rule) and any(_beats_everyone(when) for when in each.when):
                moved = [inner.thing.domain.name for inner in parts(each.steps) if _is_moved(inner)]
                things = frozenset[str]().union(*(_wide(subject, name) for name in moved))
                yield Claim(
                    f"{each.rule}/tie", subject.entry(f"rule:{each.rule}"), "tiebreak", "modal",
                    frozenset({"negated", "must-not"}), head=group("take", "win", "earn", "put", "deal", "keep"),
                    context=(group("tie"), things) if things else (group("tie"),), excluded=group("start"),
                )  # fmt: skip
                yield Claim(
                    f"{each.rule}/nobody-is-better", subject.entry(f"rule:{each.rule}"), "tiebreak", "superlative",
                    frozenset({"nobody"}), near=(group("take", "win", "earn", "put", "deal"),),
                    context=(group("tie"), things) if things else (group("tie"),), excluded=group("start", "win"),
                    expected=False,
                )  # fmt: skip
                yield Claim(
                    f"{each.rule}/nobody", subject.entry(f"rule:{each.rule}"), "tiebreak", "quantifier",
                    frozenset({"none"}), near=(group("player", "take", "earn"),),
                    context=(group("tie"), things) if things else (group("tie"),), excluded=group("start", "win"),
                    expected=False,
                )  # fmt: skip


def _is_moved(step: Any) -> bool:
    return (
        isinstance(step, st.Move) and isinstance(step.thing, ex.Local) and hasattr(step.thing.domain, "name")
    )


def _wide(subject: Subject, name: str) -> Group:
    return subject.class_words(name) | (_above(subject, name) if name in subject.classes else frozenset())


def _beats_everyone(condition: ex.Expr) -> bool:
    return (
        isinstance(condition, ex.Fold)
        and condition.op == "every"
        and any(isinstance(each, ex.Compare) and each.op == ">" for each in parts(condition.body))
    )
