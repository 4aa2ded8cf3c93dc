"""The biased and greedy players as tables for the compiled machine: an engine in, a `PlayForm` out."""

from __future__ import annotations

from verifier.engine import Engine
from verifier.engine.moves import choices
from verifier.engine.native.play_tables import MoveForm, PlayForm
from verifier.kernel.domain import Names, Things, values
from verifier.kernel.machine import Alternative, Decide, Machine
from verifier.trace.policies.biased import Features
from verifier.trace.policies.greedy import CHOICE, ScoreReader


def play_form(engine: Engine) -> PlayForm:
    """What the players of Python look at, by numbers."""
    machine, features, standing = engine.machine, Features(engine.machine), ScoreReader(engine)
    bases: dict[str, int] = {}
    many = 0
    for name, (kind, _) in features.kinds.items():
        if kind not in bases:
            bases[kind] = many
            # One more for nothing.
            many += 1 + len(values(machine.tables[name].domain))
    actions: dict[str, int] = {}
    for action in ("stop", *_actions(machine)):
        if action not in actions:
            actions[action] = many
            many += 1
    stop = MoveForm(actions["stop"], 1, 0, {})
    decides = {label: block.out for label, block in machine.blocks.items() if isinstance(block.out, Decide)}
    slots = {slot: name for name, slot in engine.layout.slots.items()}
    return PlayForm(
        [(bases[kind], row) for kind, row in features.kinds.values()]
        + [(-1, row) for row in features.numbers.values()],
        many,
        {
            label: [stop, *(_move(engine, each, actions[each.action], bases) for each in decide.alternatives)]
            for label, decide in decides.items()
        },
        frozenset(
            label
            for label, decide in decides.items()
            if all(each.action == CHOICE for each in decide.alternatives)
        ),
        standing.owner[:-1],
        frozenset(zone for zones in standing.open for zone in zones),
        [slots[slot] for slot in standing.of_players],
        [(slots[slot], ids) for slot, ids in standing.on_things],
        standing.sign,
    )


def _actions(machine: Machine) -> list[str]:
    outs = [block.out for block in machine.blocks.values()]
    return [each.action for out in outs if isinstance(out, Decide) for each in out.alternatives]


def _move(engine: Engine, alternative: Alternative, action: int, bases: dict[str, int]) -> MoveForm:
    domains = [engine.speech.domain(part.source) for part in choices(alternative)]
    things = [place for place, domain in enumerate(domains, 1) if isinstance(domain, Things)]
    kinds = {
        place: bases[domain.name]
        for place, domain in enumerate(domains, 1)
        if isinstance(domain, Names) and domain.name in bases
    }
    return MoveForm(action, 1 + len(domains), things[0] if things else 0, kinds)
