"""Candidates in the language of the rules, and symbolic states in words.

What holds where a procedure returns to, or which player a loop has come to, the machine knows and the rules have no
word for. A guess about such things has words for the report, and no text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from verifier.check.induction.encode import Encoding
from verifier.check.induction.terms import Term
from verifier.engine.notation import SEATS
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Players, Things, Truth, values

# Cells that the machine keeps for itself all through a round.
UNNAMED = ("playing", "shown zones", "shown things")


@dataclass(frozen=True, slots=True)
class StatePart:
    """One zone of a family, or one cell of a row; `kinds` are what its indexes range over, where that has a name."""

    name: str
    index: tuple[int, ...]
    kinds: tuple[tuple[str, Domain], ...]

    @property
    def all(self) -> list[tuple[int, ...]]:
        """The indexes of every place of this name."""
        return list(product(*(values(domain) for _, domain in self.kinds)))

    @property
    def text(self) -> str:
        """`first.route of red`."""
        indexes = zip(self.kinds, self.index, strict=True)
        return _written(self.name, self.kinds, [_member(domain, value) for (_, domain), value in indexes])

    def ranged(self) -> tuple[str, str]:
        """`player p, colour c`, and `p.route of c`."""
        letters: list[str] = []
        for kind, _ in self.kinds:
            taken = (kind[:end] for end in range(1, len(kind) + 1) if kind[:end] not in letters)
            letters.append(next(taken, kind))
        ranges = ", ".join(f"{kind} {letter}" for (kind, _), letter in zip(self.kinds, letters, strict=True))
        return ranges, _written(self.name, self.kinds, letters)


@dataclass(frozen=True, slots=True)
class CandidateText:
    """A guess in words, and as a claim if the rules can say it; `{}` in both is the place that it is about."""

    words: str
    text: str | None = None
    place: StatePart | None = None

    def told(self) -> str:
        """In plain words."""
        return self.words.format(_plain(self.place)) if self.place else self.words

    def claim(self, everywhere: bool = False) -> tuple[str, str] | None:
        """The words and the text with their place; of every place of the name, if it is so `everywhere`."""
        if self.text is None:
            return None
        if self.place is None:
            return self.words, self.text
        if not (everywhere and self.place.kinds):
            return self.words.format(self.place.text), self.text.format(self.place.text)
        ranges, text = self.place.ranged()
        return self.words.format(f"every {self.place.name}"), f"every {ranges}: {self.text.format(text)}"


class StateNames:
    """What the zones and cells of a machine are called in its rules."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.machine = encoding.machine
        self._cells = {variable: key for key, variable in encoding.cells.items()}

    def zone(self, zone: int) -> StatePart:
        family = self.encoding.layout.family_of[zone]
        return StatePart(family.name, self.encoding.layout.zone_index(zone), family.index)

    def cell(self, name: str, place: int = 0) -> StatePart | None:
        """A cell of the rules; the machine's own have no name there, nor have rows by plain numbers."""
        cell = self.machine.cells[name]
        kinds = [(_kind(domain), domain) for domain in cell.index]
        if cell.life == "spilled" or name in UNNAMED or any(kind is None for kind, _ in kinds):
            return None
        index = list(product(*(values(domain) for domain in cell.index)))[place]
        return StatePart(name, index, tuple((kind, domain) for kind, domain in kinds if kind is not None))

    def named(self, variable: Term) -> str | None:
        """What the rules call the cell of a variable."""
        found = self.cell(*self._cells[variable])
        return found.text if found is not None else None

    def value(self, name: str, value: int) -> str | None:
        """A value of a cell; a component has no name in the rules."""
        domain = self.machine.cells[name].domain
        if value == NOTHING and not isinstance(domain, Number):
            return "nothing"
        return _member(domain, value) if isinstance(domain, Number | Names | Players) else None

    def constant(self, name: str, place: int, value: int) -> CandidateText:
        """A cell and the value it always has."""
        cell, held = self.cell(name, place), self.value(name, value)
        if cell is None:
            row = f" {place}" if self.machine.cells[name].index else ""
            return CandidateText(f"{name}{row} is {held or value}")
        if isinstance(self.machine.cells[name].domain, Truth):
            return CandidateText(
                f"{{}} is {'set' if value else 'not set'}", "{}" if value else "not {}", cell
            )
        if held is None:
            return CandidateText(f"{{}} is {self.machine.things[value].name}", None, cell)
        return CandidateText(f"{{}} is {held}", f"{{}} is {held}", cell)

    def bounded(self, words: str, text: str, variable: Term, other: Term) -> CandidateText:
        """A bound on one cell in terms of another: the first `{}` is the place, the second the other."""
        cell, name = self.cell(*self._cells[variable]), self.named(other)
        if cell is None or name is None:
            return CandidateText(words.format(variable, other))
        return CandidateText(words.format("{}", name), text.format("{}", name), cell)

    def compared(self, words: str, *cells: Term) -> CandidateText:
        """Words about plain cells, with a `{}` for each: the same in the rules, if all have names there."""
        return CandidateText(words.format(*map(repr, cells)), self.filled(words, *cells))

    def filled(self, text: str, *cells: Term) -> str | None:
        """The text with the names of cells, if all have one."""
        names = [self.named(cell) for cell in cells]
        return text.format(*names) if all(names) else None

    def count(self, zones: Sequence[int]) -> str:
        """How many lie in a zone: of cards, if nothing else comes there."""
        held = {thing for zone in zones for thing in self.encoding.holders[zone]}
        for sort in ("card", "tile", "figure"):
            table = self.machine.tables.get(f"is {sort}")
            if table is not None and all(table.values[thing] for thing in held):
                return f"count {sort} in {{}}"
        return "count component in {}"

    def total(self, name: str) -> str | None:
        """An amount, or the sum of a row of them."""
        found = self.cell(name)
        if found is None:
            return None
        if not found.kinds:
            return found.text
        ranges, text = found.ranged()
        return f"(sum over {ranges}: {text})"


