"""A name nobody knows in, the nearest known name out, or a hint that names it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# Names come from foreign text and the distance takes the product of the lengths.
LONGEST = 64

# The name that somebody is about to write, and the names with which it was compared.
_WANTED: ContextVar[tuple[str, list[list[str]]] | None] = ContextVar("wanted name", default=None)


@contextmanager
def known_names_for(name: str) -> Iterator[list[list[str]]]:
    """Within it, the names that this one is compared with are kept: all that could stand in its place."""
    found: list[list[str]] = []
    token = _WANTED.set((name, found))
    try:
        yield found
    finally:
        _WANTED.reset(token)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like this one, or None when nothing is near; equal chances go by the alphabet."""
    wanted_name = _WANTED.get()
    if wanted_name is not None and wanted_name[0] == name:
        wanted_name[1].append(known := list(known))
    if len(name) > LONGEST:
        return None
    wanted = _plain(name)
    best: tuple[int, bool, str] | None = None
    for candidate in sorted(set(known)):
        # One slip in three letters is a typing mistake, more is another word.
        allowed = max(1, max(len(name), len(candidate)) // 3)
        if len(candidate) > LONGEST or abs(len(name) - len(candidate)) > allowed:
            continue
        slips = distance(wanted, _plain(candidate))
        # As many slips as letters would turn any short name into any other.
        if slips > allowed or slips >= len(candidate):
            continue
        # Fingers swap letters more often than they lose one: `playesr` is `players`, not `player`.
        chance = slips, sorted(wanted) != sorted(_plain(candidate)), candidate
        best = chance if best is None else min(best, chance)
    return None if best is None else best[2]


def did_you_mean(name: str, known: Iterable[str], otherwise: str | None = None) -> str | None:
    """A hint with the nearest known name, or another hint when nothing is near."""
    near = nearest(name, known)
    return f"did you mean `{near}`?" if near else otherwise


def distance(left: str, right: str) -> int:
    """How many letters to add, drop, change or swap with a neighbour to get from one word to the other."""
    before: list[int] = []
    above = list(range(len(right) + 1))
    for row, letter in enumerate(left, start=1):
        here = [row]
        for column, other in enumerate(right, start=1):
            cost = min(here[-1] + 1, above[column] + 1, above[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            here.append(cost)
        before, above = above, here
    return above[-1]


def _plain(name: str) -> str:
    # Names in the rules are in kebab-case; who writes `Hand_Limit` means `hand-limit`.
    return name.casefold().replace("_", "-")
