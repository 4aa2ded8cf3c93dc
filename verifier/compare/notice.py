"""What differs between two plays that have gone the same way: two states in, the first difference out."""

from __future__ import annotations

from itertools import product
from typing import cast

from verifier.backends.machine import Engine, Move, Refusal, State
from verifier.compare.align import Alignment
from verifier.compare.differences import (
    MoveDiffers,
    PlaceDiffers,
    ResultDiffers,
    SightDiffers,
    TurnDiffers,
    What,
)
from verifier.compare.translation import Translation
from verifier.kernel.domain import Number, values
from verifier.kernel.machine import Cell
from verifier.plays.told import Teller
from verifier.plays.words import Wording

LISTED = 12
Amount = tuple[str, tuple[int, ...], str, tuple[int, ...]]


class Notice:
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
        if partner is None or cell.life == "frame" or not isinstance(cell.domain, Number):
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
                words = Wording(self.first).cell(name, index, first)
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
            names = ", ".join(Wording(engine).thing(thing) for thing in pile[-LISTED:])
            more = f" and {len(pile) - LISTED} more" if len(pile) > LISTED else ""
            said.append(f"{len(pile)}: {names}{more}" if pile else "nothing")
        return PlaceDiffers(Wording(self.first).zone(here), (said[0], said[1]))

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
                    return SightDiffers(player, Wording(self.first).zone(here), (seen[0], seen[1]))
        return None
