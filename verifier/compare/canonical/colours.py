"""Colour refinement: a machine in, a colour for every entity out that no name decides.

At first a colour tells what sort of thing an entity is; round by round it takes in what is said of the entity and in
what company. A renamed copy of the machine gives its entities the same colours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from typing import Any

from verifier.compare.canonical.tokens import Entity, Marks, Tokens, bound
from verifier.kernel import machine as km
from verifier.kernel.domain import Domain
from verifier.kernel.visit import steps_within, used_locals, with_inner_steps

Site = tuple[Entity, list[Any]]
ROUNDS = 12


def marks_of(machine: km.Machine) -> Marks:
    """The finest colours of a machine's entities; those that share one look alike as far as we can tell.

    Steps count one by one, so that their order decides nothing either.
    """
    sites = list(_single_sites(machine))
    marks: Marks = _first_colours(sites)
    for _ in range(ROUNDS):
        finer = _refined(sites, marks)
        if len(set(finer.values())) == len(set(marks.values())):
            break
        marks = finer
    return marks


class Colours:
    """The colours of one machine's entities by depth, blocks taken as they stand.

    At depth 0 a colour tells what an entity is, at depth 1 what is said of it and where, at further depths in
    what company it is spoken of, and that company in turn.
    """

    DEPTH = 3

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine

    def grouped(self, sort: str, names: Iterable[str], depth: int) -> dict[int, list[str]]:
        """The names by their colour at a depth."""
        found: dict[int, list[str]] = {}
        for name in names:
            colour = self._by_depth[depth].get((sort, name))
            if colour is not None:
                found.setdefault(colour, []).append(name)
        return found

    @cached_property
    def _by_depth(self) -> list[Marks]:
        sites = list(_block_sites(self.machine))
        colours: Marks = _first_colours(sites)
        found: list[Marks] = [{entity: _number(entity[0], _sort(self.machine, entity)) for entity in colours}]
        for _ in range(self.DEPTH):
            colours = _refined(sites, colours)
            found.append(colours)
        return found


def _first_colours(sites: list[Site]) -> dict[Entity, int]:
    mentioned = (each for about, said in sites for each in (about, *said) if isinstance(each, tuple))
    return {entity: _number(entity[0]) for entity in mentioned}


def _refined(sites: list[Site], colours: Marks) -> dict[Entity, int]:
    """One round: each colour with the colours of what is said of the entity, and of where it is spoken of."""
    seen: dict[Entity, list[int]] = defaultdict(list)
    for about, said in sites:
        whole = _number(*(colours[each] if isinstance(each, tuple) else each for each in said))
        seen[about].append(whole)
        for place, each in enumerate(said):
            if isinstance(each, tuple):
                seen[each].append(_number(place, whole, colours[about]))
    return {entity: _number(colour, *sorted(seen[entity])) for entity, colour in colours.items()}


def _number(*parts: object) -> int:
    """A number for some parts, the same in every run."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest())


def _sort(machine: km.Machine, entity: Entity) -> tuple[object, ...]:
    """What an entity is, whatever the rules say of it."""
    sort, name = entity
    match sort:
        case "cell":
            cell = machine.cells[name]
            return (_like(cell.domain), *map(_like, cell.index), cell.given, cell.life)
        case "family":
            family = machine.families[name]
            return (family.shape, *(_like(domain) for _, domain in family.index))
        case "definition":
            shape = machine.definitions[name]
            return (_like(shape.domain), *(_like(domain) for _, domain in shape.params))
        case "action":
            outs = [block.out for block in machine.blocks.values()]
            taken = [each for out in outs if isinstance(out, km.Decide) for each in out.alternatives]
            prelude = next((each.prelude for each in taken if each.action == name), ())
            return tuple(type(part.source).__name__ for part in prelude if isinstance(part, km.Choice))
        case _:
            return ()


def _like(domain: Domain) -> str:
    return type(domain).__name__


# --- what is said, cut into pieces: of which entity, and what


def _block_sites(machine: km.Machine) -> Iterator[Site]:
    """Declarations, whole blocks, and what is offered at each pause."""
    tokens = Tokens(machine)
    yield from tokens.declared()
    for label in machine.blocks:
        yield ("label", label), list(tokens.about(("label", label)))
    for label, block in machine.blocks.items():
        if isinstance(block.out, km.Decide):
            for taken in block.out.alternatives:
                said = tokens.alternative(taken, bound({}, "me"))
                yield ("action", taken.action), [*said, ("label", label)]


def _single_sites(machine: km.Machine) -> Iterator[Site]:
    """The same in pieces so small that their order does not count."""
    tokens = Tokens(machine)
    yield from tokens.declared()
    for name, block in machine.blocks.items():
        label = "label", name
        for step in _single(block.steps):
            yield label, list(tokens.step(step, _any(step)))
        match block.out:
            case km.Decide(player, alternatives):
                yield label, ["decide", *tokens.of(player, _any(player)), len(alternatives)]
                for taken in alternatives:
                    yield label, list(tokens.alternative(taken, bound({}, "me")))
            case out:
                yield label, list(tokens.out(out, _any(out)))


def _any(node: Any) -> dict[str, int]:
    """A name from outside a step is any name: which one it is depends on the steps before."""
    return dict.fromkeys(used_locals(node), 0)


def _single(steps: tuple[km.Step, ...]) -> Iterator[km.Step]:
    """The steps one by one, those inside others too; of what holds others, only the head."""
    return (with_inner_steps(step, lambda inner: ()) for step in steps_within(steps))
