"""How a turn runs, read off the machine: the phases, what each offers, what follows what, and where play ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import assert_never

from verifier.kernel.machine import Block, Decide, Final, Fork, Goto, Machine, Return
from verifier.model.game import Game
from verifier.model.steps import Offer

# --- how a turn runs, read off the machine: the phases, what each offers, what follows what, and where play ends


TURN, ROUND, OVER, SETUP = "turn", "round over", "game over", "set-up"


@dataclass(frozen=True, slots=True)
class OfferedAction:
    """An action on offer, and what its player or another may be offered on the way."""

    action: str
    then: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnPhase:
    """A phase: `how` its actions are offered (`None`: it runs by itself), and what can come after it.

    `asides` are offered along the way, by the phase itself or by a card that answers it.
    """

    phase: str
    how: str | None
    options: tuple[OfferedAction, ...]
    asides: tuple[str, ...]
    leads_to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnFlow:
    stages: tuple[TurnPhase, ...]
    # The rules by which a round ends, and whether another may follow.
    ends: tuple[str, ...]
    several_rounds: bool


def flow_of(game: Game, machine: Machine) -> TurnFlow:
    """The flow of a turn."""
    paths = _Paths(machine, [phase.name for phase in game.phases])
    stages = []
    for phase in game.phases:
        offers = phase.step if isinstance(phase.step, Offer) else None
        names = [each.action for each in offers.offered] if offers is not None else []
        options = tuple(OfferedAction(name, tuple(paths.offered_after(name, phase.name))) for name in names)
        inside = tuple(paths.offered_in(f"after {phase.name} offer" if names else f"phase {phase.name}"))
        stages.append(
            TurnPhase(
                phase.name,
                offers.how if offers is not None else None,
                options,
                inside,
                tuple(paths.after(phase.name)),
            )
        )
    return TurnFlow(tuple(stages), tuple(end.rule for end in game.ends), game.rounds != 1)


class _Paths:
    """Walks from block to block; a procedure returns to those who called it on this walk."""

    def __init__(self, machine: Machine, phases: list[str]) -> None:
        self._blocks = machine.blocks
        self._marks = {f"phase {name}": name for name in phases} | {TURN: TURN, ROUND: OVER, SETUP: OVER}

    def after(self, phase: str) -> list[str]:
        """The phases, `turn` or `game over` that come next."""
        start = f"phase {phase}"
        found = {self._marks[label] for label in self._walk(start) if label in self._marks and label != start}
        return sorted(found, key=list(dict.fromkeys(self._marks.values())).index)

    def offered_after(self, action: str, phase: str) -> list[str]:
        """Actions that are offered inside an action before the phase goes on."""
        start = next((label for label in self._starts(action) if label in self._blocks), None)
        if start is None:
            return []
        halt = {f"to {phase} offer", f"{phase} offer", f"after {phase} offer", f"{phase} done"}
        return [name for name in self._actions(self._walk(start, halt)) if name != action]

    def offered_in(self, label: str) -> list[str]:
        """Actions that are offered from a label on before the next phase."""
        return self._actions(self._walk(label)) if label in self._blocks else []

    def _starts(self, action: str) -> Iterator[str]:
        for block in self._blocks.values():
            if isinstance(block.out, Decide):
                yield from (each.to for each in block.out.alternatives if each.action == action)

    def _actions(self, labels: list[str]) -> list[str]:
        """The named actions among what is offered; a bare choice in the middle of an effect has no name."""
        found = []
        for label in labels:
            out = self._blocks[label].out
            # What the text of a single card offers is told with the card.
            if isinstance(out, Decide) and "." not in self._blocks[label].origin:
                found += [each.action for each in out.alternatives if each.action != "choose"]
        return list(dict.fromkeys(found))

    def _walk(self, start: str, halt: frozenset[str] | set[str] = frozenset()) -> list[str]:
        """Every label in reach, stopping at the next phase, the end of the turn or of the round, and `halt`."""
        seen: dict[str, None] = {}
        origins: set[str] = set()
        waiting: dict[str, set[str]] = {}
        todo = [start]
        while todo:
            label = todo.pop()
            if label in seen:
                continue
            seen[label] = None
            if label != start and (label in self._marks or label in halt):
                continue
            block = self._blocks[label]
            origins.add(block.origin)
            todo += self._next(block, waiting)
            for back in [back for owner in waiting for back in waiting[owner] if owner in origins]:
                if back not in seen:
                    todo.append(back)
        return list(seen)

    def _next(self, block: Block, waiting: dict[str, set[str]]) -> list[str]:
        match block.out:
            case Goto(label):
                return [label]
            case Fork(_, then, otherwise):
                return [otherwise, then]
            case Decide(_, alternatives, stop, if_none):
                return [each for each in (*(a.to for a in alternatives), stop, if_none) if each is not None]
            case Return():
                name = block.origin
                for label, other in self._blocks.items():
                    if label == f"back from {name}" or label.startswith(f"back from {name} "):
                        waiting.setdefault(other.origin, set()).add(label)
                return []
            case Final():
                return []
            case _:
                assert_never(block.out)


# --- a turn as a picture, from the flow of the machine. Plain SVG that takes its colours from the page


WIDTH, LEFT, BOX = 452, 44, 400
HEAD, LINE, CHIP, GAP = 34, 24, 26, 40
Say = Callable[[str], str]
Title = Callable[[str, str], str]


def turn_diagram(flow: TurnFlow, title: Title, word: Say) -> str:
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
    parts.append(_way_out(bottom, word("end-of-round" if flow.several_rounds else "end-of-game")))
    label = escape(word("turn-picture"))
    return (
        f'<svg class="turn" viewBox="0 0 {WIDTH} {bottom + 66}" role="img" aria-label="{label}" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{label}</title>{"".join(parts)}</svg>'
    )


def _stage(number: int, stage: TurnPhase, top: int, title: Title, word: Say) -> tuple[str, int]:
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
