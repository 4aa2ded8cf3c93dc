"""The rules as a text would have them: one number or one comparison changed, and the play in which it matters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from verifier.audit.judging import Audit, Finding
from verifier.compare.diff import Diff, compared_programs
from verifier.compare.distinguish import Limits
from verifier.diagnostics import Rejected
from verifier.mutants.rewriting import Change, changed
from verifier.program import Program, program_of
from verifier.surface import nodes
from verifier.surface.compose import Composition, with_number
from verifier.words import Phrasebook

BY_THE_TEXT = "by the text"


def settled(ruleset: str, book: Phrasebook, found: Audit, limits: Limits) -> tuple[Audit, dict[str, Diff]]:
    """Every contradiction played out: one that is proved to change nothing is harmless."""
    plays: dict[str, Diff] = {}
    for each in found.findings:
        play = played_out(ruleset, book, each, limits) if each.status == "contradicted" else None
        if play is not None:
            plays[each.claim.name] = play
    equal = {name for name, play in plays.items() if play.verdict == "equal"}
    findings = tuple(
        replace(each, status="harmless") if each.claim.name in equal else each for each in found.findings
    )
    return replace(found, findings=findings), plays


def played_out(ruleset: str, book: Phrasebook, finding: Finding, limits: Limits) -> Diff | None:
    """The rules against the rules by the text; nothing where the change cannot be made in one place."""
    laid = by_the_text(book, finding)
    if laid is None:
        return None
    players = book.game.players
    programs = program_of(ruleset, players), Program(ruleset, laid, players)
    try:
        return compared_programs((ruleset, BY_THE_TEXT), programs, None, limits)
    except Rejected:
        return None


def by_the_text(book: Phrasebook, finding: Finding) -> Composition | None:
    """The rules with what the text says in the place of a claim."""
    claim, said = finding.claim, finding.by
    if said is None:
        return None
    laid: Composition | None = book.laid
    if said.value is not None and said.value != claim.value:
        laid = with_number(book.laid, claim.name, abs(said.value))
    if laid is not None and said.op is not None and claim.op is not None and said.op != claim.op:
        for id in claim.ids:
            laid = _with_comparison(laid, book.entries[id].node, claim.op, said.op) or laid
    return None if laid is book.laid else laid


def _with_comparison(laid: Composition, place: Any, ours: str, theirs: str) -> Composition | None:
    def inside(node: Any) -> Iterator[Change]:
        if isinstance(node, nodes.Compare) and node.op == ours:
            yield Change("comparison", "", replace(node, op=cast(nodes.CompareOp, theirs)))

    def change(node: Any) -> Iterator[Change]:
        if node == place:
            yield from (replace(each.change, node=each.whole) for each in changed(node, inside))

    found = next(changed(laid.items, change), None)
    return None if found is None else replace(laid, items=found.whole)
