"""A turn as a picture, from the flow of the machine. Plain SVG that takes its colours from the page."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import pairwise

from verifier.documents.flow import Flow, Stage

WIDTH, LEFT, BOX = 452, 44, 400
HEAD, LINE, CHIP, GAP = 34, 24, 26, 40
Say = Callable[[str], str]
Title = Callable[[str, str], str]


def turn_diagram(flow: Flow, title: Title, word: Say) -> str:
    """The phases from top to bottom, the way back to the next turn, and the way out.

    `title` says what a phase or an action is called, `word` gives the page's own words.
    """
    parts: list[str] = []
    top = 12
    middles = []
    for number, stage in enumerate(flow.stages):
        shown, height = _stage(number, stage, top, title, word)
        parts.append(shown)
        middles.append((top, top + height))
        top += height + GAP
    bottom = top - GAP
    for (_, above), (below, _) in pairwise(middles):
        parts.append(_down(above, below))
    parts.append(_next_turn(middles[0][0], bottom, word("next-turn")))
    parts.append(_way_out(bottom, word("end-of-round" if flow.rounds > 1 else "end-of-game")))
    label = escape(word("turn-picture"))
    return (
        f'<svg class="turn" viewBox="0 0 {WIDTH} {bottom + 66}" role="img" aria-label="{label}" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{label}</title>{"".join(parts)}</svg>'
    )


def _stage(number: int, stage: Stage, top: int, title: Title, word: Say) -> tuple[str, int]:
    """The box of a phase, and how high it is."""

    def name(action: str) -> str:
        return title("action", action)

    phase = title("phase", stage.phase)
    rows = _rows([name(option.action) for option in stage.options])
    extras = [(name(option.action), [name(each) for each in option.then]) for option in stage.options]
    notes = [f"{name_} → {', '.join(then)}" for name_, then in extras if then]
    if stage.asides:
        notes.append(f"{word('along-the-way')} {', '.join(name(each) for each in stage.asides)}")
    lines = [line for note in notes for line in _wrapped(note, 52)]
    height = HEAD + 4 + len(rows) * (CHIP + 8) + len(lines) * 19 + (8 if rows or lines else 0)
    how = word(stage.how.replace(" ", "-")) if stage.how else word("by-itself")
    parts = [
        f'<rect class="stage" x="{LEFT}" y="{top}" width="{BOX}" height="{height}" rx="10"/>',
        f'<circle class="count" cx="{LEFT + 22}" cy="{top + 21}" r="12"/>'
        f'<text class="number" x="{LEFT + 22}" y="{top + 25.5}" text-anchor="middle">{number + 1}</text>',
        f'<text class="phase" x="{LEFT + 44}" y="{top + 27}">{escape(phase)}</text>',
        f'<text class="how" x="{LEFT + BOX - 14}" y="{top + 26}" text-anchor="end">{escape(how)}</text>',
    ]
    y = top + HEAD + 8
    for row in rows:
        x = LEFT + 14
        for label, width in row:
            parts.append(
                f'<rect class="option" x="{x}" y="{y}" width="{width}" height="{CHIP}" rx="13"/>'
                f'<text class="label" x="{x + width / 2:g}" y="{y + 17.5}" text-anchor="middle">'
                f"{escape(label)}</text>"
            )
            x += width + 8
        y += CHIP + 8
    for line in lines:
        parts.append(f'<text class="note" x="{LEFT + 18}" y="{y + 12}">{escape(line)}</text>')
        y += 19
    return "".join(parts), height


def _rows(labels: list[str]) -> list[list[tuple[str, int]]]:
    """Labels in rows, each with the width of its chip: text is measured by its letters."""
    rows: list[list[tuple[str, int]]] = []
    left = 0
    for label in labels:
        width = round(24 + 7.7 * len(label))
        if not rows or left < width:
            rows.append([])
            left = BOX - 28
        rows[-1].append((label, width))
        left -= width + 8
    return rows


def _wrapped(text: str, most: int) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) + 1 > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _down(above: int, below: int) -> str:
    x = LEFT + BOX // 2
    return (
        f'<path class="way" d="M{x} {above} V{below - 7}"/><path class="tip" d="M{x} {below} l-5 -9 h10 z"/>'
    )


def _next_turn(top: int, bottom: int, text: str) -> str:
    """Round on the left: the same again for the next player."""
    start, y = LEFT + 60, top + 21
    return (
        f'<path class="way back" d="M{start} {bottom} v22 q0 10 -10 10 H28 q-10 0 -10 -10 V{y + 10} '
        f'q0 -10 10 -10 H{LEFT - 9}"/><path class="tip" d="M{LEFT - 1} {y} l-9 -5 v10 z"/>'
        f'<text class="note" x="{start - 40}" y="{bottom + 50}">{escape(text)}</text>'
    )


def _way_out(bottom: int, text: str) -> str:
    """On the right: out of the turn to the end."""
    width = round(28 + 7.7 * len(text))
    x, y = LEFT + BOX - width, bottom + 26
    middle = x + width // 2
    return (
        f'<path class="way" d="M{middle} {bottom} V{y - 7}"/><path class="tip" d="M{middle} {y} l-5 -9 h10 z"/>'
        f'<rect class="over" x="{x}" y="{y}" width="{width}" height="30" rx="8"/>'
        f'<text class="out" x="{middle}" y="{y + 20}" text-anchor="middle">{escape(text)}</text>'
    )
