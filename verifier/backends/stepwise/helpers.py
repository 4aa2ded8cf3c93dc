"""Claims that nobody wrote and that others lean on: what a zone has room for, and of which kinds its contents are.

The kinds are guessed from some plays, and worth nothing until every step has been seen to keep them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from verifier.analysis.reach import Reach
from verifier.backends.machine import Engine
from verifier.kernel.domain import Number, Things, Truth, Zones
from verifier.kernel.expression import Bind, Compare, Const, Contents, Fold, Local, ZonesOf
from verifier.kernel.machine import Choice, Claim, Decide, Family, Machine
from verifier.runtime import Fault, Seeded
from verifier.trace.policies.uniform import random_given

PLAYS, STEPS, SEED = 4, 400, 1
ROOM = "room in "
KINDS = "kinds in "
LASTING = "always "
GUESSES = 3


def capacities(machine: Machine) -> Iterator[Claim]:
    """That no zone holds more than it may."""
    for family in machine.families.values():
        if family.holds is not None:
            zones = Zones(family.name, tuple(range(family.base, family.base + family.size)))
            inside = Bind("x", Contents(Local("zone", zones), machine.all_things))
            count = Fold("count", (inside,), None, Const(1, Truth()))
            room = Compare("<=", count, Const(family.holds, Number(family.holds, family.holds)))
            yield Claim(
                ROOM + family.name,
                "invariant",
                None,
                Fold("every", (Bind("zone", _zones(family)),), None, room),
            )


def kinds(machine: Machine, reach: Reach) -> Iterator[Claim]:
    """That in the zones of a family there are only components of some kinds: of a few guesses each may do."""
    seen = _seen(machine)
    classes = _classes(machine)
    for family in machine.families.values():
        zones = _of(family)
        can = frozenset(thing for thing, places in enumerate(reach.zones) if not places.isdisjoint(zones))
        found = frozenset[int]().union(*(seen[zone] for zone in zones))
        # Where nothing was ever seen, it may be what is seen elsewhere.
        wide = (
            classes
            if found
            else [
                frozenset().union(*(seen[zone] for zone in _of(other))) for other in machine.families.values()
            ]
        )
        guesses = {ids & can for ids in wide if found <= ids and ids and not can <= ids}
        for number, kind in enumerate(sorted(guesses, key=lambda ids: (len(ids), sorted(ids)))[:GUESSES]):
            inside = Bind("x", Contents(_zones(family), Things("stranger", tuple(sorted(can - kind)))))
            claim = Fold("every", (inside,), None, Const(0, Truth()))
            yield Claim(f"{KINDS}{family.name} {number + 1}", "invariant", None, claim)


def lasting(machine: Machine) -> Iterator[Claim]:
    """That what is claimed of a moment holds all the time."""
    for claim in machine.claims:
        if claim.sort == "invariant" and claim.moment is not None:
            yield Claim(LASTING + claim.name, "invariant", None, claim.truth)


def _of(family: Family) -> range:
    return range(family.base, family.base + family.size)


def _zones(family: Family) -> ZonesOf:
    return ZonesOf(family.name, (None,) * len(family.index))


def _classes(machine: Machine) -> list[frozenset[int]]:
    """The classes of components that the rules speak of."""
    found = {cell.domain.ids for cell in machine.cells.values() if isinstance(cell.domain, Things)}
    for block in machine.blocks.values():
        if isinstance(block.out, Decide):
            for alternative in block.out.alternatives:
                for part in alternative.prelude:
                    if isinstance(part, Choice) and isinstance(part.source, Contents):
                        found.add(part.source.things.ids)
    for table in machine.tables.values():
        # What is printed on some components and not on others sets them apart.
        if len(table.index) == 1 and isinstance(table.index[0], Things) and isinstance(table.domain, Truth):
            found.add(tuple(thing for thing, entry in enumerate(table.values) if entry))
    return [frozenset(ids) for ids in sorted(found)]


def _seen(machine: Machine) -> list[set[int]]:
    """What lay in each zone at the pauses of some plays."""
    engine = Engine(machine)
    seen: list[set[int]] = [set() for _ in range(machine.zones)]
    for play in range(PLAYS):
        chance = random.Random(f"{SEED} {play}")
        oracle = Seeded(chance.randrange(1 << 30))
        try:
            state = engine.new(oracle, random_given(engine, chance))
            for _ in range(STEPS):
                for zone, contents in enumerate(state.zones[: machine.zones]):
                    seen[zone].update(contents)
                moves = engine.legal(state)
                if not moves:
                    break
                engine.step(state, chance.choice(moves), oracle)
        except Fault:
            continue
    return seen
