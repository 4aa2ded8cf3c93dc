"""A trace in words: who does what, and what changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from verifier.engine import Engine, Move, Refusal, State, explain
from verifier.engine.view import is_hidden, seen_in_zone, seen_things, sees_entry
from verifier.kernel.domain import NOTHING, Domain, Number, Things, Truth, values
from verifier.kernel.expression import ZoneAt
from verifier.kernel.machine import Cell, Put, Take
from verifier.kernel.visit import steps_within
from verifier.runtime import STOP
from verifier.trace.moves import action_of, choices_of
from verifier.trace.replay import replayed
from verifier.trace.trace import WrittenTrace
from verifier.trace.words import SOMEBODY, TableWording, name_in_words

# More components than this in one move are counted, not named.
NAMED = 4
# A shorter name of a choice is no word.
WORD = 3


def trace_in_words(
    engine: Engine,
    play: WrittenTrace,
    viewer: int | None = None,
    wording: TableWording | None = None,
    brief: bool = False,
) -> list[str]:
    """A line for each move of a play, as somebody tells it who sees everything; with `viewer`, what that one sees."""
    teller = Teller(engine, viewer, wording, brief)
    lines: list[str] = []
    before: list[tuple[State, Move]] = []

    def watch(number: int, state: State, move: Move) -> None:
        if before:
            lines.append(teller.line(*before.pop(), state))
        before.append((engine.copy(state), move))

    end = replayed(engine, play, watch)
    if before and end.broken is None:
        lines.append(teller.line(*before.pop(), end.state))
    elif before:
        lines.append(teller.move(*before.pop()))
    return lines


class Teller:
    """Tells moves and what they change; with `viewer`, only what that player sees. English where no `wording` is.

    A `brief` one leaves out that an amount of this turn alone is used up: what was to be paid has been paid.
    """

    def __init__(
        self,
        engine: Engine,
        viewer: int | None = None,
        wording: TableWording | None = None,
        brief: bool = False,
    ) -> None:
        self.engine = engine
        self.brief = brief
        self.viewer = viewer
        self.wording = wording or TableWording(engine)
        machine = engine.machine
        unspoken = {machine.active, machine.shown_things, machine.shown_zones, "next-player"}
        self.cells = [
            cell for name, cell in machine.cells.items() if cell.life != "spilled" and name not in unspoken
        ]

    def line(self, state: State, move: Move, after: State) -> str:
        """A move and what changed that its words do not say."""
        words = self.move(state, move, after)
        changes = list(self.changes(state, after, self._named(state, move)))
        return self.wording.with_changes(words, changes) if changes else words

    def move(self, state: State, move: Move, after: State | None = None) -> str:
        """A move in words: `Anna lays the seven`."""
        who = self.engine.player(state)
        if move[0] == STOP:
            return self.wording.does(who, "stop", (), ("", ""))
        action = action_of(self.engine, state, move)
        return self.wording.does(who, action, self._told(state, move, after), self._place(state, move, after))

    def _doing(self, state: State, move: Move) -> str:
        """The action, without its last word where that is what is chosen: `play-card` plays this card."""
        action = action_of(self.engine, state, move)
        first, _, rest = action.partition("-")
        chosen = choices_of(self.engine, state, move)
        named = [name for name, domain, _ in chosen[:1] if isinstance(domain, Things)]
        return first if rest and named == [rest] else action

    def _told(self, state: State, move: Move, after: State | None) -> list[str]:
        """What a move chooses, as it is told: beside something else a number has the word for what it numbers."""
        chosen = choices_of(self.engine, state, move)
        said = zip(chosen, self.chosen(state, move, after), strict=True)
        return [
            self.wording.numbered(name, words)
            if isinstance(domain, Number) and len(name) >= WORD and len(chosen) > 1
            else words
            for (name, domain, _), words in said
        ]

    def chosen(self, state: State, move: Move, after: State | None = None) -> list[str]:
        """What a move chooses, in words; a component that the viewer sees neither before nor after has no name."""
        chosen = choices_of(self.engine, state, move)
        return [
            self.wording.unseen(state.where[value])
            if self._is_hidden(domain, value, state, after)
            else self.wording.value(domain, value)
            for _, domain, value in chosen
        ]

    def _is_hidden(self, domain: Domain, value: int, state: State, after: State | None) -> bool:
        if self.viewer is None:
            return False
        return all(
            is_hidden(domain, value, seen_things(each, self.viewer, self.engine.read))
            for each in (state, after)
            if each is not None
        )

    def _place(self, state: State, move: Move, after: State | None) -> tuple[str, str]:
        """An action that ends in the name of a place, and what it does there: `draws`, `from the deck`."""
        action = action_of(self.engine, state, move)
        first, _, rest = action.partition("-")
        family = self.engine.machine.families.get(rest)
        if after is None or family is None:
            return self._doing(state, move), ""
        moved = self._moved(state, after)
        if len(moved) > NAMED and family.size == 1:
            # Everything was dealt anew; what the action did itself is said by its steps.
            word = self._does_there(state, move, rest)
            return (first, f"{word} {self.wording.zone(family.base)}") if word else (action, "")
        for _, old, new in moved:
            for zone, word in ((old, "from"), (new, "to")):
                if self.engine.layout.family_of[zone].name == rest:
                    return first, f"{word} {self.wording.zone(zone)}"
        return action, ""

    def _does_there(self, state: State, move: Move, family: str) -> str:
        """Does the action take from a place or put something there?"""
        block = self.engine.machine.blocks[self.engine.decide(state).alternatives[move[0]].to]
        for step in steps_within(block.steps):
            match step:
                case Take(_, ZoneAt(name, _)) if name == family:
                    return "from"
                case Put(_, ZoneAt(name, _), _) if name == family:
                    return "to"
        return ""

    def changes(self, state: State, after: State, named: frozenset[int]) -> Iterator[str]:
        """What changed: components that nobody named, and what is counted."""
        moved = [(thing, old, new) for thing, old, new in self._moved(state, after) if thing not in named]
        if len(moved) > NAMED:
            yield self.wording.many(len(moved))
        else:
            unseen: Counter[int] = Counter()
            for thing, old, new in moved:
                if self._sees(thing, old, state) or self._sees(thing, new, after):
                    yield self.wording.goes(thing, new)
                else:
                    unseen[new] += 1
            for zone, count in unseen.items():
                yield self.wording.goes(None, zone) if count == 1 else self.wording.goes_unseen(count, zone)
        told = named | {thing for thing, _, _ in moved}
        for cell in self.cells:
            if isinstance(cell.domain, Things):
                yield from self._noted(cell, state, after, told)
            else:
                yield from self._cell(cell, state, after)

    def _noted(self, cell: Cell, state: State, after: State, told: frozenset[int]) -> Iterator[str]:
        """A component that was only shown, and is noted: an event that was drawn lies in its pile again."""
        if cell.index or (self.viewer is not None and not sees_entry(cell, (), self.viewer)):
            return
        old, new = (self.engine.get(each, cell.name) for each in (state, after))
        if new in (old, NOTHING) or new in told or self._is_hidden(cell.domain, new, state, after):
            return
        yield self.wording.holds(cell.name, (), new, after)

    def _cell(self, cell: Cell, state: State, after: State) -> Iterator[str]:
        slot = self.engine.layout.slots[cell.name]
        if getattr(state, slot) == getattr(after, slot):
            return
        for index in product(*(values(domain) for domain in cell.index)):
            if self.viewer is not None and not sees_entry(cell, index, self.viewer):
                continue
            if any(self._is_hidden(*each, state, after) for each in zip(cell.index, index, strict=True)):
                continue
            old, new = (self.engine.get(each, cell.name, index) for each in (state, after))
            used_up = self.brief and cell.life == "turn" and new == 0 and isinstance(cell.domain, Number)
            if old != new and not (isinstance(cell.domain, Truth) or new == NOTHING or used_up):
                yield self.wording.holds(cell.name, index, new, after)

    def _moved(self, state: State, after: State) -> list[tuple[int, int, int]]:
        pairs = zip(state.where, after.where, strict=True)
        return [(thing, old, new) for thing, (old, new) in enumerate(pairs) if old != new]

    def _named(self, state: State, move: Move) -> frozenset[int]:
        """The components that the words of a move name."""
        chosen = choices_of(self.engine, state, move)
        return frozenset(value for _, domain, value in chosen if isinstance(domain, Things))

    def _sees(self, thing: int, zone: int, state: State) -> bool:
        return self.viewer is None or thing in seen_in_zone(state, zone, self.viewer, self.engine.read)


def written_move_in_words(
    engine: Engine, written: Mapping[str, Any], wording: TableWording | None = None
) -> str:
    """A written move, legal or not, in words."""
    wording = wording or TableWording(engine)
    said = []
    for word in (written.get("with") or {}).values():
        things = engine.speech.heard(engine.machine.all_things, word)
        said.append(wording.the(things[0]) if things else _worded(word, wording))
    return wording.does(written.get("player", SOMEBODY), written["action"], said, ("", ""))


def _worded(word: object, wording: TableWording) -> str:
    if isinstance(word, bool):
        return wording.truth(word)
    return wording.nothing() if word is None else wording.name(str(word))


def refused_by(refusal: Refusal) -> str:
    """A rule that refuses, and the values that it read, in one line."""
    match refusal.detail:
        case ((refusal.rule, None),):
            return f"{refusal.rule}: it is not specified"
        case ((refusal.rule, value), (explain.NO_CHOICE, source)):
            return f"{refusal.rule}: {_said(value)} is no {_said(source)}"
    read = ", ".join(f"{words} is {_said(value)}" for words, value in refusal.detail)
    return f"{refusal.rule}: {read}" if read else refusal.rule


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else name_in_words(str(value))
