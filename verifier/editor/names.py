"""Names in a text: what each may mean where it stands, and whether it is written there for the first time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from verifier.source import Span

# Names of one group are one namespace: a rule and a zone may have the same name, a zone and a number may not.
UNIT, RULE, CLAIM, SCENARIO, ACTION = "unit", "rule", "claim", "scenario", "action"
PROCEDURE, PHASE, TEXT, VALUE, LOCAL = "procedure", "phase", "text", "value", "local"
ANY_GROUP = (RULE, ACTION, CLAIM, VALUE, PROCEDURE, SCENARIO, PHASE, TEXT, UNIT)

# A definition; the use by which a word comes to be (a class on a card, a face of a die); any other use.
DEFINES, DECLARES, USES = 2, 1, 0


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a name stands for: its group and its text; a local name also has the place where it is bound."""

    group: str
    text: str
    bound: Span | None = None


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name where it stands; several groups where the place alone does not decide.

    `sort` is what people call the thing that a definition defines, `whole` all that it says.
    """

    span: Span
    symbols: tuple[Symbol, ...]
    strength: int = USES
    sort: str = ""
    whole: Span | None = None
    replaces: bool = False
    # The rule, definition or action that the text around it is put into: its local names are known there.
    into: str | None = None

    @property
    def text(self) -> str:
        return self.symbols[0].text


@dataclass(frozen=True)
class FileNames:
    """The names of one file, in the order of the text, and what each local name means."""

    path: str
    found: tuple[Occurrence, ...]

    @cached_property
    def by_symbol(self) -> Mapping[Symbol, tuple[Occurrence, ...]]:
        found: dict[Symbol, list[Occurrence]] = {}
        for each in self.found:
            for symbol in each.symbols:
                found.setdefault(symbol, []).append(each)
        return {symbol: tuple(many) for symbol, many in found.items()}

    @cached_property
    def sorts(self) -> Mapping[tuple[str, str], str]:
        """What people call the thing behind each group and name that is defined here."""
        found: dict[tuple[str, str], str] = {}
        for each in self.found:
            if each.strength == DEFINES and not each.replaces:
                for symbol in each.symbols:
                    found.setdefault((symbol.group, symbol.text), each.sort)
        return found

    @cached_property
    def texts(self) -> frozenset[str]:
        return frozenset(each.text for each in self.found)

    @cached_property
    def _starts(self) -> list[int]:
        return [each.span.start for each in self.found]

    def at(self, offset: int) -> Occurrence | None:
        """The name at a place; the end of a name still belongs to it, as a cursor stands there after typing."""
        place = bisect_right(self._starts, offset) - 1
        if place < 0 or self.found[place].span.end < offset:
            return None
        return self.found[place]


def in_order(path: str, found: Iterable[Occurrence]) -> FileNames:
    return FileNames(path, tuple(sorted(found, key=lambda each: each.span.start)))
