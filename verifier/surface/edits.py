"""The lines of overlays laid over those of a game, one after the other: what is added, set, replaced and removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from verifier.diagnostics import Label, Report, diagnostic, nearest
from verifier.surface import nodes
from verifier.surface.index import walk
from verifier.surface.rewrite import Node, field_names, names_of, rewritten, without_spans

# --- the lines of overlays laid over those of a game, one after the other: what is added, set, replaced and removed


_ADDING = (
    nodes.Change,
    nodes.Also,
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
_OVERLAYS = ("edition", "variant", "house-rule")
_CLAIMED = ("invariant", "witness", "measure", "may-loop", "scenario")
_RULES = (nodes.GuardRule, nodes.StepRule, nodes.ValueRule, nodes.EndRule)
_ALTERNATIVES = (nodes.GuardRule, nodes.StepRule, nodes.ValueRule)


def _line_name(item: nodes.Item) -> str:
    """`winner`, `turn`, `later starter`."""
    later = isinstance(item, nodes.Starter) and item.later
    return ("later " if later else "") + type(item).__name__.lower()


def _is_same_line(item: nodes.Item, other: nodes.Item) -> bool:
    return type(other) is type(item) and _line_name(other) == _line_name(item)


class Edits:
    """Lays units over a list of items and remembers who changed what, to show both places of a clash."""

    def __init__(self, report: Report, order: Sequence[nodes.Unit]) -> None:
        self.report = report
        self.order = order
        self.expected: dict[str, nodes.Unit] = {}
        self.changed: dict[tuple[str, str], tuple[nodes.Unit, Node]] = {}
        self.brought: dict[str, tuple[nodes.Unit, nodes.Scenario]] = {}
        self.lost: set[tuple[str, str]] = set()
        # Alternatives to rules that are removed, by their names: by what, and where they stand.
        self.orphans: dict[str, tuple[nodes.Remove, nodes.Name]] = {}

    def refuse_orphans(self, items: list[nodes.Item]) -> None:
        """An alternative whose rule is removed would be taken for one to whatever rule stands above it then."""
        for name, (edit, orphan) in self.orphans.items():
            labels = (
                Label(edit.span, "it is removed here"),
                Label(orphan.span, "nothing says when this applies"),
            )
            hint = f"remove `{name}` too, or write `replace rule {name}`: then it stands by itself"
            self.report.add(diagnostic("O324", *labels, hint=hint, name=name))
            _stand_alone(items, orphan)

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
                case nodes.Rounds() | nodes.Starter() | nodes.Winner() | nodes.Turn():
                    self._add_single(item, items)
                case nodes.Scenario() if unit.header.sort in _OVERLAYS:
                    self._add_scenario(unit, item, items)
                case _:
                    items.append(item)

    def _add_single(self, item: nodes.Item, items: list[nodes.Item]) -> None:
        """A line of which there is one; a second one says `replace`, or it would silently win."""
        before = next((other for other in items if _is_same_line(item, other)), None)
        if before is None:
            items.append(item)
            return
        name = _line_name(item)
        hint = f"write `replace {name} ...` if an overlay changes it"
        labels = (Label(item.span, "here again"), Label(before.span, "first here"))
        self.report.add(diagnostic("N201", *labels, hint=hint, name=name))

    def _add_scenario(self, unit: nodes.Unit, item: nodes.Scenario, items: list[nodes.Item]) -> None:
        """A scenario that an overlay brings; where another brings one of that name, nobody has told that of both."""
        name = item.name.text
        before = self.brought.setdefault(name, (unit, item))
        if before[0] is unit or stands_on(unit, before[0], self.order):
            items.append(item)
        elif without_spans(before[1]) != without_spans(item):
            items[:] = [other for other in items if other is not before[1]]

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
                hint="remove one of the two, or base one on the other with `of`: then the upper one applies",
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
        above = before[0] is not unit and stands_on(unit, before[0], self.order)
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
                    else nodes.Place(
                        nodes.Path(False, (edit.value,), span=edit.value.span), (), span=edit.value.span
                    )
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
                "O311",
                Label(name.span, "nothing in the base has this name"),
                sort=sort,
                name=name.text,
                hint=hint,
            )
        )

    def _replace(self, unit: nodes.Unit, edit: nodes.Replace, items: list[nodes.Item]) -> None:
        item = edit.item
        if isinstance(item, _SINGLE):
            self._claim(unit, "line", _line_name(item), edit)
            for position, other in enumerate(items):
                if _is_same_line(item, other):
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
            self.report.add(
                diagnostic("O312", Label(edit.span, "this has no name, so it cannot be replaced"))
            )
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

        alone = self.orphans.pop(name.text, None) is not None

        def swapped(node: Node) -> Node:
            if isinstance(node, kinds) and node.name.text == name.text:
                return item if alone else _merged(node, item)
            return node

        if not rewritten(items, swapped):
            self._unknown(sort, name, names_of(items, kinds))

    def _replace_component(self, new: nodes.Component, items: list[nodes.Item]) -> None:
        """One line stands for all lines of the design; its texts stay unless the new line brings some."""
        old = [
            item for item in items if isinstance(item, nodes.Component) and item.name.text == new.name.text
        ]
        if not old:
            self._unknown("component", new.name, names_of(items, nodes.Component))
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
        before = self.changed.get((edit.sort.text, edit.name.text))
        alone = self.orphans.pop(edit.name.text, None) is not None
        if self._claim_lost(unit, edit.sort.text, edit.name.text, edit, items):
            return
        if not self._claim(unit, edit.sort.text, edit.name.text, edit):
            return

        if edit.sort.text == "rule":
            self._leave_alone(unit, edit, items, alone)

        def dropped(node: Node) -> Node:
            if isinstance(node, kinds) and node.name.text == edit.name.text:
                return None
            return node

        # Another overlay may have removed the same: the two agree.
        agreed = before is not None and before[0] is not unit and isinstance(before[1], nodes.Remove)
        if not rewritten(items, dropped) and not agreed:
            self._unknown(edit.sort.text, edit.name, names_of(items, kinds))

    def _leave_alone(
        self, unit: nodes.Unit, edit: nodes.Remove, items: list[nodes.Item], alone: bool
    ) -> None:
        """The alternatives to a rule that is removed: what the same overlay has replaced stands by itself."""
        for name in left_alone(items, edit.name.text, alone):
            before = self.changed.get(("rule", name.text))
            if before is None or before[0] is not unit:
                self.orphans[name.text] = (edit, name)
            else:
                _stand_alone(items, name)

    def _expect(self, unit: nodes.Unit, edit: nodes.Expect, items: list[nodes.Item]) -> None:
        before = self.expected.setdefault(edit.scenario.text, unit)
        for position, item in enumerate(items):
            if isinstance(item, nodes.Scenario) and item.name.text == edit.scenario.text:
                if before is not unit and not stands_on(unit, before, self.order):
                    # Each overlay told its own price; nobody has told the price of both.
                    del items[position]
                    return
                kept = tuple(fact for fact in item.facts if not isinstance(fact, nodes.Expected))
                items[position] = replace(item, facts=(*kept, *edit.outcomes))
                return
        if before is unit:
            self._unknown("scenario", edit.scenario, names_of(items, nodes.Scenario))


def _stand_alone(items: list[nodes.Item], name: nodes.Name) -> None:
    """The rule of this name is no alternative any more."""

    def by_itself(node: Node) -> Node:
        return replace(node, otherwise=False) if getattr(node, "name", None) is name else node

    rewritten(items, by_itself)


def left_alone(items: Iterable[nodes.Item], rule: str, alone: bool) -> Iterator[nodes.Name]:
    """The alternatives to a rule that is none itself, or no more: without it they have nothing to be one to."""
    for node in walk(tuple(items)):
        for block in (getattr(node, name) for name in field_names(type(node)) or ()):
            for first, second in pairwise(block if isinstance(block, tuple) else ()):
                alternatives = isinstance(first, _ALTERNATIVES) and isinstance(second, _ALTERNATIVES)
                if (
                    alternatives
                    and first.name.text == rule
                    and second.otherwise
                    and (alone or not first.otherwise)
                ):
                    yield second.name


def stands_on(unit: nodes.Unit, other: nodes.Unit, order: Iterable[nodes.Unit]) -> bool:
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


def _sort_of(item: Node) -> str:
    for sort, kinds in _SORTS.items():
        if isinstance(item, kinds):
            return sort
    return type(item).__name__.lower()


def _merged(old: Node, new: Node) -> Node:
    """A replaced scenario with outcomes only keeps what was given and done; an alternative stays one."""
    if isinstance(old, _ALTERNATIVES) and isinstance(new, _ALTERNATIVES) and old.otherwise:
        return replace(new, otherwise=True)
    if isinstance(new, nodes.Scenario) and all(isinstance(fact, nodes.Expected) for fact in new.facts):
        kept = tuple(fact for fact in old.facts if not isinstance(fact, nodes.Expected))
        return replace(old, facts=(*kept, *new.facts))
    return new
