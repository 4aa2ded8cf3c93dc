"""What compiled players must know of a machine: what can be liked, what moves are about, whose is what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.engine.native.search_tables import asked_tables
from verifier.engine.native.unit import SHORT, NotCompilableError, Unit, c_array
from verifier.kernel.layout import size

NEITHER = -2


@dataclass(frozen=True, slots=True)
class MoveForm:
    """One alternative of a pause: the liking of its action, its choices, which of them is the first component (or 0),
    and of each choice of a kind where the likings of that kind begin."""

    action: int
    length: int
    thing: int
    kinds: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class PlayForm:
    """`features` are what is printed on components: where the likings of its kind begin, or -1 for a number, and the
    value of each component. `moves` has the alternatives of each pause by its label, a stop first."""

    features: Sequence[tuple[int, Sequence[int]]]
    likings: int
    moves: Mapping[str, Sequence[MoveForm]]
    asks: frozenset[str]
    owner: Sequence[int]
    open: frozenset[int]
    player_cells: Sequence[str]
    thing_cells: Sequence[tuple[str, Sequence[int]]]
    sign: int


def play_tables(unit: Unit, form: PlayForm) -> Iterator[str]:
    machine, labels = unit.machine, list(unit.machine.blocks)
    things = range(max(1, len(machine.things)))
    for name, value in (
        ("FEATURES", len(form.features)),
        ("LIKINGS", form.likings),
        ("PLAYER_CELLS", len(form.player_cells)),
        ("THING_CELLS", len(form.thing_cells)),
        ("SCORE_SIGN", form.sign),
    ):
        yield f"enum {{ {name} = {value} }};"
    yield from asked_tables(unit)
    yield c_array("FEATURE_LIKING", [NEITHER, *(base for base, _ in form.features)])
    rows = [[0 for _ in things], *(list(row) for _, row in form.features)]
    yield _square("FEATURE_ROW", rows)
    widest = 1 + max((len(moves) for moves in form.moves.values()), default=1)
    by_label = [list(form.moves.get(label, ())) for label in labels]
    for name, part in (("MOVE_ACTION", "action"), ("MOVE_LENGTH", "length"), ("MOVE_THING", "thing")):
        yield _square(name, [[getattr(each, part) for each in moves] for moves in by_label], widest)
    kinds = [
        [[each.kinds.get(choice, NEITHER) for choice in range(unit.longest_move)] for each in moves]
        for moves in by_label
    ]
    nothing = [NEITHER] * unit.longest_move
    cube = ", ".join(
        f"{{{', '.join(_row(row) for row in [*moves, *[nothing] * (widest - len(moves))])}}}"
        for moves in kinds
    )
    yield f"static const int16_t MOVE_KIND[][{widest}][CHOICES] = {{{cube}}};"
    yield c_array("ASKS", (int(label in form.asks) for label in labels))
    yield c_array("OWNER", form.owner)
    yield c_array("OPEN_ZONE", (int(zone in form.open) for zone in range(machine.zones)))
    yield c_array("PLAYER_CELL", (unit.cell_number[name] for name in form.player_cells))
    yield c_array("THING_CELL", (unit.cell_number[name] for name, _ in form.thing_cells))
    yield _square(
        "THING_CELL_OF",
        [[int(thing in ids) for thing in things] for _, ids in form.thing_cells] or [[0 for _ in things]],
    )
    holds = [family.holds for family in unit.layout.family_of]
    yield c_array("HOLDS", (-1 if each is None else each for each in holds))
    yield c_array("CELL_SIZE", (size(unit.layout.cell_axes(cell)) for cell in machine.cells.values()))


def _square(name: str, rows: Sequence[Sequence[int]], width: int | None = None) -> str:
    if any(not -SHORT <= value < SHORT for row in rows for value in row):
        raise NotCompilableError("something printed on a component needs more than 16 bits")
    wide = width or max(len(row) for row in rows)
    full = (_row([*row, *[0] * (wide - len(row))]) for row in rows)
    return f"static const int16_t {name}[][{wide}] = {{{', '.join(full)}}};"


def _row(values: Sequence[int]) -> str:
    return f"{{{', '.join(map(str, values))}}}"
