"""`--help` in the reader's language: what a command and its options say of themselves, translated where it is shown.

Commands are worded in English where they are defined; the catalogue of messages has each paragraph and each option.
"""

from __future__ import annotations

import inspect
import re
from copy import copy

import click

from verifier.cli.show import reader, said
from verifier.languages import ENGLISH

# What stands for a value in the list of options.
_KIND = re.compile(
    r"\b(?:INTEGER RANGE|FLOAT RANGE|INTEGER|FLOAT|TEXT|FILE|DIRECTORY|PATH"
    r"|SECONDS|PROPERTY|ADDRESS|FOLDER|WHO)\b"
)


def in_language(english: str) -> str:
    """A paragraph of help, in one line; English where nobody has translated it."""
    line, lang = " ".join(english.split()), reader()
    if lang == ENGLISH:
        return line
    from verifier.words.messages import messages

    return messages(lang).help.get(line, line)


class Helped(click.Command):
    """A command whose help follows the language."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{said('answer.usage')}: ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        paragraphs = inspect.cleandoc(self.help or "").partition("\f")[0].split("\n\n")
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(map(in_language, paragraphs)))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = (each for each in self.get_params(ctx) if isinstance(each, click.Option))
        records = [record for each in options if (record := _record(each, ctx)) is not None]
        if records:
            with formatter.section(said("help.options")):
                formatter.write_dl(records)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


class HelpedGroup(Helped, click.Group):
    """The same for commands of one subject."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        names = self.list_commands(ctx)
        found = [(name, command) for name in names if (command := self.get_command(ctx, name)) is not None]
        with formatter.section(said("help.commands")):
            formatter.write_dl([(name, _brief(command)) for name, command in found])


def _brief(command: click.Command) -> str:
    return in_language(inspect.cleandoc(command.help or "").split("\n\n")[0]).rstrip(".")


def _record(option: click.Option, ctx: click.Context) -> tuple[str, str] | None:
    shown = copy(option)
    shown.help = in_language(shown.help or "")
    # Names of before still work; one is shown.
    long = [name for name in shown.opts if name.startswith("--")]
    shown.opts = [name for name in shown.opts if name not in long[1:]]
    record = shown.get_help_record(ctx)
    if record is None or reader() == ENGLISH:
        return record
    names, words = record
    for key in ("default", "required"):
        words = re.sub(rf"(?<=\[){key}\b|(?<=; ){key}\b", said(f"help.{key}"), words)
    return _KIND.sub(lambda kind: in_language(kind[0]), names), words
