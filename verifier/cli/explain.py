"""`rulewright explain`: what a code, a rule or a card means, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import click

from verifier.cli import options
from verifier.cli.frame import Command
from verifier.cli.named import Found, Units, named, names, scenarios_about, shelf_units
from verifier.cli.printed_on import Card, card, ruleset_of
from verifier.cli.show import document
from verifier.cli.sources import sources
from verifier.compare.codes import COMPARE_CODES
from verifier.diagnostics import CODES, Rejected, Report, nearest
from verifier.diagnostics import diagnostic as complaint
from verifier.surface.shelf import game_names, shown
from verifier.trace.codes import PLAY_CODES
from verifier.verify.codes import VERIFY_CODES
from verifier.words.codes import WORD_CODES

CODE = re.compile(r"[A-Za-z]\d{3}")
PAGES = Path(__file__).resolve().parents[2] / "docs" / "diagnostics"


@click.command(cls=Command)
@click.argument("what", metavar="CODE|RULE|CARD")
@click.option("--game", metavar="RULESET", help="Look in this rule set only.")
@options.lang
@click.option(
    "--report", type=click.Path(path_type=Path), help="A report written by `rulewright verify --json`."
)
@options.as_json
def explain(what: str, game: str | None, lang: str | None, report: Path | None, as_json: bool) -> None:
    """Explain a diagnostic code, a rule (`ascending` or `GAME/ascending`), a card, or any other name.

    With --lang a rule is shown as a sentence, with scenarios that it refuses and that it allows.
    """
    if CODE.fullmatch(what) and what.upper() in all_codes():
        answer = _code(what.upper())
    else:
        if game is None and "/" in what:
            game, _, what = what.partition("/")
        answer = _name(what, game, lang, report)
    if as_json:
        document("explain", answer)
    elif "title" in answer:
        click.echo((answer["page"] or f"{answer['what']}: {answer['title']}").rstrip())
    else:
        click.echo("\n\n".join("\n".join(_lines(each)) for each in answer["found"]))


# --- codes


# The rooms that have codes of their own; a new one is one line here.
TABLES: tuple[Mapping[str, str], ...] = (CODES, PLAY_CODES, VERIFY_CODES, COMPARE_CODES, WORD_CODES)


def all_codes() -> dict[str, str]:
    """Every code that any room reports."""
    return {code: title for table in TABLES for code, title in table.items()}


def _code(code: str) -> dict[str, Any]:
    page = PAGES / f"{code}.md"
    text = page.read_text(encoding="utf-8") if page.is_file() else None
    return {"what": code, "title": all_codes()[code], "page": text}


# --- names


def _name(what: str, game: str | None, lang: str | None, report: Path | None) -> dict[str, Any]:
    units = shelf_units(game)
    found = [_named(each, units) for each in named(units, what)]
    if lang is not None or report is not None:
        # Words are read only by who asks for them.
        from verifier.cli.in_words import results_of, words_about

        results = results_of(report)
        found = [
            above | words_about(each, lang or "en", results, above["card"])
            for above, each in zip(found, named(units, what), strict=True)
        ]
    if not found:
        # One card of many faces stands in no text: the cards of its kind are made of what is printed on them.
        found = [_made(each, units) for each in _cards(what, game, units) if each is not None]
    if not found:
        _unknown(what, [*names(units), *all_codes()])
    return {"what": what, "found": found}


def _cards(what: str, game: str | None, units: Units) -> Iterator[Card | None]:
    """The card in each game that could have it: one whose texts know every word of its name."""
    parts = {part for part in what.split("-") if not part.isdecimal()}
    for ruleset in [game] if game is not None else game_names():
        known: set[str] = set()
        for owner, unit in units:
            if owner == ruleset:
                known.update(re.findall(r"\w+", unit.span.text))
        if parts <= known:
            yield card(what, ruleset)


def _named(each: Found, units: Units) -> dict[str, Any]:
    header = each.unit.header
    name = each.node.name.text
    ruleset = ruleset_of(each.game, each.unit) if each.sort == "component" else each.game
    return {
        "game": each.game,
        "sort": each.sort,
        "unit": f"{header.sort} {header.name.text}",
        "inside": each.inside,
        "path": shown(Path(each.node.span.path)),
        "line": each.node.span.line,
        "text": each.text,
        "card": _card(card(name, ruleset)) if each.sort == "component" else None,
        "scenarios": [] if each.sort == "scenario" else scenarios_about(units, each.game, name),
        "sources": sources(each.game, name, each.sort == "component"),
    }


def _made(each: Card, units: Units) -> dict[str, Any]:
    design = next((found for found in named(units, each.design) if found.sort == "component"), None)
    name = each.names[0]
    about = scenarios_about(units, each.ruleset, name)
    above = _named(design, units) if design is not None else {"game": each.ruleset, "sort": "component"}
    return {**above, "card": _card(each), "scenarios": about, "sources": sources(each.ruleset, name, True)}


def _card(each: Card | None) -> dict[str, Any] | None:
    if each is None:
        return None
    return {
        "design": each.design,
        "copies": len(each.names),
        "names": list(each.names),
        "classes": list(each.classes),
        "fields": each.fields,
    }


def _unknown(what: str, known: list[str]) -> NoReturn:
    near = nearest(what, known)
    hint = (
        f"did you mean `{near}`?" if near else "it is not a code, a rule, a card or another name in the rules"
    )
    report = Report()
    report.add(complaint("N221", hint=hint, name=what))
    raise Rejected(report)


# --- for people

MANY = 12


def _lines(each: dict[str, Any]) -> Iterator[str]:
    inside = f" in `{each['inside']}`" if each.get("inside") else ""
    yield f"{each['sort']}{inside} of {each['game']} ({each['unit']}), {each['path']}:{each['line']}"
    yield ""
    yield from (f"    {line}".rstrip() for line in each["text"].splitlines())
    yield ""
    printed = each["card"]
    if printed is not None:
        listed = ", ".join(printed["names"][:MANY]) + (", ..." if len(printed["names"]) > MANY else "")
        yield f"  in the box: {printed['copies']} ({listed})"
        yield f"  counts as: {', '.join(printed['classes'])}"
        for name, value in printed["fields"].items():
            words = (
                ", ".join(f"{kind} {of}" for kind, of in value.items()) if isinstance(value, dict) else value
            )
            yield f"  {name}: {words}"
    if each["scenarios"]:
        yield f"  scenarios: {', '.join(each['scenarios'])}"
    for line in each["sources"]:
        yield f"  source: {line}"
    if "sentence" in each:
        from verifier.cli.in_words import lines

        yield from lines(each)
