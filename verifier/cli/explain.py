"""`rulewright explain`: what a code, a rule or a card means, and where it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import click

from verifier.cli import frame
from verifier.cli.card_face import face_words
from verifier.cli.files import text_of
from verifier.cli.frame import Command
from verifier.cli.lookup import (
    Card,
    NamedThing,
    Units,
    card,
    named,
    names,
    ruleset_of,
    scenarios_about,
    shelf_units,
    sources,
)
from verifier.cli.show import document, exactly, reader, show_line, worded
from verifier.diagnostics import CODES, Rejected, Report, heading, nearest
from verifier.diagnostics import diagnostic as complaint
from verifier.diagnostics.codes import bare
from verifier.languages import ENGLISH, language
from verifier.pages.pen import PageWords
from verifier.pages.voices import Speakers
from verifier.surface import nodes
from verifier.surface.files import game_name, game_names, is_carried, readable_path, shown
from verifier.surface.versions import version_of
from verifier.verdict.properties import HEALTH, SCENARIOS
from verifier.words import Phrasebook
from verifier.words.book import phrasebook_of, worded_program
from verifier.words.entries import unit_name
from verifier.words.formal import examples_of
from verifier.words.messages import messages

# --- `rulewright explain`: what a code, a rule or a card means, and where it stands


# How a mistake is mended, on the page of its message.
CORRECTED = re.compile(r"^## Corrected\n\n```diff\n(.*?)\n```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"[A-Za-z]\d{3}")
_ROOT = Path(__file__).resolve().parents[2]
# Beside the package in a checkout, or what the wheel carries of it.
DOCS = _ROOT / ("verifier/_data/docs" if is_carried() else "docs")
PAGES = DOCS / "diagnostics"
PROPERTIES = DOCS / "properties.md"


@click.command(cls=Command)
@click.argument("what", metavar="CODE|RULE|CARD")
@click.option("--game", metavar="RULESET", help="Look in this rule set only.")
@frame.lang
@click.option(
    "--report", type=click.Path(path_type=Path), help="A report written by `rulewright verify --json`."
)
@frame.as_json
def explain(what: str, game: str | None, lang: str | None, report: Path | None, as_json: bool) -> None:
    """Explain a diagnostic code, a built-in property (`no-peeking`), a rule (`ascending` or `GAME/ascending`), a card,
    or any other name.

    With --text-lang a rule is shown as a sentence, with scenarios that it refuses and that it allows.

    An id may have a version (`GAME/ascending@1a2b3c4d`): if the text has changed since, the answer says so.
    """
    if CODE.fullmatch(what) and what.upper() in CODES:
        answer = _code(what.upper())
    elif what in HEALTH or what == SCENARIOS:
        answer = _property(what)
    else:
        if game is None and "/" in what:
            game, _, what = what.partition("/")
        what, _, version = what.partition("@")
        answer = _name(what, game, lang, report)
        changed = [each for each in answer["found"] if version and each.get("version") != version]
        answer["found"] = [each for each in answer["found"] if each not in changed] or [
            each | {"changed": version} for each in changed
        ]
    if as_json:
        document("explain", answer)
    elif "title" in answer:
        for line in _page_lines(answer):
            show_line(line)
    else:
        click.echo("\n\n".join("\n".join(_lines(each)) for each in answer["found"]))


def _page_lines(answer: dict[str, Any]) -> Iterator[str]:
    """The page of a code or a property, in English; for others its title, what is right, and where the page is."""
    what, title, lang = answer["what"], answer["title"], reader()
    if lang == ENGLISH:
        yield (answer["page"] or f"{what}: {title}").rstrip()
        return
    known = messages(lang).titles.get(what)
    told = bare(known.translated) if known is not None else exactly(title)
    yield f"{what}{language(lang).sign(':')} {told}"
    for change in CORRECTED.findall(answer["page"] or ""):
        yield ""
        yield exactly("wrong (-) and right (+):")
        yield from (f"  {line}".rstrip() for line in change.splitlines())
        yield ""
    if answer["page"]:
        yield exactly("`rulewright --lang en explain {what}` shows the whole page, in English").format(
            what=what
        )


# --- codes


def _code(code: str) -> dict[str, Any]:
    page = PAGES / f"{code}.md"
    text = page.read_text(encoding="utf-8") if page.is_file() else None
    return {"what": code, "title": heading(code), "page": text}


# --- built-in properties


def _property(name: str) -> dict[str, Any]:
    """What a property asks, what its refutation means and what to do: its part of the page."""
    text = PROPERTIES.read_text(encoding="utf-8") if PROPERTIES.is_file() else ""
    found = re.search(rf"^## {re.escape(name)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    title = HEALTH.get(name, "every scenario comes out as it says")
    page = f"# {name}: {title}\n{found[0].partition(chr(10))[2]}" if found else None
    return {"what": name, "title": title, "page": page}


# --- names


def _name(what: str, game: str | None, lang: str | None, report: Path | None) -> dict[str, Any]:
    units = shelf_units(game)
    found = [_named(each, units) for each in named(units, what)]
    lang = lang or (reader() if reader() != ENGLISH else None)
    if lang is not None or report is not None:
        # Words are read only by who asks for them.

        results = results_of(report)
        found = [
            above | words_about(each, lang or ENGLISH, results, above["card"])
            for above, each in zip(found, named(units, what), strict=True)
        ]
    if not found:
        # One card of many faces stands in no text: the cards of its kind are made of what is printed on them.
        found = [_made(each, units) for each in _cards(what, game, units) if each is not None]
    if not found:
        _unknown(what, [*names(units), *CODES, *HEALTH])
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


def _named(each: NamedThing, units: Units) -> dict[str, Any]:
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
        "version": version_of(each.node),
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
    inside = exactly(" in `{name}`").format(name=each["inside"]) if each.get("inside") else ""
    place = f"{readable_path(Path(each['path']))}:{each['line']}"
    head = exactly("{what} of {game} ({unit}), {place}")
    yield head.format(
        what=f"{exactly(each['sort'])}{inside}", place=place, game=each["game"], unit=each["unit"]
    )
    if "version" in each:
        yield exactly("version {version}").format(version=each["version"])
    if "changed" in each:
        yield exactly("the text has changed since version {version}").format(version=each["changed"])
    yield ""
    yield from (f"    {line}".rstrip() for line in each["text"].splitlines())
    yield ""
    printed = each["card"]
    if printed is not None:
        listed = ", ".join(printed["names"][:MANY]) + (", ..." if len(printed["names"]) > MANY else "")
        yield f"  {exactly('in the box: {count}').format(count=printed['copies'])} ({listed})"
        yield f"  {exactly('counts as: {names}').format(names=', '.join(printed['classes']))}"
        for name, value in printed["fields"].items():
            words = (
                ", ".join(f"{kind} {of}" for kind, of in value.items()) if isinstance(value, dict) else value
            )
            yield f"  {name}: {words}"
    if each["scenarios"]:
        yield f"  {exactly('scenarios: {names}').format(names=', '.join(each['scenarios']))}"
    for line in each["sources"]:
        yield f"  {exactly('source: {words}').format(words=line)}"
    if "sentence" in each:
        yield from lines(each)


# --- for `explain`: a rule's sentence in a language, who has proved what of it, and scenarios that show it


MOST = 3
# What the catalogue calls what `explain` finds.
SORTS = {"definition": "define", "component": None, "amount or note": None}


def words_about(
    each: NamedThing, lang: str, results: list[dict[str, Any]], printed: dict[str, Any] | None = None
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
    """What is printed on a component, said as on its page."""
    voice = Speakers().voice(worded_program(ruleset), book.lang)
    return face_words(fields, ruleset, voice, PageWords(book.lang)) or None


def _id(each: NamedThing) -> str:
    name = each.node.name.text
    if isinstance(each.node, nodes.Component | nodes.Store):
        return f"{each.node.sort}:{name}"
    return f"{SORTS.get(each.sort) or each.sort}:{name}"


def _ruleset(each: NamedThing) -> str:
    """The rule set in which the unit speaks: the game alone, or with the overlay that says it."""
    unit = unit_name(each.unit)
    game = each.game
    whole = "+" in game or game.endswith(".rules") or unit == game_name(game)
    return game if whole else f"{game}+{unit}"


@cache
def _book(ruleset: str, lang: str) -> Phrasebook | None:
    from verifier.diagnostics import Report

    try:
        return phrasebook_of(worded_program(ruleset), lang, Report())
    except Rejected:
        # An overlay that stands below others only: what it says is shown without words.
        return None


def _verdicts(each: NamedThing, ruleset: str, results: list[dict[str, Any]]) -> list[dict[str, Any]]:
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
        how = f"{worded(verdict['method'])}; {worded(verdict['detail'])}"
        yield f"  {verdict['property']}: {worded(verdict['verdict'])} ({how})"
    for side, title in (("failing", "refused here"), ("passing", "allowed here")):
        for scenario in each[side]:
            yield ""
            yield f"  {exactly(title)}:"
            yield from (f"    {line}" for line in scenario.splitlines())
