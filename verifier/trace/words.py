"""Words of the table: what players, components and actions are called, and what somebody means who types them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verifier.engine import Engine, State
from verifier.engine.moves import choices
from verifier.engine.notation import SEATS
from verifier.kernel.domain import NOTHING, Domain, Labels, Names, Number, Players, Things, Truth, Zones
from verifier.kernel.machine import Alternative
from verifier.trace.moves import domains_of

NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Iris", "Jan")
# A seat that is not said.
SOMEBODY = -2
# Actions that every game has, with the verb they become.
COMMON = {"choose": "chooses", "stop": "stops"}


def player_name(seat: int) -> str:
    """What people call the player on a seat."""
    if seat == NOTHING:
        return "nobody"
    if seat == SOMEBODY:
        return "somebody"
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


def name_in_words(word: str) -> str:
    """A name in the rules as people say it."""
    return word.replace("-", " ")


class TableWording:
    """Puts the values of one game into the words of the table: in English, with the names of the rules."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # Which of several copies it is does not matter to people: the first lends its name to all.
        first: dict[int, str] = {}
        self.things = [
            name_in_words(first.setdefault(thing.twin, thing.name)) for thing in engine.machine.things
        ]
        self.seats = [_seat_of(thing.name, engine.machine.players) for thing in engine.machine.things]

    # --- what another language says in its own way

    def player(self, seat: int) -> str:
        return player_name(seat)

    def name(self, word: str) -> str:
        """A name in the rules: a zone, an amount, a member of a kind."""
        return name_in_words(word)

    def thing(self, number: int) -> str:
        """A component as people call it."""
        return self.things[number]

    def the(self, thing: int) -> str:
        """A component as a move names it; what belongs to a seat by its name is that player's."""
        seat = self.seats[thing]
        return f"the {self.thing(thing)}" if seat is None else self.owned(seat, self.bare(thing))

    def bare(self, thing: int) -> str:
        """The name of what belongs to a seat, without the word for the seat."""
        return self.thing(thing).split(" ", 1)[1]

    def nothing(self) -> str:
        return "nothing"

    def truth(self, value: bool) -> str:
        return "yes" if value else "no"

    def owned(self, owner: int, words: str, alone: str = "") -> str:
        """Something of a player; without an owner, with the word that then stands before it."""
        return f"{alone}{words}" if owner == NOTHING else f"{self.player(owner)}'s {words}"

    def unseen(self, zone: int) -> str:
        return f"one in {self.zone(zone)}"

    def does(self, seat: int, action: str, chosen: Sequence[str], place: tuple[str, str]) -> str:
        """A move: who, what, with what; `place` is the action without its last word, and where that is."""
        first, where = place
        # What the place says already is not said again: `from the left pile`, not `left from the left pile`.
        said = [word for word in chosen if word not in where.split()]
        return " ".join(filter(None, [self.player(seat), verb(first or action), ", ".join(said), where]))

    def with_changes(self, move: str, changes: Sequence[str]) -> str:
        return f"{move}: {', '.join(changes)}"

    def numbered(self, name: str, value: str) -> str:
        """A number that is chosen, with the word for what it is the number of: `stone 2`."""
        return f"{name_in_words(name)} {value}"

    def goes(self, thing: int | None, zone: int) -> str:
        """A component that comes to a place; without a name if it is not seen."""
        return f"{'one' if thing is None else self.the(thing)} to {self.zone(zone)}"

    def goes_unseen(self, count: int, zone: int) -> str:
        """Several components that nobody saw, to one place."""
        return f"{count} to {self.zone(zone)}"

    def many(self, count: int) -> str:
        return f"{count} components are moved"

    def counted(self, owner: int, kinds: Sequence[str], name: str, value: str) -> str:
        """An amount of one of many: `Anna's forest: 2 stored`, `Anna's forest: none stored`."""
        return f"{self.owned(owner, ' '.join(kinds))}: {'none' if value == '0' else value} {self.name(name)}"

    # --- made of these

    def value(self, domain: Domain, value: int) -> str:
        match domain:
            case Number():
                return str(value)
            case Truth():
                return self.truth(bool(value))
            case Players():
                return self.player(value)
            case _ if value == NOTHING:
                return self.nothing()
            case Things():
                return self.the(value)
            case Zones():
                return self.zone(value)
            case Names(_, members) | Labels(members):
                return self.name(members[value])

    def zone(self, number: int) -> str:
        """A zone as people point at it: `Anna's northern row`."""
        layout = self.engine.layout
        family = layout.family_of[number]
        domains = [domain for _, domain in family.index]
        owner, kinds = self._parts(domains, layout.zone_index(number))
        return self.owned(owner, self.told_apart(kinds, family.name), "the ")

    def told_apart(self, kinds: Sequence[str], name: str) -> str:
        """What a name is told apart by: `northern row`."""
        return " ".join([*kinds, self.name(name)])

    def _parts(self, domains: Sequence[Domain], index: Sequence[int]) -> tuple[int, list[str]]:
        """Whose something is, and the other words that tell it apart."""
        owner, kinds = NOTHING, []
        for domain, value in zip(domains, index, strict=True):
            if isinstance(domain, Players) and owner == NOTHING:
                owner = value
            else:
                bare = isinstance(domain, Things) and value != NOTHING
                kinds.append(self.thing(value) if bare else self.value(domain, value).removeprefix("the "))
        return owner, kinds

    def owner(self, thing: int, state: State) -> int:
        """Whose a component is, by where it lies; nobody's if it lies before nobody."""
        layout = self.engine.layout
        zone = state.where[thing]
        for (_, domain), value in zip(layout.family_of[zone].index, layout.zone_index(zone), strict=True):
            if isinstance(domain, Players):
                return value
        return NOTHING

    def cell(self, name: str, index: tuple[int, ...], state: State) -> str:
        """A cell as people speak of it: `Anna's total`."""
        owner, kinds = self._cell_parts(name, index, state)
        return self.owned(owner, self.told_apart(kinds, name))

    def holds(self, name: str, index: tuple[int, ...], value: int, state: State) -> str:
        """A cell and what it holds: `Anna's total 12`, `Anna's forest: 2 stored`."""
        domain = self.engine.machine.cells[name].domain
        owner, kinds = self._cell_parts(name, index, state)
        said = self.value(domain, value)
        if kinds and isinstance(domain, Number):
            return self.counted(owner, kinds, name, said)
        return f"{self.owned(owner, self.told_apart(kinds, name))} {said}"

    def _cell_parts(self, name: str, index: tuple[int, ...], state: State) -> tuple[int, list[str]]:
        domains = self.engine.machine.cells[name].index
        owner, kinds = self._parts(domains, index)
        for domain, value in zip(domains, index, strict=True):
            if isinstance(domain, Things) and owner == NOTHING:
                owner = self.owner(value, state)
        return owner, kinds


