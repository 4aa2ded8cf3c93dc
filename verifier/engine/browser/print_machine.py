"""A machine as data for the reader in the browser: the kernel in, JSON out.

Equal expressions and domains are written once and named by their place in a table, parts before the whole. What is
written in a specification stays a text in the data and never becomes code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from verifier.engine.explain import operands, source_words, worded
from verifier.engine.notation import Notation
from verifier.kernel import domain as kd
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.layout import Axis, Layout
from verifier.kernel.visit import free_locals
from verifier.kernel.visit import operands as parts_of

Json = Any


def machine_as_json(machine: km.Machine) -> dict[str, Json]:
    """Everything that playing by the machine and explaining it needs; claims and measures stay behind."""
    return _Printer(machine).machine()


class _Printer:
    def __init__(self, source: km.Machine) -> None:
        self.source = source
        self.layout = source.analysis(Layout)
        self.speech = Notation(self.layout)
        self._domains: dict[kd.Domain, int] = {}
        # By what is written: hashing a deep expression would go through all of it, again for each of its parts.
        self._exprs: dict[str, int] = {}
        self.domains: list[Json] = []
        self.exprs: list[Json] = []
        self.said: dict[int, str] = {}

    def machine(self) -> dict[str, Json]:
        source = self.source
        found = {
            "name": source.name,
            "players": source.players,
            "things": [[thing.name, thing.design, thing.twin] for thing in source.things],
            "families": [self._family(each) for each in source.families.values()],
            "zones": source.zones,
            "box": source.box,
            "cells": [self._cell(each) for each in source.cells.values()],
            "tables": {name: self._table(name) for name in source.tables},
            "definitions": {each.name: self._definition(each) for each in source.definitions.values()},
            "blocks": [self._block(each) for each in source.blocks.values()],
            "start": self.layout.label_number[source.start],
            "score": self._expr(source.score),
            "winner": [[rank.op, self._expr(rank.value)] for rank in source.winner],
            "all": self._domain(source.all_things),
            "active": source.active,
            "shownZones": source.shown_zones,
            "shownThings": source.shown_things,
        }
        return {**found, "domains": self.domains, "exprs": self.exprs, "said": self.said}

    # --- what there is

    def _family(self, family: km.Family) -> Json:
        return {
            "name": family.name,
            "shape": family.shape,
            "view": family.view,
            "base": family.base,
            "size": family.size,
            "index": [[name, self._domain(domain)] for name, domain in family.index],
            "axes": [_axis(axis) for axis in self.layout.family_axes(family)],
        }

    def _cell(self, cell: km.Cell) -> Json:
        low, high = kd.bounds(cell.domain)
        return {
            "name": cell.name,
            "index": [self._domain(domain) for domain in cell.index],
            "axes": [_axis(axis) for axis in self.layout.cell_axes(cell)],
            "domain": self._domain(cell.domain),
            "low": low,
            "high": high,
            "missing": kd.missing(cell.domain),
            "optional": cell.optional,
            "starts": cell.starts,
            "life": cell.life,
            "given": cell.given,
            "saturates": cell.saturates,
            "view": cell.view,
        }

    def _table(self, name: str) -> Json:
        table = self.source.tables[name]
        return {
            "axes": [_axis(axis) for axis in self.layout.table_axes(name)],
            "domain": self._domain(table.domain),
            "values": list(table.values),
            "missing": table.missing,
        }

    def _definition(self, definition: km.Definition) -> Json:
        return {
            "params": [name for name, _ in definition.params],
            "domain": self._domain(definition.domain),
            "start": self._expr(definition.start),
            "clauses": [
                [clause.rule, self._all(clause.when), clause.op, self._read(clause.value, clause.op)]
                for clause in definition.clauses
            ],
        }

    def _read(self, value: k.Expr, op: str) -> int:
        return self._explained(value) if op == "require" else self._expr(value)

    def _domain(self, domain: kd.Domain) -> int:
        if domain not in self._domains:
            self._domains[domain] = len(self.domains)
            self.domains.append(_domain(domain))
        return self._domains[domain]

    # --- expressions

    def _all(self, parts: Iterable[k.Expr]) -> list[int]:
        return [self._expr(part) for part in parts]

    def _some(self, part: k.Expr | None) -> int | None:
        return None if part is None else self._expr(part)

    def _expr(self, expr: k.Expr) -> int:
        written = self._node(expr)
        found = self._exprs.setdefault(repr(written), len(self.exprs))
        if found == len(self.exprs):
            self.exprs.append(written)
        return found

    def _explained(self, truth: k.Expr) -> int:
        """A truth that may refuse a move: the parts whose values are told get their words."""
        for part in operands(truth):
            self.said.setdefault(self._expr(part), worded(part, self.speech))
        return self._expr(truth)

    def _node(self, expr: k.Expr) -> Json:
        match expr:
            case k.Const(value, domain):
                return ["const", value, self._domain(domain)]
            case k.Local(name, domain):
                return ["local", name, self._domain(domain)]
            case k.Read(cell, index):
                return ["read", cell, self._all(index)]
            case k.Lookup(table, index):
                return ["lookup", table, self._all(index)]
            case k.ZoneAt(family, index):
                return ["zone", family, self._all(index)]
            case k.ZoneOf(thing):
                return ["zone-of", self._expr(thing)]
            case k.Position(thing):
                return ["position", self._expr(thing)]
            case k.Arith(op, left, right) | k.Compare(op, left, right):
                return [op, self._expr(left), self._expr(right)]
            case k.Not(operand):
                return ["not", self._expr(operand)]
            case k.Logic(op, parts):
                return [op, self._all(parts)]
            case k.If(test, then, otherwise):
                return ["if", self._expr(test), self._expr(then), self._expr(otherwise)]
            case k.Fold(op, binds, where, body, default):
                bound = [[bind.local, self._source(bind.source)] for bind in binds]
                return ["fold", op, bound, self._some(where), self._expr(body), self._some(default)]
            case k.End(end, local, zone, things, where):
                ids = self._domain(things)
                return ["end", end, local, self._expr(zone), ids, self._some(where)]
            case k.Call(definition, args):
                return ["call", definition, self._all(args)]
            case _:
                assert_never(expr)

    def _source(self, source: k.Source) -> Json:
        match source:
            case k.Values(domain, first):
                return ["values", self._domain(domain), self._some(first)]
            case k.ZonesOf(family, index):
                return ["zones", family, [self._some(part) for part in index]]
            case k.Contents(zones, things):
                if isinstance(zones, k.ZonesOf):
                    return ["in-zones", self._source(zones), self._domain(things)]
                return ["in", self._expr(zones), self._domain(things)]
            case _:
                assert_never(source)

    # --- steps and control

    def _steps(self, steps: Iterable[km.Step]) -> list[Json]:
        return [self._step(step) for step in steps if not isinstance(step, km.Mark)]

    def _step(self, step: km.Step) -> Json:
        match step:
            case km.Let(local, value):
                return ["let", local, self._expr(value)]
            case km.Write(cell, index, value, _):
                return ["write", cell, self._all(index), self._expr(value)]
            case km.Take(thing, zone):
                return ["take", self._expr(thing), self._expr(zone)]
            case km.Put(thing, zone, end):
                return ["put", self._expr(thing), self._expr(zone), end]
            case km.Branch(test, then, otherwise, _):
                return ["branch", self._expr(test), self._steps(then), self._steps(otherwise)]
            case km.Each(local, source, inner):
                return ["each", local, self._source(source), self._steps(inner)]
            case km.Times(count, most, inner):
                return ["times", self._expr(count), most, self._steps(inner)]
            case km.Shuffle(zone):
                return ["shuffle", self._expr(zone)]
            case km.Roll(cell, faces):
                return ["roll", cell, list(faces)]
            case km.Mark():
                return ["mark"]
            case _:
                assert_never(step)

    def _block(self, block: km.Block) -> Json:
        return {"label": block.label, "steps": self._steps(block.steps), "out": self._out(block.out)}

    def _out(self, out: km.Out) -> Json:
        number = self.layout.label_number
        match out:
            case km.Goto(label):
                return ["goto", number[label]]
            case km.Fork(test, then, otherwise, _):
                return ["fork", self._expr(test), number[then], number[otherwise]]
            case km.Return(cell):
                domain = self.source.cells[cell].domain
                assert isinstance(domain, kd.Labels)
                return ["return", cell, [number[label] for label in domain.members]]
            case km.Final():
                return ["final"]
            case km.Decide(player, alternatives, stop, if_none):
                return [
                    "decide",
                    self._expr(player),
                    [self._alternative(each) for each in alternatives],
                    None if stop is None else number[stop],
                    None if if_none is None else number[if_none],
                ]
            case _:
                assert_never(out)

    def _alternative(self, taken: km.Alternative) -> Json:
        return {
            "action": taken.action,
            "prelude": [self._part(part) for part in taken.prelude],
            "to": self.layout.label_number[taken.to],
        }

    def _part(self, part: km.Choice | km.Let | km.Guard) -> Json:
        match part:
            case km.Let(local, value):
                return ["let", local, self._expr(value)]
            case km.Guard(rule, when, require):
                # What a guard speaks of decides whether it matters when something is missing.
                free = sorted(frozenset[str]().union(*(free_locals(each) for each in parts_of(part))))
                return ["guard", rule, self._all(when), [self._explained(each) for each in require], free]
            case km.Choice(local, source, where, rule):
                domain = self._domain(self.speech.domain(source))
                fits = None if where is None else self._explained(where)
                words = source_words(source, self.speech)
                return ["choice", local, self._source(source), fits, rule, domain, words]
            case _:
                assert_never(part)


def _axis(axis: Axis) -> Json:
    return [axis.offset, axis.size, None if axis.places is None else _pairs(axis.places)]


def _pairs(places: Mapping[int, int]) -> list[list[int]]:
    return [[value, place] for value, place in places.items()]


def _domain(domain: kd.Domain) -> Json:
    match domain:
        case kd.Truth():
            return ["truth"]
        case kd.Number(low, high):
            return ["number", low, high]
        case kd.Names(name, members):
            return ["names", name, list(members)]
        case kd.Labels(members):
            # Nobody is told a label: how many there are is enough.
            return ["labels", len(members)]
        case kd.Players(count):
            return ["players", count]
        case kd.Things(name, ids):
            return ["things", name, list(ids)]
        case kd.Zones(name, ids):
            return ["zones", name, list(ids)]
        case _:
            assert_never(domain)
