"""The shape of a machine: everything it says, with numbers instead of names. Equal shapes, equal behaviour.

Names get their numbers in the order in which the machine, read from its start, first speaks of them. Members
of a kind and components are known by their place. What is read is the normal machine, so that idle rules
leave no trace.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from verifier.analysis.normal_form import normal_machine
from verifier.compare.canonical.colours import marks_of
from verifier.compare.canonical.order import Sequence
from verifier.compare.canonical.tokens import Entity, Tokens, arranged, bound
from verifier.kernel import machine as km
from verifier.kernel.domain import Domain, Names, Things, Zones, values

Token = str | int | Entity
_P = bound({}, "p")


@dataclass(frozen=True, slots=True)
class Shape:
    """A digest of all that matters, and the names in the order of their numbers."""

    digest: str
    names: tuple[Entity, ...]
    rules: tuple[str, ...]
    actions: tuple[str, ...]


def shape_of(machine: km.Machine, named: bool = False) -> Shape:
    """The shape of a machine as it was compiled.

    With `named`, what comes with a play keeps its name, and names decide between steps that look alike: right
    for rule sets made of the same texts, where a name means one thing.
    """
    return normal_shape(normal_machine(machine), named)


def normal_shape(machine: km.Machine, named: bool = False) -> Shape:
    """The shape of a machine that is normal already."""
    marks = None if named else marks_of(machine)
    ordered = Sequence(machine, marks).machine_in_order()
    return _Reading(arranged(ordered, marks), named).shape()


class _Reading:
    """Reads a machine from its start and numbers what it meets."""

    def __init__(self, machine: km.Machine, named: bool) -> None:
        self.machine = machine
        self.named = named
        self.tokens = Tokens(machine)
        self.numbers: dict[Entity, int] = {}
        self.waiting: list[Entity] = []
        self.said: list[str] = []

    def shape(self) -> Shape:
        machine = self.machine
        self.say("players", machine.players, "things", *(thing.twin for thing in machine.things))
        self.say(("family", _box(machine)), ("label", machine.start))
        self.say("score", *self.tokens.of(machine.score, _P))
        for rank in machine.winner:
            self.say("rank", rank.op, *self.tokens.of(rank.value, _P))
        for name in (machine.shown_zones, machine.shown_things):
            self.say("shown", *([("cell", name)] if name else []))
        while self.waiting:
            entity = self.waiting.pop(0)
            if entity[0] != "table":
                self.say("is", entity, *self.tokens.about(entity), *self._name(entity))
        # The places of zones in a table depend on the numbers of all zones, so tables come last.
        for entity in [each for each in self.numbers if each[0] == "table"]:
            self.say("is", entity, *self._table(machine.tables[entity[1]]))
        digest = hashlib.sha256(" ".join(self.said).encode()).hexdigest()
        return Shape(digest, tuple(self.numbers), self.tokens.rules, self.tokens.actions)

    def _name(self, entity: Entity) -> list[Token]:
        given = self.named and entity[0] == "cell" and self.machine.cells[entity[1]].given
        return [entity[1]] if given else []

    def say(self, *tokens: Token) -> None:
        for token in tokens:
            if isinstance(token, tuple):
                number = self.numbers.get(token)
                if number is None:
                    number = self.numbers[token] = len(self.numbers)
                    self.waiting.append(token)
                self.said.append(f"{token[0]}#{number}")
            else:
                self.said.append(str(token))

    def _table(self, table: km.Table) -> list[Token]:
        """A table with its zones in the order of their families' numbers; zones nobody names are left out."""
        zones = self._zones()
        axes = []
        for domain in table.index:
            axes.append(zones if isinstance(domain, Zones) else list(range(_width(self.machine, domain))))
        rows = [0]
        for domain, axis in zip(table.index, axes, strict=True):
            rows = [row * _width(self.machine, domain) + place for row in rows for place in axis]
        said: list[Token] = ["table", table.missing, *(len(axis) for axis in axes)]
        said += [("kind", table.domain.name)] if isinstance(table.domain, Names) else []
        found = [table.values[row] for row in rows]
        if isinstance(table.domain, Zones):
            place = {zone: number for number, zone in enumerate(zones)}
            found = [place.get(value, -1) for value in found]
        return [*said, *found]

    def _zones(self) -> list[int]:
        families = [self.machine.families[name] for sort, name in self.numbers if sort == "family"]
        return [family.base + place for family in families for place in range(family.size)]


def _box(machine: km.Machine) -> str:
    return next(name for name, family in machine.families.items() if family.base == machine.box)


def _width(machine: km.Machine, domain: Domain) -> int:
    match domain:
        case Zones():
            return machine.zones
        case Things():
            return len(machine.things)
        case _:
            return len(values(domain))
