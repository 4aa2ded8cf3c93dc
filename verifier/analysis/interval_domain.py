"""The interval domain: ranges of numbers, and sets of possible components and zones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verifier.kernel.domain import NOTHING, Domain, Things, Zones, bounds

FAR = 10**9


@dataclass(frozen=True, slots=True)
class Interval:
    """Every value lies in `low..high`, and in `among` where that is known. NOTHING is a value like others."""

    low: int
    high: int
    among: frozenset[int] | None = None

    def within(self, low: int, high: int) -> bool:
        return low <= self.low and self.high <= high

    def joined(self, other: Interval) -> Interval:
        """An interval that holds the values of both."""
        among = None if self.among is None or other.among is None else self.among | other.among
        return Interval(min(self.low, other.low), max(self.high, other.high), among)

    def fits(self, domain: Domain) -> bool:
        """Does every value belong to the domain?"""
        if self.among is not None and isinstance(domain, Things | Zones):
            return self.among <= frozenset(domain.ids)
        low, high = bounds(domain)
        gaps = isinstance(domain, Things | Zones) and high - low + 1 != len(domain.ids)
        return self.within(low, high) and not gaps

    def without_nothing(self) -> Interval:
        if self.among is not None and self.among != {NOTHING}:
            return interval_of(self.among - {NOTHING})
        return Interval(0, self.high, self.among) if self.low == NOTHING < self.high else self

    @property
    def something(self) -> bool:
        """Is it never NOTHING?"""
        return self.low > NOTHING or self.high < NOTHING


UNKNOWN = Interval(-FAR, FAR)
TRUTH = Interval(0, 1)


def singleton(value: int) -> Interval:
    return Interval(value, value, frozenset((value,)))


def interval_of(numbers: frozenset[int]) -> Interval:
    """The interval of some components or zones; of none, the least harmful guess."""
    return Interval(min(numbers), max(numbers), numbers) if numbers else Interval(0, 0, numbers)


def domain_interval(domain: Domain, nothing: bool = False) -> Interval:
    """The values of a domain, and NOTHING if it may be that."""
    found = Interval(*bounds(domain))
    if isinstance(domain, Things | Zones):
        found = interval_of(frozenset(domain.ids))
    return found.joined(singleton(NOTHING)) if nothing else found


def arithmetic_interval(op: str, left: Interval, right: Interval) -> Interval:
    """What an operation on two values can give."""
    corners: dict[str, Callable[[int, int], int]] = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "min": min,
        "max": max,
    }
    if op in corners:
        found = [corners[op](a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        return Interval(max(min(found), -FAR), min(max(found), FAR))
    if right.low > 0:
        if op == "%":
            return Interval(0, min(right.high - 1, left.high) if left.low >= 0 else right.high - 1)
        quotients = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
        return Interval(min(quotients), max(quotients))
    return UNKNOWN


def compared_interval(op: str, left: Interval, right: Interval) -> Interval:
    """What a comparison can give."""
    less, more = left.high < right.low, left.low > right.high
    at_most, at_least = left.high <= right.low, left.low >= right.high
    apart = less or more or _disjoint(left, right)
    yes, no = {
        "=": (False, apart),
        "!=": (apart, False),
        "<": (less, at_least),
        "<=": (at_most, more),
        ">": (more, at_most),
        ">=": (at_least, less),
    }[op]
    return singleton(1) if yes else singleton(0) if no else TRUTH


def _disjoint(left: Interval, right: Interval) -> bool:
    return left.among is not None and right.among is not None and not left.among & right.among


def logic_interval(op: str, parts: Sequence[Interval]) -> Interval:
    """What `and` or `or` of truths can give."""
    settles = 0 if op == "and" else 1
    if any(part.low == part.high == settles for part in parts):
        return singleton(settles)
    if all(part.low == part.high for part in parts):
        return singleton(1 - settles)
    return TRUTH
