"""A place in a text in; the words that may stand there out: keywords by the grammar, names by their types.

For names the checker itself is asked: a word that nothing has is put at the place, and the names with which it is
compared are those that would fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lark.exceptions import LarkError

from verifier.diagnostics import Report, known_names_for
from verifier.editor.names import ACTION, PHASE, PROCEDURE, RULE, SCENARIO, TEXT, UNIT, VALUE
from verifier.editor.session import Session
from verifier.languages import ENGLISH
from verifier.model.from_surface import typed_game
from verifier.surface import nodes
from verifier.surface.compose import composed, library_of
from verifier.surface.files import gathered, shown
from verifier.surface.index import player_counts
from verifier.surface.open_texts import open_texts
from verifier.surface.parser import keywords, parser, piece_tree
from verifier.surface.references import unknown_refusals

PLACEHOLDER = "zz-any-name-zz"
_PREFIX = re.compile(r"[\w-]*\Z")
_REST = re.compile(r"[\w-]*")
# Where the checker cannot be asked, the word before says what sort of name comes.
_AFTER = {
    "do": (PROCEDURE,),
    "expect": (SCENARIO,),
    "rule": (RULE,),
    "of": (VALUE, UNIT),
    "before": (ACTION, PROCEDURE, PHASE),
    "after": (ACTION, PROCEDURE, PHASE),
    "has": (TEXT,),
    "roll": (VALUE,),
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word, what sort of word it is, and from where it replaces what is written."""

    text: str
    sort: str
    start: int


def completions(session: Session, path: Path, offset: int) -> list[Suggestion]:
    """What may stand at a place, the likeliest first."""
    source = session.source(path)
    if source is None:
        return []
    text = source.text
    start = offset - len(_PREFIX.search(text, 0, offset)[0])  # type: ignore[index]
    line = text[text.rfind("\n", 0, start) + 1 : start]
    if "#" in line or line.count('"') % 2:
        return []
    terminals = _accepted(text, start)
    found: dict[str, str] = {}
    if "NAME" in terminals:
        sorts = session.sorts(path)
        by_text = {name: sort for (_, name), sort in sorts.items()}
        for name in _names(session, path, text, start) or _by_word(line, sorts):
            found.setdefault(name, by_text.get(name, "word"))
    language = keywords(ENGLISH)
    for word in sorted(word for terminal in terminals for word in language.spelt(terminal)):
        found.setdefault(word, "keyword")
    return [Suggestion(name, sort, start) for name, sort in found.items()]


# --- keywords


def _accepted(text: str, start: int) -> frozenset[str]:
    """The terminals of the grammar that can stand at a place; none if the text before it cannot be read."""
    at_margin = text[start - 1 : start] in ("", "\n")
    begin = start if at_margin else _piece_start(text, start)
    cursor: Any = parser(ENGLISH).parse_interactive(text[begin:start], start="piece")
    try:
        for token in cursor.lexer_thread.lex(cursor.parser_state):
            # At the end of the text every block is closed; at the cursor none is.
            if token.type == "_DEDENT" and not token:
                break
            cursor.feed_token(token)
    except LarkError:
        return frozenset()
    return frozenset(cursor.accepts())


def _piece_start(text: str, offset: int) -> int:
    """Where the piece around a place begins: the last line at the margin."""
    line = text.rfind("\n", 0, offset) + 1
    while line > 0 and (text[line : line + 1] in (" ", "\n", "#", "") or _is_empty(text, line)):
        line = text.rfind("\n", 0, line - 1) + 1
    return line


def _is_empty(text: str, line: int) -> bool:
    end = text.find("\n", line)
    return not text[line : len(text) if end < 0 else end].strip()


# --- names


def _names(session: Session, path: Path, text: str, start: int) -> list[str]:
    """The names that the checker would take at a place."""
    ruleset = session.ruleset(path)
    for tried in _with_placeholder(text, start):
        if ruleset is not None and _can_be_read(tried, start):
            with open_texts({**session.texts, path: tried}), known_names_for(PLACEHOLDER) as found:
                _check(ruleset, shown(path), start)
            return list(dict.fromkeys(name for many in found for name in many))
    return []


def _with_placeholder(text: str, start: int) -> Iterator[str]:
    """The text with a name at the place: the rest of the line kept, or not."""
    rest = start + len(_REST.match(text, start)[0])  # type: ignore[index]
    end = text.find("\n", rest)
    yield f"{text[:start]}{PLACEHOLDER}{text[rest:]}"
    yield f"{text[:start]}{PLACEHOLDER}{text[end:] if end >= 0 else ''}"


def _can_be_read(text: str, start: int) -> bool:
    begin = _piece_start(text, start)
    end = re.compile(r"\n(?=[^\s#])").search(text, start)
    try:
        piece_tree(text[begin : end.start() + 1 if end else len(text)], ENGLISH)
    except LarkError:
        return False
    return True


def _check(ruleset: str, path: str, start: int) -> None:
    """Names and types of a rule set, of its scenarios only the one around the place."""
    report = Report()
    names, units = gathered(ruleset, report, lost=set())
    laid = composed(library_of(units, report), names, report) if names else None
    if laid is None:
        return

    def is_here(item: nodes.Item) -> bool:
        return item.span.path == path and item.span.start <= start <= item.span.end

    items = tuple(item for item in laid.items if not isinstance(item, nodes.Scenario) or is_here(item))
    laid = replace(laid, items=items)
    scenario = any(isinstance(item, nodes.Scenario) for item in items)
    typed_game(ruleset, items, player_counts(items).start, report, scenario)
    if scenario:
        list(unknown_refusals(laid))


def _by_word(line: str, sorts: Any) -> list[str]:
    """Every name of the sort that the word before asks for."""
    words = line.split()
    wanted = _AFTER.get(words[-1] if words else "", (VALUE,))
    if not words or words == ["rule"]:
        return []
    return sorted(name for group, name in sorts if group in wanted)
