"""`rulewright new`: a game of one's own in a folder of its own, a house rule, a translation; nothing is overwritten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import click

from verifier.cli.catalogue import update
from verifier.cli.files import check_free, nowhere_in, reject, save
from verifier.cli.frame import Command
from verifier.cli.show import said
from verifier.cli.working_copy import writable
from verifier.diagnostics import Report, diagnostic
from verifier.languages import ENGLISH, languages
from verifier.program import program_of
from verifier.source import Source
from verifier.surface.files import ENDING, game_folder, game_name, game_names, is_game, known_as, shown
from verifier.surface.parser import read
from verifier.words.catalogue import locale_folder

# Files that would be taken for something else where they wait have another name there.
PLACES = {"test_game.py.txt": "test_game.py", "workflow.yml": ".github/workflows/rules.yml"}


@click.command(cls=Command)
@click.argument("game")
@click.option("--house-rule", metavar="NAME", help="Write a house rule of the game instead.")
@click.option("--translation", metavar="LANG", help="Begin a translation of the game instead.")
@click.pass_context
def new(ctx: click.Context, game: str, house_rule: str | None, translation: str | None) -> None:
    """Make a folder with a small game that plays, verifies and documents at once: change it into your own.

    GAME is the name or the path of the new folder; with an option, a game that there is. Nothing is overwritten.
    """
    if house_rule is not None and translation is not None:
        raise click.UsageError("`--house-rule` and `--translation` are asked for one at a time")
    if house_rule is not None:
        _write_house_rule(_known(game), house_rule)
    elif translation is not None:
        _begin_translation(ctx, _known(game), translation)
    else:
        _write_game(Path(game))


def _known(game: str) -> str:
    if not is_game(game):
        hint = f"name one of {', '.join(game_names())}, or the path of a folder with a `game.rules` in it"
        reject(diagnostic("O302", name=game, hint=hint))
    return game


# --- a game


def _write_game(folder: Path) -> None:
    name = folder.name
    _check_name(name, "game")
    if name in game_names():
        _refuse_name(name, "a game that comes with Rulewright has this name")
    if folder.exists():
        reject(diagnostic("R430", nowhere_in(folder), hint=said("answer.exists"), path=shown(folder)))
    title = name.replace("-", " ").capitalize()
    for place, text in _starter():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        save(path, text.replace("NAME", name).replace("TITLE", title), force=False)
    way = _way(folder)
    made = said("answer.made-game", folder=shown(folder), readme=shown(folder / "README.md"))
    click.echo(
        _and_then(made, f"play {way}", f"verify {way}", f"impact {way}+long-hands", f"docs build {way}")
    )


def _and_then(made: str, *commands: str) -> str:
    """What there is now, and what can be typed next."""
    return "\n".join([made, "", *(f"  rulewright {each}" for each in commands)])


def _way(folder: Path) -> str:
    """The folder as a rule set: a plain name is read as a game of ours first, a path never."""
    return str(folder) if len(folder.parts) > 1 else f"./{folder}"


def _starter() -> Iterator[tuple[str, str]]:
    """Every file of the game to begin with: where it goes, and its text."""
    yield from _texts(files(__package__) / "starter", "")


def _texts(folder: Traversable, above: str) -> Iterator[tuple[str, str]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        place = f"{above}{each.name}"
        if each.is_dir():
            yield from _texts(each, f"{place}/")
        else:
            yield PLACES.get(place, place), each.read_text(encoding="utf-8")


def _check_name(name: str, sort: str, of: str = "") -> None:
    """A name that the language of the rules does not take is refused before anything is written."""
    report = Report()
    read(Source(name, f"{sort} {name}{of}\nset one to 1\n"), report)
    if report.has_errors or not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        fitting = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-0123456789")
        hint = "small letters, digits and hyphens; the words of the language are taken"
        _refuse_name(name, f"{hint}; for example `{fitting}`" if fitting not in ("", name) else hint)


def _refuse_name(name: str, why: str) -> None:
    reject(diagnostic("R431", name=name, hint=why))


# --- a house rule


def _write_house_rule(game: str, name: str) -> None:
    """A file beside the game's other house rules, or in the current folder for a game that comes with Rulewright."""
    _check_name(name, "house-rule", f" of {game_name(game)}")
    own = game_folder(game)
    shelved = game in game_names()
    path = Path(f"{name}{ENDING}") if shelved else own / "house" / f"{name}{ENDING}"
    if not shelved:
        path.parent.mkdir(exist_ok=True)
    check_free(path, force=False)
    save(path, _house_rule(game, name), force=False)
    ruleset = f"{game}+{path}" if shelved else f"{game}+{name}"
    then = f"check {ruleset}", f"diff {game} {ruleset}", f"impact {ruleset}"
    click.echo(_and_then(shown(path), *then))


def _house_rule(game: str, name: str) -> str:
    """A house rule that sets the first number of the game, to what it is: a line to change, which reads well."""
    head = f"# In one sentence: what is different at your table.\nhouse-rule {name} of {known_as(game)}\n"
    numbers = program_of(game, scenarios=False).game.parameters.values()
    first: Any = next((each for each in numbers if each.value is not None), None)
    if first is None:
        return head
    return f"{head}# The rules say {first.value}.\nset {first.name} to {first.value}\n"


# --- a translation


def _begin_translation(ctx: click.Context, game: str, lang: str) -> None:
    """An empty sentence for every rule, and the English words to be translated; existing sentences are kept."""
    if lang not in languages():
        reject(diagnostic("L702", hint=f"one of {', '.join(languages())}", lang=lang))
    game = writable(game)
    folder = locale_folder(game_folder(game))
    for sort in ("terms", "names"):
        path, english = folder / f"{sort}.{lang}.toml", folder / f"{sort}.{ENGLISH}.toml"
        if not path.exists() and english.is_file():
            save(path, _to_translate(english.read_text(encoding="utf-8")), force=False)
            click.echo(shown(path))
    ctx.invoke(update, games=(game,), langs=(lang,), prune=False)
    click.echo(f"\n  rulewright catalogue missing {game} --text-lang {lang}")
    click.echo(f"  rulewright catalogue export {game} {lang}.po --text-lang {lang}")
    click.echo(f"  rulewright catalogue import {game} {lang}.po --text-lang {lang}")


def _to_translate(text: str) -> str:
    """The English words as comments: take the sign away where the word is translated."""
    lines = (line if not line or line.startswith("#") else f"# {line}" for line in text.splitlines())
    return "\n".join(lines) + "\n"
