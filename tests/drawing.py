"""The rooms and the flow, drawn: `python -m tests.drawing` writes two pictures and the text in CONTRIBUTING.md.

Rooms and imports are those of `test_architecture`, laid out by a small version of Sugiyama's method: layers by longest
path, imports that follow from others left out, order within a layer by the mean position of the neighbours.
"""

import fnmatch
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

from tests.test_architecture import ANYONE_MAY, PACKAGE, ROOT, imported, is_a_module, modules, room

Graph = dict[str, set[str]]

BEGIN, END = "<!-- rooms:begin -->", "<!-- rooms:end -->"

# From text to verdict: what there is, then who makes the next thing of it and how. `*` is every room below.
FLOW: list[tuple[str, tuple[str, ...], str]] = [
    ("text: game.rules and overlays", ("surface",), "parse, compose"),
    ("one composed text", ("model",), "resolve names and types"),
    ("Game", ("lower",), "control flow without a call stack"),
    (
        "Machine (the kernel)",
        ("analysis", "engine", "trace", "check/*"),
        "analyse, play, explore, prove, unroll",
    ),
    ("findings, each counterexample replayed", ("check",), "keep the strongest for each property"),
    ("verdicts", ("report", "pages", "cli"), "text, JSON, pages"),
    ("answers", (), ""),
]


def imports() -> Graph:
    """Every room with the rooms it imports, apart from those that anyone may import."""
    found: Graph = {}
    for module in modules():
        mine = room(module.with_suffix("").parts)
        targets = found.setdefault(mine, set())
        for parts in imported(module, (PACKAGE / module).read_text(encoding="utf-8")):
            targets.add(room(parts if len(parts) > 2 or is_a_module(parts) else parts[:-1]))
        targets.discard(mine)
    found = {name: targets - ANYONE_MAY for name, targets in found.items() if name not in ANYONE_MAY}
    used = set().union(*found.values())
    return {name: targets for name, targets in sorted(found.items()) if targets or name in used}


def flow(graph: Iterable[str]) -> list[tuple[str, list[str], str]]:
    """The flow with the names of rooms in place of patterns."""
    return [
        (thing, [room for maker in makers for room in fnmatch.filter(graph, maker)], how)
        for thing, makers, how in FLOW
    ]


def reduced(graph: Mapping[str, set[str]]) -> Graph:
    """The graph without edges that follow from longer paths."""

    @cache
    def below(name: str) -> frozenset[str]:
        return frozenset(graph[name]).union(*(below(each) for each in graph[name]))

    return {
        name: {each for each in targets if not any(each in below(other) for other in targets)}
        for name, targets in graph.items()
    }


def layers(graph: Mapping[str, set[str]]) -> dict[str, int]:
    """How far above the ground each node stands: one more than the highest of those it points to."""
    height: dict[str, int] = {}

    def climb(name: str, path: tuple[str, ...]) -> int:
        if name in path:
            raise ValueError(f"rooms import each other: {' > '.join((*path[path.index(name) :], name))}")
        if name not in height:
            height[name] = 1 + max((climb(each, (*path, name)) for each in graph[name]), default=-1)
        return height[name]

    for name in graph:
        climb(name, ())
    return height


def text_of_rooms(graph: Graph) -> str:
    """One line a room, from the top: what it imports directly; what those import is left out."""
    height, few = layers(graph), reduced(graph)
    column = max(map(len, graph)) + 2
    lines = []
    for name in sorted(graph, key=lambda each: (-height[each], each)):
        targets = sorted(few[name], key=lambda each: (-height[each], each))
        first, *more = wrap(", ".join(targets), 70) or ["(nothing)"]
        lines += [f"{name:{column}}-> {first}", *(f"{'':{column}}   {part}" for part in more)]
    shared = ", ".join(sorted(ANYONE_MAY - {""}))
    return "\n".join([*lines, f"{'(any room)':{column}}-> {shared}"])


def text_of_flow(graph: Graph) -> str:
    lines = []
    for thing, makers, how in flow(graph):
        lines.append(thing)
        if makers:
            lines += ["  |", *(f"  |  {part}" for part in wrap(f"{', '.join(makers)}: {how}", 90)), "  v"]
    return "\n".join(lines)