def _seat_of(name: str, players: int) -> int | None:
    """The seat that the name of a component begins with: `first-adventurer`."""
    word, _, rest = name.partition("-")
    return SEATS.index(word) if rest and word in SEATS[:players] else None


# --- typed moves

LONGEST = 200


def typed_move(engine: Engine, state: State, line: str) -> Mapping[str, Any] | None:
    """What somebody typed, as a written move that may or may not be legal; None if it means nothing."""
    words = line[:LONGEST].lower().split()
    if not words:
        return None
    if words == ["stop"]:
        return {"action": "stop"}
    offered = engine.decide(state).alternatives
    said = {alternative.action for alternative in offered}
    for length in range(len(words), 0, -1):
        action = "-".join(words[:length])
        for alternative in offered:
            if alternative.action == action:
                found = _choices(engine, alternative, words[length:])
                if found is not None:
                    return {"action": action, "with": found}
        if action in said:
            # What is offered now gets no further words than those it understands.
            return {"action": action, "with": {}} if length == len(words) else None
    return _elsewhere(engine, words)


def _elsewhere(engine: Engine, words: list[str]) -> Mapping[str, Any] | None:
    """An action that is not offered now, but that the game has."""
    known = domains_of(engine)
    for length in range(len(words), 0, -1):
        action = "-".join(words[:length])
        if action in known:
            return {"action": action, "with": {}}
    return None


def _choices(engine: Engine, alternative: Alternative, words: list[str]) -> dict[str, Any] | None:
    """The words shared out among the choices of an action, in order; None if they do not fit."""
    parts = choices(alternative)
    domains = [(part.local, engine.speech.domain(part.source)) for part in parts]
    found = _shared(engine, domains, words)
    return dict(found) if found is not None else None


def _shared(
    engine: Engine, domains: list[tuple[str, Domain]], words: list[str]
) -> list[tuple[str, Any]] | None:
    if not domains:
        return [] if not words else None
    (local, domain), rest = domains[0], domains[1:]
    for length in range(1, len(words) - len(rest) + 1):
        value = _value(engine, domain, words[:length])
        if value is not None:
            others = _shared(engine, rest, words[length:])
            if others is not None:
                return [(local, value), *others]
    return None


def _value(engine: Engine, domain: Domain, words: list[str]) -> Any:
    """What a few words mean as a value of a domain, as it is written; None if nothing."""
    joined = "-".join(words)
    match domain:
        case Number():
            return int(joined) if joined.lstrip("-").isdigit() and len(joined) < 10 else None
        case Players():
            names = [name.lower() for name in NAMES[: domain.count]]
            return names.index(joined) if joined in names else None
        case Things():
            return joined if engine.speech.heard(engine.machine.all_things, joined) else None
        case _:
            return next(
                (word for word in (joined, " ".join(words)) if engine.speech.heard(domain, word)), None
            )
