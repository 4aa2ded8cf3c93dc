"""A play as pictures: the table before it begins, and after each move only what has changed."""

from __future__ import annotations

import json
from typing import Any

from verifier.diagnostics import Report
from verifier.engine import Engine, Move, State
from verifier.kernel.domain import NOTHING, Number, Players, values
from verifier.kernel.machine import Cell
from verifier.report.reader import TableNames
from verifier.source import Source
from verifier.trace import read_play, replayed
from verifier.trace.trace import Evidence
from verifier.trace.words import player_name

# Amounts with more entries than this are left out of the picture.
MOST_ENTRIES = 24


class Pictures:
    """Draws the plays of one machine."""

    def __init__(self, engine: Engine, names: TableNames | None = None) -> None:
        self.engine = engine
        self.names = names or TableNames()
        machine = engine.machine
        self.zones = [zone for zone in range(machine.zones) if zone != machine.box]
        self.cells = [cell for cell in machine.cells.values() if _is_shown(cell)]

    def table(self) -> list[dict[str, Any]]:
        """Every zone: its name, what it looks like, and whose it is."""
        found = []
        for zone in self.zones:
            family = self.engine.layout.family_of[zone]
            index = self.engine.layout.zone_index(zone)
            pairs = list(zip(family.index, index, strict=True))
            owner = next((value for (_, domain), value in pairs if isinstance(domain, Players)), None)
            words = [
                self.names.name(str(self.engine.speech.value(domain, value)))
                for (_, domain), value in pairs
                if not isinstance(domain, Players)
            ]
            found.append(
                {
                    "name": " ".join([self.names.name(family.name), *words]),
                    "shape": family.shape,
                    "view": family.view,
                    "owner": owner,
                }
            )
        return found

    def things(self) -> dict[str, str]:
        """Components by their names, whole and without one of their words, where a reader calls them differently."""
        found = {}
        for thing in self.engine.speech.things:
            parts = thing.name.split("-")
            for some in (parts, *(parts[:at] + parts[at + 1 :] for at in range(len(parts)))):
                said = self.names.thing(" ".join(some)) if some else ""
                if said and said != " ".join(some):
                    found["-".join(some)] = said
        return found

    def frames(self, trace: Evidence) -> list[dict[str, Any]]:
        """Before the first move, and after each: the zones and amounts that are new."""
        play = read_play(Source("trace", json.dumps(dict(trace.play))), Report())
        if play is None:
            return []
        found: list[dict[str, Any]] = []
        known: dict[str, Any] = {}

        def watch(number: int, state: State, move: Move) -> None:
            found.append(self._news(state, known))

        end = replayed(self.engine, play, watch)
        if end.broken is None:
            found.append(self._news(end.state, known))
        return found

    def _news(self, state: State, known: dict[str, Any]) -> dict[str, Any]:
        zones: dict[str, Any] = {}
        names = self.engine.speech.things
        for number, zone in enumerate(self.zones):
            things = [names[thing].name for thing in state.zones[zone]]
            if known.get(f"z{number}", []) != things:
                zones[str(number)] = known[f"z{number}"] = things
        amounts = self._amounts(state)
        new = {name: value for name, value in amounts.items() if known.get(f"a{name}") != value}
        known.update({f"a{name}": value for name, value in new.items()})
        over = self.engine.over(state)
        return {"zones": zones, "amounts": new, "player": None if over else self.engine.player(state)}

    def _amounts(self, state: State) -> dict[str, Any]:
        found = {}
        for cell in self.cells:
            if not cell.index:
                found[self.names.name(cell.name)] = self._value(cell, self.engine.get(state, cell.name))
                continue
            for value in values(cell.index[0]):
                words = self.engine.speech.value(cell.index[0], value)
                mine = isinstance(cell.index[0], Players)
                name = player_name(value) if mine else self.names.name(str(words))
                held = self.engine.get(state, cell.name, (value,))
                found[f"{name}: {self.names.name(cell.name)}"] = self._value(cell, held)
        return found

    def _value(self, cell: Cell, held: int) -> Any:
        if isinstance(cell.domain, Players):
            return player_name(held) if held != NOTHING else None
        return self.engine.speech.value(cell.domain, held)


def _is_shown(cell: Cell) -> bool:
    if cell.life == "spilled" or len(cell.index) > 1 or not isinstance(cell.domain, Number | Players):
        return False
    return not cell.index or len(values(cell.index[0])) <= MOST_ENTRIES
