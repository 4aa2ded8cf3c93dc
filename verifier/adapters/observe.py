"""What a player sees, as numbers of a fixed length and as text; nothing else of the state goes into either."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from verifier.engine import Engine, State
from verifier.engine.view import seen_things, sees_entry, without_empty
from verifier.kernel.domain import Things, bounds
from verifier.kernel.machine import Cell
from verifier.runtime import FINAL, NOTHING

# Of what is not seen; nothing is -1.
UNSEEN = -2


@dataclass(frozen=True, slots=True)
class _Entries:
    """How a cell is read: its slot, which entries each player sees, and the component that each is about, if any."""

    slot: str
    is_row: bool
    seen: tuple[tuple[bool, ...], ...]
    about: tuple[int, ...]
    holds_things: bool


class Observer:
    """Observations of one machine: who is to move, the own decision, zones, components, cells."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        machine = engine.machine
        shown = {machine.shown_zones, machine.shown_things}
        self._cells = tuple(
            self._entries(cell)
            for cell in machine.cells.values()
            if cell.life != "spilled" and cell.view != "hidden" and cell.name not in shown
        )
        cells = sum(len(each.about) for each in self._cells)
        self.size = 2 + machine.zones + 2 * len(machine.things) + cells
        limits = [bounds(cell.domain) for cell in machine.cells.values() if cell.life != "spilled"]
        self.low = min(UNSEEN, *(low for low, _ in limits))
        counts = (len(machine.blocks) + 1, machine.zones, len(machine.things), machine.players)
        self.high = max(*counts, *(high for _, high in limits))

    def _entries(self, cell: Cell) -> _Entries:
        layout = self.engine.layout
        ranges = [range(axis.offset, axis.offset + axis.size) for axis in layout.cell_axes(cell)]
        indexes = list(product(*ranges)) if cell.index else [()]
        seats = range(self.engine.machine.players)
        at = next((place for place, domain in enumerate(cell.index) if isinstance(domain, Things)), None)
        about = [NOTHING if at is None else index[at] for index in indexes]
        seen = tuple(tuple(sees_entry(cell, index, seat) for index in indexes) for seat in seats)
        slot = layout.slots[cell.name]
        return _Entries(slot, bool(cell.index), seen, tuple(about), isinstance(cell.domain, Things))

    def vector(self, state: State, player: int) -> list[int]:
        """`size` numbers: who moves, the player's own decision, the length of each zone, where each component lies."""
        engine = self.engine
        mover = engine.player(state)
        known = seen_things(state, player, engine.read)
        found = [mover, state.at + 1 if mover == player and state.at != FINAL else 0]
        found += map(len, state.zones[: engine.machine.zones])
        where, place = [UNSEEN] * len(engine.machine.things), [UNSEEN] * len(engine.machine.things)
        for zone, things in enumerate(state.zones[: engine.machine.zones]):
            for at, thing in enumerate(things):
                if thing in known:
                    where[thing] = zone
                    place[thing] = at
        found += where
        found += place
        for each in self._cells:
            found += self._values(each, state, player, known)
        return found

    def _values(self, each: _Entries, state: State, player: int, known: frozenset[int]) -> Iterator[int]:
        held = getattr(state, each.slot)
        values = held[:-1] if each.is_row else [held]
        for value, seen, about in zip(values, each.seen[player], each.about, strict=True):
            hidden = not seen or (about != NOTHING and about not in known)
            if each.holds_things and value != NOTHING and value not in known:
                hidden = True
            yield UNSEEN if hidden else int(value)

    def text(self, state: State, player: int) -> str:
        """The view as JSON without what is empty, with who is to move and the player's own decision."""
        engine = self.engine
        mover = engine.player(state)
        own = engine.layout.labels[state.at] if mover == player and state.at != FINAL else None
        view = without_empty(engine.view(state, player), engine.machine)
        return json.dumps({"to_move": mover, "decision": own, **view}, separators=(",", ":"))
