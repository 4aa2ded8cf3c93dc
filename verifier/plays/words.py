"""Words of the table: players by name, components as people call them, actions as verbs."""

from __future__ import annotations

from verifier.backends.machine import Engine, State
from verifier.kernel.domain import NOTHING, Domain, Labels, Names, Number, Players, Things, Truth, Zones

NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix")
# Actions that every game has, with the verb they become.
COMMON = {"choose": "chooses", "stop": "stops"}


def player_name(seat: int) -> str:
    """What people call the player on a seat."""
    if seat == NOTHING:
        return "nobody"
    return NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}"


def verb(action: str) -> str:
    """An action as what somebody does: `lay` is `lays`, `pass-on` is `passes on`."""
    if action in COMMON:
        return COMMON[action]
    first, *rest = action.split("-")
    return " ".join((_third_person(first), *rest))


def _third_person(word: str) -> str:
    if word.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def spoken(word: str) -> str:
    """A name in the rules as people say it."""
    return word.replace("-", " ")


class Wording:
    """Puts the values of one game into the words of the table."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # Which of several copies it is does not matter to people: the first lends its name to all.
        first: dict[int, str] = {}
        self.things = [spoken(first.setdefault(thing.twin, thing.name)) for thing in engine.machine.things]

    def thing(self, number: int) -> str:
        """A component as people call it."""
        return self.things[number]

    def value(self, domain: Domain, value: int) -> str:
        match domain:
            case Number():
                return str(value)
            case Truth():
                return "yes" if value else "no"
            case Players():
                return player_name(value)
            case _ if value == NOTHING:
                return "nothing"
            case Things():
                return f"the {self.thing(value)}"
            case Zones():
                return self.zone(value)
            case Names(_, members) | Labels(members):
                return spoken(members[value])

    def zone(self, number: int) -> str:
        """A zone as people point at it: `Anna's northern row`."""
        layout = self.engine.layout
        family = layout.family_of[number]
        owner, kinds = "", []
        for (_, domain), value in zip(family.index, layout.zone_index(number), strict=True):
            if isinstance(domain, Players) and not owner:
                owner = f"{player_name(value)}'s "
            else:
                kinds.append(self.value(domain, value).removeprefix("the "))
        return f"{owner or 'the '}{' '.join([*kinds, spoken(family.name)])}"

    def owner(self, thing: int, state: State) -> str:
        """Whose a component is, by where it lies: `Anna's`; empty if it lies before nobody."""
        layout = self.engine.layout
        zone = state.where[thing]
        for (_, domain), value in zip(layout.family_of[zone].index, layout.zone_index(zone), strict=True):
            if isinstance(domain, Players):
                return f"{player_name(value)}'s "
        return ""

    def cell(self, name: str, index: tuple[int, ...], state: State) -> str:
        """A cell as people speak of it: `Anna's total`."""
        domains = self.engine.machine.cells[name].index
        owner, kinds = "", []
        for domain, value in zip(domains, index, strict=True):
            if isinstance(domain, Players) and not owner:
                owner = f"{player_name(value)}'s "
            else:
                owner = self.owner(value, state) if isinstance(domain, Things) and not owner else owner
                kinds.append(self.value(domain, value).removeprefix("the "))
        return f"{owner}{' '.join([*kinds, spoken(name)])}"
