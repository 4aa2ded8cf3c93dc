"""`rulewright docs play`: a page that plays a rule set, in one file; with a recorded play, the page opens with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from verifier.cli import frame
from verifier.cli.files import check_free, save
from verifier.cli.frame import Command
from verifier.cli.position import replay_of
from verifier.cli.show import reader, said
from verifier.languages import ENGLISH
from verifier.pages.game_pages import GamePages
from verifier.pages.play_page import PlayableRules, listed, single_page
from verifier.program import program_of
from verifier.surface.files import is_game, known_as
from verifier.trace.links import play_fragment


@click.command(cls=Command)
@frame.ruleset
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Default: `RULESET.html` here.")
@click.option(
    "--of",
    "recorded",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A recorded play with which the page opens.",
)
@click.option("--only", is_flag=True, help="Only this rule set; default: also the others of its game.")
@click.option("--link", is_flag=True, help="Print the link of the recorded play and write nothing.")
@frame.force("an existing file")
def play(ruleset: str, out: Path | None, recorded: Path | None, only: bool, link: bool, force: bool) -> None:
    """Write one page on which a rule set is played, without a server; a link with a play opens it there."""
    game = ruleset.partition("+")[0]
    if not is_game(game):
        raise click.UsageError(f"there is no game `{game}`")
    if link and recorded is None:
        raise click.UsageError("`--link` needs a recorded play (`--of`)")
    trace = replay_of(ruleset, recorded)[0].as_json() if recorded is not None else None
    if link and trace is not None:
        click.echo(f"games/{ENGLISH}/{known_as(game)}/play.html{play_fragment(trace)}")
        return
    path = out or Path(f"{known_as(ruleset)}.html")
    check_free(path, force)
    save(path, single_file(ruleset, only, trace), force)
    click.echo(said("answer.page", path=path))


def single_file(ruleset: str, only: bool = False, trace: dict[str, Any] | None = None) -> str:
    """The page of a rule set, with the other rule sets of its game to switch to; mistakes raise `Rejected`."""
    shelf = GamePages(ruleset.partition("+")[0])
    rules = _asked_first(ruleset, shelf.playable(ruleset if only else None))
    rules = rules[:1] if only else rules
    lang = reader() if reader() in shelf.languages else shelf.languages[0]
    title = rules[0].titles.get(lang) or ruleset
    datas = {each.file: shelf.played(each.ruleset) for each in rules}
    return single_page(title, lang, listed(rules, shelf.languages, trace), datas)


def _asked_first(ruleset: str, known: list[PlayableRules]) -> list[PlayableRules]:
    """The rule sets of the game, with the one that was asked for, of whatever overlays, before the others."""
    asked = [each for each in known if each.ruleset == ruleset]
    if not asked:
        counts = list(program_of(ruleset).counts)
        titles = {lang: f"{title} + {ruleset.partition('+')[2]}" for lang, title in known[0].titles.items()}
        asked = [PlayableRules(ruleset, "house", titles, counts)]
    return [*asked, *(each for each in known if each.ruleset != ruleset)]
