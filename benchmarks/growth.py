"""How the cost of all proofs of a rule set grows: with colours, values, cards in hand, players and blocks.

Each axis is one line through its points on a double logarithmic scale; the slope is the exponent. `picture` draws them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from benchmarks.measure import seconds
from verifier.check.induction.prove import prove
from verifier.kernel.machine import Machine
from verifier.program import program_of

VARIANT = "# {what}\nvariant {name} of lost-cities\nset {what}\n"
COLOURS = ("yellow", "blue", "white", "green", "red")
COLOUR_COUNTS = (2, 3, 4, 5)
HIGHEST = (4, 6, 8, 10)
HANDS = (4, 6, 8, 10)
RIVALS = (2, 3, 4)
BY_BLOCKS = ("lost-cities", "lost-cities-rivals", "lost-cities-board")


@dataclass(frozen=True, slots=True)
class Growth:
    """What was varied, and the seconds at each size."""

    axis: str
    where: str
    points: tuple[tuple[int, float], ...]

    @property
    def exponent(self) -> float:
        """The slope of the straight line through the logarithms that misses them least."""
        places = [(math.log(size), math.log(spent)) for size, spent in self.points]
        x = sum(each for each, _ in places) / len(places)
        y = sum(each for _, each in places) / len(places)
        return sum((a - x) * (b - y) for a, b in places) / sum((a - x) ** 2 for a, _ in places)


def growths(folder: Path) -> Iterator[Growth]:
    def of_classic(name: str, what: str) -> Machine:
        path = folder / f"{name}.rules"
        path.write_text(VARIANT.format(name=name, what=what), encoding="utf-8")
        return program_of(f"lost-cities+{path}").machine

    classic = "classic game"
    colours = {count: f"colour to {', '.join(COLOURS[:count])}" for count in COLOUR_COUNTS}
    values = {highest - 1: f"value to 2..{highest}" for highest in HIGHEST}
    hands = {size: f"hand-size to {size}" for size in HANDS}
    for axis, settings in (("colours", colours), ("values", values), ("cards in hand", hands)):
        machines = {
            size: of_classic(f"{axis.replace(' ', '-')}-{size}", what) for size, what in settings.items()
        }
        yield _measured(axis, classic, machines)
    rivals = {players: program_of("lost-cities-rivals", players).machine for players in RIVALS}
    yield _measured("players", "Rivals", rivals)
    several = [program_of(name, 2).machine for name in BY_BLOCKS]
    yield _measured("blocks", "classic, Rivals, board game", {len(each.blocks): each for each in several})


def _measured(axis: str, where: str, machines: dict[int, Machine]) -> Growth:
    def spent(machine: Machine) -> float:
        return seconds(lambda: prove(machine), rounds=1)

    return Growth(axis, where, tuple((size, spent(machine)) for size, machine in sorted(machines.items())))


# --- the picture

WIDTH, HEIGHT, EDGE, FOOT = 640, 480, 48, 150
LOOKS = (("#1f6feb", ""), ("#bf5600", "8 4"), ("#1a7f37", "2 4"), ("#8250df", "10 4 2 4"), ("#57606a", "4 2"))
TITLE = "How the time of all proofs grows with the size of a game"
HEAD = f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{TITLE}"
 font-family="sans-serif" font-size="13">
<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>
"""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Scale:
    """How many times the smallest: sizes across, seconds upwards, both logarithmic."""

    widest: float
    least: float
    most: float

    def place(self, point: Point) -> str:
        across = math.log(point[0]) / math.log(self.widest)
        up = math.log(point[1] / self.least) / math.log(self.most / self.least)
        return f"{EDGE + across * (WIDTH - 2 * EDGE):.0f},{HEIGHT - FOOT - up * (HEIGHT - EDGE - FOOT):.0f}"


def picture(found: Sequence[Growth]) -> str:
    """A line for each axis, relative to its smallest game, as SVG."""
    lines = [_relative(each) for each in found]
    heights = [y for line in lines for _, y in line]
    scale = Scale(max(line[-1][0] for line in lines), min(1.0, *heights), max(heights))
    drawn = [*_frame(scale)]
    for number, (each, line) in enumerate(zip(found, lines, strict=True)):
        drawn += _line(number, each, [scale.place(point) for point in line])
    return HEAD + "\n".join([*drawn, "</svg>", ""])


def _relative(growth: Growth) -> list[Point]:
    size, spent = growth.points[0]
    return [(each / size, seconds_ / spent) for each, seconds_ in growth.points]


def _frame(scale: Scale) -> Iterator[str]:
    left, right, floor = EDGE, WIDTH - EDGE, HEIGHT - FOOT
    yield f'<path d="M{left},{EDGE} V{floor} H{right}" fill="none" stroke="#57606a"/>'
    yield f'<text x="{right}" y="{floor + 20}" text-anchor="end">size: up to {scale.widest:.1f} times</text>'
    yield f'<text x="{left}" y="{EDGE - 12}">CPU seconds: up to {scale.most:.1f} times</text>'


def _line(number: int, growth: Growth, places: Sequence[str]) -> Iterator[str]:
    colour, dashes = LOOKS[number % len(LOOKS)]
    yield (
        f'<polyline points="{" ".join(places)}" fill="none" stroke="{colour}" stroke-width="2" '
        f'stroke-dasharray="{dashes}"/>'
    )
    for place in places:
        x, y = place.split(",")
        yield f'<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"/>'
    said = escape(f"{growth.axis} ({growth.where}): exponent {growth.exponent:.1f}")
    yield f'<text x="{EDGE}" y="{HEIGHT - FOOT + 48 + 18 * number}" fill="{colour}">{said}</text>'
