"""One record of a play: in numbers as the machine takes it (`Trace`), in names as a file holds it (`WrittenTrace`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from verifier.engine import Move
from verifier.engine.engine import Given
from verifier.source import Source

Word = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Trace:
    """What was given, what chance gave (shuffles from top to bottom), and the moves."""

    given: Mapping[str, Given]
    shuffles: tuple[tuple[int, ...], ...]
    rolls: tuple[tuple[str, int], ...]
    moves: tuple[Move, ...]

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True, slots=True)
class WrittenTrace:
    """Components, faces and choices by their names, players by their seats; shuffles from top to bottom.

    A move is `{"player", "action", "with"}`. `source` is the text it was read from, to point into.
    """

    ruleset: str
    players: int
    given: Mapping[str, Word | list[Word]] = field(default_factory=dict)
    shuffles: tuple[tuple[str, ...], ...] = ()
    rolls: tuple[tuple[str, str | int], ...] = ()
    moves: tuple[Mapping[str, Any], ...] = ()
    source: Source | None = field(default=None, compare=False, repr=False)

    def in_names_of_today(self, now: Mapping[str, str]) -> WrittenTrace:
        """The same play, with actions that have another name now called by it."""
        if not any(move["action"] in now for move in self.moves):
            return self
        return replace(self, moves=tuple(move_in_names_of_today(move, now) for move in self.moves))

    def as_json(self) -> dict[str, Any]:
        """The play as a value that `json` can write."""
        return {
            "ruleset": self.ruleset,
            "players": self.players,
            "given": dict(self.given),
            "shuffles": [list(shuffle) for shuffle in self.shuffles],
            "rolls": [{"die": die, "face": face} for die, face in self.rolls],
            "moves": [dict(move) for move in self.moves],
        }

    def as_text(self) -> str:
        """The play as a file, one shuffle, one roll and one move to a line."""
        return "{\n" + ",\n".join(self._entries()) + "\n}\n"

    def _entries(self) -> Iterator[str]:
        for name, value in self.as_json().items():
            if isinstance(value, list) and value:
                lines = ",\n".join(f"    {_line(each)}" for each in value)
                yield f'  "{name}": [\n{lines}\n  ]'
            else:
                yield f'  "{name}": {_line(value)}'


def move_in_names_of_today(move: Mapping[str, Any], now: Mapping[str, str]) -> Mapping[str, Any]:
    """The move, with an action that has another name now called by it."""
    action = move.get("action") if now else None
    return {**move, "action": now[action]} if isinstance(action, str) and action in now else move


_line = json.JSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True, slots=True)
class ReplayedTrace(Trace):
    """A trace that the machine has replayed, and how it is written."""

    written: WrittenTrace


@dataclass(frozen=True, slots=True)
class Evidence:
    """A play that shows something: as it is written, and told in words. `loop` is where a circle begins.

    `matters` are the numbers of the moves that changed what broke a claim, from 1; empty where nobody can tell.
    """

    play: Mapping[str, Any]
    told: tuple[str, ...]
    shows: str
    loop: int | None = None
    matters: tuple[int, ...] = ()

    def as_json(self, with_story: bool = True) -> dict[str, Any]:
        """What it shows, the story if it is wanted (`replay` tells it again), and the play."""
        story = {"told": list(self.told)} if with_story else {}
        found: dict[str, Any] = {"shows": self.shows, **story, "play": dict(self.play)}
        if self.loop is not None:
            found["loop"] = self.loop
        if self.matters:
            found["matters"] = list(self.matters)
        return found
