"""What the rules say of each name, told apart by colours: a machine in, a colour for every entity out.

At depth 0 a colour tells what sort of thing an entity is; at depth 1 what is said of it, and where. Each
further depth looks one step further around: in what company it is spoken of, and that company in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from verifier.compare.tokens import Entity, Tokens, bound
from verifier.kernel import machine as km
from verifier.kernel.domain import Domain


class Colours:
    """The colours of one machine's entities."""

    DEPTH = 3

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self._sites = list(_sites(machine))
        self._by_depth: list[dict[Entity, int]] | None = None

    def grouped(self, sort: str, names: Iterable[str], depth: int) -> dict[int, list[str]]:
        """The names by their colour at a depth."""
        found: dict[int, list[str]] = {}
        for name in names:
            colour = self._coloured()[depth].get((sort, name))
            if colour is not None:
                found.setdefault(colour, []).append(name)
        return found

    def _coloured(self) -> list[dict[Entity, int]]:
        if self._by_depth is None:
            colours = {
                entity: hash(entity[0]) for about, said in self._sites for entity in (about, *_entities(said))
            }
            self._by_depth = [{entity: hash((entity[0], _sort(self.machine, entity))) for entity in colours}]
            for _ in range(self.DEPTH):
                colours = self._deeper(colours)
                self._by_depth.append(colours)
        return self._by_depth

    def _deeper(self, colours: dict[Entity, int]) -> dict[Entity, int]:
        seen: dict[Entity, list[int]] = {entity: [] for entity in colours}
        for about, said in self._sites:
            whole = hash(tuple(colours[each] if isinstance(each, tuple) else each for each in said))
            seen[about].append(hash(("about", whole)))
            for place, each in enumerate(said):
                if isinstance(each, tuple):
                    seen[each].append(hash((place, whole, colours[about])))
        return {entity: hash((colours[entity], *sorted(found))) for entity, found in seen.items()}


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


def _entities(said: list[Any]) -> Iterator[Entity]:
    return (each for each in said if isinstance(each, tuple))


def _sites(machine: km.Machine) -> Iterator[tuple[Entity, list[Any]]]:
    """Everything the machine says, cut into pieces: of which entity, and what."""
    tokens = Tokens(machine)
    yield from tokens.declared()
    for label in machine.blocks:
        yield ("label", label), list(tokens.about(("label", label)))
    for label, block in machine.blocks.items():
        if isinstance(block.out, km.Decide):
            for taken in block.out.alternatives:
                said = tokens.alternative(taken, bound({}, "me"))
                yield ("action", taken.action), [*said, ("label", label)]