def hyphenated(words: str) -> str:
    """Words as a name: `draw-hand-of-active-holds-7`."""
    spelt = words.replace(" -", " minus ")
    return "-".join(re.findall(r"[^\W_]+", spelt))


def _kind(domain: Domain) -> str | None:
    return "player" if isinstance(domain, Players) else domain.name if isinstance(domain, Names) else None


def _member(domain: Domain, value: int) -> str:
    match domain:
        case Players():
            return SEATS[value]
        case Names(_, members):
            return members[value]
        case _:
            return str(value)


def _written(name: str, kinds: Sequence[tuple[str, Domain]], members: Sequence[str]) -> str:
    """Whose it is stands before a dot, other indexes after `of`."""
    if not kinds:
        return name
    owned = isinstance(kinds[0][1], Players)
    text = f"{members[0]}.{name}" if owned else name
    rest = " ".join(members[1:] if owned else members)
    return f"{text} of {rest}" if rest else text


def _plain(place: StatePart) -> str:
    return " ".join((place.name, *map(str, place.index)))


MOST_LINES = 24


def state_in_words(encoding: Encoding, state: Mapping[Term, int]) -> tuple[str, ...]:
    """The part of a state that was looked at, one line for each zone and cell."""
    lines = [*_zones(encoding, state), *_cells(encoding, state)]
    more = len(lines) - MOST_LINES
    return tuple(lines[:MOST_LINES]) + ((f"and {more} more",) if more > 0 else ())


def _zones(encoding: Encoding, state: Mapping[Term, int]) -> list[str]:
    piles: dict[int, list[tuple[int, str]]] = {}
    for (zone, thing), variable in encoding.inside.items():
        if state.get(variable):
            spot = state.get(encoding.spot[thing], 0) if thing in encoding.spot else 0
            piles.setdefault(zone, []).append((spot, encoding.machine.things[thing].name))
    found = []
    for zone, pile in sorted(piles.items()):
        names = ", ".join(name for _, name in sorted(pile))
        size = state.get(encoding.sizes[zone])
        count = "" if size is None or size == len(pile) else f" ({size} in all)"
        found.append(f"{encoding.zone_name(zone)}: {names}{count}")
    return found


def _cells(encoding: Encoding, state: Mapping[Term, int]) -> list[str]:
    found = []
    for (name, _), variable in encoding.cells.items():
        value = state.get(variable)
        if value is not None:
            found.append(f"{variable.payload}: {_value(encoding, name, value)}")
    return found


def _value(encoding: Encoding, name: str, value: int) -> str:
    domain = encoding.machine.cells[name].domain
    if isinstance(domain, Truth):
        return "yes" if value else "no"
    if isinstance(domain, Things | Names) and value == NOTHING:
        return "nothing"
    if isinstance(domain, Things):
        return encoding.machine.things[value].name
    return domain.members[value] if isinstance(domain, Names) else str(value)
