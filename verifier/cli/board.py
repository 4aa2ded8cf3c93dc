"""The table as one player sees it: zones in columns, hands and piles in lines, points so far.

Nothing is known here of any game: columns are what zones are indexed by (`route per player per colour`), and all
that is shown comes from the machine's view of that player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, product
from typing import Any

from rich.color import Color, ColorParseError
from rich.table import Table
from rich.text import Text

from verifier.analysis.liveness import Liveness
from verifier.engine import Engine, State
from verifier.engine.view import is_hidden, seen_things, sees_entry
from verifier.kernel.domain import NOTHING, Domain, Labels, Names, Number, Players, Things, Truth, values
from verifier.kernel.machine import Cell, Family
from verifier.model.game import Game
from verifier.pages.cards import FIELD, printed_fields
from verifier.pages.material import look_of
from verifier.pages.table_words import TableWords
from verifier.trace.scoring import OPEN, score_readers, scored
from verifier.trace.words import TableWording, player_name

DOT = "  ·  "
WORD = 10
GAP = "   "
Axis = tuple[str, Domain]


@dataclass(slots=True)
class _Side:
    """What lies before one player, or before all."""

    amounts: list[str] = field(default_factory=list)
    lines: list[tuple[str, Text]] = field(default_factory=list)


@dataclass(slots=True)
class _Row:
    """The zones of one family before one player, beside each other."""

    owner: int
    title: str
    cells: dict[int, Text]


class Board:
    """Shows states of one game to one player. All it knows is what the machine's view tells."""

    def __init__(self, engine: Engine, viewer: int, words: TableWords) -> None:
        self.engine = engine
        self.viewer = viewer
        self.words = words
        self.tight, self.folded = 0, False
        self.wording = TableWording(engine)
        machine = engine.machine
        self.unspoken = {machine.active, machine.shown_things, machine.shown_zones, "playing"}
        self.counted = [
            cell
            for cell in machine.cells.values()
            if cell.life != "spilled" and isinstance(cell.domain, Number) and cell.view in OPEN
            if len(cell.index) == 1 and isinstance(cell.index[0], Things)
        ]
        self.readers = score_readers(machine)
        self.liveness = Liveness(machine)
        self.suits = _suits(words.program.game)
        # What is printed on a component that holds something: the number of a region.
        hidden = look_of(words.program.ruleset.split("+")[0]).hidden if self.counted else ()
        self.printed = {
            thing: {
                name: value
                for name, value in printed_fields(words.program.game, thing).items()
                if isinstance(value, int) and name not in hidden
            }
            for cell in self.counted
            if isinstance(cell.index[0], Things)
            for thing in cell.index[0].ids
        }

    def names_by_print(self) -> dict[int, str]:
        """What components are called by what is printed on them, not by the number of the copy: `forest [3]`.

        Only where this tells them apart as well.
        """
        found: dict[int, str] = {}
        meant: dict[str, set[int]] = {}
        for thing, printed in self.printed.items():
            base, _, copy = self.wording.thing(thing).rpartition(" ")
            if printed:
                name = base if copy.isdecimal() else self.wording.thing(thing)
                found[thing] = " ".join([name, *(f"[{value}]" for value in printed.values())])
                meant.setdefault(found[thing], set()).add(self.engine.machine.things[thing].twin)
        return {thing: name for thing, name in found.items() if len(meant[name]) == 1}

    def drawn(self, state: State, tight: int = 0, folded: bool = False) -> Iterator[Text | Table]:
        """What stands in columns, then what belongs to nobody, to the others, to the viewer.

        Where the terminal is low all stands `tight`, in its width: no empty lines, shared piles beside each other;
        where it is lower still, what stands in columns before the others is `folded` into a line.
        """
        self.tight, self.folded = tight, folded
        view = self.engine.view(state, self.viewer)
        seats = [seat for seat in range(self.engine.machine.players) if seat != self.viewer]
        sides = {seat: _Side() for seat in (*seats, self.viewer, NOTHING)}
        grids: dict[Axis, list[_Row]] = {}
        for family in self.engine.machine.families.values():
            axis = _axis(family.index)
            if axis is None:
                self._add_line(family, view["zones"], state, sides)
            else:
                grids.setdefault(axis, []).extend(self._rows(family, axis, view["zones"], state))
        owners, stale = self._owners(view["zones"]), self._stale(state)
        for cell in self.engine.machine.cells.values():
            if cell.name in view["cells"] and cell.name not in self.unspoken | stale and not cell.given:
                self._add_cell(cell, state, sides, owners)
        order = (*seats, NOTHING, self.viewer)
        hidden = [row for rows in grids.values() for row in rows if folded and row.owner in seats]
        for axis, rows in grids.items():
            shown = [row for row in rows if row not in hidden]
            table = self._grid(axis, sorted(shown, key=lambda row: order.index(row.owner)))
            if table is not None:
                yield table
                yield from self._gap()
        if grids and any(self.printed.values()) and not folded:
            yield Text(self._legend(), style="dim")
            yield from self._gap()
        for row in hidden:
            note = ("", Text(self.words.said("folded"), style="dim"))
            if note not in sides[row.owner].lines:
                sides[row.owner].lines.append(note)
        for seat in (NOTHING, *seats, self.viewer):
            yield from self._side(state, seat, sides[seat])

    def _gap(self) -> Iterator[Text]:
        if not self.tight:
            yield Text()

    def _legend(self) -> str:
        """What stands in brackets after a component."""
        fields = dict.fromkeys(name for each in self.printed.values() for name in each)
        return "  ".join(
            [f"[{self.words.name(name)}]" for name in fields]
            + [f"({self.words.name(cell.name)})" for cell in self.counted]
        )

    # --- sides

    def _side(self, state: State, seat: int, side: _Side) -> Iterator[Text | Table]:
        if seat == NOTHING and not side.lines and not side.amounts:
            return
        name = self.words.said("table") if seat == NOTHING else player_name(seat)
        you = f" ({self.words.said('you')})" if seat == self.viewer else ""
        points = self._points(state, seat)
        if self.folded:
            summed = ("", Text(", ".join([*points, *side.amounts])))
            yield from self._flowing([summed, *side.lines], Text(f"{name}{you}", style="bold"))
            return
        head = Table.grid(padding=(0, 3))
        head.add_column(no_wrap=True)
        head.add_row(Text(f"{name}{you}", style="bold"), ", ".join([*points, *side.amounts]))
        yield head
        if self.tight and seat == NOTHING:
            yield from self._flowing(side.lines)
            return
        table = Table.grid(padding=(0, 2))
        table.add_column(min_width=WORD)
        for title, line in side.lines:
            table.add_row(f"  {title}", line)
        if side.lines:
            yield table

    def _flowing(self, lines: Sequence[tuple[str, Text]], row: Text | None = None) -> Iterator[Text]:
        """Zones with what lies in them beside each other, as many as fit; in the first row behind what stands there."""
        row = Text("  ") if row is None else row
        for title, line in lines:
            zone = Text.assemble((title, "dim"), " ", line) if title else line
            if not zone.plain:
                continue
            if row.cell_len > 2 and row.cell_len + len(GAP) + zone.cell_len > self.tight:
                yield row
                row = Text("  ")
            row.append_text(Text.assemble(GAP if row.cell_len > 2 else "", zone))
        if row.cell_len > 2:
            yield row

    def _points(self, state: State, seat: int) -> list[str]:
        """The score as it stands, where it follows from what the viewer sees."""
        if seat == NOTHING or not self.readers:
            return []
        views = {self.engine.machine.families[name].view for name in self.readers}
        if not views <= ({"seen", "owner"} if seat == self.viewer else {"seen"}):
            return []
        return [
            f"{self.words.name(worth.definition)} {worth.value}"
            for worth in scored(self.engine, state, seat)
            if worth.args == (seat,)
        ]

    def _add_line(self, family: Family, view: dict[str, Any], state: State, sides: dict[int, _Side]) -> None:
        """A zone, or one for each player: hands, decks, heaps."""
        for zone in range(family.base, family.base + family.size):
            told = view.get(self.engine.speech.zone(zone))
            if told is None or (not told["count"] and family.size > 1):
                continue
            owner, _ = self._owner(family.index, self.engine.layout.zone_index(zone))
            sides[owner].lines.append(
                (self.words.name(family.name), self._zone(told, (), state, family.shape == "set"))
            )

    # --- columns

    def _rows(self, family: Family, axis: Axis, view: dict[str, Any], state: State) -> Iterator[_Row]:
        found: dict[tuple[int, str], _Row] = {}
        for zone in range(family.base, family.base + family.size):
            told = view.get(self.engine.speech.zone(zone))
            if told is None:
                continue
            index = self.engine.layout.zone_index(zone)
            at = next(i for i, each in enumerate(family.index) if each == axis)
            rest = [pair for i, pair in enumerate(zip(family.index, index, strict=True)) if i != at]
            owner, words = self._owner([each for each, _ in rest], [value for _, value in rest])
            title = " ".join([self.words.name(family.name), *map(self.words.name, words)])
            row = found.setdefault((owner, title), _Row(owner, title, {}))
            if told["count"]:
                column = self.wording.value(axis[1], index[at])
                row.cells[index[at]] = self._zone(told, (column,), state)
        # Rows of one kind each are shown empty too: they are the table. Of many places only those in use.
        single = len({row.title for row in found.values()}) == 1 and isinstance(axis[1], Names)
        yield from (row for row in found.values() if row.cells or single)

    def _grid(self, axis: Axis, rows: Sequence[_Row]) -> Table | None:
        used = {column for row in rows for column in row.cells}
        columns = [each for each in values(axis[1]) if each in used or isinstance(axis[1], Names)]
        if not rows or not columns:
            return None
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
        table.add_column("", no_wrap=True)
        table.add_column(self.words.name(axis[0]), no_wrap=True, style="dim")
        for column in columns:
            raw = self.wording.value(axis[1], column)
            # Rather a name in pieces than one that is cut off.
            table.add_column(Text(self.words.name(raw), style=_style(raw)), overflow="fold")
        if self.tight:
            self._narrow(rows)
        last = None
        for row in rows:
            who = "" if row.owner in (NOTHING, last) else player_name(row.owner)
            last = row.owner
            table.add_row(Text(who, style="bold"), row.title, *(row.cells.get(each, "") for each in columns))
        return table

    def _narrow(self, rows: Sequence[_Row]) -> None:
        """Cells without the spaces before brackets, if the columns fit then; otherwise they wrap at these spaces."""
        close = [replace(row, cells={at: _closed(cell) for at, cell in row.cells.items()}) for row in rows]
        widths: dict[int, int] = {}
        for row in close:
            for at, cell in row.cells.items():
                widths[at] = max(widths.get(at, 0), cell.cell_len)
        names = max(len(player_name(row.owner)) for row in rows) + max(len(row.title) for row in rows)
        if names + 4 + sum(width + 2 for width in widths.values()) <= self.tight + 2:
            for row, narrow in zip(rows, close, strict=True):
                row.cells.update(narrow.cells)

    # --- zones and what lies in them

    def _owner(self, index: Sequence[tuple[str, Domain]], at: Sequence[int]) -> tuple[int, list[str]]:
        """Whose something is, and the other words that tell it apart."""
        owner, words = NOTHING, []
        for (_, domain), value in zip(index, at, strict=True):
            if isinstance(domain, Players) and owner == NOTHING:
                owner = value
            else:
                words.append(self.wording.value(domain, value).removeprefix("the "))
        return owner, words

    def _zone(self, told: dict[str, Any], words: Sequence[str], state: State, loose: bool = False) -> Text:
        """What lies in a zone; what lies `loose`, without an order of its own, stands by its first kind."""
        things = [self._heard(name) for name in told.get("things", [])]
        if loose:
            things.sort(key=self.suits.__getitem__)
        called = [(self._called(thing, words, state), _style(self.wording.thing(thing))) for thing in things]
        names = [
            Text(name if (count := len(list(run))) == 1 else f"{name} x{count}", style=style)
            for (name, style), run in groupby(called)
        ]
        unseen = told["count"] - len(things)
        line = Text(" " if words else ", ").join(names)
        if unseen:
            # In a column there is no room for words.
            more = f" +{unseen}" if words else f" {self.words.said('more', count=unseen)}"
            return Text.assemble(line, more if names else self.words.said("hidden", count=unseen))
        return line if names else Text(self.words.said("empty"), style="dim")

    def _called(self, thing: int, words: Sequence[str], state: State) -> str:
        """A component without what the place says already, with what is counted on it: `7`, `forest (2)`."""
        # Whose it is, where it lies before somebody, is not said again.
        whole = self.wording.thing(thing) if self.wording.seats[thing] is None else self.wording.bare(thing)
        rest = [part for part in whole.split() if part not in words]
        name = self.words.thing(" ".join(rest) or whole)
        slots = (self.engine.layout.slots[cell.name] for cell in self.counted if _covers(cell, thing))
        amounts = [str(amount) for slot in slots if (amount := getattr(state, slot)[thing])]
        named = thing in self.printed and rest and rest[-1].startswith("[")
        printed = "" if named else "".join(f" [{value}]" for value in self.printed.get(thing, {}).values())
        return f"{name}{printed} ({', '.join(amounts)})" if amounts else f"{name}{printed}"

    def _heard(self, name: str) -> int:
        return self.engine.speech.heard(self.engine.machine.all_things, name)[0]

    def _owners(self, view: dict[str, Any]) -> dict[int, int]:
        """Before whom each component lies that the viewer sees."""
        found = {}
        for family in self.engine.machine.families.values():
            for zone in range(family.base, family.base + family.size):
                owner, _ = self._owner(family.index, self.engine.layout.zone_index(zone))
                for name in view.get(self.engine.speech.zone(zone), {}).get("things", []):
                    found[self._heard(name)] = owner
        return found

    # --- amounts and notes

    def _stale(self, state: State) -> frozenset[str]:
        """What was noted for this turn and is of no use any more, such as a price that has been paid."""
        cells = self.engine.machine.cells.values()
        noted = frozenset(
            cell.name
            for cell in cells
            if cell.life == "turn" and cell.name not in self.unspoken and self._says_something(cell, state)
        )
        if not noted:
            return noted
        homes = {
            cell.name: self.engine.get(state, cell.name, ())
            for cell in cells
            if isinstance(cell.domain, Labels)
        }
        return noted - self.liveness.read_later(self.engine.layout.labels[state.at], homes, noted)

    def _says_something(self, cell: Cell, state: State) -> bool:
        """Is some entry not zero, not no, not nothing?"""
        nothing = 0 if isinstance(cell.domain, Number | Truth) else NOTHING
        places = product(*(values(domain) for domain in cell.index))
        return any(self.engine.get(state, cell.name, index) != nothing for index in places)

    def _add_cell(self, cell: Cell, state: State, sides: dict[int, _Side], owners: dict[int, int]) -> None:
        """Amounts and notes that say something: not zero, not no, not nothing, and not said beside a component."""
        if cell in self.counted:
            return
        found: dict[int, list[str]] = {}
        seen = seen_things(state, self.viewer, self.engine.read)
        for index in product(*(values(domain) for domain in cell.index)):
            value = self.engine.get(state, cell.name, index)
            if any(is_hidden(*each, seen) for each in zip(cell.index, index, strict=True)):
                continue
            if not sees_entry(cell, index, self.viewer):
                continue
            if value == (0 if isinstance(cell.domain, Number | Truth) else NOTHING):
                continue
            if value not in values(cell.domain) or is_hidden(cell.domain, value, seen):
                # A die that was not rolled yet, a card that was drawn and lies in its pile again.
                continue
            owner, words = self._owner([("", domain) for domain in cell.index], index)
            for domain, part in zip(cell.index, index, strict=True):
                if isinstance(domain, Things) and owner == NOTHING:
                    owner = owners.get(part, NOTHING)
            told = [] if isinstance(cell.domain, Truth) else [self._value(cell, value)]
            found.setdefault(owner, []).append(" ".join([*map(self.words.thing, words), *told]))
        for owner, parts in found.items():
            title = self.words.name(cell.name)
            if any(not isinstance(domain, Players) for domain in cell.index):
                sides[owner].lines.append((title, Text(DOT.join(parts))))
            else:
                sides[owner].amounts.append(" ".join([title, *parts]).strip())

    def _value(self, cell: Cell, value: int) -> str:
        return self.words.thing(self.wording.value(cell.domain, value).removeprefix("the "))


def _closed(cell: Text) -> Text:
    """Each bracket at the word before it."""
    return Text("").join(
        piece if piece.plain[:1] in "[(" else Text.assemble(" " if number else "", piece)
        for number, piece in enumerate(cell.split(" "))
    )


def _suits(game: Game) -> list[int]:
    """For each component its place in the first kind that is printed on components: their colour, their suit."""
    for name, table in game.tables.items():
        if name.startswith(FIELD) and isinstance(table.domain, Names) and len(table.index) == 1:
            return list(table.values)
    return [0] * len(game.things)


def _covers(cell: Cell, thing: int) -> bool:
    index = cell.index[0]
    return isinstance(index, Things) and thing in index.ids


def _axis(index: Sequence[tuple[str, Domain]]) -> Axis | None:
    """What the zones of a family stand beside each other by: the first index that is no player."""
    return next((each for each in index if not isinstance(each[1], Players)), None)


def _style(name: str) -> str:
    """The colour that a name begins with, if it is the name of a colour."""
    word = name.replace("-", " ").split(" ")[0]
    try:
        Color.parse(word)
    except ColorParseError:
        return ""
    return word
