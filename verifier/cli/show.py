"""The only room that prints: answers to standard output, progress and complaints to standard error."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
import textwrap
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from verifier.diagnostics import Diagnostic, Label, Level, all_as_text, as_json
from verifier.languages import ENGLISH, language, language_table, languages
from verifier.report.text import folded
from verifier.source import Source

WIDTH_IN_A_PIPE = 100
# `0 joueur`, but `0 players`.
NONE_IS_SINGULAR = {"fr"}
WIDE = 1_000
T = TypeVar("T")


def document(command: str, content: Mapping[str, Any]) -> None:
    """One JSON document on standard output."""
    text = document_text(command, content)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = document_text(command, content, plain=True)
    sys.stdout.write(text)


def document_text(
    command: str, content: Mapping[str, Any], plain: bool = False, indent: int | None = 2
) -> str:
    """A document as it is written; `plain` for those who know no letters beyond ASCII."""
    whole = {"schema": f"rulewright/{command}/1", **content}
    return json.dumps(whole, indent=indent, ensure_ascii=plain) + "\n"


def console() -> Console:
    """For answers: colour on a terminal only, and a width that does not depend on where a pipe leads."""
    if sys.stdout.isatty():
        return Console(highlight=False, emoji=False)
    return Console(highlight=False, emoji=False, width=WIDTH_IN_A_PIPE, no_color=True, force_terminal=False)


@dataclass(frozen=True, slots=True)
class Fitting:
    """A table in several widths, the widest first: a pipe gets that one, a terminal the first that fits."""

    tables: tuple[Table, ...]


Line = str | Text | Table | Fitting
"""What an answer for people is made of: plain lines, lines with style, tables."""


def answer(command: str, as_json: bool, content: Mapping[str, Any], told: Iterable[Line]) -> None:
    """The answer of a command: its document, or what is told to people."""
    if as_json:
        document(command, content)
    else:
        tell(told)


def tell(told: Iterable[Line]) -> None:
    """Prints an answer for people, line by line as it comes."""
    out = console()
    for each in told:
        if isinstance(each, Fitting):
            show_table(out, _fitting(out, each))
        elif isinstance(each, Table):
            show_table(out, each)
        elif isinstance(each, Text):
            out.print(_worded_text(each), soft_wrap=not out.is_terminal)
        elif out.is_terminal:
            click.echo("\n".join(wrapped(worded(line), out.width) for line in each.split("\n")))
        else:
            click.echo("\n".join(map(worded, each.split("\n"))))


def worded(english: str) -> str:
    """A line of an answer, or a part of one, in the reader's language as far as it is known there."""
    lang = reader()
    if lang == ENGLISH:
        return language(ENGLISH).counted(english)
    from verifier.words.messages import messages

    return messages(lang).answers.line(english)


def exactly(english: str) -> str:
    """A line of ours with named holes, before they are filled in; English where nobody has translated it."""
    lang = reader()
    if lang == ENGLISH:
        return english
    from verifier.words.messages import messages

    return messages(lang).answers.words.get(english, english)


def show_line(line: str) -> None:
    """A line that is in the reader's language already, broken between words on a terminal."""
    out = console()
    click.echo("\n".join(wrapped(each, out.width) if out.is_terminal else each for each in line.split("\n")))


def _word_table(table: Table) -> None:
    """Heads and cells in the reader's language; a cell with a style of its own stays as it is."""
    for column in table.columns:
        column.header = worded(column.header) if isinstance(column.header, str) else column.header
        column._cells = [worded(each) if isinstance(each, str) else each for each in column._cells]


def _worded_text(text: Text) -> Text:
    found = worded(text.plain)
    if found == text.plain:
        return text
    styles = [span.style for span in text.spans]
    return Text(found, style=styles[0] if styles else text.style)


def wrapped(line: str, width: int) -> str:
    """A line broken between words where it is too long, what follows a little further in; words stay whole."""
    if len(line) <= width:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line.lstrip(),
        max(width, 40),
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _fitting(out: Console, each: Fitting) -> Table:
    wide = out.options.update(width=WIDE)
    fits = (table for table in each.tables if out.measure(table, options=wide).maximum <= out.width)
    return next(fits, each.tables[-1]) if out.is_terminal else each.tables[0]


