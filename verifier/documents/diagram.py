"""A turn as a picture: its phases as boxes with the actions each offers. Plain SVG, nothing from outside."""

from __future__ import annotations

from html import escape

from verifier.model.game import Game, Phase
from verifier.model.steps import Offer

WIDTH, GAP, LINE, TOP = 190, 40, 18, 30
ITALIC = ' font-style="italic"'
INK = 'stroke="currentColor"'


def turn_diagram(game: Game) -> str:
    """The phases from left to right, and the way back to the next turn."""
    boxes = [(phase.name, _lines(phase)) for phase in game.phases]
    height = TOP + LINE * (1 + max((len(lines) for _, lines in boxes), default=0)) + 60
    width = len(boxes) * (WIDTH + GAP) + GAP
    parts = [_box(position, name, lines) for position, (name, lines) in enumerate(boxes)]
    parts += [_arrow(position) for position in range(len(boxes) - 1)]
    parts.append(_way_back(width, height))
    body = "".join(parts)
    return (
        f'<svg class="turn" viewBox="0 0 {width} {height}" width="100%" role="img" '
        f'aria-label="the phases of a turn" xmlns="http://www.w3.org/2000/svg">{body}</svg>'
    )


def _lines(phase: Phase) -> list[str]:
    if isinstance(phase.step, Offer):
        return [phase.step.how, *(offered.action for offered in phase.step.offered)]
    return ["done by itself", phase.step.procedure]


def _box(position: int, name: str, lines: list[str]) -> str:
    left, height = GAP + position * (WIDTH + GAP), TOP + LINE * len(lines) + 8
    texts = "".join(
        f'<text x="{left + 12}" y="{TOP + 22 + LINE * (row + 1)}" font-size="13" fill="currentColor"'
        f"{ITALIC if row == 0 else ''}>{escape(line)}</text>"
        for row, line in enumerate(lines)
    )
    return (
        f'<rect x="{left}" y="10" width="{WIDTH}" height="{height}" rx="8" fill="none" {INK}/>'
        f'<text x="{left + 12}" y="{TOP + 4}" font-size="15" font-weight="bold" fill="currentColor">'
        f"{escape(name)}</text>{texts}"
    )


def _arrow(position: int) -> str:
    start = GAP + position * (WIDTH + GAP) + WIDTH
    end = start + GAP
    return (
        f'<path d="M{start} 34 H{end - 6}" stroke="currentColor" fill="none"/>'
        f'<path d="M{end} 34 l-8 -4 v8 z" fill="currentColor"/>'
    )


def _way_back(width: int, height: int) -> str:
    low = height - 16
    return (
        f'<path d="M{width - GAP // 2} 34 V{low} H{GAP // 2} V34 H{GAP - 6}" {INK} fill="none" '
        f'stroke-dasharray="4 3"/><path d="M{GAP} 34 l-8 -4 v8 z" fill="currentColor"/>'
        f'<text x="{width // 2}" y="{low - 5}" text-anchor="middle" font-size="12" fill="currentColor">'
        f"the next player</text>"
    )
