"""The names of units in: every one of them out, with what it may mean where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from verifier.editor.collect_steps import StepNames
from verifier.editor.names import (
    ACTION,
    ANY_GROUP,
    CLAIM,
    DECLARES,
    DEFINES,
    PHASE,
    PROCEDURE,
    RULE,
    SCENARIO,
    TEXT,
    UNIT,
    VALUE,
    FileNames,
    in_order,
)
from verifier.surface import nodes

# What `remove` calls things, and the group of each; everything else is a value.
_REMOVED = {
    "rule": (RULE,),
    "action": (ACTION,),
    "procedure": (PROCEDURE,),
    "phase": (PHASE,),
    "scenario": (SCENARIO,),
    **dict.fromkeys(("invariant", "witness", "measure", "may-loop"), (CLAIM,)),
}


def names_in(path: str, units: Iterable[nodes.Unit]) -> FileNames:
    """Every name of a file."""
    found = ItemNames()
    for unit in units:
        found.unit(unit)
    return in_order(path, found.found)


class ItemNames(StepNames):
    """Names in items, one method for several kinds that are written alike."""

    def unit(self, unit: nodes.Unit) -> None:
        header = unit.header
        self.add(header.name, UNIT, strength=DEFINES, sort=header.sort, whole=unit.span)
        for base in header.of:
            self.add(base, UNIT)
        for item in unit.items:
            self.item(item)

    def item(self, item: nodes.Item) -> None:
        match item:
            case nodes.Replace():
                self.replacing = True
                self._replaced(item.item)
                self.replacing = False
            case nodes.Remove():
                self.add(item.name, *_REMOVED.get(item.sort.text, (VALUE,)))
            case nodes.SetOption():
                self.add(item.name, VALUE)
                self.values(item.value, item.high)
                self.values(*item.names, strength=DECLARES)
            case nodes.Action() | nodes.Procedure():
                self._block(item)
            case nodes.Define() | nodes.Change():
                self.meaning(item)
            case nodes.Also():
                self.add(item.phase, PHASE)
                self.steps((nodes.Offer("one of", item.offered, None, span=item.span),), {})
            case nodes.Component():
                self._component(item)
            case nodes.Hook():
                self.hook(item)
            case nodes.Turn():
                for phase in item.phases:
                    self._phase(phase)
            case nodes.End():
                for rule in item.rules:
                    self.rule(rule, {})
            case nodes.Setup():
                self.steps(item.steps, {})
            case _:
                self._line(item)

    def _replaced(self, item: Any) -> None:
        if isinstance(item, nodes.Rule):
            self.into = item.name.text
            self.rule(item, {})
            self.into = None
        elif isinstance(item, nodes.Phase):
            self._phase(item)
        else:
            self.item(item)

    def _line(self, item: Any) -> None:
        """What is written on one line, and claims."""
        match item:
            case nodes.Number():
                self.defined(item, VALUE, "number")
                self.values(item.by, *(each for entry in item.entries for each in (entry.key, entry.value)))
                self.expression(item.value, {})
            case nodes.Kind():
                self.defined(item, VALUE, "kind")
                self.values(*item.names, strength=DECLARES)
                self.values(item.high)
            case nodes.Zone():
                self.defined(item, VALUE, "zone")
                self.values(*item.per, item.holds)
            case nodes.Store():
                self.defined(item, VALUE, item.sort)
                self.values(*item.per, item.low, item.high)
                self.values(*item.choices, strength=DECLARES)
                self.expression(item.starts, {})
            case nodes.Die():
                self.defined(item, VALUE, "die")
                self.values(*item.faces, strength=DECLARES)
            case nodes.Rounds():
                self.values(item.count)
                self.expression(item.until, {})
            case nodes.Starter() | nodes.Winner():
                self._ranking(item)
            case _:
                self._claim(item)

    def _claim(self, item: Any) -> None:
        match item:
            case nodes.Invariant() | nodes.Witness():
                self.defined(item, CLAIM, type(item).__name__.lower())
                self.moment(item.moment)
                self.expression(item.claim, {})
                self.into = None
            case nodes.Measure():
                self.defined(item, CLAIM, "measure")
                self.add(item.each, PHASE, ACTION, PROCEDURE)
                self.expression(item.value, {})
            case nodes.MayLoop():
                self.defined(item, CLAIM, "may-loop")
                if item.phase is not None:
                    self.add(item.phase, PHASE)
                for action in item.by:
                    self.add(action, ACTION)
            case nodes.Accept():
                self.add(item.property, CLAIM)
                if item.subject is not None:
                    self.target(item.subject, {}, *ANY_GROUP)
            case nodes.Renamed():
                self.defined(item, CLAIM, "renamed")
                self.add(item.now, ACTION, RULE)
            case nodes.Scenario():
                self.defined(item, SCENARIO, "scenario")
                for fact in item.facts:
                    self.fact(fact)
            case nodes.Expect():
                self.add(item.scenario, SCENARIO)
                for fact in item.outcomes:
                    self.fact(fact)

    def _block(self, item: nodes.Action | nodes.Procedure) -> None:
        group = ACTION if isinstance(item, nodes.Action) else PROCEDURE
        self.defined(item, group, group)
        self.steps(item.steps, self.params(item.params, {}))

    def _phase(self, phase: nodes.Phase) -> None:
        self.defined(phase, PHASE, "phase")
        self.steps((phase.step,), {})

    def _ranking(self, item: nodes.Starter | nodes.Winner) -> None:
        for rank in item.ranks:
            self.values(rank.name)
            self.expression(rank.place, {})
        if isinstance(item, nodes.Winner):
            self.expression(item.when, {})

    def _component(self, item: nodes.Component) -> None:
        self.defined(item, VALUE, item.sort)
        for field in item.fields:
            match field:
                case nodes.ForEach():
                    self.values(field.kind)
                case nodes.FieldName():
                    self.values(field.name, strength=DECLARES)
                    self.values(field.value)
                case nodes.FieldPer():
                    self.values(field.name, strength=DECLARES)
                    self.values(*(name for name, _ in field.pairs))
                case _:
                    self.values(field.name, strength=DECLARES)
        for line in item.lines:
            match line:
                case nodes.On():
                    self.add(line.name, TEXT, strength=DEFINES, sort="text", whole=line.span)
                    self.steps(line.steps, {})
                case nodes.Hook():
                    self.hook(line)
                case _:
                    self.meaning(line)
