"""The first observable difference between two plays that have gone the same way: two states in, what differs out.

Beside it the kinds of difference that a play can show, and the moves of one rule set in the words of another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal, cast

from verifier.compare.align import Alignment
from verifier.engine import Engine, Move, Refusal, State
from verifier.engine.moves import choices
from verifier.kernel.domain import NOTHING, Number, values
from verifier.kernel.machine import Alternative, Cell
from verifier.runtime import STOP
from verifier.trace import WrittenTrace
from verifier.trace.scoring import Worth
from verifier.trace.tell import Teller
from verifier.trace.words import TableWording

Side = Literal["A", "B"]
LISTED = 12


@dataclass(frozen=True, slots=True)
class MoveDiffers:
    """One side allows a move that the other refuses; `refusals` are the rules against it.

    `told` are the refusals in the words of the game, where somebody has told them.
    """

    allowed_by: Side
    move: Mapping[str, Any]
    words: str
    refusals: tuple[Refusal, ...]
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnDiffers:
    """Different players are to move, or nobody is on one side (`None`: the play is over)."""

    players: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class PlaceDiffers:
    """The same moves lead elsewhere: what lies in a zone, or the value of an amount, is not the same."""

    what: str
    values: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SightDiffers:
    """A player sees more on one side."""

    player: int
    what: str
    values: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ResultDiffers:
    """The same play ends with other scores or other winners; `steps` tell how each score came about."""

    scores: tuple[tuple[int, ...], tuple[int, ...]]
    winners: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class FaultDiffers:
    """The rules of one side cannot be carried out."""

    side: Side
    fault: str


What = MoveDiffers | TurnDiffers | PlaceDiffers | SightDiffers | ResultDiffers | FaultDiffers


@dataclass(frozen=True, slots=True)
class Parting:
    """A play both sides allow, move by move, and what differs behind it.

    `lines` tell the play; `scores` are the steps of every player's score on both sides when they differ.
    """

    what: What
    plays: tuple[WrittenTrace, WrittenTrace]
    lines: tuple[str, ...]
    scores: tuple[tuple[int, tuple[Worth, ...], tuple[Worth, ...]], ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        return len(self.plays[0].moves)


class Translation:
    """From the moves of one engine to those of another; what was understood once is remembered."""

    def __init__(self, here: Engine, there: Engine, alignment: Alignment) -> None:
        self.here = here
        self.there = there
        self.alignment = alignment
        self._moves: dict[tuple[int, int], dict[Move, Move | None]] = {}

    def move(self, state: State, other: State, move: Move) -> Move | None:
        """The same move on the other side, legal or not; `None` if it has no words for it."""
        known = self._moves.setdefault((state.at, other.at), {})
        if move not in known:
            known[move] = self._translated(state, other, move)
        return known[move]

    def _translated(self, state: State, other: State, move: Move) -> Move | None:
        if move[0] == STOP:
            return (STOP,) if self.there.decide(other).stop is not None else None
        taken = self.here.decide(state).alternatives[move[0]]
        offered = self._offered(taken, other)
        return self._chosen(offered[0], taken, offered[1], move) if offered is not None else None

    def _offered(self, taken: Alternative, other: State) -> tuple[int, Alternative] | None:
        """The same action as the other side offers it, with its number; `None` if it has none of so many choices."""
        action = self.alignment.partner("action", taken.action)
        for number, offered in enumerate(self.there.decide(other).alternatives):
            if offered.action == action and len(choices(offered)) == len(choices(taken)):
                return number, offered
        return None

    def _chosen(self, number: int, taken: Alternative, offered: Alternative, move: Move) -> Move | None:
        parts = choices(taken)
        found = [NOTHING] * len(parts)
        for at, part, value in zip(_order(taken, offered), parts, move[1:], strict=True):
            there = self.alignment.value(self.here.speech.domain(part.source), value)
            if there is None:
                return None
            found[at] = there
        return (number, *found)

    def written(self, state: State, other: State, move: Move) -> dict[str, Any]:
        """A move in the words of the other side, also where it is not allowed there."""
        written = self.here.describe(move, state)
        if move[0] == STOP:
            return written
        taken = self.here.decide(state).alternatives[move[0]]
        action = self.alignment.partner("action", taken.action) or taken.action
        offered = self._offered(taken, other)
        said = {"with": self._words(taken, offered[1], move)} if offered is not None else {}
        return {**written, "action": action, **said}

    def _words(self, taken: Alternative, offered: Alternative, move: Move) -> Mapping[str, Any]:
        theirs = choices(offered)
        said: dict[str, Any] = {}
        for at, part, value in zip(_order(taken, offered), choices(taken), move[1:], strict=True):
            domain = self.here.speech.domain(part.source)
            there = self.alignment.value(domain, value)
            if there is None:
                said[theirs[at].local] = self.here.speech.value(domain, value)
            else:
                said[theirs[at].local] = self.there.speech.value(
                    self.there.speech.domain(theirs[at].source), there
                )
        return said


def _order(taken: Alternative, offered: Alternative) -> list[int]:
    """For each choice of the one its place among the choices of the other: by name, or else as it stands."""
    names = [part.local for part in choices(offered)]
    wished = [part.local for part in choices(taken)]
    if sorted(names) == sorted(wished):
        return [names.index(name) for name in wished]
    return list(range(len(names)))


Amount = tuple[str, tuple[int, ...], str, tuple[int, ...]]


class Observation:
    """Compares states of two engines: places, amounts, turns, moves, results, and what is seen."""

    def __init__(self, first: Engine, second: Engine, alignment: Alignment) -> None:
        self.first = first
        self.second = second
        self.alignment = alignment
        self.there = Translation(first, second, alignment)
        self.back = Translation(second, first, alignment.turned(second.machine))
        families = first.layout.family_of, second.layout.family_of
        self._zones = [
            (here, there, families[0][here].shape == "set")
            for here, there in enumerate(alignment.zones)
            if there is not None
        ]
        self._amounts = [amount for cell in first.machine.cells.values() for amount in self._counted(cell)]
        # In which round the play is says more than what the round has brought.
        self._amounts.sort(key=lambda amount: amount[0] != "round")
        self._sights = [
            (here, there)
            for here, there, _ in self._zones
            if families[0][here].view != families[1][there].view
        ]

    def _counted(self, cell: Cell) -> list[Amount]:
        """What counts something on both sides; notes show only in what they allow."""
        partner = self.alignment.partner("cell", cell.name)
        if partner is None or cell.life == "spilled" or not isinstance(cell.domain, Number):
            return []
        other = self.second.machine.cells[partner]
        if len(other.index) != len(cell.index):
            return []
        found = []
        for index in product(*(values(domain) for domain in cell.index)):
            there = tuple(map(self.alignment.value, cell.index, index))
            if all(place in values(domain) for place, domain in zip(there, other.index, strict=True)):
                found.append((cell.name, index, partner, cast(tuple[int, ...], there)))
        return found

    def difference(self, first: State, second: State) -> What | None:
        """What differs at this pause, or nothing; what people would name first is named first."""
        over = self.first.over(first), self.second.over(second)
        players = (
            None if over[0] else self.first.player(first),
            None if over[1] else self.second.player(second),
        )
        if any(over) and not all(over):
            return TurnDiffers(players)
        found = self._amount(first, second)
        if found is not None:
            return found
        if players[0] != players[1]:
            return TurnDiffers(players)
        return self._elsewhere(first, second) or (
            self._result(first, second)
            if all(over)
            else self._move(first, second) or self._sight(first, second)
        )

    def _amount(self, first: State, second: State) -> PlaceDiffers | None:
        for name, index, partner, other in self._amounts:
            amounts = self.first.get(first, name, index), self.second.get(second, partner, other)
            if amounts[0] != amounts[1]:
                words = TableWording(self.first).cell(name, index, first)
                return PlaceDiffers(words, (str(amounts[0]), str(amounts[1])))
        return None

    def _elsewhere(self, first: State, second: State) -> PlaceDiffers | None:
        things = self.alignment.things
        mine, theirs = first.zones, second.zones
        found = []
        for here, there, unordered in self._zones:
            pile = [things[thing] for thing in mine[here]]
            if pile != theirs[there] and not (unordered and set(pile) == set(theirs[there])):
                found.append((len(pile) + len(theirs[there]), here, there))
        # A small place is easier to look at than a big one.
        return self._places(first, second, *min(found)[1:]) if found else None

    def _places(self, first: State, second: State, here: int, there: int) -> PlaceDiffers:
        said = []
        for engine, pile in ((self.first, first.zones[here]), (self.second, second.zones[there])):
            names = ", ".join(TableWording(engine).thing(thing) for thing in pile[-LISTED:])
            more = f" and {len(pile) - LISTED} more" if len(pile) > LISTED else ""
            said.append(f"{len(pile)}: {names}{more}" if pile else "nothing")
        return PlaceDiffers(TableWording(self.first).zone(here), (said[0], said[1]))

    def _result(self, first: State, second: State) -> ResultDiffers | None:
        ours, theirs = self.first.result(first), self.second.result(second)
        if ours == theirs:
            return None
        return ResultDiffers((ours.scores, theirs.scores), (ours.winners, theirs.winners))

    def _move(self, first: State, second: State) -> MoveDiffers | None:
        theirs = self.second.legal(second)
        waiting = set(theirs)
        for move in self.first.legal(first):
            there = self.there.move(first, second, move)
            if there not in waiting:
                words, refusals = Teller(self.first).move(first, move), self._against(first, second, move)
                return MoveDiffers("A", self.first.describe(move, first), words, refusals)
            waiting.discard(there)
        for move in theirs:
            if move in waiting:
                said = self.back.written(second, first, move)
                found = self.first.parse(first, said)
                words = Teller(self.second).move(second, move)
                refusals = tuple(found) if isinstance(found, list) else ()
                return MoveDiffers("B", self.second.describe(move, second), words, refusals)
        return None

    def _against(self, first: State, second: State, move: Move) -> tuple[Refusal, ...]:
        found = self.second.parse(second, self.there.written(first, second, move))
        return tuple(found) if isinstance(found, list) else ()

    def _sight(self, first: State, second: State) -> SightDiffers | None:
        for player in range(self.first.machine.players) if self._sights else ():
            ours, theirs = self.first.view(first, player)["zones"], self.second.view(second, player)["zones"]
            for here, there in self._sights:
                seen = [
                    ", ".join(zone.get("things", [])) or f"{zone['count']} face down"
                    for zone in (ours[self.first.speech.zone(here)], theirs[self.second.speech.zone(there)])
                ]
                if seen[0] != seen[1] and first.zones[here]:
                    return SightDiffers(player, TableWording(self.first).zone(here), (seen[0], seen[1]))
        return None
