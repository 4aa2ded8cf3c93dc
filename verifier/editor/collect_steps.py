"""Names in steps, rules, expressions and scenarios: which are bound there, and which come from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from verifier.editor.names import (
    ACTION,
    DEFINES,
    LOCAL,
    PHASE,
    PROCEDURE,
    RULE,
    TEXT,
    USES,
    VALUE,
    Occurrence,
    Symbol,
)
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.rewrite import field_names

# Local names with the place where each is bound.
Bound = Mapping[str, Span]


class StepNames:
    """Goes through a text and keeps every name with what it may mean."""

    def __init__(self) -> None:
        self.found: list[Occurrence] = []
        self.replacing = False
        self.into: str | None = None

    # --- what is kept

    def add(
        self, name: nodes.Name, *groups: str, strength: int = USES, sort: str = "", whole: Span | None = None
    ) -> None:
        symbols = tuple(Symbol(group, name.text) for group in groups)
        replaces = self.replacing and strength == DEFINES
        self.found.append(Occurrence(name.span, symbols, strength, sort, whole, replaces, self.into))

    def defined(self, item: Any, group: str, sort: str) -> None:
        self.add(item.name, group, strength=DEFINES, sort=sort, whole=item.span)

    def values(self, *names: nodes.Name | nodes.Integer | None, strength: int = USES) -> None:
        for name in names:
            if isinstance(name, nodes.Name):
                self.add(name, VALUE, strength=strength)

    def bind(self, name: nodes.Name, bound: Bound, whole: Span | None = None) -> Bound:
        """A local name from here on."""
        symbol = Symbol(LOCAL, name.text, name.span)
        self.found.append(Occurrence(name.span, (symbol,), DEFINES, "local name", whole or name.span))
        return {**bound, name.text: name.span}

    # --- paths

    def path(self, path: nodes.Path, bound: Bound) -> None:
        first, *rest = path.parts
        place = bound.get(first.text) if not path.my else None
        if place is not None:
            self.found.append(Occurrence(first.span, (Symbol(LOCAL, first.text, place),)))
        else:
            self.add(first, VALUE)
        self.values(*rest)

    def target(self, path: nodes.Path, bound: Bound, *groups: str) -> None:
        """`lay`, or `harbour.built`: something that happens, or the text of a component."""
        if len(path.parts) == 1:
            self.add(path.parts[0], *groups)
            return
        self.path(nodes.Path(path.my, path.parts[:-1], span=path.span), bound)
        self.add(path.parts[-1], TEXT)

    def moment(self, moment: nodes.Moment | nodes.Decision | None) -> None:
        if isinstance(moment, nodes.Decision):
            self.target(moment.path, {}, PHASE, ACTION, PROCEDURE)
            self.into = moment.path.parts[-1].text

    def hook(self, hook: nodes.Hook) -> None:
        self.target(hook.path, {}, ACTION, PROCEDURE, PHASE)
        self.into = hook.path.parts[-1].text
        self.steps(hook.steps, {})
        self.into = None

    # --- what is bound

    def params(self, params: Iterable[nodes.Param], bound: Bound) -> Bound:
        for param in params:
            self.values(param.type)
            bound = self.bind(param.name, bound, param.span)
        return bound

    def ranges(self, ranges: nodes.Ranges, bound: Bound) -> Bound:
        for each in ranges.ranges:
            bound = self.range(each, bound)
        self.expression(ranges.where, bound)
        return bound

    def range(self, node: nodes.Range | nodes.NumberRange, bound: Bound) -> Bound:
        if isinstance(node, nodes.NumberRange):
            self.expression(node.low, bound)
            self.expression(node.high, bound)
            return self.bind(node.name, bound, node.span)
        self.path(node.head, bound)
        self.expression(node.place, bound)
        if node.name is not None:
            return self.bind(node.name, bound, node.span)
        # `choose card in my hand` speaks of `card`: the word is the class's own, and hides any other.
        own = node.head.parts[-1].text
        return {name: span for name, span in bound.items() if name != own}

    # --- expressions

    def expression(self, node: Any, bound: Bound) -> None:
        match node:
            case nodes.Path():
                self.path(node, bound)
            case nodes.Fold():
                self.expression(node.body, self.ranges(node.ranges, bound))
            case nodes.TheOne():
                self.expression(node.start, bound)
                self.expression(node.where, self.range(node.range, bound))
            case nodes.EndOf():
                self.expression(node.where, self.range(node.range, bound))
            case nodes.FieldFold() | nodes.EndField():
                self.values(node.field)
                self.range(node.range, bound)
                self.expression(node.default, bound)
            case nodes.Range() | nodes.NumberRange():
                self.range(node, bound)
            case nodes.HasText():
                self.expression(node.left, bound)
                self.add(node.name, TEXT)
            case nodes.Name():
                self.values(node)
            case tuple():
                for part in node:
                    self.expression(part, bound)
            case _:
                for name in field_names(type(node)) or ():
                    self.expression(getattr(node, name), bound)

    # --- steps and rules

    def steps(self, steps: Iterable[nodes.Step], bound: Bound) -> None:
        for step in steps:
            bound = self.step(step, bound)

    def step(self, step: nodes.Step, bound: Bound) -> Bound:
        """The names of a step; what it binds holds for the rest of its block."""
        match step:
            case nodes.Let():
                self.expression(step.value, bound)
                return self.bind(step.name, bound, step.span)
            case nodes.Choose():
                self.expression(step.player, bound)
                return self.ranges(step.ranges, bound)
            case nodes.MoveEvery():
                self.expression(step.to, self.ranges(step.ranges, bound))
            case nodes.Each():
                self.steps(step.steps, self.ranges(step.ranges, bound))
            case nodes.Repeat():
                self.expression(step.count, bound)
                self.steps(step.steps, bound)
            case nodes.GoRound():
                self.expression(step.start, bound)
                inner = self.range(step.range, bound)
                self.expression((step.where, step.until), inner)
                self.steps(step.steps, inner)
            case nodes.Do():
                self.target(step.path, bound, PROCEDURE)
                self.expression(step.args, bound)
            case nodes.Offer():
                for each in step.offered:
                    self.add(each.action, ACTION)
                    self.expression(each.arg, bound)
                self.expression(step.by, bound)
            case nodes.GuardRule() | nodes.StepRule():
                self.rule(step, bound)
            case _:
                self.expression(step, bound)
        return bound

    def rule(self, rule: nodes.Rule, bound: Bound) -> None:
        self.defined(rule, RULE, "rule")
        match rule:
            case nodes.EndRule():
                self.moment(rule.moment)
                self.expression(rule.when, bound)
            case nodes.GuardRule():
                self.expression((rule.when, rule.require), bound)
            case nodes.StepRule():
                self.expression(rule.when, bound)
                self.steps(rule.steps, bound)
            case nodes.ValueRule():
                self.expression((rule.when, tuple(step.value for step in rule.steps)), bound)

    def meaning(self, item: nodes.Define | nodes.Change) -> None:
        bound: Bound = {}
        if isinstance(item, nodes.Define):
            self.defined(item, VALUE, "definition")
            bound = self.params(item.params, {})
            self.expression(item.start, bound)
        else:
            self.add(item.name, VALUE, ACTION)
            self.into = item.name.text
        for rule in item.rules:
            self.rule(rule, bound)
        self.into = None

    # --- scenarios

    def fact(self, fact: nodes.Fact) -> None:
        match fact:
            case nodes.Given():
                self.expression(fact.place, {})
                is_phase = [part.text for part in fact.place.path.parts] == ["phase"]
                self.literals(fact.literals, PHASE if is_phase else VALUE)
            case nodes.Act():
                self.add(fact.action, ACTION)
                self.literals(fact.literals)
            case nodes.ActProcedure():
                self.add(fact.procedure, PROCEDURE)
                self.literals(fact.literals)
            case nodes.ActRoll():
                self.values(fact.die)
                self.literals((fact.face,))
            case nodes.Refused():
                self.add(fact.rule, RULE, ACTION, VALUE)
            case nodes.Outcome():
                self.expression(fact.claim, {})
            case _:
                pass

    def literals(self, literals: Iterable[nodes.Literal_], group: str = VALUE) -> None:
        for literal in literals:
            for word in literal.words:
                if isinstance(word, nodes.Name):
                    self.add(word, group)
