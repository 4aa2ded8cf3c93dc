"""A play that shows something in, a scenario out: the position after the set-up, the moves, what is claimed.

What a scenario cannot say (a second shuffle, a claim about a moment) gives none, or one that does not come out as it
should: whoever keeps it asks `comes_out` first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from verifier.backends.machine import Engine, Move, State
from verifier.backends.machine.moves_json import choices
from verifier.backends.machine.scenarios import Scenarios
from verifier.backends.machine.wording import SEATS
from verifier.diagnostics import Rejected
from verifier.kernel.domain import (
    NOTHING,
    Domain,
    Labels,
    Names,
    Number,
    Players,
    Things,
    Truth,
    Zones,
    values,
)
from verifier.program import Program, program_of
from verifier.runtime import STOP, Fault, Recording
from verifier.trace import WrittenTrace
from verifier.trace.moves import Moving
from verifier.trace.replay import Script, given_of

INDENT = "    "


@dataclass(frozen=True, slots=True)
class _Done:
    """A move, who made it, and the dice that fell in it."""

    state: State
    move: Move
    rolls: tuple[tuple[str, int], ...]


class _CannotSayError(Exception):
    """The language of scenarios has no words for this."""


def scenario_of(program: Program, play: WrittenTrace, claim: str, name: str) -> str | None:
    """A house rule that adds one scenario and nothing else; `None` if it cannot be said."""
    told = program.claim_texts_at_pauses.get(claim)
    if told is None:
        return None
    try:
        lines = list(_Teller(program).lines(play))
    except _CannotSayError:
        return None
    game = program.subject.ruleset.split("+")[0]
    head = [f"house-rule {name} of {game}", f"scenario {name}"]
    if program.subject.players != 2:
        head[1] += f" for {program.subject.players} players"
    return "\n".join([*head, *(INDENT + line for line in lines), f"{INDENT}then {told}"]) + "\n"


def comes_out(ruleset: str, players: int, name: str) -> bool | None:
    """Does the scenario of a rule set come out as written? `None` if a move or a line before its last does not fit."""
    try:
        program = program_of(ruleset, players)
        machine = program.machine_with_scenarios
    except Rejected:
        return None
    scenario = next((each for each in program.game.scenarios if each.name == name), None)
    if scenario is None:
        return None
    failures = Scenarios(program.game, machine).run(scenario)
    if not failures:
        return True
    return False if [each.span for each in failures] == [scenario.facts[-1].span] else None


class _Teller:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.machine = program.machine
        self.engine = Engine(program.machine, checked=True)
        self.suite = Scenarios(program.game, program.machine_with_scenarios)

    def lines(self, play: WrittenTrace) -> Iterator[str]:
        done = list(self._done(play))
        while done and not self._is_playing(done[0].state):
            done.pop(0)
        if not done:
            raise _CannotSayError
        yield from self._position(done[0].state)
        for each in done:
            yield self._move(each.state, each.move)
            for die, face in each.rolls:
                yield f"when roll {die} {self._word(self.machine.cells[die].domain, face)}"

    def _done(self, play: WrittenTrace) -> Iterator[_Done]:
        script = Script(self.engine, play)
        oracle, moving = Recording(script), Moving(self.engine)
        state = self.engine.new(oracle, given_of(self.engine, play, script))
        for written in play.moves:
            move = moving.legal_move(state, written)
            if move is None:
                raise _CannotSayError
            before, rolled = state.copy(), len(oracle.rolls)
            try:
                self.engine.step(state, move, oracle)
            except Fault:
                yield _Done(before, move, tuple(oracle.rolls[rolled:]))
                return
            yield _Done(before, move, tuple(oracle.rolls[rolled:]))

    def _is_playing(self, state: State) -> bool:
        return "playing" not in self.machine.cells or bool(self.engine.get(state, "playing"))

    # --- where things lie

    def _position(self, state: State) -> Iterator[str]:
        seated = self.suite.seated()
        for zone in range(self.machine.zones):
            if state.zones[zone] != seated.zones[zone] and zone != self.machine.box:
                yield self._contents(zone, state.zones[zone])
        for name, cell in self.machine.cells.items():
            if isinstance(cell.domain, Labels) or cell.life == "frame" or name == "playing":
                continue
            for index in self._indexes(name):
                held = self.engine.get(state, name, index)
                if held != self.suite.engine.get(seated, name, index):
                    place = self._place(name, cell.index, index)
                    yield f"given {place}: {self._word(cell.domain, held)}"

    def _indexes(self, name: str) -> Iterator[tuple[int, ...]]:
        yield from product(*(values(domain) for domain in self.machine.cells[name].index))

    def _contents(self, zone: int, things: Sequence[int]) -> str:
        layout = self.engine.layout
        family = layout.family_of[zone]
        place = self._place(family.name, [domain for _, domain in family.index], layout.zone_index(zone))
        if not things:
            return f"given {place} is empty"
        told = reversed(things) if family.shape == "pile" else things
        return f"given {place}: {', '.join(self.machine.things[thing].name for thing in told)}"

    def _place(self, name: str, domains: Sequence[Domain], index: Sequence[int]) -> str:
        """`my hand`, `second.row of wine`, `stored of hills`."""
        owner, rest = "", []
        for domain, value in zip(domains, index, strict=True):
            if isinstance(domain, Players) and not owner:
                owner = "my " if value == 0 else f"{SEATS[value]}."
            else:
                rest.append(self._word(domain, value))
        return f"{owner}{name}" + (f" of {' '.join(rest)}" if rest else "")

    # --- what is done

    def _move(self, state: State, move: Move) -> str:
        player = self.engine.player(state)
        who = "I" if player == 0 else SEATS[player]
        if move[0] == STOP:
            return f"when {who} stop"
        alternative = self.engine.decide(state).alternatives[move[0]]
        domains = [self.engine.speech.domain(choice.source) for choice in choices(alternative)]
        words = [self._word(domain, value) for domain, value in zip(domains, move[1:], strict=True)]
        return f"when {who} {alternative.action} {', '.join(words)}".rstrip()

    def _word(self, domain: Domain, value: int) -> str:
        match domain:
            case Number():
                return str(value)
            case Truth():
                return ("no", "yes")[value]
            case _ if value == NOTHING:
                raise _CannotSayError
            case Names(_, members):
                return members[value]
            case Players():
                return SEATS[value]
            case Things():
                return self.machine.things[value].name
            case Zones():
                layout = self.engine.layout
                family = layout.family_of[value]
                index = zip(family.index, layout.zone_index(value), strict=True)
                return " ".join([family.name, *(self._word(each, number) for (_, each), number in index)])
            case _:
                raise _CannotSayError
