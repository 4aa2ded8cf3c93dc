"""What the search in C must know of a machine: when each claim is asked, copies, and rows for renamings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.analysis.renaming import Renaming, moved_places
from verifier.engine.native.packing import PackingWriter, value_range
from verifier.engine.native.unit import Unit, c_array
from verifier.kernel.domain import NOTHING, Names, Players, Things, Zones
from verifier.kernel.layout import size
from verifier.kernel.machine import Cell, Decide


@dataclass(frozen=True, slots=True)
class SearchForm:
    """What of a search shows in its C text.

    `pauses` names the pause at which a claim is asked, if it is one; `coverage` are moments that shall be seen once;
    `groups` are components that are copies of each other, `telling` the cells that tell copies apart.
    """

    pauses: Mapping[str, str]
    coverage: frozenset[str]
    groups: Sequence[Sequence[int]]
    telling: Sequence[Cell]


def asked_tables(unit: Unit) -> Iterator[str]:
    """How many there are of what, and when each claim is asked."""
    machine = unit.machine
    decides = [block.out for block in machine.blocks.values() if isinstance(block.out, Decide)]
    alternatives = max((len(decide.alternatives) for decide in decides), default=0)
    for name, value in (
        ("MOMENTS", len(unit.moments)),
        ("BLOCKS", len(machine.blocks)),
        ("ALTERNATIVES", alternatives),
    ):
        yield f"enum {{ {name} = {value} }};"
    never, claims = len(unit.moments), machine.claims
    moments = (NOTHING if each.moment is None else unit.moments.get(each.moment, never) for each in claims)
    yield c_array("CLAIM_MOMENT", moments)
    yield c_array("WITNESS", (int(claim.sort == "witness") for claim in claims))


def search_tables(unit: Unit, form: SearchForm) -> Iterator[str]:
    machine = unit.machine
    yield from PackingWriter(unit).text()
    yield from asked_tables(unit)
    groups = [group for group in form.groups if len(group) > 1]
    identity = renaming_row(unit, range(len(machine.things)), range(machine.zones), None)
    for name, value in (
        ("COPY_GROUPS", len(groups)),
        ("TELLING", len(form.telling)),
        ("ROW_SIZE", len(identity)),
    ):
        yield f"enum {{ {name} = {value} }};"
    yield c_array("COVERAGE", (int(moment in form.coverage) for moment in unit.moments))
    labels = (form.pauses.get(claim.name) for claim in machine.claims)
    yield c_array("CLAIM_PAUSE", (NOTHING if label is None else unit.blocks[label] for label in labels))
    widest = 1 + max((len(group) for group in groups), default=0)
    rows = (f"{{{len(group)}, {', '.join(map(str, group))}}}" for group in groups)
    yield f"static const int16_t COPY_GROUP[][{widest}] = {{{', '.join(rows) or '{0}'}}};"
    told = (f"{{{', '.join(map(str, _telling(unit, cell)))}}}" for cell in form.telling)
    yield f"static const int32_t TELLS[][5] = {{{', '.join(told) or '{0}'}}};"
    yield f"static const int32_t IDENTITY[] = {{{', '.join(map(str, identity)) or '0'}}};"


def _telling(unit: Unit, cell: Cell) -> tuple[int, ...]:
    """The number of a cell, whether it holds components, its entries; those inside and outside of its components."""
    axes = unit.layout.cell_axes(cell)
    number, entries = unit.cell_number[cell.name], size(axes)
    if isinstance(cell.domain, Things):
        return number, 1, entries, 1, 1
    at = next(place for place, domain in enumerate(cell.index) if isinstance(domain, Things))
    return number, 0, entries, size(axes[at + 1 :]), size(axes[:at])


def renaming_row(unit: Unit, things: Sequence[int], zones: Sequence[int], by: Renaming | None) -> list[int]:
    """A renaming as the search reads it, as long as any other of the machine.

    What each component and zone becomes; then of each cell how many entries it has, its least value, how many values
    have other names, where each entry goes and what each value becomes.
    """
    found = [*things, *zones]
    for cell in unit.machine.cells.values():
        low, many = value_range(cell)
        named = range(low, low + many) if isinstance(cell.domain, Names | Players | Things | Zones) else ()
        entries = range(size(unit.layout.cell_axes(cell)))
        places = entries if by is None or not cell.index else moved_places(unit.layout, cell.index, by)
        become = named if by is None else [by.value(cell.domain, value) for value in named]
        found += [len(entries), low, len(named), *places, *become]
    return found
