"""Where scenarios lead: a game in; for a mistake, the scenarios in the order in which they might notice it.

Every scenario is played once on the rules as they are, and leaves its marks in the blocks through which it
passes. A scenario that never comes to the place of a mistake can hardly notice it, and is played last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from verifier.backends.machine import State
from verifier.backends.machine.scenarios import Scenarios
from verifier.kernel import machine as km
from verifier.kernel.visit import called_definitions
from verifier.model import game as g
from verifier.mutants.mutant import Mutant

WORD = re.compile(r"[\w-]+")
MARK = "passes"


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
    suite = Scenarios(game, replace(machine, blocks=marked), watch)
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
