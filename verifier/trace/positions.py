"""States as JSON, and back: where every component lies, the value of every cell, the pause at which play stands.

A value of a cell with an index is a list, one entry for each index in order, as in what comes with a play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from verifier.diagnostics import Label, Rejected, Report, diagnostic, did_you_mean
from verifier.engine import Engine, State
from verifier.kernel.domain import NOTHING, values
from verifier.kernel.machine import Cell
from verifier.runtime import FINAL
from verifier.source import NOWHERE
from verifier.trace.places import Path, quoted, shown, written_value
from verifier.trace.trace import Word

KEYS = ("ruleset", "players", "at", "zones", "cells")


def state_as_json(engine: Engine, ruleset: str, state: State) -> dict[str, Any]:
    """Everything that a state is; `at` is the pause, nothing when the play is over."""
    machine, speech = engine.machine, engine.speech
    names = [thing.name for thing in machine.things]
    return {
        "ruleset": ruleset,
        "players": machine.players,
        "at": None if state.at == FINAL else engine.layout.labels[state.at],
        "zones": {
            speech.zone(zone): [names[thing] for thing in state.zones[zone]] for zone in range(machine.zones)
        },
        "cells": {name: _words(engine, cell, state) for name, cell in machine.cells.items()},
    }


def _words(engine: Engine, cell: Cell, state: State) -> Word | list[Word]:
    held = getattr(state, engine.layout.slots[cell.name])
    if not cell.index:
        return engine.speech.value(cell.domain, held)
    # The last value of a row is that of an index on no axis, which never changes.
    return [engine.speech.value(cell.domain, value) for value in held[:-1]]


def read_state(engine: Engine, written: Mapping[str, Any]) -> State:
    """The state that was written; what is no state of this machine raises `Rejected`.

    Whether play can come to it is not asked.
    """
    for key in KEYS:
        if key not in written:
            _reject("R405", (), None, place="the state", key=key)
    for key in written:
        if key not in KEYS:
            _reject("R406", (), None, place="the state", key=key)
    state = engine.blank()
    _read_zones(engine, state, _mapping(written["zones"], ("zones",)))
    _read_cells(engine, state, _mapping(written["cells"], ("cells",)))
    state.at = _pause(engine, written["at"])
    return state


def _read_zones(engine: Engine, state: State, written: Mapping[str, Any]) -> None:
    machine = engine.machine
    known = {engine.speech.zone(zone): zone for zone in range(machine.zones)}
    numbers = {thing.name: number for number, thing in enumerate(machine.things)}
    _check_keys(written, known, "zones")
    state.zones[machine.box].clear()
    where: dict[int, str] = {}
    for name, zone in known.items():
        place: Path = ("zones", name)
        for at, word in enumerate(_list(written[name], place)):
            if not isinstance(word, str) or word not in numbers:
                hint = did_you_mean(str(word), numbers)
                _reject("R413", (*place, at), hint, name=word)
            thing = numbers[word]
            if thing in where:
                wanted = f"somewhere else: `{word}` is in `{where[thing]}` already"
                _reject("R404", (*place, at), None, place=quoted((*place, at)), wanted=wanted)
            where[thing] = name
            state.where[thing] = zone
            state.zones[zone].append(thing)
        if zone in engine.runner.unordered:
            state.zones[zone].sort()
    lacking = [thing.name for number, thing in enumerate(machine.things) if number not in where]
    if lacking:
        wanted = f"every component once; `{lacking[0]}` is nowhere"
        _reject("R404", ("zones",), None, place="`zones`", wanted=wanted)


def _read_cells(engine: Engine, state: State, written: Mapping[str, Any]) -> None:
    cells = engine.machine.cells
    _check_keys(written, cells, "cells")
    for name, cell in cells.items():
        place: Path = ("cells", name)
        row = engine.layout.row(cell)
        words = _list(written[name], place) if cell.index else [written[name]]
        if cell.index and len(words) != len(row) - 1:
            _reject("R404", place, None, place=quoted(place), wanted=f"a list of {len(row) - 1} values")
        values = [_value(engine, cell, word, place) for word in words]
        setattr(state, engine.layout.slots[name], [*values, row[-1]] if cell.index else values[0])


def _value(engine: Engine, cell: Cell, word: Any, place: Path) -> int:
    speech = engine.speech
    start = speech.value(cell.domain, cell.starts)
    if type(word) is type(start) and word == start:
        return cell.starts
    if word is None and cell.optional:
        return NOTHING
    # Copies of a component have names of their own: here the one that is named is meant.
    heard = [each for each in speech.heard(cell.domain, word) if each in values(cell.domain)]
    exact = [each for each in heard if speech.value(cell.domain, each) == word]
    if not heard:
        _reject("R412", place, None, name=cell.name, value=written_value(word))
    return (exact or heard)[0]


def _pause(engine: Engine, word: Any) -> int:
    if word is None:
        return FINAL
    if word not in engine.layout.pauses:
        hint = did_you_mean(str(word), engine.layout.pauses)
        _reject("R404", ("at",), hint, place="`at`", wanted="a pause of the rules, or null")
    return engine.layout.label_number[word]


# --- parts of a state


def _check_keys(written: Mapping[str, Any], known: Mapping[str, Any], place: str) -> None:
    for key in known:
        if key not in written:
            _reject("R405", (place,), None, place=f"`{place}`", key=key)
    for key in written:
        if key not in known:
            hint = did_you_mean(str(key), known)
            _reject("R406", (place,), hint, place=f"`{place}`", key=key)


def _mapping(value: Any, path: Path) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        _reject("R404", path, None, place=quoted(path), wanted="an object")
    return value


def _list(value: Any, path: Path) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        _reject("R404", path, None, place=quoted(path), wanted="a list")
    return value


def _reject(code: str, path: Path, hint: str | None, /, **names: Any) -> NoReturn:
    report = Report()
    report.add(diagnostic(code, Label(NOWHERE, shown(path) if path else "the state"), hint=hint, **names))
    raise Rejected(report)
