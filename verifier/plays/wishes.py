"""A move as somebody at the table types it in, a written move out: `lay card-7`, `lay card 7`, `raise 5`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.backends.machine import Engine, State
from verifier.backends.machine.moves_json import choices
from verifier.kernel.domain import Domain, Number, Players, Things
from verifier.kernel.machine import Alternative
from verifier.plays.moving import domains_of
from verifier.plays.words import NAMES

LONGEST = 200


def wished(engine: Engine, state: State, line: str) -> Mapping[str, Any] | None:
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
