"""A play as it is written: the rule set, what was given, what chance gave, and every move."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.source import Source

Word = str | int | bool | None
Given = Mapping[str, Word | list[Word]]


@dataclass(frozen=True, slots=True)
class WrittenPlay:
    """Components, faces and choices by their names, players by their seats; shuffles from top to bottom.

    A move is `{"player", "action", "with"}`. `source` is the text it was read from, to point into.
    """

    ruleset: str
    players: int
    given: Given = field(default_factory=dict)
    shuffles: tuple[tuple[str, ...], ...] = ()
    rolls: tuple[tuple[str, str | int], ...] = ()
    moves: tuple[Mapping[str, Any], ...] = ()
    source: Source | None = field(default=None, compare=False, repr=False)

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


_line = json.JSONEncoder(ensure_ascii=False).encode
