"""`rulewright audit`: a rulebook of others, held against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from verifier.cli import frame
from verifier.cli.documents import rulebook_of
from verifier.cli.files import check_free, save, text_of
from verifier.cli.frame import Command, Exit, TextLanguage
from verifier.cli.show import answer, reader, stage, worded
from verifier.compare.diff import Diff
from verifier.diagnostics import Report
from verifier.languages import languages
from verifier.pages.told_words import Stories
from verifier.program import Program
from verifier.words.audit import Audit
from verifier.words.audit import audit as audited
from verifier.words.audit.against import compared, played_between, sides_of
from verifier.words.audit.against_report import differences_as_json, differences_in_words
from verifier.words.audit.as_json import audit_as_json
from verifier.words.audit.decisions import Decision, read_decisions, speaking
from verifier.words.audit.findings import Finding
from verifier.words.audit.page import audit_page
from verifier.words.audit.plays import BY_THE_TEXT, as_the_text_has_it, rules_for, settled
from verifier.words.audit.report import Answer
from verifier.words.audit.tongue import Tongue
from verifier.words.book import Phrasebook, phrasebook_of, worded_program

Side = tuple[Path, str]
"""A rulebook and its language."""


@click.command(cls=Command)
@frame.ruleset
@click.argument("text", type=click.Path(path_type=Path))
@click.option(
    "--text-lang", "--lang", "lang", cls=TextLanguage, type=click.Choice(languages()), required=True,
    help="The language of the text.",
)  # fmt: skip
@frame.players
@click.option("--all", "every", is_flag=True, help="Also show what was confirmed, and the moves of plays.")
@click.option("--no-plays", is_flag=True, help="Do not search for plays that show a contradiction.")
@frame.budget(4.0, "Time limit for plays that show contradictions, in seconds.")
@frame.path("--against", "Another rulebook of the game, to be compared with this one.", metavar="FILE")
@click.option(
    "--against-lang", "--lang2", "lang2", cls=TextLanguage, type=click.Choice(languages()),
    help="The language of the other one, if not the same.",
)  # fmt: skip
@frame.path("--accept", "Decisions saved on the page: false alarms in them stay quiet.", metavar="FILE")
@frame.path("--html", "Also write a page to work with.", metavar="FILE")
@frame.force("the page")
@frame.as_json
def audit(
    ruleset: str,
    text: Path,
    lang: str,
    players: int | None,
    every: bool,
    no_plays: bool,
    budget: float,
    against: Path | None,
    lang2: str | None,
    accept: Path | None,
    html: Path | None,
    force: bool,
    as_json: bool,
) -> Exit:
    """Compare a rulebook (plain text, Markdown, PDF or DOCX) with the rules.

    Everything that the rules commit themselves to is looked for: numbers, comparisons, what must and may be done,
    order, places, faces, who starts and who wins. Every sentence about it is judged, contradictions are played out. A
    chapter on a published variant is judged by the rules of that variant.

    Exits with 0 if nothing speaks against the rules, 1 if something is contradicted, 2 if the text cannot be read, 3 if
    something is doubtful or too little was understood. With --against the same of the two texts: 1 if they part.
    """
    tongue = Tongue(reader())
    decisions = read_decisions(text_of(accept)) if accept is not None else {}
    program = worded_program(ruleset, players)
    if against is not None:
        if accept is not None or html is not None:
            raise click.UsageError("--accept and --html are about one rulebook, --against about two")
        seconds = 0.0 if no_plays else budget
        return _compared(program, ((text, lang), (against, lang2 or lang)), seconds, every, as_json)
    if html is not None:
        check_free(html, force)
    found = _settled_audit(program, (text, lang), 0.0 if no_plays else budget, tongue)
    book = phrasebook_of(program, lang, Report())
    head = {"ruleset": ruleset, "players": program.players, "text": str(text), "lang": lang}
    content = {**head, **audit_as_json(found, book, decisions)}
    how = Answer(book, tongue, every, decisions)
    found = _retold(program, found)
    if html is not None:
        save(html, audit_page(found, how, phrasebook_of(program, tongue.lang, Report()), ruleset), force)
    answer("audit", as_json, content, how.audit(found))
    return _ending(found, book, decisions)


def _retold(program: Program, found: Audit) -> Audit:
    """The audit with its plays in the reader's language."""
    return replace(found, findings=tuple(_retold_finding(program, each) for each in found.findings))


def _retold_finding(program: Program, found: Finding) -> Finding:
    rules = rules_for(program, found)
    other = as_the_text_has_it(rules, found) if found.play is not None else None
    sides = {rules.ruleset: rules, BY_THE_TEXT: other} if other is not None else {}
    return replace(found, play=_told_play(found.play, sides))


def _told_play(play: Diff | None, sides: Mapping[str, Program]) -> Diff | None:
    if play is None or play.parting is None:
        return play
    stories = Stories(reader(), sides)
    return replace(play, parting=stories.parting(play.parting), detail=worded(play.detail))


def _ending(found: Audit, book: Phrasebook, decisions: dict[str, Decision]) -> Exit:
    """Who called something a false alarm has answered for it."""
    statuses = {each.status for each in speaking(found, book, decisions)}
    if "contradicted" in statuses:
        return Exit.PROBLEM
    doubts = statuses & {"doubtful", "weaker", "stronger"}
    return Exit.WELL if found.understood and not doubts else Exit.UNKNOWN


def _compared(program: Program, sides: tuple[Side, Side], seconds: float, every: bool, as_json: bool) -> Exit:
    """Two rulebooks side by side; the sentences of the rules are told in the language of the first."""
    tongue = Tongue(reader())
    first, second = (_settled_audit(program, side, 0.0, tongue) for side in sides)
    with stage(tongue("playing out")):
        found = list(played_between(program, compared(first, second), seconds))
    book = phrasebook_of(program, sides[0][1], Report())
    head = {"ruleset": program.ruleset, "players": program.players, "langs": [lang for _, lang in sides]}
    content = {**head, **differences_as_json(found, (first, second))}
    told = [
        replace(each, play=_told_play(each.play, sides_of(program, each) if each.play is not None else {}))
        for each in found
    ]
    lines = differences_in_words(told, (first, second), Answer(book, tongue, every))
    answer("audit-against", as_json, content, lines)
    if any(each.relation == "they part" and each.matters for each in found):
        return Exit.PROBLEM
    understood = first.understood and second.understood
    doubts = any(each.relation in ("they part", "one may part") for each in found)
    return Exit.WELL if understood and not doubts else Exit.UNKNOWN


def _settled_audit(program: Program, side: Side, seconds: float, tongue: Tongue) -> Audit:
    path, lang = side
    with stage(f"{tongue('reading')}: {path}"):
        found = audited(program, rulebook_of(path), lang)
    if not seconds:
        return found
    with stage(f"{tongue('playing out')}: {path}"):
        return settled(program, found, seconds)