def styled(markup: str) -> Text:
    """A line that reads `[bold]` as a sign of style: foreign words in it are escaped."""
    return Text.from_markup(markup, emoji=False)


PARTIAL = styled("[yellow]partial: interrupted before the end[/]")


def told_moves(
    story: Sequence[str], loop: int | None, most: int, matters: Sequence[int] = ()
) -> Iterator[str]:
    """A play by the moves that matter, or its last ones, numbered; an arrow stands where a loop begins."""
    for number, line in folded(story, matters if loop is None else (), most):
        yield f"{'-> ' if loop == number else '   '}{number:3}. {line}" if number else f"  {line}"


def grid(*columns: str) -> Table:
    """A plain table: the first and the last column of words, those between of numbers.

    Where it is too wide the last column is broken into lines: a number with its end cut off would be another number.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    last = len(columns) - 1
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at in (0, last) else "right", no_wrap=at < last)
    return table


def show_table(out: Console, table: Table) -> None:
    """A table without the spaces that would pad its lines; on a terminal as wide as that, in a pipe in whole lines."""
    out.file.write("".join(f"{line}\n" for line in table_lines(out, table)))


def table_lines(out: Console, table: Table) -> list[str]:
    """A table as `show_table` shows it."""
    _word_table(table)
    size = out.measure(table, options=out.options.update(width=WIDE))
    if out.is_terminal and table.columns and size.minimum > out.width:
        # Rather a name in pieces than numbers.
        table.columns[0].no_wrap = False
        table.columns[0].overflow, table.columns[0].min_width = "fold", 12
    width = out.width if out.is_terminal else size.maximum
    draft = Console(
        file=io.StringIO(), width=width, force_terminal=out.is_terminal, no_color=out.no_color,
        highlight=False, emoji=False,
    )  # fmt: skip
    with draft.capture() as captured:
        draft.print(table)
    return [line.rstrip() for line in captured.get().splitlines()]


def progress_console() -> Console | None:
    """For progress bars, when somebody sits at a terminal."""
    return Console(stderr=True) if sys.stderr.isatty() else None


def track(work: Iterable[T], words: str, total: int) -> Iterator[T]:
    """The work piece by piece, with a progress bar when somebody is watching."""
    terminal = progress_console()
    if terminal is None:
        yield from work
        return
    # Only who watches waits for the bars to be read.
    from rich.progress import Progress

    with Progress(console=terminal, transient=True) as progress:
        yield from progress.track(work, total=total, description=escape(words))


@contextmanager
def stage(words: str) -> Iterator[None]:
    """Something that takes a while, with a sign of life when somebody is watching."""
    terminal = progress_console()
    if terminal is None:
        yield
        return
    with terminal.status(escape(words)):
        yield


def show_rejected(diagnostics: Iterable[Diagnostic], command: str, as_document: bool) -> None:
    """What is wrong with the input: as text on standard error, or as the document that was asked for."""
    found = [near(each) for each in diagnostics]
    if as_document:
        document(command, {"diagnostics": [as_json(each) for each in found]})
    else:
        click.echo(in_colour(found), err=True)


def in_colour(diagnostics: Iterable[Diagnostic]) -> str:
    """Diagnostics as a terminal shows them; what is piped stays plain, and so does everything under NO_COLOR."""
    if os.environ.get("NO_COLOR"):
        return texts(diagnostics)
    found = []
    for each in diagnostics:
        head, *lines = _within_terminal(texts([each]).split("\n"))
        colour = "red" if each.level is Level.ERROR else "yellow"
        kind, colon, title = head.partition(": ")
        first = click.style(kind, fg=colour, bold=True) + click.style(colon + title, bold=True)
        found.append("\n".join([first, *(_coloured(line, colour) for line in lines)]))
    return "\n\n".join(found)


def _within_terminal(lines: Sequence[str]) -> list[str]:
    """Hints and notes broken between words; lines of rules stay as they are, or marks would point elsewhere."""
    if not sys.stderr.isatty():
        return list(lines)
    width = shutil.get_terminal_size().columns
    return [
        part
        for line in lines
        for part in (wrapped(line, width).split("\n") if line.lstrip().startswith("= ") else [line])
    ]


_GUTTER = re.compile(r"( *(?:\d+ \||-->|:::|\||= \S+?:))(.*)")


def _coloured(line: str, colour: str) -> str:
    """The frame around the text in blue, what is underlined in the colour of the message."""
    gutter = _GUTTER.fullmatch(line)
    if gutter is None:
        return line
    marked = gutter[2].lstrip().startswith("^")
    return click.style(gutter[1], fg="blue") + (click.style(gutter[2], fg=colour) if marked else gutter[2])


def near(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic for its reader: in the reader's language, with paths from where people stand."""
    labels = []
    for label in diagnostic.labels:
        span = label.span
        if not span.is_nowhere:
            source = Source(_from_here(span.path), span.source.text)
            label = Label(source.span(span.start, span.end), label.text)
        labels.append(label)
    found = replace(diagnostic, labels=tuple(labels))
    lang = reader()
    if lang == ENGLISH:
        counted = language(ENGLISH).counted
        hint = counted(found.hint) if found.hint is not None else None
        return replace(found, title=counted(found.title), hint=hint)
    # Only who reads another language waits for its messages.
    from verifier.words.messages import messages

    return messages(lang).diagnostic(found)


