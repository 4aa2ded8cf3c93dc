"""What to try first: which mutants of all, which scenarios for a mutant, which mutants for an invariant.

Every scenario is played once on the rules as they are, and leaves its marks in the blocks through which it passes. A
scenario that never comes to the place of a mistake can hardly notice it, and is played last. An invariant is likely to
notice mistakes in places that speak of what it speaks of.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

from verifier.diagnostics import Report, diagnostic, did_you_mean
from verifier.engine import State
from verifier.engine.scenarios import ScenarioRunner
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.visit import called_definitions
from verifier.model import game as g
from verifier.mutate.mutant import NAMED, Mutant
from verifier.mutate.rewriting import parts_of

SEED = 1
WORD = re.compile(r"[\w-]+")
MARK = "passes"


def sample(mutants: Sequence[Mutant], limit: int | None, per: int | None = None) -> list[Mutant]:
    """A fair part of the mutants, in their order: every rule and text has one before any has two.

    At most `per` of each, at most `limit` in all.
    """
    apart: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        apart.setdefault(mutant.about, []).append(mutant)
    for about, alike in apart.items():
        random.Random(f"{SEED} {about}").shuffle(alike)
    rules = [alike[:per] for alike in apart.values()]
    random.Random(SEED).shuffle(rules)
    in_turn = [mutant for one_each in zip_longest(*rules) for mutant in one_each if mutant is not None]
    return sorted(in_turn[:limit], key=lambda mutant: mutant.number)


def requested_mutants(
    mutants: Sequence[Mutant], names: Collection[str], files: Collection[str]
) -> list[Mutant]:
    """The mutants about these rules, texts, actions or definitions (all if none is named), not in these files."""
    return [
        mutant
        for mutant in mutants
        if not names or not _names(mutant).isdisjoint(names)
        if mutant.place.rpartition(":")[0] not in files
    ]


def report_unknown_names(names: Collection[str], mutants: Sequence[Mutant], report: Report) -> None:
    """Names that no mutant is about are reported."""
    known = {name for mutant in mutants for name in _names(mutant)}
    for name in names:
        if name not in known:
            report.add(diagnostic("V406", hint=did_you_mean(name, known), name=name))


def _names(mutant: Mutant) -> set[str]:
    owner = mutant.about.partition(",")[0]
    return {mutant.about, owner, mutant.subject, *([mutant.rule] if mutant.rule else [])}


@dataclass(frozen=True)
class Routes:
    """The places (labels of blocks, names of definitions) that each scenario comes to; the words it is written in."""

    game: g.Game
    machine: km.Machine
    places: Mapping[str, frozenset[str]]

    @cached_property
    def words(self) -> Mapping[str, frozenset[str]]:
        return {each.name: frozenset(WORD.findall(each.span.text)) for each in self.game.scenarios}

    def order(self, mutant: Mutant, game: g.Game, machine: km.Machine) -> list[g.Scenario]:
        """Who comes to the place of the mistake first, then who speaks of it; a short way before a long one."""
        there = self._changed(machine)
        named = {mutant.rule, *mutant.subject.split(".")} - {None}

        def last(scenario: g.Scenario) -> tuple[bool, bool, int]:
            places = self.places.get(scenario.name, frozenset())
            passes = there is None or not there.isdisjoint(places)
            speaks = not named.isdisjoint(self.words.get(scenario.name, ()))
            return not passes, not speaks, len(places)

        return sorted(game.scenarios, key=last)

    def _changed(self, machine: km.Machine) -> frozenset[str] | None:
        """The places that are not as they should be; `None` if it is not a matter of places."""
        whole = self.machine
        if machine.things is not whole.things or machine.blocks.keys() != whole.blocks.keys():
            return None
        changed = {
            name
            for ours, theirs in ((whole.blocks, machine.blocks), (whole.definitions, machine.definitions))
            for name, node in ours.items()
            if theirs.get(name) is not node and theirs.get(name) != node
        }
        return frozenset(changed) or None


def routes_of(game: g.Game, machine: km.Machine) -> Routes:
    """Every scenario played on a machine that tells where it passes."""
    passed: set[str] = set()

    def watch(state: State, moment: str | None) -> None:
        if moment is not None and moment in labels:
            passed.add(labels[moment])

    labels = {f"{MARK} {number}": label for number, label in enumerate(machine.blocks)}
    marked = {
        label: replace(machine.blocks[label], steps=(km.Mark(moment), *machine.blocks[label].steps))
        for moment, label in labels.items()
    }
    suite = ScenarioRunner(game, replace(machine, blocks=marked), watch)
    worked_out = {label: called_definitions(machine, block) for label, block in machine.blocks.items()}
    places: dict[str, frozenset[str]] = {}
    for scenario in game.scenarios:
        passed.clear()
        suite.run(scenario)
        asked = called_definitions(
            machine, *(fact.claim for fact in scenario.facts if isinstance(fact, g.Then))
        )
        places[scenario.name] = asked.union(passed, *(worked_out[label] for label in passed))
    return Routes(game, machine, places)


class Relevance:
    """For each invariant of a game, mutants in the order in which it should be asked about them."""

    def __init__(self, game: g.Game, machine: km.Machine) -> None:
        self.game = game
        self.machine = machine
        invariants = [claim for claim in game.claims if claim.sort == "invariant"]
        self.spoken = {claim.name: self._with_definitions(claim.truth) for claim in invariants}
        self.common = Counter(word for words in self.spoken.values() for word in words)
        self._known: dict[tuple[str, str], frozenset[str]] = {}

    def order(self, invariant: str, mutants: Sequence[Mutant]) -> list[Mutant]:
        """What the invariant itself names comes first; a word that few invariants use weighs more than one that
        all of them use.
        """
        spoken = self.spoken[invariant]

        def last(mutant: Mutant) -> tuple[bool, float, int]:
            shared = spoken & self._words(mutant)
            return mutant.subject not in spoken, -sum(1 / self.common[word] for word in shared), mutant.number

        return sorted(mutants, key=last)

    def _words(self, mutant: Mutant) -> frozenset[str]:
        key = mutant.field, mutant.subject
        if key not in self._known:
            self._known[key] = frozenset((mutant.subject, *_strings(self._place(mutant))))
        return self._known[key]

    def _place(self, mutant: Mutant) -> Any:
        """The action, definition or text in which the mistake was made."""
        if mutant.at is not None:
            return self.machine.blocks.get(mutant.at[0])
        if mutant.field in NAMED:
            table: Mapping[Any, Any] = getattr(self.game, mutant.field)
            names = (name if isinstance(name, str) else ".".join(name) for name in table)
            return dict(zip(names, table.values(), strict=True)).get(mutant.subject)
        return getattr(self.game, mutant.field, None)

    def _with_definitions(self, truth: k.Expr) -> frozenset[str]:
        """The words of a claim, and those of the definitions that it asks for."""
        called = (self.machine.definitions[name] for name in called_definitions(self.machine, truth))
        return frozenset(word for node in (truth, *called) for word in _strings(node))


def _strings(node: Any) -> Iterator[str]:
    """Every name in a tree: of cells, zones, definitions, rules and what they bind."""
    if isinstance(node, str):
        yield node
    elif not isinstance(node, Mapping):
        for part in parts_of(node):
            yield from _strings(part)
