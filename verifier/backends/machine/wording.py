"""What the words of a scenario say: does `red 7`, `13 upper`, `opponent` mean this value?"""

from __future__ import annotations

from verifier.kernel.domain import Domain, Names, Number, Players, Things, Truth, Zones
from verifier.kernel.machine import Machine

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth")


class Wording:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._described: dict[tuple[str | int, int], bool] = {}

    def says(self, words: tuple[str | int, ...], domain: Domain, value: int) -> bool:
        match domain:
            case Things():
                return all(self.describes(word, value) for word in words)
            case Number():
                return words == (value,)
            case Names(_, members):
                return words == (members[value],)
            case Players():
                return (
                    words == (SEATS[value],)
                    or (words == ("I",) and value == 0)
                    or (words == ("opponent",) and value == 1)
                )
            case Zones():
                return self.zone_says(words, value)
            case Truth():
                return words == (("no", "yes")[value],)
            case _:
                return False

    def zone_says(self, words: tuple[str | int, ...], zone: int) -> bool:
        """A zone is named by its family and indexes, in any part: `13 upper inner`, `stack 2`."""
        family = next(f for f in self.machine.families.values() if f.base <= zone < f.base + f.size)
        known: list[str | int] = [family.name]
        for name, domain in family.index:
            value = self.machine.tables[f"zone {name}"].values[zone]
            known.append(domain.members[value] if isinstance(domain, Names) else value)
            if isinstance(domain, Players):
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
                case Number() if value == word:
                    return True
                case Names(_, members) if 0 <= value < len(members) and members[value] == word:
                    return True
                case Players() if 0 <= value < len(SEATS) and SEATS[value] == word:
                    return True
        return False
