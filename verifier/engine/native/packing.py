"""States as few bits as they need: a machine in, C functions `pack` and `unpack` out.

A packed state holds the pause, in which of its possible zones each component lies, what lies in the zones that have an
order (from bottom to top, one after the other), and every cell. Each part has a fixed place, so all states of a machine
are equally long.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.engine.native.unit import Unit, c_array
from verifier.kernel.domain import NOTHING, Labels, Things, bounds
from verifier.kernel.layout import size
from verifier.kernel.machine import Cell

WORD = 64


class PackingWriter:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.machine = unit.machine
        self.bits = 0
        things = range(len(self.machine.things))
        zones = range(self.machine.zones)
        self.zones_of = [[zone for zone in zones if thing in unit.possible[zone]] for thing in things]
        self.ordered = [zone for zone in zones if not unit.unordered[zone]]
        self.in_order = sorted(frozenset[int]().union(*(unit.possible[zone] for zone in self.ordered)))

    def text(self) -> Iterator[str]:
        """Both functions and what they read."""
        packed, unpacked = ["uint64_t v;"], ["uint64_t v;"]
        self._at(packed, unpacked)
        self._places(packed, unpacked)
        self._orders(packed, unpacked)
        for cell in self.machine.cells.values():
            self._cell(cell, packed, unpacked)
        yield from self._tables()
        words, many = self.bits // WORD + 1, -(-self.bits // 8) or 1
        yield f"enum {{ HASHED_WORDS = {words}, KEY_BYTES = {many} }};"
        # One word more than is needed: the last bits are read with the word behind them.
        yield "enum { KEY_WORDS = HASHED_WORDS + 1 };"
        yield "static void pack(const State *s, uint64_t *w) {\n  memset(w, 0, 8 * KEY_WORDS);"
        yield "  " + "\n  ".join(packed) + "\n}"
        yield "static void unpack(State *s, const uint64_t *w) {"
        yield "  s->nowhere = 0; memset(s->length, 0, sizeof s->length);"
        yield "  " + "\n  ".join(unpacked) + "\n}"

    # --- parts

    def _at(self, packed: list[str], unpacked: list[str]) -> None:
        pauses = [NOTHING, *(self.unit.blocks[label] for label in self.unit.layout.pauses)]
        numbers = {block: number for number, block in enumerate(pauses)}
        back = self.unit.array(numbers.get(block, 0) for block in range(-1, len(self.machine.blocks)))
        place, width = self._room(len(pauses))
        packed.append(_put(place, width, f"{back}[s->at + 1]"))
        unpacked.append(f"{_get(place, width)} s->at = {self.unit.array(pauses)}[v];")

    def _places(self, packed: list[str], unpacked: list[str]) -> None:
        for thing, zones in enumerate(self.zones_of):
            place, width = self._room(len(zones))
            found = str(zones[0])
            if width:
                packed.append(_put(place, width, f"PLACE_OF[{thing}][s->where[{thing}]]"))
                unpacked.append(_get(place, width))
                found = f"{self.unit.array(zones)}[v]"
            # Rising numbers: what lies in no order is sorted at once, what has an order is laid in order below.
            unpacked.append(f"lay(s, {thing}, {found});")

    def _orders(self, packed: list[str], unpacked: list[str]) -> None:
        many = len(self.in_order)
        if not many:
            return
        place, width = self.bits, max(1, (many - 1).bit_length())
        self.bits += many * width
        step = f"place += {width};"
        each = f"for (int n = 0; n < {len(self.ordered)}; n++) {{ int z = ORDERED[n];"
        put = "put_bits(w, place, IN_ORDER[AT(z, i)]);"
        get = f"AT(z, i) = FROM_ORDER[get_bits(w, place) & {(1 << width) - 1}];"
        for lines, work in ((packed, put), (unpacked, get)):
            lines.append(
                f"{{ int place = {place}; {each} for (int i = 0; i < s->length[z]; i++) {{ {work} {step} }} }} }}"
            )

    def _cell(self, cell: Cell, packed: list[str], unpacked: list[str]) -> None:
        name = f"s->{self.unit.cells[cell.name]}"
        low, many = value_range(cell)
        for entry in range(size(self.unit.layout.cell_axes(cell))) if cell.index else (None,):
            slot = name if entry is None else f"{name}[{entry}]"
            place, width = self._room(many)
            if width:
                packed.append(_put(place, width, f"{slot} - ({low})"))
                unpacked.append(f"{_get(place, width)} {slot} = (int)v + ({low});")

    def _room(self, many: int) -> tuple[int, int]:
        """The place of a part with so many values, and its width."""
        width = max(0, many - 1).bit_length()
        self.bits += width
        return self.bits - width, width

    def _tables(self) -> Iterator[str]:
        rows = []
        for zones in self.zones_of:
            row = [0] * self.machine.zones
            for number, zone in enumerate(zones):
                row[zone] = number
            rows.append(f"{{{', '.join(map(str, row))}}}")
        yield f"static const uint16_t PLACE_OF[][ZONES] = {{{', '.join(rows) or '{0}'}}};"
        yield c_array("ORDERED", self.ordered)
        numbers = {thing: number for number, thing in enumerate(self.in_order)}
        yield c_array("IN_ORDER", (numbers.get(thing, 0) for thing in range(len(self.machine.things))))
        yield c_array("FROM_ORDER", self.in_order)


def value_range(cell: Cell) -> tuple[int, int]:
    """The least value that a cell may hold, and how many there are from it on."""
    low, high = bounds(cell.domain)
    if cell.optional or cell.life == "spilled" or isinstance(cell.domain, Things | Labels):
        low = min(low, NOTHING)
    low = min(low, cell.starts)
    return low, max(high, cell.starts) - low + 1


def _put(place: int, width: int, value: str) -> str:
    if not width:
        return ";"
    word, shift = divmod(place, WORD)
    text = f"v = (uint64_t)(uint32_t)({value}); w[{word}] |= v << {shift};"
    return text if shift + width <= WORD else f"{text} w[{word + 1}] |= v >> {WORD - shift};"


def _get(place: int, width: int) -> str:
    if not width:
        return "v = 0;"
    word, shift = divmod(place, WORD)
    value = f"w[{word}] >> {shift}"
    if shift + width > WORD:
        value = f"({value} | w[{word + 1}] << {WORD - shift})"
    return f"v = {value} & {(1 << width) - 1}u;"
