"""The Lark parser: a text in, its nodes out, its mistakes in the report. Only this module knows where grammar/ is."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError, Indenter

from verifier.diagnostics import Label, Report, diagnostic
from verifier.source import Source
from verifier.surface import build, nodes
from verifier.surface.words import Words

_PACKAGE = Path(__file__).parent.parent
_LAYOUT = {"_NL", "_INDENT", "_DEDENT"}


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - Lark's own shape
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


def read(source: Source, report: Report, words: str = "en") -> tuple[nodes.Unit, ...]:
    """The units of a text; none when it has a mistake, and then the report says which."""
    text = source.text.replace("\r\n", "\n").replace("\u00a0", " ").removeprefix("\ufeff")
    source = Source(source.path, text if text.endswith("\n") else text + "\n")
    try:
        tree = parser(words).parse(source.text)
    except UnexpectedInput as found:
        start = found.pos_in_stream or 0
        report.add(diagnostic("P110", Label(source.span(start, start + 1)), found="this"))
        return ()
    except DedentError:
        report.add(diagnostic("P110", Label(source.span(0)), found="this"))
        return ()
    return build.units(tree, source, {})


@lru_cache
def parser(words: str) -> Lark:
    """The parser for the keywords of one language."""
    return Lark(
        _grammar("rules.lark"),
        parser="lalr",
        postlex=_Blocks(),
        edit_terminals=Words(_table(words)).edit,
        propagate_positions=_takes_place,  # type: ignore[arg-type]
        maybe_placeholders=True,
    )


def _takes_place(part: Tree[Token] | Token | Any) -> bool:
    """A construct ends with its last word, not with the line end and the indentation after it."""
    return not isinstance(part, Token) or part.type not in _LAYOUT


def _table(words: str) -> Any:
    return {} if words == "en" else tomllib.loads(_grammar(f"words.{words}.toml"))


def _grammar(name: str) -> str:
    checkout, wheel = _PACKAGE.parent / "grammar" / name, _PACKAGE / "_data" / "grammar" / name
    return (checkout if checkout.exists() else wheel).read_text(encoding="utf-8")
