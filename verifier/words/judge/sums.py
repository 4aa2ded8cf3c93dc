"""Sums that a text works out itself: `30 - 20 = 10` is right in every game, and `30 - 20 = 20` in none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NUMBER = r"-?\d{1,4}"
_CHAIN = re.compile(rf"(?<![\w.,/=])({_NUMBER}(?: ?[-+x*×] ?\d{{1,4}})+) ?= ?({_NUMBER})(?![\w%]|[.,]\d)")
_TERM = re.compile(r"([-+x*×]?) ?(\d{1,4})")
# `= 10 -> x 2 = 20` goes on with what came out.
_GOES_ON = re.compile(r"= ?(-?\d{1,4})\W{1,4}([-+x*×]) ?(\d{1,4}) ?= ?(-?\d{1,4})(?!\d)")


@dataclass(frozen=True, slots=True)
class WrongSum:
    """A sum that does not come out as the text says."""

    said: int
    right: int
    start: int
    end: int


def wrong_sums(text: str) -> Iterator[WrongSum]:
    """Every sum of a folded text that is wrong."""
    for found in _CHAIN.finditer(text):
        right = _worked_out(found[1])
        if right is not None and right != int(found[2]):
            yield WrongSum(int(found[2]), right, found.start(2), found.end(2))
    for found in _GOES_ON.finditer(text):
        right = _worked_out(f"{found[1]} {found[2]} {found[3]}")
        if right is not None and right != int(found[4]):
            yield WrongSum(int(found[4]), right, found.start(4), found.end(4))


def _worked_out(chain: str) -> int | None:
    """Products first, then from left to right."""
    terms: list[int] = []
    chain = chain.strip()
    sign = -1 if chain.startswith("-") else 1
    for place, found in enumerate(_TERM.finditer(chain.removeprefix("-"))):
        value = int(found[2])
        match found[1]:
            case "" if place == 0:
                terms.append(sign * value)
            case "+":
                terms.append(value)
            case "-":
                terms.append(-value)
            case "x" | "*" | "×" if terms:
                terms[-1] *= value
            case _:
                return None
    return sum(terms)
