"""What points come to: tables that they are read off, points below zero, what counts for nothing, what counts last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.kernel import expression as ex
from verifier.words.claims.conditions import counted, spoken_of
from verifier.words.claims.subject import Subject, group, parts
from verifier.words.seam import Claim, Value


def table_claims(subject: Subject, name: str, node: Any) -> Iterator[Claim]:
    """Points read off a table of the rules: every entry, and where losing turns into winning."""
    for table in dict.fromkeys(e.table for e in parts(node) if isinstance(e, ex.Lookup)):
        parameter = subject.game.parameters.get(table)
        if parameter is None or not parameter.entries:
            continue
        index = next((e.index[0] for e in parts(node) if isinstance(e, ex.Lookup) and e.table == table), None)
        keys = counted(subject, index) if index is not None else frozenset[str]()
        if parameter.by in subject.game.kinds:
            keys |= subject.kind_words(parameter.by or "")
        entry = f"number:{table}"
        values = frozenset[Value](value for _, value in parameter.entries)
        yield Claim(
            f"{table}/values", subject.entry(entry), "table", "number", values, head=group("point", "score"),
            context=(keys,), expected=False, binding=False,
        )  # fmt: skip
        first = parameter.entries[0]
        yield Claim(
            f"{table}/first", subject.entry(entry), "table", "number", frozenset({first[1], abs(first[1])}),
            context=(keys, group("superlative:first", "start", "place:start")),
            expected=parameter.by in subject.game.kinds,
        )  # fmt: skip
        turning = [key for key, value in parameter.entries if value >= 0]
        if turning and any(value < 0 for _, value in parameter.entries):
            yield Claim(
                f"{table}/turns-at", subject.entry(entry), "threshold", "number", frozenset({turning[0]}),
                op="less-than", head=keys, context=(group("lose", "negative", "subtract"),), expected=False,
            )  # fmt: skip


def below_zero_claims(subject: Subject) -> Iterator[Claim]:
    """May a score be negative?"""
    clauses = [
        clause
        for name in subject.score_names & subject.game.definitions.keys()
        for clause in subject.game.definitions[name].clauses
    ]
    floors = [
        c for c in clauses if c.op == "at-least" and isinstance(c.value, ex.Const) and c.value.value >= 0
    ]
    losing = [c for c in clauses if c.op == "subtract"]
    saturated = [
        name for name in subject.score_names & subject.game.cells.keys() if subject.game.cells[name].saturates
    ]
    if losing and not floors:
        yield Claim(
            "score/negative", subject.entry(f"rule:{losing[0].rule}"), "modality", "modal",
            frozenset({"may", "assert", "must"}), context=(group("negative"), group("point", "score", "earn")),
            head=None, near=(group("negative"),),
        )  # fmt: skip
    for name in saturated:
        yield Claim(
            f"{name}/negative-is-paid", subject.entry(f"amount:{name}"), "modality", "modal",
            frozenset({"must", "assert"}), head=group("return", "pay", "lose", "subtract"),
            near=(subject.cell_words(name),), context=(group("negative"),),
        )  # fmt: skip
        yield Claim(
            f"{name}/never-negative", subject.entry(f"amount:{name}"), "modality", "modal",
            frozenset({"must-not", "negated"}),
            context=(
                group("negative") | subject.cell_words(name), group("comparison:less-than", "number:0", "negative"),
            ),
            excluded=group("pay", "return"), expected=False, binding=False,
        )  # fmt: skip
        yield Claim(
            f"{name}/floor", subject.entry(f"amount:{name}"), "threshold", "number",
            frozenset({0}), op="at-least", head=subject.cell_words(name) | group(""),
            context=(subject.cell_words(name),), binding=False,
        )  # fmt: skip


def unscored_claims(subject: Subject) -> Iterator[Claim]:
    """What players hold counts for nothing where no definition looks at it."""
    asked = set(subject.families(tuple(subject.game.definitions.values())))
    for name, family in subject.game.families.items():
        if family.view == "owner" and name not in asked and subject.score_names:
            zone = subject.zone_words(name)
            yield Claim(
                f"{name}/not-scored", "", "condition", "modal", frozenset({"negated", "must-not"}),
                head=group("count", "earn", "lose", "subtract", "add"), near=(zone,),
                context=(zone, group("rest", "finish", "point", "score")), excluded=group("deal", "take"),
                expected=False,
            )  # fmt: skip


def last_round_claims(subject: Subject) -> Iterator[Claim]:
    """What counts for the winner but not after every round counts after the last."""
    rounds = subject.game.rounds
    if rounds is None or rounds == 1:
        return
    every_round = subject.carried_out(subject.game.hooks.get(("after", "round"), ()))
    then = {each.definition for each in parts(every_round) if isinstance(each, ex.Call)}
    called = {each.definition for each in parts(subject.game.score) if isinstance(each, ex.Call)}
    for name in sorted(called - then):
        for clause in subject.game.definitions[name].clauses:
            table = isinstance(clause.value, ex.Lookup)
            if clause.op == "add" and table:
                about = spoken_of(subject, clause.value)
                yield Claim(
                    f"{clause.rule}/after-the-last-round", subject.entry(f"rule:{clause.rule}"), "order", "ordinal",
                    frozenset({rounds}), head=group("game", "round"),
                    context=(about, group("order:after", "finish", "score")), expected=True,
                )  # fmt: skip
