"""What a compiled player who searches must know of a machine: where components may be, and what is a copy of what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.engine.native.play_tables import PlayForm
from verifier.engine.native.unit import NotCompilableError, Unit, c_array
from verifier.engine.notation import Notation
from verifier.kernel.domain import Things
from verifier.kernel.layout import size
from verifier.kernel.machine import Cell, Choice, Decide

# Which choices of a move are components, as the bits of a word.
MOST_CHOICES = 30
# The cell that counts the rounds of a match, where there are rounds.
ROUND = "round"


@dataclass(frozen=True, slots=True)
class AdviceForm:
    """The machine with players as in `play`, one of whom searches."""

    play: PlayForm


def advice_tables(unit: Unit) -> Iterator[str]:
    machine = unit.machine
    things = range(max(1, len(machine.things)))
    valued = [cell for cell in machine.cells.values() if isinstance(cell.domain, Things)]
    indexed = [(cell, inner) for cell in machine.cells.values() if (inner := _inner(unit, cell)) is not None]
    for name, value in (
        ("THING_VALUED", len(valued)),
        ("THING_INDEXED", len(indexed)),
        ("ROUND_CELL", unit.cell_number.get(ROUND, -1)),
        ("TOGETHER", int(any(rank.op == "together" for rank in machine.winner))),
    ):
        yield f"enum {{ {name} = {value} }};"
    yield c_array("THING_VALUED_CELL", (unit.cell_number[cell.name] for cell in valued))
    yield c_array("THING_INDEXED_CELL", (unit.cell_number[cell.name] for cell, _ in indexed))
    yield c_array("THING_INDEXED_INNER", (inner for _, inner in indexed))
    yield c_array("TWIN", (thing.twin for thing in machine.things))
    rows = (
        ", ".join(str(int(thing in unit.possible[zone])) for thing in things) for zone in range(machine.zones)
    )
    yield f"static const uint8_t POSSIBLE[][{len(things)}] = {{{', '.join(f'{{{row}}}' for row in rows)}}};"
    yield from _things_chosen(unit)


def _inner(unit: Unit, cell: Cell) -> int | None:
    """How far apart the entries of two components lie that follow each other; `None` without such entries."""
    places = [place for place, domain in enumerate(cell.index) if isinstance(domain, Things)]
    if len(places) > 1:
        raise NotCompilableError(f"`{cell.name}` is about more than one component")
    return size(unit.layout.cell_axes(cell)[places[0] + 1 :]) if places else None


def _things_chosen(unit: Unit) -> Iterator[str]:
    speech = Notation(unit.layout)
    rows = [_bits_of(speech, block.out) for block in unit.machine.blocks.values()]
    widest = max(1, *(len(row) for row in rows)) if rows else 1
    full = (", ".join(map(str, [*row, *[0] * (widest - len(row))])) for row in rows)
    yield f"static const uint32_t MOVE_OF_THING[][{widest}] = {{{', '.join(f'{{{row}}}' for row in full)}}};"


def _bits_of(speech: Notation, out: object) -> list[int]:
    """Of each alternative, a stop first, which choices are components."""
    if not isinstance(out, Decide):
        return [0]
    found = [0]
    for alternative in out.alternatives:
        sources = [part.source for part in alternative.prelude if isinstance(part, Choice)]
        if len(sources) >= MOST_CHOICES:
            raise NotCompilableError(f"a move of {len(sources)} choices")
        domains = [speech.domain(source) for source in sources]
        found.append(sum(1 << at for at, domain in enumerate(domains, 1) if isinstance(domain, Things)))
    return found
