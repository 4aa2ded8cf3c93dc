"""A written play in, how it goes by the rules out: to its last move, or to the first that is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.backends.machine import Engine, Move, Refusal, Result, State
from verifier.diagnostics import Rejected, Report, nearest
from verifier.kernel.domain import Players, Things
from verifier.kernel.machine import Cell
from verifier.plays.moving import Moving, domains_of, is_known
from verifier.plays.script import Script
from verifier.plays.written import WrittenPlay
from verifier.runtime import Fault

# Called before each move is made: its number, the state, the move.
Watch = Callable[[int, State, Move], None]


@dataclass(frozen=True, slots=True)
class Refused:
    """The first illegal move, counted from 0, and every rule against it."""

    number: int
    move: Mapping[str, Any]
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """The move, counted from 0 (-1 for the set-up), at which the rules could not be carried out."""

    number: int
    fault: Fault


@dataclass(slots=True)
class Replay:
    """Where a play has led. `state` is that before the refused move, if one was refused."""

    engine: Engine
    state: State
    moves: list[Move] = field(default_factory=list)
    refused: Refused | None = None
    broken: Broken | None = None

    @property
    def legal(self) -> bool:
        return self.refused is None and self.broken is None

    @property
    def over(self) -> bool:
        return self.engine.over(self.state)

    @property
    def result(self) -> Result:
        return self.engine.result(self.state)


class Replayer:
    """Replays plays of one machine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.moving = Moving(engine)

    def replay(self, play: WrittenPlay, watch: Watch | None = None) -> Replay:
        """The play as the rules see it; what cannot be read at all raises `Rejected`."""
        script = Script(self.engine, play)
        given = given_of(self.engine, play, script)
        try:
            state = self.engine.new(script, given)
        except Fault as fault:
            return Replay(self.engine, self.engine.blank(given), broken=Broken(-1, fault))
        found = Replay(self.engine, state)
        for number, written in enumerate(play.moves):
            if self.engine.over(state):
                hint = f"the play is over after {number} moves"
                script.reject("R424", ("moves", number), hint)
            move = self.moving.legal_move(state, written)
            if move is None:
                self._check_words(written, number, script)
                found.refused = Refused(number, written, tuple(self._refusals(state, written)))
                return found
            if watch is not None:
                watch(number, state, move)
            try:
                self.engine.step(state, move, script)
            except Fault as fault:
                found.broken = Broken(number, fault)
                return found
            found.moves.append(move)
        self._check_rest(found, script)
        return found

    def _refusals(self, state: State, written: Mapping[str, Any]) -> list[Refusal]:
        refusals = self.engine.parse(state, written)
        return refusals if isinstance(refusals, list) else []

    def _check_words(self, written: Mapping[str, Any], number: int, script: Script) -> None:
        """A move that no position could allow is a mistake of the text, not of the player."""
        action, known = written["action"], domains_of(self.engine)
        if action == "stop":
            return
        if action not in known:
            near = nearest(action, known)
            hint = f"did you mean `{near}`?" if near else None
            script.reject("R422", ("moves", number, "action"), hint, name=action)
        for name, word in (written.get("with") or {}).items():
            place = ("moves", number, "with", name)
            if name not in known[action]:
                near = nearest(name, known[action])
                script.reject(
                    "R406", place, f"did you mean `{near}`?" if near else None, place=action, key=name
                )
            domains = known[action][name]
            if not is_known(self.engine, domains, word):
                if isinstance(word, str) and any(isinstance(domain, Things) for domain in domains):
                    near = nearest(word, (thing.name for thing in self.engine.machine.things))
                    script.reject("R413", place, f"did you mean `{near}`?" if near else None, name=word)
                script.reject("R423", place, None, action=action, name=name, value=f"`{word}`")

    def _check_rest(self, found: Replay, script: Script) -> None:
        """What chance gave beyond the end of the play; before the end it may still be needed."""
        if not found.over:
            return
        for what, count in zip(("shuffles", "rolls"), script.rest(), strict=True):
            if count:
                used = len(getattr(script.play, what)) - count
                hint = f"the play is over after {used} {what}"
                script.reject("R425", (what, used), hint, count=count, what=what)


def replayed(engine: Engine, play: WrittenPlay, watch: Watch | None = None) -> Replay:
    """One play as the rules see it; what cannot be read at all raises `Rejected`."""
    return Replayer(engine).replay(play, watch)


def given_of(engine: Engine, play: WrittenPlay, script: Script) -> dict[str, int | list[int]]:
    """What comes with the play, as numbers."""
    report = Report()
    cells = {name: cell for name, cell in engine.machine.cells.items() if cell.given}
    found: dict[str, int | list[int]] = {}
    for name in play.given:
        if name not in cells:
            near = nearest(name, cells)
            known = f"what comes with it: {', '.join(f'`{each}`' for each in cells)}" if cells else None
            hint = f"did you mean `{near}`?" if near else known
            report.add(script.complaint("R410", ("given", name), hint, name=name))
    for name, cell in cells.items():
        if name not in play.given:
            hint = 'write it in "given"'
            report.add(script.complaint("R411", ("given",), hint, name=name))
            continue
        word = play.given[name]
        numbers = _numbers(engine, cell, word)
        if numbers is None:
            hint = "seats are numbered from 0" if isinstance(cell.domain, Players) else None
            report.add(script.complaint("R412", ("given", name), hint, name=name, value=f"`{word}`"))
        else:
            found[name] = numbers
    if report.has_errors:
        raise Rejected(report)
    return found


def _numbers(engine: Engine, cell: Cell, word: Any) -> int | list[int] | None:
    """A value, or one for each index in order."""
    words = word if isinstance(word, list) else [word]
    heard = [engine.speech.heard(cell.domain, each) for each in words]
    size = max(1, len(engine.layout.row(cell)) - 1)
    if not all(heard) or len(heard) != size or isinstance(word, list) is not bool(cell.index):
        return None
    values = [each[0] for each in heard]
    return values if cell.index else values[0]
