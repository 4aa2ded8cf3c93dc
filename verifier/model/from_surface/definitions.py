"""Definitions: each is read when first used, so that their order in the text does not matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from verifier.diagnostics import Label, diagnostic, nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Number, Things, Truth, bounds
from verifier.kernel.machine import Clause, Definition
from verifier.model.from_surface.components import domain_named
from verifier.model.from_surface.expressions import NO, YES, ExpressionReader, conjunction, number
from verifier.model.from_surface.scope import Scope, Typed
from verifier.model.game import EndRule, RuleInfo
from verifier.model.types import ANYTHING, called, combined, fits, joined
from verifier.source import Span
from verifier.surface import nodes


@dataclass(slots=True)
class _Written:
    """All that is said about one definition: in the game, on designs, and by changes."""

    name: nodes.Name
    params: tuple[nodes.Param, ...]
    start: nodes.Expr | None
    rules: list[nodes.ValueRule | nodes.GuardRule]
    by_design: dict[str, nodes.Define] = field(default_factory=dict)
    changes: list[tuple[str | None, nodes.Change]] = field(default_factory=list)


class DefinitionReader:
    def __init__(self, items: Sequence[nodes.Item], reader: ExpressionReader) -> None:
        self.reader = reader
        self.world = reader.world
        self.report = reader.report
        self.written: dict[str, _Written] = {}
        self.texts: dict[tuple[str, str], nodes.On] = {}
        self.rules: dict[str, RuleInfo] = {}
        self.done: dict[str, Definition] = {}
        self.under_way: list[str] = []
        self.ends: tuple[EndRule, ...] = ()
        self._gather(items)
        reader.definitions = self

    @property
    def names(self) -> list[str]:
        return list(self.written)

    # --- what was written

    def _gather(self, items: Sequence[nodes.Item]) -> None:
        self.actions = {item.name.text for item in items if isinstance(item, nodes.Action)}
        for item in items:
            if isinstance(item, nodes.Define):
                self.written[item.name.text] = _Written(item.name, item.params, item.start, list(item.rules))
        for item in items:
            if isinstance(item, nodes.Component):
                for line in item.lines:
                    self._gather_line(item.name.text, line)
        for item in items:
            match item:
                case nodes.Change():
                    self._change(None, item)
                case nodes.Component():
                    for line in item.lines:
                        if isinstance(line, nodes.Change):
                            self._change(item.name.text, line)

    def _gather_line(self, design: str, line: Any) -> None:
        match line:
            case nodes.On(name, _):
                if (design, name.text) in self.texts:
                    first = self.texts[design, name.text].name.span
                    self.report.add(
                        diagnostic(
                            "N201", Label(name.span, "here again"), Label(first, "first here"), name=name.text
                        )
                    )
                self.texts[design, name.text] = line
            case nodes.Define():
                known = self.written.setdefault(line.name.text, _Written(line.name, line.params, None, []))
                if not known.by_design and (known.start is not None or known.rules):
                    self.report.add(
                        diagnostic(
                            "N201",
                            Label(line.name.span, "here again"),
                            Label(known.name.span, "first here"),
                            name=line.name.text,
                        )
                    )
                known.by_design[design] = line
            case _:
                pass

    def _change(self, design: str | None, line: nodes.Change) -> None:
        known = self.written.get(line.name.text)
        if known is None:
            near = nearest(line.name.text, self.written)
            hint = f"did you mean `{near}`?" if near else None
            if line.name.text in self.actions:
                hint = f"`{line.name.text}` is an action: it takes rules that `require`, and no others"
            self.report.add(
                diagnostic(
                    "N231",
                    Label(line.name.span, "no definition has this name"),
                    name=line.name.text,
                    hint=hint,
                )
            )
            return
        known.changes.append((design, line))

    # --- signatures

    def params(self, name: str) -> tuple[Domain, ...] | None:
        if name not in self.written:
            return None
        return tuple(domain for _, domain in self.signature(self.written[name]))

    def signature(self, written: _Written) -> tuple[tuple[str, Domain], ...]:
        found: list[tuple[str, Domain]] = []
        if written.by_design:
            ids = sorted(i for design in written.by_design for i in self.world.designs.get(design, ()))
            name = next(iter(written.by_design)) if len(written.by_design) == 1 else "card"
            found.append(("this", Things(name, tuple(ids))))
        for param in written.params:
            found.append((param.name.text, param_domain(param, self.reader)))
        return tuple(found)

    def domain(self, name: str) -> Domain | None:
        found = self.definition(name)
        return found.domain if found is not None else None

    def definition(self, name: str) -> Definition | None:
        if name in self.done:
            return self.done[name]
        if name in self.under_way:
            circle = ", ".join(f"`{each}`" for each in self.under_way[self.under_way.index(name) :])
            written = self.written[name]
            self.report.add(diagnostic("N230", Label(written.name.span, f"through {circle}"), name=name))
            return None
        self.under_way.append(name)
        self.done[name] = self._read(self.written[name])
        self.under_way.pop()
        return self.done[name]

    def all(self) -> dict[str, Definition]:
        for name in self.written:
            self.definition(name)
        return dict(self.done)

    # --- reading one

    def _read(self, written: _Written) -> Definition:
        params = self.signature(written)
        names = {name: Typed(k.Local(name, domain), domain) for name, domain in params}
        scope = Scope(names, None)
        start, clauses = self._start(written, scope), []
        clauses += self._ladder(written.rules, scope, (), written.name.text)
        for design, line in written.by_design.items():
            mine = k.Lookup(f"is {design}", (names["this"].expr,))
            clauses += self._ladder(line.rules, scope, (mine,), written.name.text)
        for design_name, change in written.changes:
            for inner, in_play in self._copies(design_name, scope):
                clauses += self._ladder(change.rules, inner, in_play, written.name.text)
        domain = self._domain(written, start, clauses)
        return Definition(written.name.text, params, domain, start.expr, tuple(r for r, _ in clauses))

    def _start(self, written: _Written, scope: Scope) -> Typed:
        rules = [*written.rules, *(r for d in written.by_design.values() for r in d.rules)]
        rules += [rule for _, change in written.changes for rule in change.rules]
        is_truth = bool(rules) and all(isinstance(rule, nodes.GuardRule) for rule in rules)
        if written.by_design:
            return self._start_by_design(written, scope)
        if written.start is not None:
            return self.reader.typed(written.start, scope)
        return Typed(YES, Truth()) if is_truth else number(0)

    def _start_by_design(self, written: _Written, scope: Scope) -> Typed:
        """A case by design; a design that says nothing gives nothing."""
        cases: list[tuple[str, Typed]] = []
        for design, line in written.by_design.items():
            if line.start is not None:
                cases.append((design, self.reader.typed(line.start, scope)))
            elif line.rules and isinstance(line.rules[0], nodes.GuardRule):
                cases.append((design, Typed(YES, Truth())))
        domain: Domain | None = cases[0][1].domain if cases else Number(0, 0)
        for _, typed in cases:
            domain = joined(domain, typed.domain)
        expr: k.Expr = NO if isinstance(domain, Truth) else number(0).expr
        this = scope.locals["this"].expr
        for design, typed in reversed(cases):
            expr = k.If(k.Lookup(f"is {design}", (this,)), typed.expr, expr)
        return Typed(expr, joined(domain, Number(0, 0)) if isinstance(domain, Number) else domain)

    def _copies(self, design: str | None, scope: Scope) -> list[tuple[Scope, tuple[k.Expr, ...]]]:
        """The scope once for each copy of the design that could be in play, with the test that it is."""
        if design is None:
            return [(scope, ())]
        found = []
        for number_of in self.world.designs.get(design, ()):
            found.append(copy_scope(number_of, design, scope, self.reader))
        return found

    def _ladder(
        self,
        rules: Sequence[nodes.ValueRule | nodes.GuardRule],
        scope: Scope,
        extra: tuple[k.Expr, ...],
        place: str,
    ) -> list[tuple[Clause, Domain | None]]:
        """The rules in order; an alternative applies only where none of those it is an alternative to does."""
        found: list[tuple[Clause, Domain | None]] = []
        before: nodes.ValueRule | nodes.GuardRule | None = None
        excluded: tuple[k.Expr, ...] = ()
        for rule, following in zip_longest(rules, rules[1:]):
            if not self.reader.is_alternative(rule, before):
                excluded = ()
            found += self._rungs(rule, scope, (*extra, *excluded), place)
            if following is not None and following.otherwise and rule.when:
                own = self.reader.truths(rule.when, scope.within(rule.name.text))
                excluded = (*excluded, k.Not(conjunction(own)))
            before = rule
        return found

    def _rungs(
        self, rule: nodes.ValueRule | nodes.GuardRule, scope: Scope, extra: tuple[k.Expr, ...], place: str
    ) -> list[tuple[Clause, Domain | None]]:
        inner = scope.within(rule.name.text)
        when = (*extra, *self.reader.truths(rule.when, inner))
        if isinstance(rule, nodes.GuardRule):
            self.noted(rule.name, "truth", place, rule.span)
            held = conjunction(self.reader.truths(rule.require, inner))
            return [(Clause(rule.name.text, when, "require", held), Truth())]
        self.noted(rule.name, "value", place, rule.span)
        found: list[tuple[Clause, Domain | None]] = []
        for step in rule.steps:
            value = self.reader.number(step.value, inner)
            found.append((Clause(rule.name.text, when, step.op, value.expr), value.domain))
        return found

    def noted(self, name: nodes.Name, sort: Any, place: str, span: Span) -> None:
        """Remembers where a rule stands; the same id twice is a mistake unless it is the same line."""
        known = self.rules.get(name.text)
        if known is not None and known.span != span:
            self.report.add(
                diagnostic(
                    "N232", Label(name.span, "here again"), Label(known.span, "first here"), name=name.text
                )
            )
            return
        self.rules[name.text] = RuleInfo(name.text, sort, place, span=span)

    def _domain(self, written: _Written, start: Typed, clauses: list[tuple[Clause, Domain | None]]) -> Domain:
        domain = start.domain
        for clause, value in clauses:
            if clause.op == "require":
                if not fits(domain, Truth()):
                    self._mixed(written, "a yes or no", called(domain))
                domain = Truth()
                continue
            if not fits(domain, Number(0, 0)):
                self._mixed(written, "a number", called(domain))
                return Number(0, 0)
            domain = _after(clause.op, domain, value)
        return domain if domain is not None else Number(0, 0)

    def _mixed(self, written: _Written, one: str, other: str) -> None:
        self.report.add(
            diagnostic("T322", Label(written.name.span, f"both {one} and {other}"), name=written.name.text)
        )


def _after(op: str, before: Domain | None, value: Domain | None) -> Domain | None:
    """The range once a clause may have been applied."""
    old, new = bounds(before or Number(0, 0)), bounds(value or Number(0, 0))
    match op:
        case "add":
            changed: Domain = combined("+", before, value)
        case "subtract":
            changed = combined("-", before, value)
        case "multiply":
            changed = combined("*", before, value)
        case "at-least":
            changed = Number(max(old[0], new[0]), max(old[1], new[1]))
        case _:
            changed = Number(min(old[0], new[0]), min(old[1], new[1]))
    return joined(before, changed)


def copy_scope(
    number_of: int, design: str, scope: Scope, reader: ExpressionReader
) -> tuple[Scope, tuple[k.Expr, ...]]:
    """Inside a card's own text: `this` is one copy, `me` its owner; and the test that it is in play."""
    things = reader.world.classes[design]
    this = Typed(k.Const(number_of, things), things)
    zone = k.ZoneOf(this.expr)
    seats = reader.world.seats
    me = Typed(k.Lookup("zone player", (zone,)), seats) if "zone player" in reader.world.tables else None
    inner = Scope({**scope.locals, "this": this}, me, scope.rule)
    return inner, (k.Lookup("zone in-play", (zone,)),)


def param_domain(param: nodes.Param, reader: ExpressionReader) -> Domain:
    found = domain_named(param.type, reader.world)
    if param.type.text == "number":
        return Number(-1_000_000, 1_000_000)
    if found is None:
        world = reader.world
        known = ["player", *world.kinds, *world.classes, *world.families, *world.dice]
        world.unknown("N233", param.type, known, "this is not a kind, a class, a zone or a player")
        return ANYTHING
    return found
