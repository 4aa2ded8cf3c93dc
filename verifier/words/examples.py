"""What shows a rule at work: scenarios that it refuses, and scenarios in which it lets pass or counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.format import printed
from verifier.surface.index import walk
from verifier.words.entries import Entry


@dataclass(frozen=True, slots=True)
class Examples:
    passing: tuple[str, ...]
    failing: tuple[str, ...]


def examples_of(entry: Entry, laid: Composition) -> Examples:
    """The scenarios of a rule set about one entry, as they are written."""
    scenarios = [item for item in laid.items if isinstance(item, nodes.Scenario)]
    failing = [each for each in scenarios if _refuses(each, entry.name)]
    passing = [each for each in scenarios if each not in failing and _shows(each, entry)]
    return Examples(tuple(map(printed, passing)), tuple(map(printed, failing)))


def _refuses(scenario: nodes.Scenario, rule: str) -> bool:
    return any(isinstance(fact, nodes.Refused) and fact.rule.text == rule for fact in scenario.facts)


def _shows(scenario: nodes.Scenario, entry: Entry) -> bool:
    """Is the action of a guard carried out, or the definition of a step asked for?"""
    if any(isinstance(fact, nodes.Refused) for fact in scenario.facts):
        return False
    place = entry.place if entry.place is not None else entry.node
    name = getattr(getattr(place, "name", None), "text", "")
    if isinstance(place, nodes.Action):
        return any(isinstance(fact, nodes.Act) and fact.action.text == name for fact in scenario.facts)
    return bool(name) and name in _asked(scenario)


def _asked(scenario: nodes.Scenario) -> Iterator[str]:
    for fact in scenario.facts:
        if isinstance(fact, nodes.Outcome):
            yield from (each.text for each in walk(fact.claim) if isinstance(each, nodes.Name))
        elif isinstance(fact, nodes.ActProcedure):
            yield fact.procedure.text
