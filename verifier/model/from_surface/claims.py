"""Claims and acknowledgements: names that are taken, and which loop is meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from verifier.diagnostics import Label, diagnostic
from verifier.model import game as g
from verifier.model.from_surface.scope import Declarations
from verifier.surface import nodes

IT_ENDS = "it-ends"
# The properties that are asked of every game: no claim may be called like one of them.
BUILT_IN = frozenset(
    {
        *(
            "conservation",
            "bounds",
            "no-dead-end",
            "every-rule-lives",
            IT_ENDS,
            "somebody-wins",
            "no-peeking",
        ),
        *("gap-and-overlap", "fair-deal", "nothing-vanishes", "scenarios"),
    }
)


def refuse_taken_names(items: Iterable[nodes.Item], world: Declarations) -> None:
    """A claim that is called like a property of every game, or like another claim, would be taken for it."""
    hint = "give the claim a name of its own"
    first: dict[str, nodes.Invariant | nodes.Witness | nodes.Measure] = {}
    for item in items:
        if not isinstance(item, nodes.Invariant | nodes.Witness | nodes.Measure):
            continue
        name = item.name
        if name.text in BUILT_IN:
            label = Label(name.span, "every game is asked this")
            world.report.add(diagnostic("N261", label, hint=hint, name=name.text))
        # Two claims of one sort are told where names are gathered.
        elif type(other := first.setdefault(name.text, item)) is not type(item):
            labels = Label(name.span, "here again"), Label(other.name.span, "first here")
            world.report.add(diagnostic("N201", *labels, hint=hint, name=name.text))


def acknowledged(
    items: Iterable[nodes.Item], phases: Collection[str], actions: Collection[str], world: Declarations
) -> tuple[g.Acknowledged, ...]:
    """What the rules accept: loops first, each with the scope that it names."""
    loops, others = [], []
    for item in items:
        match item:
            case nodes.MayLoop(name):
                scope = _scope(item, phases, actions, world)
                loops.append(g.Acknowledged(IT_ENDS, name.text, item.reason.text, scope, span=item.span))
            case nodes.Accept(about, subject, reason):
                if about.text == IT_ENDS:
                    hint = "write `may-loop NAME between turns: ...`, or `in PHASE`, or `by ACTION, ACTION`"
                    world.report.add(diagnostic("N260", Label(item.span, "which loop?"), hint=hint))
                named = ".".join(part.text for part in subject.parts) if subject else None
                others.append(g.Acknowledged(about.text, named, reason.text, span=item.span))
            case _:
                pass
    return (*loops, *others)


def _scope(
    item: nodes.MayLoop, phases: Collection[str], actions: Collection[str], world: Declarations
) -> g.LoopScope:
    """The loops that are meant; a phase or an action that there is not is reported."""
    if item.phase is not None and item.phase.text not in phases:
        world.unknown("N248", item.phase, phases, "no phase has this name")
    for name in item.by:
        if name.text not in actions:
            world.unknown("N242", name, actions, "no action has this name")
    return g.LoopScope(item.phase.text if item.phase else None, frozenset(each.text for each in item.by))
