"""What overlays add in the middle of something: rules of an action, actions of a phase.

Composed items in, the same items with every addition in its place out. It is laid last, so that an action or a phase
that one overlay replaces keeps what others add, and such overlays combine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.diagnostics import Label, Report, diagnostic, nearest
from verifier.surface import nodes
from verifier.surface.rewrite import without_spans

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


def with_offers(items: Sequence[nodes.Item], report: Report) -> tuple[nodes.Item, ...]:
    """The items; what is added to the offer of a phase is part of it. What adds nothing new is left out."""
    added = [item for item in items if isinstance(item, nodes.Also)]
    if not added:
        return tuple(items)
    idle: list[nodes.Also] = []
    phases = {
        phase.name.text: phase for item in items if isinstance(item, nodes.Turn) for phase in item.phases
    }
    for each in added:
        phase = phases.get(each.phase.text)
        if phase is None:
            _no_such_phase(each.phase, phases, report)
        elif isinstance(phase.step, nodes.Do):
            label = Label(phase.step.span, "it runs a procedure")
            hint = "write `after` and its name to add steps"
            report.add(diagnostic("O323", Label(each.phase.span), label, hint=hint, name=each.phase.text))
        else:
            offering = _offering(phase.step, each.offered)
            idle += [each] if offering == phase.step else []
            phases[phase.name.text] = replace(phase, step=offering)
    rest = (item for item in items if not any(item is each for each in idle))
    return tuple(_with_phases(item, phases) for item in rest)


def _no_such_phase(name: nodes.Name, known: dict[str, nodes.Phase], report: Report) -> None:
    near = nearest(name.text, known)
    hint = f"did you mean `{near}`?" if near else "one of " + ", ".join(known)
    report.add(diagnostic("N248", Label(name.span), hint=hint, name=name.text))


def _offering(offer: nodes.Offer, more: tuple[nodes.Offered, ...]) -> nodes.Offer:
    """The offer and what is added; what it offers already is offered once."""
    known = [without_spans(each) for each in offer.offered]
    return replace(
        offer, offered=(*offer.offered, *(each for each in more if without_spans(each) not in known))
    )


def _with_phases(item: nodes.Item, phases: dict[str, nodes.Phase]) -> nodes.Item:
    if not isinstance(item, nodes.Turn):
        return item
    return replace(item, phases=tuple(phases[phase.name.text] for phase in item.phases))
