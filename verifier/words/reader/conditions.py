"""On which condition something is allowed: `only while no boat lies there`, `no longer once one does`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from verifier.words.reader.clauses import Clauses
from verifier.words.reader.mentions import Mention
from verifier.words.seam import Concept

# What a clause begins with that says the contrary of its condition.
_CONTRARY = frozenset({"exception", "order:before"})
_DENIES = frozenset({"negation:not", "quantifier:none"})


@dataclass(frozen=True, slots=True)
class Condition:
    """What is allowed `if` or `unless` something is there: the things of the condition, and the words around it."""

    value: Literal["if", "unless"]
    heads: frozenset[Concept]
    near: frozenset[Concept]
    explicit: frozenset[Concept]
    start: int
    end: int


def conditions(clauses: Clauses) -> Iterator[Condition]:
    """Every clause that states a condition, with the clause that it is the condition of."""
    for index, own in enumerate(clauses.own):
        things = frozenset(each.concept for each in own if each.group == "things")
        main = _main(clauses, index) if things and _begins(clauses, index) is not None else None
        if main is None:
            continue
        first = _begins(clauses, index)
        assert first is not None
        denied = _is_denied(own) != (first.concept in _CONTRARY)
        forbidden = _forbids(clauses.own[main])
        parts = clauses.parts[index], clauses.parts[main]
        yield Condition(
            "unless" if denied != forbidden else "if",
            things,
            parts[0].concepts | parts[1].concepts,
            parts[0].explicit | parts[1].explicit,
            first.start,
            first.end,
        )


def _begins(clauses: Clauses, index: int) -> Mention | None:
    """The word by which a clause is a condition: at its beginning, or an `already` anywhere in it."""
    start = clauses.parts[index].start
    for each in clauses.own[index]:
        opens = each.concept in ("condition", *_CONTRARY) and not re.search(
            r"\w", clauses.text[start : each.start]
        )
        if opens or (each.concept == "already" and index):
            return each
    return None


def _main(clauses: Clauses, index: int) -> int | None:
    """The clause before it, else the one behind it, that is no condition itself."""
    # Behind a semicolon or a colon something new begins.
    apart = clauses.text[clauses.parts[index].start] in ";:"
    for beside in (index + 1, index + 2) if apart else (index - 1, index + 1, index + 2):
        if 0 <= beside < len(clauses.own) and _begins(clauses, beside) is None and _says(clauses.own[beside]):
            return beside
    return None


def _says(own: tuple[Mention, ...]) -> bool:
    """Does a clause say anything of its own? `... or more cards` goes on with the one before it."""
    return any(each.group in ("verbs", "modal", "negation") for each in own)


def _is_denied(own: tuple[Mention, ...]) -> bool:
    return any(each.concept in _DENIES for each in own)


def _forbids(own: tuple[Mention, ...]) -> bool:
    """`Only` allows; a `may not` and a bare `no more` forbid."""
    said = {each.concept for each in own}
    if "modal:only" in said and "modal:must-not" not in said:
        return False
    return "modal:must-not" in said or bool(said & _DENIES)
