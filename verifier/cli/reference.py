"""The page of all commands: what `--help` says, in Markdown; made when the pages are, and so never out of date."""

from __future__ import annotations

from collections.abc import Iterator

import click

from verifier.cli.help import EXAMPLES, GROUPS
from verifier.languages import ENGLISH, language_table


def commands_page(main: click.Group) -> str:
    """Every command in its group: how it is called, what it does, its options, examples."""
    words = language_table(ENGLISH, "pages.toml")["help"]
    lines = [
        "# Commands",
        "",
        "Made from the commands themselves; `rulewright COMMAND --help` says the same.",
        "",
    ]
    lines += ["## rulewright", "", *_options(main, click.Context(main, info_name="rulewright"))]
    for group, names in GROUPS.items():
        lines += [f"## {words[group]}", ""]
        for name in names:
            lines += _command(main, (name,))
    return "\n".join(lines) + "\n"


def _command(main: click.Group, path: tuple[str, ...]) -> Iterator[str]:
    context = click.Context(main, info_name="rulewright")
    command: click.Command = main
    for name in path:
        assert isinstance(command, click.Group)
        found = command.get_command(context, name)
        assert found is not None
        command, context = found, click.Context(found, info_name=name, parent=context)
    yield from (f"### {' '.join(path)}", "")
    pieces = " ".join(command.collect_usage_pieces(context))
    yield from ("```console", f"$ rulewright {' '.join(path)} {pieces}".rstrip(), "```", "")
    yield from (_text(command.help or ""), "")
    yield from _options(command, context)
    if len(path) == 1 and EXAMPLES.get(path[0]):
        yield from ("```console", *(f"$ rulewright {line}" for line in EXAMPLES[path[0]]), "```", "")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from _command(main, (*path, name))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    options = [each for each in command.get_params(context) if isinstance(each, click.Option)]
    rows = [record for each in options if (record := each.get_help_record(context))]
    if rows:
        yield from ("| option | meaning |", "| --- | --- |")
        yield from (f"| `{_cell(option)}` | {_cell(_text(words))} |" for option, words in rows)
        yield ""


def _text(words: str) -> str:
    """A docstring of a command as running text, one paragraph for each of its own."""
    return "\n\n".join(" ".join(part.split()) for part in words.split("\n\n")).replace("\b", "").strip()


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
