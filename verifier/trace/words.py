"""Words of the table: what players, components and actions are called, and what somebody means who types them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.engine import Engine, State
from verifier.engine.moves import choices
from verifier.kernel.domain import NOTHING, Domain, Labels, Names, Number, Players, Things, Truth, Zones
from verifier.kernel.machine import Alternative
from verifier.trace.moves import domains_of

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


def name_in_words(word: str) -> str:
    """A name in the rules as people say it."""
    return word.replace("-", " ")


class TableWording:
    """Puts the values of one game into the words of the table."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # Which of several copies it is does not matter to people: the first lends its name to all.
        first: dict[int, str] = {}
        self.things = [
            name_in_words(first.setdefault(thing.twin, thing.name)) for thing in engine.machine.things
        ]

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
                return name_in_words(members[value])

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
        return f"{owner or 'the '}{' '.join([*kinds, name_in_words(family.name)])}"

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
        return f"{owner}{' '.join([*kinds, name_in_words(name)])}"


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
