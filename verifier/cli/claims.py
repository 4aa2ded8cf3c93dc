"""`rulewright claims`: everything a rulebook should state, as the rules have it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from rich.text import Text

from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.show import Line, answer, exactly
from verifier.words.book import worded_program
from verifier.words.claims import claims_of, neighbours
from verifier.words.seam import Claim, Value


@click.command(cls=Command)
@frame.ruleset
@frame.players
@click.option("--all", "every", is_flag=True, help="Also show what a rulebook may say but need not.")
@frame.as_json
def claims(ruleset: str, players: int | None, every: bool, as_json: bool) -> Exit:
    """List what the rules of a rule set commit themselves to: one line for each claim.

    A line has the id of the claim, the slot of a sentence that decides it, the values that are right, and the words
    that show that a sentence is about it. Nothing is written down for each game: all of it is read off the rules.
    """
    program = worded_program(ruleset, players)
    found = [claim for claim in claims_of(program) if every or as_json or claim.expected]
    content = {
        "ruleset": ruleset,
        "players": program.game.players,
        "claims": [_document(claim) for claim in found],
    }
    answer("claims", as_json, content, _told(found))
    return Exit.WELL


def _told(found: list[Claim]) -> Iterator[Line]:
    for claim in found:
        yield Text.assemble((claim.id, "bold"), f"  {claim.slot}: {_bound(claim)}", (_anchors(claim), "dim"))


def _bound(claim: Claim) -> str:
    values = " | ".join(sorted(map(_value, claim.allowed)))
    return f"{claim.op} {values}" if claim.op is not None else values


def _value(value: Value) -> str:
    return f"({', '.join(map(str, value))})" if isinstance(value, tuple) else str(value)


def _anchors(claim: Claim) -> str:
    """What a sentence about the claim counts, has in the clause, and has anywhere."""
    named = (
        *((("of", claim.head),) if claim.head is not None else ()),
        *(("near", group) for group in claim.near),
        *(("with", group) for group in claim.context),
    )
    return "".join(
        f"  {exactly(word)} {'|'.join(sorted(each for each in group if each))}" for word, group in named
    )


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
