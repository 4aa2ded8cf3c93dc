"""How well a rule stands: the claims about what it decides with their verdicts, and the examples that try it.

A claim is about a rule when it speaks of something the rule decides: of the value a scoring rule goes into, of
the places a guard looks at, of what a step changes. That is read off the typed rules, not written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.kernel.expression import Call, Read, ZoneAt, ZonesOf
from verifier.kernel.machine import Definition
from verifier.model import game as g
from verifier.model import steps as m
from verifier.surface.index import walk

ORDER = ("proved", "exhausted", "tested", "known", "refuted", "unknown")
ENDING = ("it-ends", "somebody-wins")


@dataclass(frozen=True, slots=True)
class RuleSupport:
    """Claims about a rule, and scenarios in which it refuses or decides."""

    claims: tuple[str, ...]
    examples: tuple[str, ...]


def rule_support(game: g.Game) -> dict[str, RuleSupport]:
    """Every rule of a game with what is claimed and shown about it."""
    seen = _Seen(game)
    about = {claim.name: seen.of(claim.truth) for claim in game.claims}
    decided = _decided(game, seen)
    found = {}
    for rule in game.rules:
        own = decided.get(rule, frozenset())
        claims = [name for name, subjects in about.items() if own & subjects]
        if game.rules[rule].sort == "end":
            claims = [*ENDING, *claims]
        examples = [each.name for each in game.scenarios if _tries(each, rule, own, seen)]
        found[rule] = RuleSupport(tuple(claims), tuple(examples))
    return found


def _tries(scenario: g.Scenario, rule: str, own: frozenset[str], seen: _Seen) -> bool:
    """Does a scenario expect a refusal by the rule, or a value that the rule goes into?"""
    valued = {each for each in own if each.startswith("define ")}
    for fact in scenario.facts:
        if isinstance(fact, g.ThenRefused) and fact.rule == rule:
            return True
        if isinstance(fact, g.Then) and valued & seen.of(fact.claim):
            return True
    return False


def _decided(game: g.Game, seen: _Seen) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for definition in game.definitions.values():
        for clause in definition.clauses:
            found[clause.rule] = found.get(clause.rule, frozenset()) | {f"define {definition.name}"}
    for step in _steps(game):
        match step:
            case m.Guard(rule, when, require):
                found[rule] = found.get(rule, frozenset()) | (seen.of(require) or seen.of(when))
            case m.Rule(rule, _, inner):
                found[rule] = found.get(rule, frozenset()) | _changed(inner, seen)
    for end in game.ends:
        found[end.rule] = seen.of(end.when)
    return found


def _steps(game: g.Game) -> Iterator[Any]:
    places = (game.setup_once, game.setup, game.actions, game.procedures, game.texts, game.hooks)
    for place in places:
        below = walk(tuple(place.values()) if isinstance(place, Mapping) else place)
        yield from (node for node in below if isinstance(node, m.Guard | m.Rule))


def _changed(steps: tuple[m.Step, ...], seen: _Seen) -> frozenset[str]:
    """The cells and zones that steps write to, through the procedures they call."""
    found: set[str] = set()
    for step in steps:
        match step:
            case m.Write(cell):
                found.add(f"cell {cell}")
            case m.Roll(cell):
                found.add(f"cell {cell}")
            case m.Move(_, _, to) | m.Deal(_, _, to):
                found |= seen.of(to)
            case m.Do(procedure):
                found |= seen.changed(procedure)
            case m.Each() | m.Repeat() | m.GoRound() | m.As() | m.Rule():
                found |= _changed(step.steps, seen)
    return frozenset(found)


class _Seen:
    """What an expression speaks of: cells, zones and definitions, and what those are made of."""

    def __init__(self, game: g.Game) -> None:
        self._game = game
        self._known: dict[str, frozenset[str]] = {}
        self._procedures: dict[str, frozenset[str]] = {}

    def of(self, node: Any) -> frozenset[str]:
        found: set[str] = set()
        for each in walk(node):
            match each:
                case Read(cell):
                    found.add(f"cell {cell}")
                case ZoneAt(family) | ZonesOf(family):
                    found.add(f"zone {family}")
                case Call(name):
                    found |= {f"define {name}"} | self._definition(name)
        return frozenset(found)

    def changed(self, procedure: str) -> frozenset[str]:
        if procedure not in self._procedures:
            self._procedures[procedure] = frozenset()
            steps = self._game.procedures[procedure].steps if procedure in self._game.procedures else ()
            self._procedures[procedure] = _changed(steps, self)
        return self._procedures[procedure]

    def _definition(self, name: str) -> frozenset[str]:
        if name not in self._known:
            self._known[name] = frozenset()
            made: Definition | None = self._game.definitions.get(name)
            self._known[name] = self.of((made.start, made.clauses)) if made is not None else frozenset()
        return self._known[name]
