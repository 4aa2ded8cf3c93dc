"""The frame around every command: it is found in the table, and however it ends, it ends with a code."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from verifier.cli.codes import Exit
from verifier.cli.commands import COMMANDS
from verifier.cli.show import show_internal_error, show_rejected
from verifier.diagnostics import Rejected
from verifier.runtime import Fault


class Command(click.Command):
    """A command that answers mistakes in its input with diagnostics."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Rejected as rejected:
            show_rejected(rejected.report.diagnostics, _asked(ctx), bool(ctx.params.get("as_json")))
            ctx.exit(Exit.MISUSE)
        except Fault as fault:
            words = f"{fault.property}, `{fault.subject}` {fault.value}"
            click.echo(f"the rules cannot be executed: {words}", err=True)
            ctx.exit(Exit.PROBLEM)


def _asked(ctx: click.Context) -> str:
    """The command as documents name it: `check`, or `catalogue-check` for one in a group."""
    names: list[str] = []
    at: click.Context | None = ctx
    while at is not None and at.parent is not None:
        names.insert(0, at.command.name or "")
        at = at.parent
    return "-".join(names)


class Frame(click.Group):
    """The commands of the table, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def main(self, args: Sequence[str] | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        extra["standalone_mode"] = False
        _bear_any_letter()
        try:
            code = super().main(args, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            error.show()
            code = Exit.MISUSE
        except (click.Abort, KeyboardInterrupt):
            click.echo("interrupted", err=True)
            code = Exit.INTERRUPTED
        except OSError as error:
            code = _reader_gone() if error.errno == errno.EPIPE else _ours(error)
        except Exception as error:
            code = _ours(error)
        sys.exit(int(code) if isinstance(code, int) else 0)


def _bear_any_letter() -> None:
    """A terminal that cannot show a letter shows a question mark instead."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _reader_gone() -> Exit:
    """Whoever read our output has left: nothing more can be said, and Python must not try at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.UNKNOWN


def _ours(error: Exception) -> Exit:
    """A mistake of ours, told shortly."""
    if os.environ.get("RULEWRIGHT_DEBUG"):
        traceback.print_exception(error)
    else:
        show_internal_error(error)
    return Exit.MISUSE
