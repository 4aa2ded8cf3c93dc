"""Move notation: between written moves and the machine's, cached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from verifier.diagnostics import Label, Rejected, Report, diagnostic, did_you_mean
from verifier.engine import Engine, Move, Refusal, State
from verifier.engine.moves import choices
from verifier.kernel.domain import Domain, Number, Things, values
from verifier.kernel.machine import Decide, Machine
from verifier.runtime import STOP
from verifier.source import NOWHERE
from verifier.trace.places import Path, shown, written_value

# So many ways of writing a move are remembered at each pause, and so many copies are tried.
REMEMBERED = 50_000
MOST_READINGS = 4_096


@dataclass(frozen=True, slots=True)
class UnknownWord:
    """A word in a move that no position could allow: a mistake of the text, not of the player."""

    code: str
    place: Path
    hint: str | None
    names: dict[str, Any]


class MoveNotation:
    """Reads and writes the moves of one machine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._meant: dict[tuple[Any, ...], list[Move]] = {}
        self._written: dict[tuple[int, Move], dict[str, Any]] = {}

    def legal_move(self, state: State, written: Mapping[str, Any]) -> Move | None:
        """The legal move that is meant, of several copies the one that was named; None if there is none."""
        legal = self.engine.legal(state)
        if written.get("player", None) is not None and written["player"] != self.engine.player(state):
            return None
        if written["action"] == "stop":
            return (STOP,) if (STOP,) in legal else None
        return next((move for move in self._readings(state, written) if move in legal), None)

    def meant(self, state: State, written: Mapping[str, Any]) -> Move | list[Refusal]:
        """The legal move that is meant, or every reason why there is none; what is written may be anything."""
        if _is_plain(written) and not self.engine.over(state):
            found = self.legal_move(state, written)
            if found is not None:
                return found
        return self.engine.parse(state, written)

    @cached_property
    def _domains(self) -> dict[str, dict[str, list[Domain]]]:
        return domains_of(self.engine)

    def unknown_word(self, written: Mapping[str, Any]) -> UnknownWord | None:
        """The first word of a move that the rules have no use for anywhere."""
        if not _is_plain(written) or written["action"] == "stop":
            return None
        action, known = written["action"], self._domains
        if action not in known:
            return UnknownWord("R422", ("action",), did_you_mean(action, known), {"name": action})
        for name, word in (written.get("with") or {}).items():
            place = ("with", name)
            if name not in known[action]:
                names = {"place": f"`{action}`", "key": name}
                return UnknownWord("R406", place, did_you_mean(name, known[action]), names)
            if not is_known(self.engine, known[action][name], word):
                return self._unknown_value(action, name, word)
        return None

    def _unknown_value(self, action: str, name: str, word: Any) -> UnknownWord:
        domains = self._domains[action][name]
        if isinstance(word, str) and any(isinstance(domain, Things) for domain in domains):
            hint = did_you_mean(word, (thing.name for thing in self.engine.machine.things))
            return UnknownWord("R413", ("with", name), hint, {"name": word})
        words = [str(self.engine.speech.value(domain, each)) for domain in domains for each in values(domain)]
        names = {"action": action, "name": name, "value": written_value(word)}
        return UnknownWord("R423", ("with", name), did_you_mean(str(word), words), names)

    def check_words(self, written: Mapping[str, Any]) -> None:
        """Rejects a move with a word that the rules have no use for."""
        unknown = self.unknown_word(written)
        if unknown is not None:
            report = Report()
            label = Label(NOWHERE, shown(unknown.place))
            report.add(diagnostic(unknown.code, label, hint=unknown.hint, **unknown.names))
            raise Rejected(report)

    def _readings(self, state: State, written: Mapping[str, Any]) -> list[Move]:
        given = written.get("with") or {}
        # `1` and `true` are different words, though Python counts them as equal.
        words = tuple((name, word, type(word)) for name, word in given.items())
        key = (state.at, written["action"], *words)
        found = self._meant.get(key)
        if found is None:
            found = self._read(state, written["action"], given)
            if len(self._meant) < REMEMBERED:
                self._meant[key] = found
        return found

    def _read(self, state: State, action: str, given: Mapping[str, Any]) -> list[Move]:
        """Every move that the words may mean at this pause, the best reading first."""
        speech = self.engine.speech
        found: list[Move] = []
        for number, alternative in enumerate(self.engine.decide(state).alternatives):
            parts = choices(alternative)
            if alternative.action != action or {part.local for part in parts} != set(given):
                continue
            heard = [speech.heard(speech.domain(part.source), given[part.local]) for part in parts]
            for meant in product(*heard):
                found.append((number, *meant))
                if len(found) > MOST_READINGS:
                    return found
        return found

    def written(self, state: State, move: Move) -> dict[str, Any]:
        """A move as it stands in a play."""
        key = (state.at, move)
        known = self._written.get(key)
        if known is None:
            known = self.engine.describe(move, state)
            if len(self._written) < REMEMBERED:
                self._written[key] = known
        return {**known, "player": self.engine.player(state)}


def notation_of(machine: Machine) -> MoveNotation:
    """An engine for a machine with its notation: `machine.analysis(notation_of)` makes them once."""
    return MoveNotation(Engine(machine))


def _is_plain(written: Mapping[str, Any]) -> bool:
    """Is this a move in shape? What it says may still be unknown."""
    given = written.get("with")
    if type(written.get("action")) is not str or not (given is None or isinstance(given, Mapping)):
        return False
    return not given or all(isinstance(word, str | int | None) for word in given.values())


def action_of(engine: Engine, state: State, move: Move) -> str:
    """What a move does, by its name in the rules."""
    return "stop" if move[0] == STOP else engine.decide(state).alternatives[move[0]].action


def choices_of(engine: Engine, state: State, move: Move) -> list[tuple[str, Domain, int]]:
    """What a move chooses: the name of each choice, what it could be, and what it is."""
    if move[0] == STOP:
        return []
    parts = choices(engine.decide(state).alternatives[move[0]])
    chosen = zip(parts, move[1:], strict=True)
    return [(part.local, engine.speech.domain(part.source), value) for part, value in chosen]


def domains_of(engine: Engine) -> dict[str, dict[str, list[Domain]]]:
    """Of every action in the rules its choices, and of each what it may be."""
    found: dict[str, dict[str, list[Domain]]] = {}
    for block in engine.machine.blocks.values():
        if isinstance(block.out, Decide):
            for alternative in block.out.alternatives:
                known = found.setdefault(alternative.action, {})
                for part in choices(alternative):
                    known.setdefault(part.local, []).append(engine.speech.domain(part.source))
    return found


def is_known(engine: Engine, domains: list[Domain], word: Any) -> bool:
    """Is a word something that a choice could ever be? A number is, however large."""
    for domain in domains:
        if isinstance(domain, Number) and type(word) is int:
            return True
        if isinstance(domain, Things) and isinstance(word, str):
            # A component of another class exists all the same.
            if engine.speech.heard(engine.machine.all_things, word):
                return True
        elif engine.speech.heard(domain, word):
            return True
    return word is None
