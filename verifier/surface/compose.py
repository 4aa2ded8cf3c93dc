"""A game with its parts, variants and house rules laid over it: units in, one list of items out.

Every node keeps the span of the file it came from, so a mistake in a house rule points at the house rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from verifier.diagnostics import Label, Report, diagnostic, nearest
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.guards import with_guards

Node = Any


@dataclass(frozen=True, slots=True)
class Library:
    """Every unit that can be named: games and overlays by name, and the parts that belong to each."""

    units: Mapping[str, nodes.Unit]
    parts: Mapping[str, tuple[nodes.Unit, ...]]


def library_of(units: Iterable[nodes.Unit], report: Report) -> Library:
    """The units by name; two units of one name are reported."""
    named: dict[str, nodes.Unit] = {}
    parts: dict[str, list[nodes.Unit]] = {}
    for unit in units:
        if unit.header.sort == "part":
            for owner in unit.header.of:
                parts.setdefault(owner.text, []).append(unit)
            continue
        name = unit.header.name
        if name.text in named:
            first = named[name.text].header.name.span
            report.add(
                diagnostic("O301", Label(name.span, "here again"), Label(first, "first here"), name=name.text)
            )
            continue
        named[name.text] = unit
    return Library(named, {owner: tuple(found) for owner, found in parts.items()})


@dataclass(frozen=True, slots=True)
class Composition:
    """What a rule set says once everything is laid over the game."""

    name: str
    items: tuple[nodes.Item, ...]
    units: tuple[nodes.Unit, ...]
    span: Span


def composed(library: Library, names: tuple[str, ...], report: Report) -> Composition | None:
    """The rule set named by a game and its overlays, bases first."""
    order: list[nodes.Unit] = []
    for name in names:
        _lay(library, name, None, (), order, report)
    if report.has_errors or not order:
        return None
    roots = [unit for unit in order if unit.header.sort == "game"]
    for second in roots[1:]:
        labels = _two_games(order, roots[0], second)
        report.add(diagnostic("O303", *labels, name="+".join(names)))
    if len(roots) > 1:
        return None
    items: list[nodes.Item] = []
    edits = _Edits(report, order)
    for unit in order:
        edits.lay(unit, items)
    return Composition("+".join(names), with_guards(items), tuple(order), order[0].header.span)


def _lay(
    library: Library,
    name: str,
    asked: Span | None,
    under_way: tuple[str, ...],
    order: list[nodes.Unit],
    report: Report,
) -> None:
    unit = library.units.get(name)
    if unit is None:
        near = nearest(name, library.units)
        hint = f"did you mean `{near}`?" if near else "`rulewright games` lists what there is"
        labels = (Label(asked, "nothing has this name"),) if asked else ()
        report.add(diagnostic("O302", *labels, hint=hint, name=name))
        return
    if name in under_way:
        circle = " of ".join((*under_way[under_way.index(name) :], name))
        report.add(diagnostic("O304", Label(unit.header.span, circle), name=name))
        return
    if unit in order:
        return
    for base in unit.header.of:
        _lay(library, base.text, base.span, (*under_way, name), order, report)
    if unit.header.sort == "game" and unit.header.of:
        report.add(diagnostic("O305", Label(unit.header.of[0].span, "a game stands alone"), name=name))
    if unit.header.sort != "game" and not unit.header.of:
        report.add(
            diagnostic(
                "O306", Label(unit.header.span), hint=f"write `{unit.header.sort} {name} of GAME`", name=name
            )
        )
    order.append(unit)
    laid = {other.header.name.text for other in order}
    # A part that belongs to several is laid once all of them are.
    for part in library.parts.get(name, ()):
        if part not in order and all(owner.text in laid for owner in part.header.of):
            order.append(part)


def _stands_on(unit: nodes.Unit, other: nodes.Unit, order: Iterable[nodes.Unit]) -> bool:
    """Does the one stand, by however many steps, on the other or on what the other belongs to?"""
    by_name = {each.header.name.text: each for each in order}
    seen: set[str] = set()
    waiting = [of.text for of in unit.header.of]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(of.text for of in by_name[name].header.of) if name in by_name else None
    if other.header.sort == "part":
        return any(of.text in seen for of in other.header.of)
    return other.header.name.text in seen


def _two_games(order: list[nodes.Unit], first: nodes.Unit, second: nodes.Unit) -> tuple[Label, Label]:
    """Where two games meet: in the header of an overlay, if one stands on both, or else their own headers."""
    for unit in order:
        led = [
            next((base for base in unit.header.of if _leads_to(base.text, game, order)), None)
            for game in (first, second)
        ]
        if led[0] is not None and led[1] is not None and led[0] is not led[1]:
            return Label(led[1].span, "a second game"), Label(led[0].span, "the first")
    return Label(second.header.name.span, "a second game"), Label(first.header.name.span, "the first")


def _leads_to(name: str, game: nodes.Unit, order: list[nodes.Unit]) -> bool:
    unit = next((each for each in order if each.header.name.text == name), None)
    return unit is not None and (unit is game or _stands_on(unit, game, order))


_ADDING = (
    nodes.Change,
    nodes.Hook,
    nodes.End,
    nodes.Expect,
    nodes.Accept,
    nodes.Setup,
    nodes.Title,
    nodes.Players,
)
_SINGLE = (nodes.Rounds, nodes.Starter, nodes.Winner, nodes.Turn, nodes.Players, nodes.Title)
_SORTS: dict[str, type[Any] | tuple[type[Any], ...]] = {
    "number": nodes.Number,
    "kind": nodes.Kind,
    "card": nodes.Component,
    "tile": nodes.Component,
    "figure": nodes.Component,
    "zone": nodes.Zone,
    "amount": nodes.Store,
    "note": nodes.Store,
    "die": nodes.Die,
    "action": nodes.Action,
    "procedure": nodes.Procedure,
    "define": nodes.Define,
    "invariant": nodes.Invariant,
    "witness": nodes.Witness,
    "measure": nodes.Measure,
    "may-loop": nodes.MayLoop,
    "scenario": nodes.Scenario,
    "phase": nodes.Phase,
    "rule": (nodes.GuardRule, nodes.StepRule, nodes.ValueRule, nodes.EndRule),
}
_CLAIMED = ("invariant", "witness", "measure", "may-loop", "scenario")
_RULES = (nodes.GuardRule, nodes.StepRule, nodes.ValueRule, nodes.EndRule)


class _Edits:
    """Lays units over a list of items and remembers who changed what, to show both places of a clash."""

    def __init__(self, report: Report, order: list[nodes.Unit]) -> None:
        self.report = report
        self.order = order
        self.expected: dict[str, nodes.Unit] = {}
        self.changed: dict[tuple[str, str], tuple[nodes.Unit, Node]] = {}
        self.lost: set[tuple[str, str]] = set()

    def lay(self, unit: nodes.Unit, items: list[nodes.Item]) -> None:
        for item in unit.items:
            match item:
                case nodes.SetOption():
                    self._set(unit, item, items)
                case nodes.Replace():
                    self._replace(unit, item, items)
                case nodes.Remove():
                    self._remove(unit, item, items)
                case nodes.Expect():
                    self._expect(unit, item, items)
                case nodes.Players():
                    items[:] = [other for other in items if not isinstance(other, nodes.Players)]
                    items.append(item)
                case _:
                    items.append(item)

    def _claim(self, unit: nodes.Unit, sort: str, name: str, edit: Node) -> bool:
        """False, with a report, if another overlay that does not stand below has edited the same target."""
        before = self._clash(unit, sort, name, edit)
        if before is None:
            return True
        self.report.add(
            diagnostic(
                "O310",
                Label(edit.span, f"`{unit.header.name.text}` changes it here"),
                Label(before[1].span, f"`{before[0].header.name.text}` has changed it already"),
                sort=sort,
                name=name,
            )
        )
        return False

    def _clash(self, unit: nodes.Unit, sort: str, name: str, edit: Node) -> tuple[nodes.Unit, Node] | None:
        """An earlier edit of the same target that disagrees with this one."""
        before = self.changed.get((sort, name))
        self.changed[sort, name] = (unit, edit)
        if before is None:
            return None
        above = before[0] is not unit and _stands_on(unit, before[0], self.order)
        if unit.header.sort == "instance" or above:
            return None
        return None if without_spans(before[1]) == without_spans(edit) else before

    def _claim_lost(
        self, unit: nodes.Unit, sort: str, name: str, edit: Node, items: list[nodes.Item]
    ) -> bool:
        """Each overlay says what it still claims of itself; what holds for both nobody has said."""
        if sort not in _CLAIMED:
            return False
        if self._clash(unit, sort, name, edit) is None:
            return (sort, name) in self.lost
        self.lost.add((sort, name))
        kinds = _SORTS[sort]
        items[:] = [item for item in items if not (isinstance(item, kinds) and item.name.text == name)]
        return True

    def _set(self, unit: nodes.Unit, edit: nodes.SetOption, items: list[nodes.Item]) -> None:
        name = edit.name.text
        for position, item in enumerate(items):
            if isinstance(item, nodes.Number) and item.name.text == name and edit.value is not None:
                if not self._claim(unit, "number", name, edit):
                    return
                value: nodes.Expr = (
                    edit.value
                    if isinstance(edit.value, nodes.Integer)
                    else nodes.Place(nodes.Path(False, (edit.value,), edit.value.span), (), edit.value.span)
                )
                items[position] = replace(item, by=None, value=value, entries=(), span=edit.span)
                return
            if (
                isinstance(item, nodes.Kind)
                and item.name.text == name
                and (edit.value is None or not item.names)
            ):
                if self._claim(unit, "kind", name, edit):
                    items[position] = replace(
                        item, names=edit.names, low=edit.low, high=edit.high, span=edit.span
                    )
                return
            if isinstance(item, nodes.Kind) and item.name.text == name and isinstance(edit.value, nodes.Name):
                if self._claim(unit, "kind", name, edit):
                    items[position] = replace(item, names=(edit.value,), low=None, high=None, span=edit.span)
                return
        known = [item.name.text for item in items if isinstance(item, nodes.Number | nodes.Kind)]
        self._unknown("number or kind", edit.name, known)

    def _unknown(self, sort: str, name: nodes.Name, known: Iterable[str]) -> None:
        near = nearest(name.text, known)
        hint = f"did you mean `{near}`?" if near else "an overlay can only change what the game below it has"
        self.report.add(
            diagnostic(
                "O311", Label(name.span, "nothing below has this name"), sort=sort, name=name.text, hint=hint
            )
        )

    def _replace(self, unit: nodes.Unit, edit: nodes.Replace, items: list[nodes.Item]) -> None:
        item = edit.item
        if isinstance(item, _SINGLE):
            later = isinstance(item, nodes.Starter) and item.later
            self._claim(unit, "line", ("later " if later else "") + type(item).__name__.lower(), edit)
            for position, other in enumerate(items):
                if type(other) is type(item) and later == (isinstance(other, nodes.Starter) and other.later):
                    items[position] = item
                    return
            items.append(item)
            return
        if isinstance(item, nodes.Setup):
            self._claim(unit, "line", "setup once" if item.once else "setup", edit)
            items[:] = [
                other for other in items if not (isinstance(other, nodes.Setup) and other.once == item.once)
            ]
            items.append(item)
            return
        name = getattr(item, "name", None)
        if not isinstance(name, nodes.Name):
            self.report.add(diagnostic("O312", Label(edit.span, "this has no name to replace it by")))
            return
        sort = _sort_of(item)
        if self._claim_lost(unit, sort, name.text, edit, items):
            return
        if not self._claim(unit, sort, name.text, edit):
            return
        if isinstance(item, nodes.Component):
            self._replace_component(item, items)
            return
        kinds: Any = _RULES if isinstance(item, _RULES) else type(item)

        def swapped(node: Node) -> Node:
            if isinstance(node, kinds) and node.name.text == name.text:
                return _merged(node, item)
            return node

        if not _rewrite(items, swapped):
            self._unknown(sort, name, _names_of(items, kinds))

    def _replace_component(self, new: nodes.Component, items: list[nodes.Item]) -> None:
        """One line stands for all lines of the design; its texts stay unless the new line brings some."""
        old = [
            item for item in items if isinstance(item, nodes.Component) and item.name.text == new.name.text
        ]
        if not old:
            self._unknown("component", new.name, _names_of(items, nodes.Component))
            return
        lines = new.lines or tuple(line for item in old for line in item.lines)
        position = items.index(old[0])
        items[:] = [item for item in items if item not in old]
        items.insert(position, replace(new, lines=lines))

    def _remove(self, unit: nodes.Unit, edit: nodes.Remove, items: list[nodes.Item]) -> None:
        kinds = _SORTS.get(edit.sort.text)
        if kinds is None:
            near = nearest(edit.sort.text, _SORTS)
            hint = f"did you mean `{near}`?" if near else "one of " + ", ".join(sorted(_SORTS))
            self.report.add(diagnostic("O313", Label(edit.sort.span), sort=edit.sort.text, hint=hint))
            return
        if self._claim_lost(unit, edit.sort.text, edit.name.text, edit, items):
            return
        if not self._claim(unit, edit.sort.text, edit.name.text, edit):
            return

        def dropped(node: Node) -> Node:
            if isinstance(node, kinds) and node.name.text == edit.name.text:
                return None
            return node

        if not _rewrite(items, dropped):
            self._unknown(edit.sort.text, edit.name, _names_of(items, kinds))

    def _expect(self, unit: nodes.Unit, edit: nodes.Expect, items: list[nodes.Item]) -> None:
        before = self.expected.setdefault(edit.scenario.text, unit)
        for position, item in enumerate(items):
            if isinstance(item, nodes.Scenario) and item.name.text == edit.scenario.text:
                if before is not unit and not _stands_on(unit, before, self.order):
                    # Each overlay told its own price; nobody has told the price of both.
                    del items[position]
                    return
                kept = tuple(fact for fact in item.facts if not isinstance(fact, nodes.Expected))
                items[position] = replace(item, facts=(*kept, *edit.outcomes))
                return
        if before is unit:
            self._unknown("scenario", edit.scenario, _names_of(items, nodes.Scenario))


def _sort_of(item: Node) -> str:
    for sort, kinds in _SORTS.items():
        if isinstance(item, kinds):
            return sort
    return type(item).__name__.lower()


def _merged(old: Node, new: Node) -> Node:
    """A replaced scenario with outcomes only keeps what was given and done."""
    if isinstance(new, nodes.Scenario) and all(isinstance(fact, nodes.Expected) for fact in new.facts):
        kept = tuple(fact for fact in old.facts if not isinstance(fact, nodes.Expected))
        return replace(old, facts=(*kept, *new.facts))
    return new


def _names_of(items: Iterable[Node], kinds: Any) -> list[str]:
    found: list[str] = []

    def see(node: Node) -> Node:
        if isinstance(node, kinds):
            found.append(node.name.text)
        return node

    _rewrite(list(items), see)
    return found


def _rewrite(items: list[Node], change: Callable[[Node], Node]) -> bool:
    """Applies `change` to every node that stands in a list of lines; `None` drops it. True if any changed."""
    changed = False

    def walk(node: Node) -> Node:
        nonlocal changed
        if isinstance(node, tuple):
            kept = [walk(part) for part in node]
            if all(new is old for new, old in zip(kept, node, strict=True)):
                return node
            return tuple(new for new in kept if new is not None)
        names = _field_names(type(node))
        if names is None:
            return node
        new = change(node)
        if new is not node:
            changed = True
            return new
        updates = {}
        for name in names:
            value = getattr(node, name)
            if value and isinstance(value, tuple):
                new_value = walk(value)
                if new_value is not value:
                    updates[name] = new_value
        return replace(node, **updates) if updates else node

    items[:] = [new for new in (walk(item) for item in items) if new is not None]
    return changed


_FIELDS: dict[type, tuple[str, ...] | None] = {}


def _field_names(sort: type) -> tuple[str, ...] | None:
    """The fields of a kind of node; `None` for what is no node."""
    if sort not in _FIELDS:
        is_node = is_dataclass(sort) and not issubclass(sort, Span)
        _FIELDS[sort] = tuple(field.name for field in fields(sort)) if is_node else None
    return _FIELDS[sort]


def without_spans(node: Node) -> Node:
    """A comparable shape of a node: what it says, not where."""
    if isinstance(node, tuple):
        return tuple(without_spans(part) for part in node)
    if isinstance(node, Span):
        return None
    if is_dataclass(node):
        return (type(node).__name__, *(without_spans(getattr(node, field.name)) for field in fields(node)))
    return node
