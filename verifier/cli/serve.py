"""`rulewright serve`: requests on standard input, answers on standard output, one line of JSON each."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from verifier.cli.frame import Command
from verifier.serve import Session
from verifier.serve.protocol import LONGEST_LINE


@click.command(cls=Command)
def serve() -> None:
    """Answer requests on standard input with answers on standard output, one line of JSON each.

    A mistake in a request is answered with an error; only `bye` or the end of the input ends the session.
    """
    session, requests, answers = Session(), sys.stdin.buffer, sys.stdout.buffer
    while session.open and (line := next_line(requests)):
        if line.strip():
            answers.write(session.line(line).encode("ascii") + b"\n")
            answers.flush()


def next_line(requests: BinaryIO) -> bytes:
    """The next line, nothing at the end; of one that is too long a part that is too long, and none of the rest."""
    line = requests.readline(LONGEST_LINE + 1)
    rest = line
    while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
        rest = requests.readline(LONGEST_LINE + 1)
    return line
