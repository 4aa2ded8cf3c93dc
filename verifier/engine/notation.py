"""Values as people write them, and back: components, names, numbers, zones; and the words of scenarios."""

from __future__ import annotations

from typing import assert_never

from verifier.kernel import domain as kd
from verifier.kernel.expression import Contents, Source, Values, ZonesOf
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Cell, Machine

# --- values in the notation of plays, and back


Spoken = str | int | bool | None


class Notation:
    """Puts the values of one machine into words."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.things = layout.machine.things
        self.any_zone = kd.Zones("zone", tuple(range(layout.machine.zones)))
        # Said at every look at a state.
        self._zones: dict[int, str] = {}
        self._indexes: dict[tuple[str, tuple[int, ...]], str] = {}
        self._things: dict[str, list[int]] = {}
        for number, thing in enumerate(self.things):
            self._things.setdefault(thing.name, []).append(number)
            if thing.design != thing.name:
                self._things.setdefault(thing.design, []).append(number)

    def value(self, domain: kd.Domain, value: int) -> Spoken:
        """A value as it stands in a written move; nothing is `None`."""
        match domain:
            case kd.Number():
                return value
            case kd.Truth():
                return bool(value)
            case _ if value == kd.NOTHING:
                return None
            case kd.Names(_, members) | kd.Labels(members):
                return members[value]
            case kd.Players():
                return value
            case kd.Things():
                return self.things[value].name
            case kd.Zones():
                return self.zone(value)
            case _:
                assert_never(domain)

    def zone(self, zone: int) -> str:
        """A zone as `family of a b`."""
        found = self._zones.get(zone)
        if found is None:
            found = self._zones[zone] = self._zone(zone)
        return found

    def index(self, cell: Cell, index: tuple[int, ...]) -> str:
        """An index of a cell as `a b`."""
        found = self._indexes.get((cell.name, index))
        if found is None:
            words = (str(self.value(*each)) for each in zip(cell.index, index, strict=True))
            found = self._indexes[cell.name, index] = " ".join(words)
        return found

    def _zone(self, zone: int) -> str:
        family = self.layout.family_of[zone]
        index = [
            str(self.value(domain, value))
            for (_, domain), value in zip(family.index, self.layout.zone_index(zone), strict=True)
        ]
        return f"{family.name} of {' '.join(index)}" if index else family.name

    def domain(self, source: Source) -> kd.Domain:
        """What the members of a source are."""
        match source:
            case Values(domain, _):
                return domain
            case ZonesOf(family, _):
                shape = self.layout.machine.families[family]
                return kd.Zones(family, tuple(range(shape.base, shape.base + shape.size)))
            case Contents(_, things):
                return things
            case _:
                assert_never(source)

    def heard(self, domain: kd.Domain, word: object) -> list[int]:
        """The values that a written word may mean: of a component every copy, the named one first."""
        if isinstance(domain, kd.Things):
            return self._copies(word)
        return [value for value in kd.values(domain) if _same(self.value(domain, value), word)]

    def _copies(self, word: object) -> list[int]:
        named = self._things.get(word, []) if isinstance(word, str) else []
        groups = {self.things[number].twin for number in named}
        copies = [number for number, thing in enumerate(self.things) if thing.twin in groups]
        return [*named, *(number for number in copies if number not in named)]


def _same(spoken: Spoken, word: object) -> bool:
    # In JSON `true` is no number, though Python says that True is 1; a number may also be written as text.
    if isinstance(spoken, bool) or isinstance(word, bool):
        return spoken is word
    return spoken == word or str(spoken) == word


# --- the words of scenarios


SEATS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip


class ScenarioWording:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._described: dict[tuple[str | int, int], bool] = {}

    def says(self, words: tuple[str | int, ...], domain: kd.Domain, value: int) -> bool:
        match domain:
            case kd.Things():
                return all(self.describes(word, value) for word in words)
            case kd.Number():
                return words == (value,)
            case kd.Names(_, members):
                return words == (members[value],)
            case kd.Players():
                return (
                    words == (SEATS[value],)
                    or (words == ("I",) and value == 0)
                    or (words == ("opponent",) and value == 1)
                )
            case kd.Zones():
                return self.zone_says(words, value)
            case kd.Truth():
                return words == (("no", "yes")[value],)
            case _:
                return False

    def zone_says(self, words: tuple[str | int, ...], zone: int) -> bool:
        """A zone is named by its family and indexes, in any part: `13 upper inner`, `stack 2`."""
        family = next(f for f in self.machine.families.values() if f.base <= zone < f.base + f.size)
        known: list[str | int] = [family.name]
        for name, domain in family.index:
            value = self.machine.tables[f"zone {name}"].values[zone]
            known.append(domain.members[value] if isinstance(domain, kd.Names) else value)
            if isinstance(domain, kd.Players):
                known[-1] = SEATS[value]
        rest = list(known)
        for word in words:
            if word not in rest:
                return False
            rest.remove(word)
        return True

    def describes(self, word: str | int, thing: int) -> bool:
        found = self._described.get((word, thing))
        if found is None:
            found = self._described[word, thing] = self._describes(word, thing)
        return found

    def _describes(self, word: str | int, thing: int) -> bool:
        known = self.machine.things[thing]
        if word in (known.name, known.design):
            return True
        flag = self.machine.tables.get(f"is {word}")
        if flag is not None and flag.values[thing]:
            return True
        for name, table in self.machine.tables.items():
            if not name.startswith("its ") or len(table.index) != 1:
                continue
            value = table.values[thing]
            match table.domain:
                case kd.Number() if value == word:
                    return True
                case kd.Names(_, members) if 0 <= value < len(members) and members[value] == word:
                    return True
                case kd.Players() if 0 <= value < len(SEATS) and SEATS[value] == word:
                    return True
        return False
