"""Plays in numbers become written plays; each is replayed from its writing before it is handed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verifier.backends.machine import Engine, Move, State
from verifier.backends.machine.engine import Given
from verifier.backends.search.found import Play
from verifier.kernel.machine import Machine
from verifier.plays import Recorder, WrittenPlay, replayed
from verifier.plays.moving import Moving
from verifier.runtime import Fault, Scripted


class NotReplayedError(AssertionError):
    """The machine does not play what a search found: a mistake of ours, and nothing has been shown."""


class Teller:
    """Writes and replays plays of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.engine = Engine(machine)
        self.moving = Moving(self.engine)

    def play(
        self,
        given: Mapping[str, Given],
        shuffles: Sequence[Sequence[int]],
        rolls: Sequence[tuple[str, int]],
        moves: Sequence[Move],
        fault: Fault | None = None,
    ) -> tuple[Play, State]:
        """The play and the state in which it ends; with `fault`, its last step must end in such a fault."""
        written = self._written(given, shuffles, rolls, moves, fault)
        replay = replayed(self.engine, written)
        if fault is None and not replay.legal:
            raise NotReplayedError(f"the play breaks off: {replay.refused or replay.broken}")
        if fault is not None and (replay.broken is None or replay.broken.fault.property != fault.property):
            raise NotReplayedError(f"nothing breaks: {fault}")
        orders = tuple(tuple(shuffle) for shuffle in shuffles)
        return Play(dict(given), orders, tuple(rolls), tuple(moves), written), replay.state

    def _written(
        self,
        given: Mapping[str, Given],
        shuffles: Sequence[Sequence[int]],
        rolls: Sequence[tuple[str, int]],
        moves: Sequence[Move],
        fault: Fault | None,
    ) -> WrittenPlay:
        try:
            recorder = Recorder(self.moving, self.machine.name, self._script(shuffles, rolls), given)
        except Fault:
            return self._unplayed(given, shuffles, rolls)
        for number, move in enumerate(moves):
            if move not in self.engine.legal(recorder.state):
                raise NotReplayedError(f"move {number + 1} is refused: {move}")
            try:
                recorder.step(move)
            except Fault as other:
                if fault is None or number < len(moves) - 1:
                    raise NotReplayedError(f"move {number + 1} breaks the rules: {other}") from other
        return recorder.written()

    def _script(self, shuffles: Sequence[Sequence[int]], rolls: Sequence[tuple[str, int]]) -> Scripted:
        things = self.machine.things
        zones = {zone: self.engine.speech.zone(zone) for zone in range(self.machine.zones)}
        return Scripted(shuffles, rolls, [thing.name for thing in things], range(len(things)), zones)

    def _unplayed(
        self,
        given: Mapping[str, Given],
        shuffles: Sequence[Sequence[int]],
        rolls: Sequence[tuple[str, int]],
    ) -> WrittenPlay:
        """A play that breaks before its first move."""
        machine, speech = self.machine, self.engine.speech
        said = {
            name: speech.value(machine.cells[name].domain, value)
            if isinstance(value, int)
            else [speech.value(machine.cells[name].domain, each) for each in value]
            for name, value in given.items()
        }
        names = tuple(tuple(machine.things[thing].name for thing in shuffle) for shuffle in shuffles)
        faces = tuple((die, speech.value(machine.cells[die].domain, face)) for die, face in rolls)
        return WrittenPlay(machine.name, machine.players, said, names, faces)  # type: ignore[arg-type]
