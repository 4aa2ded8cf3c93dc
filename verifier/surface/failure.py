"""Where reading stopped: a piece that cannot be parsed in, the place and what could stand there out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_parser_state import ParserState

from verifier.source import Source, Span
from verifier.surface.keywords import Words
from verifier.surface.layout import Line, Piece

# --- where reading stopped: a piece that cannot be parsed in, the place and what could stand there out


LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})
_WORD = re.compile(r'"[^"]*"?|[\w-]+|\.\.|[<>=!&|]+|\S')


@dataclass(frozen=True)
class Failure:
    """The first word of a piece that cannot stand where it stands."""

    source: Source
    piece: Piece
    lark: Lark
    words: Words
    # The kind of the word for the grammar, or None when no word of the language looks like that.
    terminal: str | None
    at: int
    line: Line
    state: ParserState[Any]
    line_state: ParserState[Any]

    @cached_property
    def code(self) -> str:
        """The line without its comment."""
        return self.line.code

    @property
    def column(self) -> int:
        return self.at - self.line.start

    @property
    def before(self) -> str:
        return self.code[: self.column].strip()

    @property
    def after(self) -> str:
        return self.code[self.column :]

    @property
    def word(self) -> str:
        """The word that cannot stand here; nothing at the end of a line."""
        found = _WORD.match(self.after)
        return found[0] if found else ""

    @property
    def previous(self) -> str:
        """The word before, on the same line."""
        return self.before.split()[-1] if self.before else ""

    @property
    def opens_line(self) -> bool:
        return self.column <= self.line.indent

    @property
    def first(self) -> str:
        """The first word of the line."""
        found = _WORD.match(self.code.strip())
        return found[0] if found else ""

    @property
    def span(self) -> Span:
        return self.part(self.column, self.column + len(self.word))

    @property
    def first_span(self) -> Span:
        return self.part(self.line.indent, self.line.indent + len(self.first))

    def part(self, start: int, end: int) -> Span:
        """A stretch of the line, counted in columns from 0."""
        return self.source.span(self.line.start + start, self.line.start + end)

    @cached_property
    def accepts(self) -> frozenset[str]:
        """The terminals that could stand here."""
        return frozenset(_cursor(self.lark, "", self.state).accepts())

    @cached_property
    def accepts_at_line_start(self) -> frozenset[str]:
        return frozenset(_cursor(self.lark, "", self.line_state).accepts())

    @cached_property
    def accepts_at_margin(self) -> frozenset[str]:
        cursor: Any = self.lark.parse_interactive("", start="piece")
        return frozenset(cursor.accepts())

    def candidates(self) -> Iterator[tuple[int, str, frozenset[str]]]:
        """The words of the line up to the place, each with its column and the keywords for it."""
        cursor = _cursor(self.lark, self.code, self.line_state)
        try:
            for token in cursor.lexer_thread.lex(cursor.parser_state):
                start = token.start_pos or 0
                if start >= self.column or token.type in LAYOUT:
                    break
                yield start, str(token), self._keywords(cursor.choices())
                cursor.feed_token(token)
        except UnexpectedInput:
            pass
        if self.word:
            yield self.column, self.word, self._keywords(self.accepts)

    def _keywords(self, terminals: Iterable[str]) -> frozenset[str]:
        return frozenset(word for terminal in terminals for word in self.words.spelt(terminal))

    def reads(self, line: str) -> bool:
        """Whether reading gets to the end of the line when it is written like this."""
        return self._reach(line) is None

    def gets_past(self, line: str, column: int) -> bool:
        """Whether reading gets past a column, and past the place, when the line is written like this."""
        reach = self._reach(line)
        shift = len(line) - len(self.code)
        return reach is None or reach > max(column, self.column + shift)

    def _reach(self, line: str) -> int | None:
        """The column at which reading stops; None at the end of the line."""
        cursor = _cursor(self.lark, line, self.line_state)
        try:
            for token in cursor.lexer_thread.lex(cursor.parser_state):
                if token.type == "NAME" and token in self.words.reserved:
                    return token.start_pos or 0
                cursor.feed_token(token)
        except UnexpectedToken as error:
            return error.token.start_pos or 0
        except UnexpectedInput as error:
            return error.pos_in_stream or 0
        return None if "_NL" in cursor.accepts() else len(line)

    def with_(self, new: str, start: int | None = None, end: int | None = None) -> str:
        """The line with another word in the place of one of its own."""
        start = self.column if start is None else start
        end = start + len(self.word) if end is None else end
        return f"{self.code[:start]}{new}{self.code[end:]}"


def failure(lark: Lark, source: Source, piece: Piece, words: Words) -> Failure:
    """Walks a piece that is known to fail, word by word, up to the place."""
    cursor: Any = lark.parse_interactive(piece.text(source), start="piece")
    before = _copy(cursor.parser_state)
    line_state = None
    try:
        for token in cursor.lexer_thread.lex(cursor.parser_state):
            line_state = line_state or before
            cursor.feed_token(token)
            before = _copy(cursor.parser_state)
            if token.type in LAYOUT:
                line_state = None
        cursor.feed_eof()
    except UnexpectedToken as error:
        terminal, at = error.token.type, piece.start + (error.token.start_pos or 0)
    except UnexpectedCharacters as error:
        terminal, at = None, piece.start + (error.pos_in_stream or 0)
    else:
        raise AssertionError("the piece can be read")
    line, at = _seen(piece, terminal, at)
    return Failure(source, piece, lark, words, terminal, at, line, before, line_state or before)


def _seen(piece: Piece, terminal: str | None, at: int) -> tuple[Line, int]:
    """The line and place where a mistake is seen; a block too deep is seen at its first word."""
    if terminal == "$END":
        return piece.lines[-1], piece.lines[-1].end
    number = bisect_right(piece.lines, at, key=lambda line: line.start) - 1
    line = piece.lines[number]
    if terminal == "_INDENT":
        line = piece.lines[number + 1]
        return line, line.start + line.indent
    return line, min(at, line.end)


def _cursor(lark: Lark, text: str, state: ParserState[Any]) -> Any:
    """A parser in the middle of its work, about to read this text."""
    cursor = lark.parse_interactive(text, start="piece")
    cursor.parser_state = _copy(state)
    return cursor


def _copy(state: ParserState[Any]) -> ParserState[Any]:
    return state.copy(deepcopy_values=False)


# --- what could stand at a place: the terminals of the grammar in, a few words for people out


MOST = 6

_VALUE = frozenset({"INT", "MINUS", "LPAR", "COUNT", "SUM", "BEST", "TOP", "MY", "NAME"})
_CLAIM = _VALUE | {"EVERY", "ANY", "NO", "NOT"}
_GOES_ON = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "DOT", "AND", "OR", "ELSE"})
_NAMES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a sentence in quotes",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
    "COLON": "`:`",
    "COMMA": "`,`",
    "DOTS": "`..`",
    "DOT": "`.`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "SLASH": "`/`",
}


def expected(failure: Failure, without: frozenset[str] = frozenset()) -> str:
    """What could stand at the place of a failure, as a part of a sentence."""
    terminals = set(failure.accepts - without)
    said: list[str] = []
    if terminals >= _CLAIM:
        said.append("a condition or a value")
        terminals -= _CLAIM
    elif terminals >= _VALUE:
        said.append("a value")
        terminals -= _VALUE
    # What only prolongs a sum or a path is left out where something else may come.
    terminals = (terminals - _GOES_ON) or terminals
    said += sorted(_name(terminal, failure) for terminal in terminals)
    if len(said) > MOST:
        return ", ".join(said[:MOST]) + " and the like"
    return " or ".join(filter(None, (", ".join(said[:-1]), said[-1] if said else "")))


def _name(terminal: str, failure: Failure) -> str:
    words = failure.words.spelt(terminal)
    return " or ".join(f"`{word}`" for word in words) if words else _NAMES.get(terminal, terminal.lower())