HIGH, GAP, RISE = 34, 26, 58
STYLE = (
    "text{font:14px system-ui,'Segoe UI',Arial,sans-serif;fill:#24211c}"
    ".box{fill:#fff;stroke:#0e6b66;stroke-width:1.3}.soft{fill:#6a6459;font-size:13px}"
    ".way{fill:none;stroke:#6a6459;stroke-width:1.2;marker-end:url(#tip)}"
)
TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0L8 4L0 8z" fill="#6a6459"/></marker></defs>'
)


def wide(name: str) -> float:
    return 24 + 7.6 * len(name)


def svg(width: float, height: float, label: str, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-label="{escape(label)}">\n<title>{escape(label)}</title>\n'
        f"<style>{STYLE}</style>\n{TIP}\n"
        f'<rect width="{width:g}" height="{height:g}" rx="12" fill="#fbf9f4"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def box(x: float, y: float, name: str, width: float) -> str:
    return (
        f'<rect class="box" x="{x - width / 2:.1f}" y="{y:g}" width="{width:.1f}" height="{HIGH}" rx="7"/>'
        f'<text x="{x:.1f}" y="{y + 22:g}" text-anchor="middle">{escape(name)}</text>'
    )


def rows_of(graph: Graph) -> tuple[list[list[str]], list[tuple[str, ...]]]:
    """Layers from the top, each in order, and the edges as paths; a long edge has a stop in each layer it passes."""
    height, few = layers(graph), reduced(graph)
    rows: list[list[str]] = [[] for _ in range(1 + max(height.values()))]
    for name in graph:
        rows[-1 - height[name]].append(name)
    paths = []
    for name, targets in few.items():
        for target in sorted(targets):
            between = range(height[name] - 1, height[target], -1)
            stops = {level: f"~{name}>{target}~{level}" for level in between}
            for level, stop in stops.items():
                rows[-1 - level].append(stop)
            paths.append((name, *stops.values(), target))
    return ordered(rows, paths), paths


def ordered(rows: list[list[str]], paths: Iterable[tuple[str, ...]]) -> list[list[str]]:
    """The rows with few crossings: sweeps down and up, each row sorted by the mean place of its neighbours."""
    pairs = [pair for path in paths for pair in pairwise(path)]
    best, fewest = rows, crossings(rows, pairs)
    for sweep in range(24):
        down = sweep % 2 == 0
        rows = [list(row) for row in rows]
        for here in range(1, len(rows)) if down else range(len(rows) - 2, -1, -1):
            fixed = shares(rows[here - 1 if down else here + 1])
            near: dict[str, list[float]] = {name: [] for name in rows[here]}
            for upper, lower in pairs:
                mine, other = (lower, upper) if down else (upper, lower)
                if mine in near and other in fixed:
                    near[mine].append(fixed[other])
            own = shares(rows[here])
            mean = {name: sum(found) / len(found) if found else own[name] for name, found in near.items()}
            rows[here].sort(key=lambda name, mean=mean: (mean[name], name))
        if crossings(rows, pairs) < fewest:
            best, fewest = rows, crossings(rows, pairs)
    return best


def shares(row: list[str]) -> dict[str, float]:
    """How far along its row each node stands, between 0 and 1."""
    return {name: (place + 0.5) / len(row) for place, name in enumerate(row)}


def crossings(rows: list[list[str]], pairs: Iterable[tuple[str, str]]) -> int:
    place = {name: (level, i) for level, row in enumerate(rows) for i, name in enumerate(row)}
    ends = [(place[a][0], place[a][1], place[b][1]) for a, b in pairs]
    return sum(
        1
        for n, (level, a, b) in enumerate(ends)
        for at, c, d in ends[:n]
        if at == level and (a - c) * (b - d) < 0
    )


def picture_of_rooms(graph: Graph) -> str:
    rows, paths = rows_of(graph)
    size = {name: 14 if name.startswith("~") else wide(name) for row in rows for name in row}
    total = max(sum(size[name] + GAP for name in row) for row in rows) + GAP
    middle = placed(rows, paths, size, total)
    top = {name: GAP + level * (HIGH + RISE) for level, row in enumerate(rows) for name in row}
    parts = []
    for path in paths:
        points: list[tuple[float, float]] = [(middle[path[0]], top[path[0]] + HIGH)]
        for stop in path[1:-1]:
            points += [(middle[stop], top[stop]), (middle[stop], top[stop] + HIGH)]
        points.append((middle[path[-1]], top[path[-1]] - 1))
        parts.append(f'<path class="way" d="{curve(points)}"/>')
    parts += [
        box(middle[name], top[name], name, size[name]) for row in rows for name in row if name[0] != "~"
    ]
    bottom = len(rows) * (HIGH + RISE)
    shared = ", ".join(sorted(ANYONE_MAY - {""}))
    caption = (
        "An arrow points to an imported room. Imports that follow from others are left out. "
        f"Any room may import {shared}."
    )
    lines = wrap(caption, int((total - 2 * GAP) / 6.6))
    parts += [
        f'<text class="soft" x="{GAP}" y="{bottom + 6 + 18 * row}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    ]
    return svg(round(total), bottom + 18 * len(lines) + 8, "The rooms and what they import", parts)


def placed(
    rows: list[list[str]], paths: Iterable[tuple[str, ...]], size: Mapping[str, float], total: float
) -> dict[str, float]:
    """Where the middle of each box is: drawn towards its neighbours, never over the box beside it."""
    pairs = [pair for path in paths for pair in pairwise(path)]
    near: dict[str, list[str]] = {name: [] for row in rows for name in row}
    for a, b in pairs:
        near[a].append(b)
        near[b].append(a)
    middle: dict[str, float] = {}
    for row in rows:
        at = (total - sum(size[name] + GAP for name in row) + GAP) / 2
        for name in row:
            middle[name] = at + size[name] / 2
            at += size[name] + GAP
    for turn in range(40):
        for row in rows if turn % 2 == 0 else reversed(rows):
            edge = 0.0
            for name in row:
                wish = (
                    sum(middle[each] for each in near[name]) / len(near[name]) if near[name] else middle[name]
                )
                middle[name] = max(edge + GAP + size[name] / 2, wish)
                edge = middle[name] + size[name] / 2
            edge = total
            for name in reversed(row):
                middle[name] = min(edge - GAP - size[name] / 2, middle[name])
                edge = middle[name] - size[name] / 2
    return middle


def curve(points: list[tuple[float, float]]) -> str:
    drawn = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x, y), (to_x, to_y) in pairwise(points):
        half = (y + to_y) / 2
        drawn += f"C{x:.1f} {half:.1f} {to_x:.1f} {half:.1f} {to_x:.1f} {to_y:.1f}"
    return drawn


def picture_of_flow(graph: Graph) -> str:
    """What there is, from top to bottom; beside each arrow the rooms that make the next thing."""
    width, left = 640.0, 160.0
    parts, y = [], float(GAP)
    for thing, makers, how in flow(graph):
        size = max(wide(thing), 90)
        parts.append(box(left, y, thing, min(size, 2 * left - 20)))
        if makers:
            lines = [*wrap(", ".join(makers), 56), how]
            step = max(RISE, 18 * len(lines) + 22)
            parts.append(f'<path class="way" d="M{left} {y + HIGH}L{left} {y + HIGH + step - 1}"/>')
            for row, line in enumerate(lines):
                at = y + HIGH + step / 2 + 18 * row - 9 * (len(lines) - 1) + 4
                soft = ' class="soft"' if row == len(lines) - 1 else ""
                parts.append(f'<text{soft} x="{left + 18}" y="{at:g}">{escape(line)}</text>')
            y += step
        y += HIGH
    return svg(width, y + GAP, "From text to verdict", parts)


def drawings() -> dict[Path, str]:
    """Every file with a drawing in it, as it should be."""
    graph = imports()
    page = ROOT / "CONTRIBUTING.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    text = f"{BEGIN}\n\n```text\n{text_of_flow(graph)}\n```\n\n```text\n{text_of_rooms(graph)}\n```\n\n{END}"
    return {
        page: f"{before}{text}{after}",
        ROOT / "docs" / "flow.svg": picture_of_flow(graph),
        ROOT / "docs" / "rooms.svg": picture_of_rooms(graph),
    }


if __name__ == "__main__":
    for path, text in drawings().items():
        path.write_text(text, encoding="utf-8")
