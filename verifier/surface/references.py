"""Names that lead nowhere although the text can be read: a composition in, what is to be told out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.diagnostics import Diagnostic, Label, Level, diagnostic, nearest
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.index import but_scenarios, only_scenarios, walk

_DECLARED = nodes.Zone | nodes.Store | nodes.Die | nodes.Number | nodes.Define | nodes.Procedure
# What the result of a play is read from.
_ALWAYS_USED = "score"
# What refuses a move without a rule of the text: nobody's turn, nothing to stop, play that is over.
_WITHOUT_RULE = ("player", "stop", "over", "choose")


def unknown_refusals(laid: Composition) -> Iterator[Diagnostic]:
    """`then refused by ...` with a name that no rule, action or choice has, nor had before an overlay."""
    known = {*_WITHOUT_RULE, *_refusing(laid)}
    for item in (each for each in laid.items if isinstance(each, nodes.Scenario)):
        for fact in item.facts:
            if isinstance(fact, nodes.Refused) and fact.rule.text not in known:
                near = nearest(fact.rule.text, known)
                hint = f"did you mean `{near}`?" if near else "write the name of a rule with `require`"
                label = Label(fact.rule.span, "no rule, action or choice has this name")
                yield diagnostic("N249", label, about=item.name.text, hint=hint, name=fact.rule.text)


def _refusing(laid: Composition) -> Iterator[str]:
    named = nodes.Rule | nodes.Action | nodes.NumberRange | nodes.Param
    for node in walk(tuple(item for unit in laid.units for item in but_scenarios(unit.items))):
        if isinstance(node, nodes.Range):
            yield _bound(node).text
        elif isinstance(node, named):
            yield node.name.text


def unoffered_actions(laid: Composition) -> Iterator[Diagnostic]:
    """Actions that no phase and no step offers: nobody can ever take them."""
    offered = {
        each.action.text for each in walk(tuple(but_scenarios(laid.items))) if isinstance(each, nodes.Offered)
    }
    for item in laid.items:
        if isinstance(item, nodes.Action) and item.name.text not in offered:
            label = Label(item.name.span, "nobody can ever take it")
            hint = f"name it in a phase of `turn`: `some-phase: one of {item.name.text}`"
            yield diagnostic("C506", label, hint=hint, level=Level.WARNING, name=item.name.text)


def chosen_twice(laid: Composition) -> Iterator[Diagnostic]:
    """A name that is given to a second choice before any step could have made use of the first."""
    for node in walk(tuple(but_scenarios(laid.items))):
        steps = getattr(node, "steps", None)
        if isinstance(steps, tuple):
            yield from _chosen_twice(steps)


def _chosen_twice(steps: tuple[nodes.Step, ...]) -> Iterator[Diagnostic]:
    chosen: dict[str, nodes.Name] = {}
    for step in steps:
        if isinstance(step, nodes.Choose):
            for name in map(_bound, step.ranges.ranges):
                first = chosen.setdefault(name.text, name)
                if first is not name:
                    labels = (
                        Label(name.span, "from here on it means this one"),
                        Label(first.span, "chosen here"),
                    )
                    hint = f"give each a name of its own, such as `{name.text} a` and `{name.text} b`"
                    yield diagnostic("C518", *labels, hint=hint, level=Level.WARNING, name=name.text)
        elif not isinstance(step, nodes.GuardRule | nodes.Let):
            chosen.clear()


def _bound(each: nodes.Range | nodes.NumberRange) -> nodes.Name:
    """The name that a range gives to its members."""
    return each.name if isinstance(each, nodes.NumberRange) else each.name or each.head.parts[-1]


def unused_names(laid: Composition) -> Iterator[Diagnostic]:
    """Zones, stores, numbers, definitions and procedures that no other line names, in whatever text of the rule set."""
    items = [item for unit in laid.units for item in unit.items]
    left = [item for item in laid.items if isinstance(item, _DECLARED) and item.name.text != _ALWAYS_USED]
    # Most of a text are scenarios: they are gone through only for what the rules do not name.
    for some in (but_scenarios(items), only_scenarios(items)):
        used = names_used_by(some) if left else set()
        left = [item for item in left if item.name.text not in used]
    for item in left:
        label = Label(item.name.span, "no other line names it")
        hint = "use it, or take the line out"
        yield diagnostic("C515", label, hint=hint, level=Level.WARNING, name=item.name.text)


def names_used_by(items: Iterable[nodes.Item]) -> set[str]:
    """All names in some items, but of each its own."""
    return set().union(*map(_names_used_by, items))


def _names_used_by(item: nodes.Item) -> set[str]:
    declared = item.item if isinstance(item, nodes.Replace) else item
    own = declared.name if isinstance(declared, _DECLARED) else None
    return {
        node.text
        for node in walk(item)
        if isinstance(node, nodes.Name) and (own is None or node.text != own.text)
    }
