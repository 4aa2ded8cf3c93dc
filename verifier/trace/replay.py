"""Replay: a written trace in, how it goes by the rules out, up to the first refused move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from verifier.diagnostics import Diagnostic, Label, Rejected, Report, count_of, diagnostic, did_you_mean
from verifier.engine import Engine, Move, Refusal, Result, State
from verifier.kernel.domain import Players
from verifier.kernel.machine import Cell, Machine, Roll
from verifier.kernel.visit import block_steps, steps_within
from verifier.runtime import Fault
from verifier.source import NOWHERE
from verifier.trace.moves import MoveNotation
from verifier.trace.places import Path, shown, span_of, written_value
from verifier.trace.trace import WrittenTrace

LISTED = 5


class Script:
    """Answers every question of chance with the next entry of a play; copies stand for each other."""

    def __init__(self, engine: Engine, play: WrittenTrace) -> None:
        self.engine = engine
        self.play = play
        self.things = engine.machine.things
        self.dice = dice_of(engine)
        self.shuffles = [self._numbers(number) for number in range(len(play.shuffles))]
        self._check_rolls()
        self.shuffled = 0
        self.rolled = 0
        # How many moves were made.
        self.made = 0

    def shuffle(self, zone: int, pile: list[int]) -> None:
        place = self.engine.speech.zone(zone)
        if self.shuffled >= len(self.shuffles):
            hint = f"the play needs shuffle {self.shuffled + 1}: every component of the pile, top first"
            last = self.made == len(self.play.moves)
            if last and self.made and self.shuffled and "round" in self.engine.machine.cells:
                hint = f"these {self.made} moves are a round, and the rules go on with the next: its shuffle is missing"
            self.reject("R417", ("shuffles",), hint, zone=place)
        wished = self.shuffles[self.shuffled]
        pile[:] = self._matched(wished, pile, place)[::-1]
        self.shuffled += 1

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        here: Path = ("rolls", self.rolled)
        if self.rolled >= len(self.play.rolls):
            self.reject("R420", ("rolls",), f"the play needs roll {self.rolled + 1}", name=cell)
        die, word = self.play.rolls[self.rolled]
        if die != cell:
            self.reject("R421", here, None, name=cell, written=die)
        self.rolled += 1
        domain = self.engine.machine.cells[cell].domain
        found = [face for face in self.engine.speech.heard(domain, word) if face in faces]
        if not found:
            words = sorted({str(self.engine.speech.value(domain, face)) for face in faces})
            self.reject("R419", here, f"its faces are {', '.join(words)}", name=cell, face=f"`{word}`")
        return found[0]

    def draw(self, zone: int, pile: list[int]) -> int:
        raise AssertionError("piles of a replayed play have an order")

    def mark(self) -> tuple[int, int]:
        """How much of the play has been asked for."""
        return self.shuffled, self.rolled

    def rewind(self, mark: tuple[int, int]) -> None:
        self.shuffled, self.rolled = mark

    def rest(self) -> tuple[int, int]:
        """How many shuffles and rolls were not asked for."""
        return len(self.play.shuffles) - self.shuffled, len(self.play.rolls) - self.rolled

    def complaint(self, code: str, path: Path, hint: str | None, /, **names: Any) -> Diagnostic:
        """A diagnostic that points into the text of the play, if it was read from one."""
        source = self.play.source
        span = NOWHERE if source is None else span_of(source, path)
        return diagnostic(code, Label(span, shown(path)), hint=hint, **names)

    def reject(self, code: str, path: Path, hint: str | None, /, **names: Any) -> NoReturn:
        report = Report()
        report.add(self.complaint(code, path, hint, **names))
        raise Rejected(report)

    # --- names

    def _numbers(self, number: int) -> list[int]:
        found = []
        for at, name in enumerate(self.play.shuffles[number]):
            things = self.engine.speech.heard(self.engine.machine.all_things, name)
            if not things:
                hint = did_you_mean(name, (thing.name for thing in self.things))
                self.reject("R413", ("shuffles", number, at), hint, name=name)
            found.append(things[0])
        return found

    def _matched(self, wished: list[int], pile: list[int], zone: str) -> list[int]:
        """The components of the pile in the wished order."""
        copies: dict[int, list[int]] = {}
        for thing in sorted(pile, reverse=True):
            copies.setdefault(self.things[thing].twin, []).append(thing)
        order = []
        for at, thing in enumerate(wished):
            group = copies.get(self.things[thing].twin)
            here: Path = ("shuffles", self.shuffled, at)
            if group is None:
                self.reject("R415", here, None, zone=zone, name=self.things[thing].name)
            if not group:
                hint = "a shuffle names every component of the pile once"
                self.reject("R414", here, hint, zone=zone, name=self.things[thing].name)
            order.append(thing if thing in group else group[-1])
            group.remove(order[-1])
        lacking = sorted(thing for group in copies.values() for thing in group)
        if lacking:
            names = ", ".join(f"`{self.things[thing].name}`" for thing in lacking[:LISTED])
            more = f" and {len(lacking) - LISTED} more" if len(lacking) > LISTED else ""
            self.reject("R416", ("shuffles", self.shuffled), None, zone=zone, names=names + more)
        return order

    def _check_rolls(self) -> None:
        for number, (die, _) in enumerate(self.play.rolls):
            if die not in self.dice:
                listed = ", ".join(f"`{name}`" for name in self.dice)
                hint = did_you_mean(
                    die, self.dice, f"there is {listed}" if listed else "this game has no dice"
                )
                self.reject("R418", ("rolls", number, "die"), hint, name=die)


def dice_of(engine: Engine) -> list[str]:
    """The cells that are rolled somewhere in the rules."""
    return engine.machine.analysis(_dice)


def _dice(machine: Machine) -> list[str]:
    steps = steps_within(block_steps(machine))
    return sorted({step.cell for step in steps if isinstance(step, Roll)})


# Called before each move is made: its number, the state, the move.
Watch = Callable[[int, State, Move], None]


@dataclass(frozen=True, slots=True)
class RefusedMove:
    """The first illegal move, counted from 0, and every rule against it."""

    number: int
    move: Mapping[str, Any]
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class ReplayFault:
    """The move, counted from 0 (-1 for the set-up), at which the rules could not be carried out."""

    number: int
    fault: Fault


@dataclass(slots=True)
class Replay:
    """Where a play has led. `state` is that before the refused move, if one was refused."""

    engine: Engine
    state: State
    moves: list[Move] = field(default_factory=list)
    refused: RefusedMove | None = None
    broken: ReplayFault | None = None

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

    def __init__(self, engine: Engine, moving: MoveNotation | None = None) -> None:
        self.engine = engine
        self.moving = moving or MoveNotation(engine)

    def replay(self, play: WrittenTrace, watch: Watch | None = None) -> Replay:
        """The play as the rules see it; what cannot be read at all raises `Rejected`."""
        script = Script(self.engine, play)
        given = given_of(self.engine, play, script)
        try:
            state = self.engine.new(script, given)
        except Fault as fault:
            return Replay(self.engine, self.engine.blank(given), broken=ReplayFault(-1, fault))
        found = Replay(self.engine, state)
        for number, written in enumerate(play.moves):
            if self.engine.over(state):
                hint = f"the play is over after {count_of(number, 'move')}"
                script.reject("R424", ("moves", number), hint)
            move = self.moving.legal_move(state, written)
            if move is None:
                unknown = self.moving.unknown_word(written)
                if unknown is not None:
                    script.reject(
                        unknown.code, ("moves", number, *unknown.place), unknown.hint, **unknown.names
                    )
                found.refused = RefusedMove(number, written, tuple(self._refusals(state, written)))
                return found
            if watch is not None:
                watch(number, state, move)
            script.made = number + 1
            try:
                self.engine.step(state, move, script)
            except Fault as fault:
                found.broken = ReplayFault(number, fault)
                return found
            found.moves.append(move)
        self._check_rest(found, script)
        return found

    def _refusals(self, state: State, written: Mapping[str, Any]) -> list[Refusal]:
        refusals = self.engine.parse(state, written)
        return refusals if isinstance(refusals, list) else []

    def _check_rest(self, found: Replay, script: Script) -> None:
        """What chance gave beyond the end of the play; before the end it may still be needed."""
        if not found.over:
            return
        for what, count in zip(("shuffles", "rolls"), script.rest(), strict=True):
            if count:
                used = len(getattr(script.play, what)) - count
                hint = f"the play is over after {used} {what}"
                script.reject("R425", (what, used), hint, count=count, what=what)


def replayed(engine: Engine, play: WrittenTrace, watch: Watch | None = None) -> Replay:
    """One play as the rules see it; what cannot be read at all raises `Rejected`."""
    return Replayer(engine).replay(play, watch)


def given_of(engine: Engine, play: WrittenTrace, script: Script) -> dict[str, int | list[int]]:
    """What comes with the play, as numbers."""
    report = Report()
    cells = {name: cell for name, cell in engine.machine.cells.items() if cell.given}
    found: dict[str, int | list[int]] = {}
    for name in play.given:
        if name not in cells:
            known = f"plays need: {', '.join(f'`{each}`' for each in cells)}" if cells else None
            hint = did_you_mean(name, cells, known)
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
            report.add(script.complaint("R412", ("given", name), hint, name=name, value=written_value(word)))
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
