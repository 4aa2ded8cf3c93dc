"""What actions and rules were called before: `renamed OLD to NEW`.

Composed items in, the same items out, with their scenarios in the names of today. Plays that were recorded before are
read with the same table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from verifier.diagnostics import Label, Report, diagnostic, nearest
from verifier.surface import nodes
from verifier.surface.index import but_scenarios, rules_in


def former_names(items: Iterable[nodes.Item]) -> dict[str, str]:
    """What has another name now, and which one."""
    return {item.name.text: item.now.text for item in items if isinstance(item, nodes.Renamed)}


def in_names_of_today(items: tuple[nodes.Item, ...], report: Report) -> tuple[nodes.Item, ...]:
    """The items; what scenarios say in names of before they say in those of today."""
    now = former_names(items)
    if not now:
        return items
    _check(items, report)
    return tuple(_of_today(item, now) for item in items)


def _check(items: tuple[nodes.Item, ...], report: Report) -> None:
    """A name of today is that of an action or rule; one of before is free."""
    known = {item.name.text for item in items if isinstance(item, nodes.Action)}
    known |= {rule.name.text for item in but_scenarios(items) for rule in rules_in(item)}
    before: dict[str, nodes.Renamed] = {}
    for item in items:
        if not isinstance(item, nodes.Renamed):
            continue
        if before.setdefault(item.name.text, item) is not item:
            labels = (
                Label(item.name.span, "here again"),
                Label(before[item.name.text].name.span, "first here"),
            )
            hint = "one name can mean one thing: keep one of the two lines"
            report.add(diagnostic("N201", *labels, hint=hint, name=item.name.text))
        if item.now.text not in known:
            near = nearest(item.now.text, known)
            hint = f"did you mean `{near}`?" if near else "write the name that it has now"
            label = Label(item.now.span, "no action and no rule has this name")
            report.add(diagnostic("N221", label, hint=hint, name=item.now.text))
        if item.name.text in known:
            hint = "a name from before must be free: whoever says it means the new one"
            label = Label(item.name.span, "there is one of this name")
            report.add(diagnostic("N246", label, hint=hint, name=item.name.text))


def _of_today(item: nodes.Item, now: Mapping[str, str]) -> nodes.Item:
    match item:
        case nodes.Scenario():
            return replace(item, facts=tuple(_fact(fact, now) for fact in item.facts))
        case nodes.Expect():
            return replace(item, outcomes=tuple(_fact(fact, now) for fact in item.outcomes))
        case _:
            return item


def _fact(fact: Any, now: Mapping[str, str]) -> Any:
    match fact:
        case nodes.Act(action=name) if name.text in now:
            return replace(fact, action=replace(name, text=now[name.text]))
        case nodes.Refused(rule=name) if name.text in now:
            return replace(fact, rule=replace(name, text=now[name.text]))
        case _:
            return fact
