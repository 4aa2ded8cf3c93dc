"""What a slot stands for in one rule set: numbers and tables, counts of components, sums of two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.kernel.domain import Names, Number
from verifier.model.game import Game
from verifier.words.template import Slot


@dataclass(frozen=True, slots=True)
class Values:
    """The numbers of a game by name."""

    numbers: Mapping[str, int]
    tables: Mapping[str, Mapping[str, int]]
    counts: Mapping[str, int]

    def of(self, slot: Slot) -> int | None:
        """The number of a slot; nothing when its name is no number."""
        match slot.value:
            case ("all", name):
                return self.counts.get(name)
            case (name,):
                return self.atom(name)
            case (left, "of", right):
                key = str(self.numbers.get(right, right))
                return self.tables.get(left, {}).get(key)
            case (left, op, right):
                return _worked_out(self.atom(left), op, self.atom(right))
        return None

    def atom(self, name: str) -> int | None:
        return int(name) if name.lstrip("-").isdecimal() else self.numbers.get(name)


def _worked_out(left: int | None, op: str, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    if op == "/":
        return left // right if right else None
    return {"+": left + right, "-": left - right, "*": left * right}.get(op)


def values_of(game: Game) -> Values:
    """Every number of a game for its player count."""
    numbers = {name: each.value for name, each in game.parameters.items() if each.value is not None}
    numbers["players"] = game.players
    numbers["rounds"] = game.rounds
    tables: dict[str, dict[str, int]] = {}
    for name, parameter in game.parameters.items():
        if parameter.value is None:
            tables[name] = {}
            labels = game.kinds.get(parameter.by or "")
            for key, value in parameter.entries:
                tables[name][str(key)] = value
                if isinstance(labels, Names) and 0 <= key < len(labels.members):
                    tables[name][labels.members[key]] = value
    counts = {name: len(things.ids) for name, things in game.classes.items()}
    for name, kind in game.kinds.items():
        if isinstance(kind, Names):
            counts.setdefault(name, len(kind.members))
        elif isinstance(kind, Number):
            counts.setdefault(name, kind.high - kind.low + 1)
    return Values(numbers, tables, counts)
