"""A replayed play as a trace in ITF, the JSON of Apalache and Quint: the variable of the TLA+ module, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.engine import Engine, State
from verifier.export.names import TlaNames
from verifier.trace.moves import MoveNotation
from verifier.trace.replay import Replay, Replayer
from verifier.trace.trace import WrittenTrace


def itf_trace(engine: Engine, play: WrittenTrace, unordered: frozenset[str]) -> tuple[dict[str, Any], Replay]:
    """The trace, and how the play goes: the states up to its first illegal move."""
    writer = _Writer(engine, unordered)
    moving = MoveNotation(engine)
    states: list[dict[str, Any]] = []

    def watch(number: int, state: State, move: Any) -> None:
        states.append(writer.state(len(states), state, moving.written(state, move)))

    found = Replayer(engine, moving).replay(play, watch)
    if found.broken is None:
        states.append(writer.state(len(states), found.state, None))
    meta = {
        "format": "ITF",
        "format-description": "https://apalache.informal.systems/docs/adr/015adr-trace.html",
    }
    about = {"source": play.ruleset, "description": f"a play for {play.players} players"}
    return {"#meta": {**meta, **about}, "vars": ["s"], "states": states}, found


class _Writer:
    """Writes states as values of ITF."""

    def __init__(self, engine: Engine, unordered: frozenset[str]) -> None:
        self.engine = engine
        self.names = TlaNames(engine.machine)
        families = engine.layout.family_of
        self.loose = [
            zone
            for zone in range(engine.machine.zones)
            if families[zone].shape == "set" or families[zone].name in unordered
        ]

    def state(self, number: int, state: State, move: dict[str, Any] | None) -> dict[str, Any]:
        """A state; `#meta` has its number and the move that is made there."""
        zones, machine = range(self.engine.machine.zones), self.engine.machine
        rows = [[zone, list(map(_int, state.zones[zone]))] for zone in zones if zone not in self.loose]
        sets = [[zone, {"#set": list(map(_int, sorted(state.zones[zone])))}] for zone in self.loose]
        value: dict[str, Any] = {"at": _int(state.at), "rows": _map(rows), "sets": _map(sets)}
        value["where"] = _map([[thing, _int(state.where[thing])] for thing in range(len(machine.things))])
        for name, cell in machine.cells.items():
            held = getattr(state, self.engine.layout.slots[name])
            value[self.names.cells[name]] = list(map(_int, held[:-1])) if cell.index else _int(held)
        meta = {"index": number} if move is None else {"index": number, "move": move}
        return {"#meta": meta, "s": value}


def _int(value: int) -> dict[str, str]:
    return {"#bigint": str(int(value))}


def _map(pairs: Sequence[Sequence[Any]]) -> dict[str, Any]:
    return {"#map": [[_int(key), value] for key, value in pairs]}
