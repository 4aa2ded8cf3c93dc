"""The Lark parser: a text in, its nodes out, its mistakes in the report."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import Indenter

from verifier.diagnostics import Diagnostic, Label, Report, diagnostic
from verifier.languages import ENGLISH, grammar_text, language_table
from verifier.source import Source
from verifier.surface import build, nodes
from verifier.surface.failure import LAYOUT, failure
from verifier.surface.keyword_language import KEYWORDS
from verifier.surface.keywords import Words
from verifier.surface.layout import Piece, is_text, lines_of, pieces, tidied
from verifier.surface.mistakes import explained
from verifier.surface.mistakes_in_lines import ABOUT_BLOCKS
from verifier.surface.open_texts import is_editing
from verifier.surface.user_cache import cache_home

# A text with more mistakes than this is not rules, or not in this language.
MOST_MISTAKES = 20
MOST_IN_A_PIECE = 5


def read(source: Source, report: Report, words: str = ENGLISH) -> tuple[nodes.Unit, ...]:
    """The units of a text; none when it has a mistake, and then the report says which."""
    source = tidied(source)
    found = Report()
    units = _units(_parts(source, found, words), source, found) if is_text(source, found) else ()
    report.extend(found.diagnostics)
    return () if found.has_errors else units


def skimmed(source: Source, words: str = ENGLISH) -> tuple[nodes.Header | nodes.Item, ...]:
    """The headers, titles and numbers of players alone, one line each; none if one of them cannot be read."""
    source = tidied(source)
    unseen = Report()
    if not is_text(source, unseen):
        return ()
    language = keywords(words)
    wanted = {*language.spelt("HEAD"), *language.spelt("TITLE"), *language.spelt("PLAYERS")}
    found = []
    for line in lines_of(source.text):
        if line.indent == 0 and line.text.split(" ", 1)[0] in wanted:
            try:
                tree = parser(words).parse(f"{line.text}\n", start="piece")
            except UnexpectedInput:
                return ()
            part = build.piece(tree, build.Reading(source, line.start, language, unseen))
            if part is not None:
                found.append(part)
    return tuple(found)


def _parts(source: Source, report: Report, words: str) -> list[nodes.Header | nodes.Item]:
    parts = []
    # When a block is missing, the lines that should be in it stand at the margin: one mistake, not five.
    block_missing = False
    for piece in pieces(source, report):
        try:
            tree = piece_tree(source.text[piece.start : piece.end], words)
        except UnexpectedInput:
            found = list(islice(_mistakes(source, piece, words), MOST_IN_A_PIECE))
            if not (block_missing and found[0].code == "P129"):
                report.extend(found)
                block_missing = found[0].code == "P115"
        else:
            block_missing = False
            part = build.piece(tree, build.Reading(source, piece.start, keywords(words), report))
            if part is not None:
                parts.append(part)
        if report.has_errors and len(report.diagnostics) >= MOST_MISTAKES:
            break
    return parts


def _mistakes(source: Source, piece: Piece, words: str) -> Iterator[Diagnostic]:
    """The mistakes of a piece: after each, the line is taken away and the rest is tried again."""
    left: Piece | None = piece
    lark = parser(words)
    first = True
    while left is not None:
        failed = failure(lark, source, left, keywords(words))
        mistake = explained(failed)
        # Without a line, the lines around it may make a mistake of another sort that nobody wrote.
        if first or mistake.code not in ABOUT_BLOCKS:
            yield mistake
        first = False
        left = left.without(failed.line)
        if left is not None and _can_be_read(left.text(source), lark):
            return


def _can_be_read(text: str, lark: Lark) -> bool:
    try:
        lark.parse(text, start="piece")
    except UnexpectedInput:
        return False
    return True


def _units(parts: list[nodes.Header | nodes.Item], source: Source, report: Report) -> tuple[nodes.Unit, ...]:
    """The parts below their headers. Asked of a text without mistakes only: a lost line may be the header."""
    if report.has_errors:
        return ()
    found: list[tuple[nodes.Header, list[nodes.Item]]] = []
    for part in parts:
        if isinstance(part, nodes.Header):
            found.append((part, []))
        elif found:
            found[-1][1].append(part)
        else:
            label = Label(part.span, "this belongs to no game yet")
            report.add(diagnostic("P133", label, hint="begin with a line such as `game my-game`"))
            return ()
    if not found:
        label = Label(source.span(0))
        report.add(diagnostic("P133", label, hint="begin with a line such as `game my-game`"))
    for header, items in found:
        if not items:
            label = Label(header.span, "nothing is below this line")
            hint = "write at least one line below it, such as `players 2`"
            report.add(diagnostic("P134", label, hint=hint, name=header.name.text))
    return tuple(
        nodes.Unit(header, tuple(items), span=header.span.to(items[-1].span))
        for header, items in found
        if items
    )


def piece_tree(text: str, words: str) -> Tree[Token]:
    """The tree of one piece; a mistake in it raises Lark's own exception."""
    return _known_tree(text, words) if is_editing() else parser(words).parse(text, start="piece")


@lru_cache(maxsize=4_000)
def _known_tree(text: str, words: str) -> Tree[Token]:
    return parser(words).parse(text, start="piece")


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - Lark's own shape
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    def process(self, stream: Any) -> Any:
        # Lark keeps the depth in the indenter: each text has one of its own, so that two threads may read.
        return type(self)()._process(stream)  # type: ignore[no-untyped-call]


class _TakesPlace:
    """A construct ends with its last word, not with the line end and the indentation after it."""

    def __call__(self, part: Any) -> bool:
        return not isinstance(part, Token) or part.type not in LAYOUT

    # Lark keeps the parser in a file whose name depends on how its options are written.
    def __repr__(self) -> str:
        return type(self).__name__


@lru_cache
def keywords(words: str) -> Words:
    """The keywords of one language."""
    return Words.of(language_table(ENGLISH, KEYWORDS), language_table(words, KEYWORDS))


@lru_cache
def parser(words: str) -> Lark:
    """The parser for the keywords of one language, from the last time if it is still there."""
    grammar, language = grammar_text("rules.lark"), keywords(words)
    return Lark(
        grammar,
        parser="lalr",
        start=["start", "piece"],
        postlex=_Blocks(),
        edit_terminals=language.edit,
        propagate_positions=_TakesPlace(),
        maybe_placeholders=True,
        cache=_remembered(f"{grammar}{language.terminals}"),
    )


def _remembered(content: str) -> str | bool:
    """A file in which Lark keeps the parser, or False where there is no such place."""
    folder = cache_home()
    if folder is None:
        return False
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return str(folder / f"grammar-{hashlib.sha256(content.encode()).hexdigest()[:16]}.bin")
