"""What a loop is made of: a play that comes back in; its turns, phase and actions out, and who acknowledges it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from verifier.engine import Engine, Move, State
from verifier.kernel.graph import successors
from verifier.kernel.machine import Machine
from verifier.model.game import Acknowledged, Game, LoopScope
from verifier.runtime import STOP, Oracle
from verifier.trace.replay import Replayer
from verifier.trace.trace import WrittenTrace

END_OF_TURN = "end of turn"
IT_ENDS = "it-ends"
# What an action is called that is no action of the rules but a choice within one.
CHOOSE = "choose"


@dataclass(frozen=True, slots=True)
class LoopShape:
    """Whether a turn ends in the loop; the phase in which it stays, if it does; by which actions it goes round."""

    turns: bool
    phases: frozenset[str]
    actions: frozenset[str]

    def is_meant_by(self, scope: LoopScope) -> bool:
        if scope.phase is not None:
            return not self.turns and scope.phase in self.phases
        if scope.actions:
            return bool(self.actions) and self.actions <= scope.actions
        return self.turns


class LoopShapes:
    """Shapes of the loops of one game, told by an engine of its own that is checked."""

    def __init__(self, machine: Machine, phases: Sequence[str]) -> None:
        self.engine = Engine(machine, checked=True, piecemeal=True)
        self.engine.watch = self._watch
        self._phases = _phases_by_label(machine, phases)
        self._turns = 0

    def _watch(self, state: State, moment: str | None) -> None:
        self._turns += moment == END_OF_TURN

    def shape(self, start: State, moves: Iterable[Move], chance: Oracle) -> LoopShape:
        """The shape of some moves that lead back to their start."""
        state = start.copy()
        state.watch = self._watch
        parts = []
        self._turns = 0
        for move in moves:
            parts.append(self._part(state, move))
            self.engine.step(state, move, chance)
        return self._made(parts)

    def shape_of_play(self, play: WrittenTrace, start: int) -> LoopShape:
        """The shape of what a play does from so many moves on."""
        parts = []

        def watch(number: int, state: State, move: Move) -> None:
            if number == start:
                self._turns = 0
            if number >= start:
                parts.append(self._part(state, move))

        Replayer(self.engine).replay(play, watch)
        return self._made(parts)

    def step_within_turn(self, state: State, move: Move, chance: Oracle) -> bool:
        """Makes a move, and says whether the turn goes on."""
        state.watch = self._watch
        self._turns = 0
        self.engine.step(state, move, chance)
        return self._turns == 0

    def _part(self, state: State, move: Move) -> tuple[frozenset[str], str | None]:
        """The phases in which a decision can stand, and the action that is taken."""
        label = self.engine.layout.labels[state.at]
        phases = self._phases.get(label, frozenset())
        taken = None if move[0] == STOP else self.engine.decide(state).alternatives[move[0]].action
        # A choice belongs to the action in which it is made.
        return phases, None if taken == CHOOSE else taken

    def _made(self, parts: Sequence[tuple[frozenset[str], str | None]]) -> LoopShape:
        phases = frozenset.intersection(*(phases for phases, _ in parts)) if parts else frozenset()
        actions = frozenset(action for _, action in parts if action is not None)
        return LoopShape(self._turns > 0, phases, actions)


def _phases_by_label(machine: Machine, phases: Sequence[str]) -> dict[str, frozenset[str]]:
    """The phases in which each block can stand: what a phase leads to before another begins or the turn ends."""
    borders = {f"phase {name}" for name in phases} | {"turn", "turn ends", "round over"}
    found: dict[str, set[str]] = {}
    for name in phases:
        waiting = [f"phase {name}"] if f"phase {name}" in machine.blocks else []
        while waiting:
            label = waiting.pop()
            if name in found.setdefault(label, set()):
                continue
            found[label].add(name)
            onward = successors(machine.blocks[label].out, machine.cells)
            waiting += [each for each in onward if each not in borders]
    return {label: frozenset(names) for label, names in found.items()}


def known_loops(game: Game) -> list[Acknowledged]:
    """The loops that the rules acknowledge."""
    return [each for each in game.acknowledged if each.property == IT_ENDS and each.loop is not None]


def who_means(shape: LoopShape, known: Iterable[Acknowledged]) -> Acknowledged | None:
    """The acknowledgement that means a loop of this shape."""
    return next((each for each in known if each.loop is not None and shape.is_meant_by(each.loop)), None)


class LoopFilter:
    """Loops that no acknowledgement means. Where those between turns are meant, only loops within a turn are left."""

    def __init__(self, machine: Machine, game: Game) -> None:
        self.known = known_loops(game)
        self.shapes = LoopShapes(machine, [phase.name for phase in game.phases])
        self.within_turns = any(each.loop == LoopScope() for each in self.known)

    def accepts(self, start: State, moves: Iterable[Move], chance: Oracle) -> bool:
        return who_means(self.shapes.shape(start, moves, chance), self.known) is None

    def accepts_play(self, play: WrittenTrace, start: int) -> bool:
        return self.meant(play, start) is None

    def meant(self, play: WrittenTrace, start: int) -> Acknowledged | None:
        """The acknowledgement that means what a play does from so many moves on."""
        return who_means(self.shapes.shape_of_play(play, start), self.known)

    def stays_in_turn(self, state: State, move: Move, chance: Oracle) -> bool:
        """Makes a move; no if a turn ended in it and such loops are known."""
        if not self.within_turns:
            self.shapes.engine.step(state, move, chance)
            return True
        return self.shapes.step_within_turn(state, move, chance)
