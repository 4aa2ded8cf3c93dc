"""`rulewright audit`: a rulebook of others, held against the rules."""

from __future__ import annotations

from pathlib import Path

import click

from verifier.cli import frame
from verifier.cli.files import text_of
from verifier.cli.frame import Command, Exit
from verifier.cli.show import answer
from verifier.compare.distinguish import JointSearchLimits
from verifier.languages import languages
from verifier.words import phrasebook
from verifier.words.audit.judge import audit as audited
from verifier.words.audit.judge import settled
from verifier.words.audit.report import Plays, audit_as_json, audit_in_words

# Ten times the longest rulebook that anybody has met.
LARGEST = 1_000_000


@click.command(cls=Command)
@frame.ruleset
@click.argument("text", type=click.Path(path_type=Path))
@click.option("--lang", type=click.Choice(languages()), required=True, help="The language of the text.")
@frame.players
@click.option("--all", "every", is_flag=True, help="Also show what was confirmed, and unused numbers.")
@click.option("--no-plays", is_flag=True, help="Do not search for plays that show a contradiction.")
@frame.budget(10.0, "Time limit per contradiction, in seconds.")
@frame.as_json
def audit(
    ruleset: str,
    text: Path,
    lang: str,
    players: int | None,
    every: bool,
    no_plays: bool,
    budget: float,
    as_json: bool,
) -> Exit:
    """Compare a rulebook (plain text or Markdown) with the rules.

    Numbers and comparisons are checked: how many cards, how many points, more than or at least. For each contradiction
    the rules and the text are played side by side. Modality, order and exceptions are not checked.

    Exits with 0 if everything was found and agrees, 1 if something is contradicted, 3 if something was not found.
    """
    book = phrasebook(ruleset, lang, players)
    source = text_of(text, LARGEST)
    found = audited(book, source)
    plays: Plays = {}
    if not no_plays:
        found, plays = settled(ruleset, book, found, JointSearchLimits(seconds=budget))
    head = {"ruleset": ruleset, "players": book.game.players, "text": str(text), "lang": lang}
    content = {**head, **audit_as_json(found, plays)}
    answer("audit", as_json, content, audit_in_words(found, plays, book, every))
    statuses = {each.status for each in found.told()}
    if "contradicted" in statuses:
        return Exit.PROBLEM
    return Exit.UNKNOWN if statuses & {"doubtful", "not found"} else Exit.WELL
