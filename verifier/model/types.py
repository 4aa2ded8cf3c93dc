"""What values can be compared and how they are called in a message; ranges of numbers worked out."""

from __future__ import annotations

from typing import Literal, assert_never

from verifier.kernel.domain import Domain, Labels, Names, Number, Players, Things, Truth, Zones, bounds

# What a name stands for once a mistake about it has been reported: no further one is made of it.
ANYTHING = Things("?", ())
LIMIT = 1_000_000_000

SumOp = Literal["+", "-", "*", "/"]


def called(domain: Domain | None) -> str:
    """How people call a value of this domain."""
    match domain:
        case None:
            return "something unknown"
        case Truth():
            return "a yes or no"
        case Number():
            return "a number"
        case Names(name, _) | Things(name, _) | Zones(name, _):
            return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"
        case Players():
            return "a player"
        case Labels():
            return "a place in the rules"


def fits(got: Domain | None, want: Domain | None) -> bool:
    """May a value of the one stand where the other is wanted?"""
    match got, want:
        case (None, _) | (_, None) | (Things("?", _), _) | (_, Things("?", _)):
            return True
        case (Names(a, members), Names(b, others)):
            return a == b or members == others
        case (Things(_, ids), Things(_, others)):
            return not ids or not others or bool(set(ids) & set(others))
        case (Zones(_, ids), Zones(_, others)):
            return bool(set(ids) & set(others))
        case _:
            return type(got) is type(want)


def joined(a: Domain | None, b: Domain | None) -> Domain | None:
    """A domain that holds both."""
    match a, b:
        case (None, other) | (other, None):
            return other
        case (Number(low, high), Number(other_low, other_high)):
            return Number(min(low, other_low), max(high, other_high))
        case (Things(name, ids), Things(other, more)):
            return a if name == other else Things("component", tuple(sorted({*ids, *more})))
        case (Zones(name, ids), Zones(other, more)):
            return a if name == other else Zones("zone", tuple(sorted({*ids, *more})))
        case _:
            return a


def combined(op: SumOp, a: Domain | None, b: Domain | None) -> Number:
    """The range of a sum, difference, product or quotient."""
    (low, high), (other_low, other_high) = bounds(a or Number(0, 0)), bounds(b or Number(0, 0))
    match op:
        case "+":
            found = (low + other_low, high + other_high)
        case "-":
            found = (low - other_high, high - other_low)
        case "*":
            corners = [x * y for x in (low, high) for y in (other_low, other_high)]
            found = (min(corners), max(corners))
        case "/":
            divisors = [d for d in (other_low, other_high, 1, -1) if other_low <= d <= other_high and d] or [
                1
            ]
            corners = [0, *(x // d for x in (low, high) for d in divisors)]
            found = (min(corners), max(corners))
        case _:
            assert_never(op)
    return Number(max(found[0], -LIMIT), min(found[1], LIMIT))
