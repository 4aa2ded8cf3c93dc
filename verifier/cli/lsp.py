"""`rulewright lsp`: the language server, for an editor at the other end of standard input and output."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from importlib.util import find_spec

import click

from verifier.cli.frame import Command, Exit
from verifier.cli.show import reader, said

INSTALL = "pip install 'rulewright[editor]'"


@click.command(cls=Command)
@click.option(
    "--stdio", is_flag=True, help="Standard input and output; this is the only way, and the default."
)
def lsp(stdio: bool) -> Exit:
    """Answer an editor: the language server, over standard input and output.

    Editors start it by themselves; `docs/howto/use-an-editor.md` has settings for several of them.
    """
    if find_spec("pygls") is None:
        click.echo(said("editor.install", command=INSTALL), err=True)
        return Exit.MISUSE
    from verifier.editor.server import server

    # The editor reads whatever is written to standard output: nothing but the protocol may get there.
    with (
        os.fdopen(os.dup(sys.stdin.fileno()), "rb") as asked,
        os.fdopen(os.dup(sys.stdout.fileno()), "wb") as told,
        redirect_stdout(sys.stderr),
    ):
        server(reader()).start_io(asked, told)
    return Exit.WELL
