"""For `explain`: a rule's sentence in a language, who has proved what of it, and scenarios that show it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import click

from verifier.cli.files import text_of
from verifier.cli.named import Found
from verifier.diagnostics import Rejected
from verifier.documents.look import look_of
from verifier.documents.speech import Speakers
from verifier.documents.voice import Words
from verifier.surface import nodes
from verifier.words import Phrasebook
from verifier.words.book import told, worded_program
from verifier.words.entries import unit_name
from verifier.words.examples import examples_of

MOST = 3
# What the catalogue calls what `explain` finds.
SORTS = {"definition": "define", "component": None, "amount or note": None}


def words_about(
    each: Found, lang: str, results: list[dict[str, Any]], printed: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The sentence, the verdicts and the examples of one thing with a name; of a component what is printed on it."""
    ruleset = _ruleset(each)
    book = _book(ruleset, lang)
    found: dict[str, Any] = {"lang": lang, "sentence": None, "verdicts": _verdicts(each, ruleset, results)}
    found |= {"face": None, "passing": [], "failing": []}
    if book is None:
        return found
    if printed is not None:
        found["face"] = _face(printed["fields"], ruleset, book)
    id = _id(each)
    entry = book.entries.get(id)
    if entry is None:
        return found
    shown = examples_of(entry, book.laid)
    sides = {"passing": list(shown.passing[:MOST]), "failing": list(shown.failing[:MOST])}
    return found | {"sentence": book.sentence(id)} | sides


def _face(fields: Mapping[str, Any], ruleset: str, book: Phrasebook) -> str | None:
    """What is printed on a component, said as on its page: `coût : 1 argile, 1 bois`."""
    voice = Speakers().voice(worded_program(ruleset), book.lang)
    words, hidden = Words(book.lang), look_of(ruleset.partition("+")[0]).hidden
    parts = []
    for name, value in fields.items():
        if name in hidden:
            continue
        if isinstance(value, Mapping):
            said = ", ".join(f"{number} {voice.name(kind)}" for kind, number in value.items())
        else:
            said = words.number(value) if isinstance(value, int) else voice.name(value)
        parts.append(words("component.field", name=voice.name(name), values=said))
    return words.joined(parts) if parts else None


def _id(each: Found) -> str:
    name = each.node.name.text
    if isinstance(each.node, nodes.Component | nodes.Store):
        return f"{each.node.sort}:{name}"
    return f"{SORTS.get(each.sort) or each.sort}:{name}"


def _ruleset(each: Found) -> str:
    """The rule set in which the unit speaks: the game alone, or with the overlay that says it."""
    unit = unit_name(each.unit)
    game = each.game
    return game if unit == game or "+" in game or "/" in game or game.endswith(".rules") else f"{game}+{unit}"


@cache
def _book(ruleset: str, lang: str) -> Phrasebook | None:
    from verifier.diagnostics import Report

    try:
        return told(worded_program(ruleset), lang, Report())
    except Rejected:
        # An overlay that stands below others only: what it says is shown without words.
        return None


def _verdicts(each: Found, ruleset: str, results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of a claim its own verdict; of a rule whether it lives and how the scenarios went."""
    claim = isinstance(each.node, nodes.Invariant | nodes.Witness | nodes.Measure)
    wanted = {each.node.name.text} if claim else {"every-rule-lives", "scenarios"}
    keys = ("ruleset", "players", "property", "verdict", "method", "detail")
    return [
        {key: result.get(key) for key in keys}
        for result in results
        if result.get("property") in wanted and result.get("ruleset") == ruleset
    ]


def results_of(report: Path | None) -> list[dict[str, Any]]:
    """The results in a file that `rulewright verify --json` wrote."""
    if report is None:
        return []
    try:
        found = json.loads(text_of(report).text)
    except (ValueError, RecursionError):
        raise click.UsageError(f"{report} is not a report of `rulewright verify --json`") from None
    results = found.get("results") if isinstance(found, dict) else None
    if not isinstance(results, list):
        raise click.UsageError(f"{report} is not a report of `rulewright verify --json`")
    return [each for each in results if isinstance(each, dict)]


def lines(each: dict[str, Any]) -> Iterator[str]:
    """What was found, for people."""
    if each["sentence"] is not None:
        yield f"  {each['lang']}: {each['sentence']}"
    if each["face"] is not None:
        yield f"  {each['lang']}: {each['face']}"
    for verdict in each["verdicts"]:
        yield f"  {verdict['property']}: {verdict['verdict']} ({verdict['method']}; {verdict['detail']})"
    for side, title in (("failing", "refused here"), ("passing", "allowed here")):
        for scenario in each[side]:
            yield ""
            yield f"  {title}:"
            yield from (f"    {line}" for line in scenario.splitlines())
