"""`rulewright audit`: a rulebook of others, held against the rules."""

from __future__ import annotations

from pathlib import Path

import click

from verifier.cli import frame
from verifier.cli.documents import rulebook_of
from verifier.cli.files import text_of
from verifier.cli.frame import Command, Exit
from verifier.cli.show import answer, reader, stage
from verifier.diagnostics import Report
from verifier.languages import languages
from verifier.words.audit import Audit
from verifier.words.audit import audit as audited
from verifier.words.audit.as_json import audit_as_json
from verifier.words.audit.decisions import Decision, read_decisions, speaking
from verifier.words.audit.plays import settled
from verifier.words.audit.report import Answer
from verifier.words.audit.tongue import Tongue
from verifier.words.book import Phrasebook, phrasebook_of, worded_program


@click.command(cls=Command)
@frame.ruleset
@click.argument("text", type=click.Path(path_type=Path))
@click.option("--lang", type=click.Choice(languages()), required=True, help="The language of the text.")
@frame.players
@click.option("--all", "every", is_flag=True, help="Also show what was confirmed, and the moves of plays.")
@click.option("--no-plays", is_flag=True, help="Do not search for plays that show a contradiction.")
@frame.budget(4.0, "Time limit for plays that show contradictions, in seconds.")
@frame.path("--accept", "Decisions saved on the page: false alarms in them stay quiet.", metavar="FILE")
@frame.as_json
def audit(
    ruleset: str,
    text: Path,
    lang: str,
    players: int | None,
    every: bool,
    no_plays: bool,
    budget: float,
    accept: Path | None,
    as_json: bool,
) -> Exit:
    """Compare a rulebook (plain text, Markdown, PDF or DOCX) with the rules.

    Everything that the rules commit themselves to is looked for: numbers, comparisons, what must and may be done,
    order, places, faces, who starts and who wins. Every sentence about it is judged, contradictions are played out. A
    chapter on a published variant is judged by the rules of that variant.

    Exits with 0 if nothing speaks against the rules, 1 if something is contradicted, 2 if the text cannot be read, 3 if
    something is doubtful or too little was understood.
    """
    tongue = Tongue(reader())
    decisions = read_decisions(text_of(accept)) if accept is not None else {}
    program = worded_program(ruleset, players)
    with stage(tongue("reading")):
        found = audited(program, rulebook_of(text), lang)
    if not no_plays:
        with stage(tongue("playing out")):
            found = settled(program, found, budget)
    book = phrasebook_of(program, lang, Report())
    head = {"ruleset": ruleset, "players": program.players, "text": str(text), "lang": lang}
    content = {**head, **audit_as_json(found, book, decisions)}
    answer("audit", as_json, content, Answer(book, tongue, every, decisions).audit(found))
    return _ending(found, book, decisions)


def _ending(found: Audit, book: Phrasebook, decisions: dict[str, Decision]) -> Exit:
    """Who called something a false alarm has answered for it."""
    statuses = {each.status for each in speaking(found, book, decisions)}
    if "contradicted" in statuses:
        return Exit.PROBLEM
    doubts = statuses & {"doubtful", "weaker", "stronger"}
    return Exit.WELL if found.understood and not doubts else Exit.UNKNOWN
