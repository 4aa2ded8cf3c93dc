"""The table as one player sees it: zones and amounts in, lines for the terminal out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, product
from typing import Any

from rich.color import Color, ColorParseError
from rich.table import Table
from rich.text import Text

from verifier.backends.machine import Engine, State
from verifier.kernel.domain import NOTHING, Domain, Number, Players, Things, Truth, values
from verifier.kernel.machine import Cell, Family
from verifier.trace.words import Wording, player_name, spoken

DOT = "  ·  "
WORD = 12


@dataclass(slots=True)
class _Side:
    """What lies before one player, or before all."""

    amounts: list[str] = field(default_factory=list)
    lines: list[tuple[str, Text]] = field(default_factory=list)


class Seen:
    """Shows states of one game to one player. All it knows is what the machine's view tells."""

    def __init__(self, engine: Engine, viewer: int) -> None:
        self.engine = engine
        self.viewer = viewer
        self.wording = Wording(engine)
        machine = engine.machine
        self.unspoken = {machine.active, machine.shown_things, machine.shown_zones}

    def sides(self, state: State) -> Iterator[tuple[Text, Table]]:
        """What belongs to nobody, then to each player, the viewer last: a headline and what lies there."""
        view = self.engine.view(state, self.viewer)
        seats = [seat for seat in range(self.engine.machine.players) if seat != self.viewer]
        sides = {seat: _Side() for seat in (*seats, self.viewer, NOTHING)}
        owners = self._owners(view["zones"])
        for family in self.engine.machine.families.values():
            self._add_zones(family, view["zones"], sides)
        for cell in self.engine.machine.cells.values():
            if cell.name in view["cells"] and cell.name not in self.unspoken and not cell.given:
                self._add_cell(cell, state, sides, owners)
        for seat in (NOTHING, *seats, self.viewer):
            yield self._side(seat, sides[seat])

    def _side(self, seat: int, side: _Side) -> tuple[Text, Table]:
        name = "the table" if seat == NOTHING else player_name(seat)
        you = " (you)" if seat == self.viewer else ""
        amounts = f"   {', '.join(side.amounts)}" if side.amounts else ""
        table = Table.grid(padding=(0, 2))
        table.add_column(min_width=WORD)
        for title, line in side.lines:
            table.add_row(f"  {title}", line)
        return Text.assemble((f"{name}{you}", "bold"), amounts), table

    def _add_zones(self, family: Family, view: dict[str, Any], sides: dict[int, _Side]) -> None:
        """One line for the zones of a family before each player; empty zones are left out."""
        found: dict[int, list[Text]] = {}
        for zone in range(family.base, family.base + family.size):
            told = view.get(self.engine.speech.zone(zone))
            if told is None or (not told["count"] and family.size > self.engine.machine.players):
                continue
            owner, words = self._index(family, self.engine.layout.zone_index(zone))
            found.setdefault(owner, []).append(self._zone(told, words))
        for owner, parts in found.items():
            sides[owner].lines.append((spoken(family.name), Text(DOT).join(parts)))

    def _index(self, family: Family, index: tuple[int, ...]) -> tuple[int, list[str]]:
        return self._owner([domain for _, domain in family.index], index)

    def _owner(self, domains: list[Domain], index: tuple[int, ...]) -> tuple[int, list[str]]:
        """Whose something is, and the other words that tell it apart."""
        owner, words = NOTHING, []
        for domain, value in zip(domains, index, strict=True):
            if isinstance(domain, Players) and owner == NOTHING:
                owner = value
            else:
                words.append(self.wording.value(domain, value).removeprefix("the "))
        return owner, words

    def _zone(self, told: dict[str, Any], words: list[str]) -> Text:
        things = told.get("things", [])
        called = [_shortened(self._called(name), words) for name in things]
        names = [Text(_counted(name, len(list(run))), style=_style(name)) for name, run in groupby(called)]
        unseen = told["count"] - len(things)
        line = Text(", ").join(names)
        if unseen:
            line = Text.assemble(line, f" and {unseen} more" if names else f"{unseen} hidden")
        elif not names:
            line = Text("empty", style="dim")
        label = " ".join(words)
        return Text.assemble((label, _style(label)), " ", line) if label else line

    def _called(self, name: str) -> str:
        return self.wording.thing(self.engine.speech.heard(self.engine.machine.all_things, name)[0])

    def _owners(self, view: dict[str, Any]) -> dict[int, int]:
        """Before whom each component lies that the viewer sees."""
        found = {}
        for family in self.engine.machine.families.values():
            for zone in range(family.base, family.base + family.size):
                owner, _ = self._index(family, self.engine.layout.zone_index(zone))
                for name in view.get(self.engine.speech.zone(zone), {}).get("things", []):
                    found[self.engine.speech.heard(self.engine.machine.all_things, name)[0]] = owner
        return found

    def _add_cell(self, cell: Cell, state: State, sides: dict[int, _Side], owners: dict[int, int]) -> None:
        """Amounts and notes that say something: not zero, not no, not nothing."""
        found: dict[int, list[str]] = {}
        for index in product(*(values(domain) for domain in cell.index)):
            value = self.engine.get(state, cell.name, index)
            if value == (0 if isinstance(cell.domain, Number | Truth) else NOTHING):
                continue
            owner, words = self._owner(list(cell.index), index)
            for domain, part in zip(cell.index, index, strict=True):
                if isinstance(domain, Things) and owner == NOTHING:
                    owner = owners.get(part, NOTHING)
            told = [] if isinstance(cell.domain, Truth) else [self.wording.value(cell.domain, value)]
            found.setdefault(owner, []).append(" ".join([*words, *told]))
        for owner, parts in found.items():
            if any(not isinstance(domain, Players) for domain in cell.index):
                sides[owner].lines.append((spoken(cell.name), Text(DOT.join(parts))))
            else:
                sides[owner].amounts.append(" ".join([spoken(cell.name), *parts]).strip())


def _counted(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x{count}"


def _shortened(name: str, words: list[str]) -> str:
    """A name without what the place says already: `7` in the row of its colour."""
    rest = [part for part in name.split() if part not in words]
    return " ".join(rest) or name


def _style(name: str) -> str:
    """The colour that a name begins with, if it is the name of a colour."""
    word = name.replace("-", " ").split(" ")[0]
    try:
        Color.parse(word)
    except ColorParseError:
        return ""
    return word
