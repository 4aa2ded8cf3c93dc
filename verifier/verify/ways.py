"""Plays in numbers: how far a play went, so that it can be gone again by another machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.backends.machine import Engine, Move
from verifier.backends.machine.engine import Given
from verifier.plays import Recorder, WrittenPlay
from verifier.plays.moving import Moving
from verifier.runtime import Fault, Scripted, WrongScript


@dataclass(frozen=True, slots=True)
class Way:
    """What was given, what chance gave (shuffles from top to bottom), and the moves."""

    given: Mapping[str, Given]
    shuffles: tuple[tuple[int, ...], ...]
    rolls: tuple[tuple[str, int], ...]
    moves: tuple[Move, ...]

    def __len__(self) -> int:
        return len(self.moves)


class NotReplayedError(Exception):
    """The plain machine does not go the way that was found: then nothing has been shown."""


def written(engine: Engine, ruleset: str, way: Way) -> WrittenPlay:
    """The way as a play, every move asked for among the legal ones; its last step may break the rules."""
    machine = engine.machine
    oracle = Scripted(
        way.shuffles,
        way.rolls,
        [thing.name for thing in machine.things],
        range(len(machine.things)),
        {zone: engine.speech.zone(zone) for zone in range(machine.zones)},
    )
    try:
        recorder = Recorder(Moving(engine), ruleset, oracle, way.given)
    except Fault:
        return WrittenPlay(ruleset, machine.players)
    for number, move in enumerate(way.moves):
        if move not in engine.legal(recorder.state):
            raise NotReplayedError(f"move {number + 1} is refused")
        try:
            recorder.step(move)
        except Fault:
            break
        except WrongScript as wrong:
            raise NotReplayedError(str(wrong)) from wrong
    return recorder.written()
