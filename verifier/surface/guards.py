"""Rules that an overlay adds to an action: items in, the same items with every such rule in its action out.

`change lay` with rules that `require` stands beside the action until everything is laid, so that another overlay may
replace the action or one of the rules. Only then do the rules go where a reader looks for them: behind the action's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.surface import nodes

_HEAD = (nodes.Choose, nodes.Let, nodes.GuardRule)


def with_guards(items: Sequence[nodes.Item]) -> tuple[nodes.Item, ...]:
    """The items; a change of an action is part of it. What no action can take is left as it stands."""
    actions = {item.name.text for item in items if isinstance(item, nodes.Action)}
    added: dict[str, tuple[nodes.GuardRule, ...]] = {}
    kept: list[nodes.Item] = []
    for item in items:
        if isinstance(item, nodes.Change) and item.name.text in actions:
            rules = tuple(rule for rule in item.rules if isinstance(rule, nodes.GuardRule))
            if len(rules) == len(item.rules):
                added[item.name.text] = (*added.get(item.name.text, ()), *rules)
                continue
        kept.append(item)
    return tuple(_guarded(item, added) for item in kept) if added else tuple(kept)


def _guarded(item: nodes.Item, added: dict[str, tuple[nodes.GuardRule, ...]]) -> nodes.Item:
    rules = added.get(item.name.text) if isinstance(item, nodes.Action) else None
    if rules is None or not isinstance(item, nodes.Action):
        return item
    head = 0
    while head < len(item.steps) and isinstance(item.steps[head], _HEAD):
        head += 1
    return replace(item, steps=(*item.steps[:head], *rules, *item.steps[head:]))
