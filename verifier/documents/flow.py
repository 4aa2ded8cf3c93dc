"""How a turn runs, read off the machine: the phases, what each offers, what follows what, and where play ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from verifier.kernel.machine import Block, Decide, Final, Fork, Goto, Machine, Return
from verifier.model.game import Game
from verifier.model.steps import Offer

TURN, ROUND, OVER, SETUP = "turn", "round over", "game over", "set-up"


@dataclass(frozen=True, slots=True)
class Option:
    """An action on offer, and what its player or another may be offered on the way."""

    action: str
    then: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """A phase: `how` its actions are offered (`None`: it runs by itself), and what can come after it.

    `asides` are offered along the way, by the phase itself or by a card that answers it.
    """

    phase: str
    how: str | None
    options: tuple[Option, ...]
    asides: tuple[str, ...]
    leads_to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    stages: tuple[Stage, ...]
    # The rules by which a round ends, and whether another may follow.
    ends: tuple[str, ...]
    rounds: int


def flow_of(game: Game, machine: Machine) -> Flow:
    """The flow of a turn."""
    paths = _Paths(machine, [phase.name for phase in game.phases])
    stages = []
    for phase in game.phases:
        offers = phase.step if isinstance(phase.step, Offer) else None
        names = [each.action for each in offers.offered] if offers is not None else []
        options = tuple(Option(name, tuple(paths.offered_after(name, phase.name))) for name in names)
        inside = tuple(paths.offered_in(f"after {phase.name} offer" if names else f"phase {phase.name}"))
        stages.append(
            Stage(
                phase.name,
                offers.how if offers is not None else None,
                options,
                inside,
                tuple(paths.after(phase.name)),
            )
        )
    return Flow(tuple(stages), tuple(end.rule for end in game.ends), game.rounds)


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
            case Decide(_, alternatives, stop, vain):
                return [each for each in (*(a.to for a in alternatives), stop, vain) if each is not None]
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