def reader() -> str:
    """The language of the reader: `rulewright --lang fr ...`, or RULEWRIGHT_LANG."""
    context = click.get_current_context(silent=True)
    if context is None:
        return ENGLISH
    root = context.find_root()
    if "reader" not in root.params:
        # Help is shown before options are read.
        return spoken_around()
    return root.params["reader"] or ENGLISH


# Where surroundings say which language is spoken, the nearest first.
SURROUNDINGS = ("RULEWRIGHT_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def spoken_around() -> str:
    """The language of the surroundings, if it is one of ours: `de` for `de_AT.UTF-8`."""
    value = next((found for name in SURROUNDINGS if (found := os.environ.get(name))), "")
    spoken = re.split(r"[_.@-]", value)[0]
    return spoken if spoken in languages() else ENGLISH


def said(key: str, **holes: object) -> str:
    """Our own words in the reader's language, by their key in `pages.toml`; `{...}` is filled in."""
    lang = reader()
    return language(lang).counted(_our_words(lang)[key].format(**holes))


def number_of(key: str, number: int, **holes: object) -> str:
    """A number with its noun, `key-one` or `key-other`."""
    alone = number == 1 or (number == 0 and reader() in NONE_IS_SINGULAR)
    return said(f"{key}-{'one' if alone else 'other'}", n=f"{number:,}", **holes)


@lru_cache(maxsize=8)
def _our_words(lang: str) -> Mapping[str, str]:
    # Read here and not through the pages: most commands need no more of them than this.
    typeset = language(lang).typeset
    return {
        f"{section}.{key}": typeset(text)
        for each in (ENGLISH, lang)
        for section, table in language_table(each, "pages.toml").items()
        for key, text in table.items()
    }


def texts(diagnostics: Iterable[Diagnostic]) -> str:
    """Diagnostics that are near already, as people read them in their language."""
    lang = reader()
    if lang == ENGLISH:
        return all_as_text(diagnostics)
    from verifier.words.messages import messages

    return all_as_text(diagnostics, messages(lang).frame)


def near_texts(diagnostics: Iterable[Diagnostic]) -> str:
    """Diagnostics as their reader meets them."""
    return texts([near(each) for each in diagnostics])


def _from_here(path: str) -> str:
    """A path below the folder where people stand, without that folder."""
    try:
        return str(Path(path).resolve().relative_to(Path.cwd()))
    except (OSError, ValueError):
        return path


def show_internal_error(error: BaseException) -> None:
    """A mistake of ours: short, with the place that a report should name."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f", {frames[-1].name}:{frames[-1].lineno}" if frames else ""
    title = exactly("error: internal error of Rulewright ({what})").format(
        what=f"{type(error).__name__}{place}"
    )
    hint = exactly("hint: please report it with the command and its input; RULEWRIGHT_DEBUG=1 shows more")
    click.echo(f"{title}\n  = {hint}", err=True)
