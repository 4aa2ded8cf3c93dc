"""Values: the members of each domain, and what numbers do. Every value is an int; -1 is nothing, except for numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from verifier.kernel.domain import Domain, Labels, Names, Number, Players, Things, Truth, Zones

NOTHING = -1


def members(domain: Domain) -> Sequence[int]:
    """Every value of a domain in order, nothing left out."""
    match domain:
        case Truth():
            return (0, 1)
        case Number(low, high):
            return range(low, high + 1)
        case Names(_, words) | Labels(words):
            return range(len(words))
        case Players(count):
            return range(count)
        case Things(_, numbers) | Zones(_, numbers):
            return numbers
        case _:
            assert_never(domain)


def is_counted(domain: Domain) -> bool:
    """Numbers and yes or no: they are never nothing."""
    return isinstance(domain, Number | Truth)


def absent(domain: Domain) -> int:
    """What is read through nothing: 0, no, or nothing again."""
    return 0 if is_counted(domain) else NOTHING


def arithmetic(op: str, left: int, right: int) -> int:
    """Division rounds down; what is divided by 0 gives 0."""
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right if right else 0
        case "%":
            return left % right if right else 0
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
        case _:
            raise AssertionError(op)


def comparison(op: str, left: int, right: int) -> bool:
    match op:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
        case _:
            raise AssertionError(op)
