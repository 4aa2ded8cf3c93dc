"""What could stand at a place: the terminals of the grammar in, a few words for people out."""

from __future__ import annotations

from verifier.surface.failure import Failure

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
