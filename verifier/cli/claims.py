"""`rulewright claims`: everything a rulebook should state, as the rules have it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from rich.text import Text

from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.show import Line, answer, reader
from verifier.diagnostics import Report
from verifier.program import Program
from verifier.words.audit.tongue import Tongue
from verifier.words.book import phrasebook_of, worded_program
from verifier.words.claim_lines import claim_head, claim_line
from verifier.words.claims import claims_of, neighbours
from verifier.words.seam import Claim, Value


@click.command(cls=Command)
@frame.ruleset
@frame.players
@click.option("--all", "every", is_flag=True, help="Also show what a rulebook may say but need not.")
@frame.as_json
def claims(ruleset: str, players: int | None, every: bool, as_json: bool) -> Exit:
    """List what the rules of a rule set commit themselves to: one line for each claim, below the rule it is about.

    A line has the id of the claim, what a sentence has to say about it, and what is right. --json adds the words that
    show that a sentence is about it. Nothing is written down for each game: all of it is read off the rules.
    """
    program = worded_program(ruleset, players)
    found = [claim for claim in claims_of(program) if every or as_json or claim.expected]
    content = {
        "ruleset": ruleset,
        "players": program.game.players,
        "claims": [_document(claim) for claim in found],
    }
    answer("claims", as_json, content, _told(program, found))
    return Exit.WELL


def _told(program: Program, found: list[Claim]) -> Iterator[Line]:
    """The claims below the sentence or the thing that they are about, in the order of the rules."""
    tongue = Tongue(reader())
    book = phrasebook_of(program, tongue.lang, Report())
    heads: dict[str, list[Claim]] = {}
    for claim in found:
        heads.setdefault(claim_head(claim, book, tongue), []).append(claim)
    for head, below in heads.items():
        yield Text(head, "bold")
        for claim in below:
            yield Text.assemble("  ", claim_line(claim, book, tongue), "   ", (claim.id, "dim"))


def _document(claim: Claim) -> dict[str, Any]:
    return {
        "id": claim.id,
        "rule": claim.rule,
        "kind": claim.kind,
        "slot": claim.slot,
        "allowed": _values(claim.allowed),
        "op": claim.op,
        "head": sorted(claim.head) if claim.head is not None else None,
        "near": [sorted(group) for group in claim.near],
        "context": [sorted(group) for group in claim.context],
        "excluded": sorted(claim.excluded),
        "expected": claim.expected,
        "neighbours": _values(neighbours(claim)),
        "patch": claim.patch.kind if claim.patch is not None else None,
    }


def _values(values: frozenset[Value]) -> list[int | str | list[int]]:
    ordered = sorted(values, key=lambda each: (isinstance(each, str), isinstance(each, tuple), str(each)))
    return [list(each) if isinstance(each, tuple) else each for each in ordered]
