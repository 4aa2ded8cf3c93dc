"""Plays in numbers: how far a play went, so that it can be gone again by another machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.backends.machine import Engine, Move, State
from verifier.backends.machine.engine import Given
from verifier.plays import Recorder, WrittenPlay, told
from verifier.plays.moving import Moving
from verifier.runtime import Fault, Scripted, WrongScript
from verifier.verify.finding import Trace


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


@dataclass(frozen=True, slots=True)
class Gone:
    """A way gone again: the play as it is written, where it led, and the fault it ended in, if any."""

    play: WrittenPlay
    state: State
    fault: Fault | None


def gone_again(engine: Engine, ruleset: str, way: Way) -> Gone:
    """The way on another machine of the same rules, every move asked for among the legal ones."""
    machine = engine.machine
    oracle = Scripted(
        way.shuffles,
        way.rolls,
        [thing.name for thing in machine.things],
        [thing.twin for thing in machine.things],
        {zone: engine.speech.zone(zone) for zone in range(machine.zones)},
    )
    try:
        recorder = Recorder(Moving(engine), ruleset, oracle, way.given)
    except Fault as fault:
        return Gone(WrittenPlay(ruleset, machine.players), engine.blank(way.given), fault)
    for number, move in enumerate(way.moves):
        if move not in engine.legal(recorder.state):
            raise NotReplayedError(f"move {number + 1} is refused")
        try:
            recorder.step(move)
        except Fault as fault:
            return Gone(recorder.written(), recorder.state, fault)
        except WrongScript as wrong:
            raise NotReplayedError(str(wrong)) from wrong
    return Gone(recorder.written(), recorder.state, None)


def trace_of(engine: Engine, gone: Gone, shows: str) -> Trace:
    """The play with its story."""
    lines = told(engine, gone.play)
    return Trace(gone.play.as_json(), tuple(lines), shows)
