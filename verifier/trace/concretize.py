"""Search paths, in which piles may be sets, become traces; each is replayed before it is handed on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from verifier.engine import Engine, Move, State
from verifier.engine.engine import Given
from verifier.engine.interpret import Env
from verifier.engine.interpret_steps import Runner
from verifier.kernel.domain import NOTHING
from verifier.kernel.expression import End, Expr
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Machine
from verifier.runtime import Enumerating, Fault, Oracle, Recording
from verifier.trace.moves import MoveNotation
from verifier.trace.record import NotReplayedError, written_trace
from verifier.trace.replay import replayed
from verifier.trace.trace import ReplayedTrace, Trace


class TraceWriter:
    """Writes and replays traces of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.engine = Engine(machine)
        self.moving = MoveNotation(self.engine)

    def play(self, trace: Trace, fault: Fault | None = None) -> tuple[ReplayedTrace, State]:
        """The play and the state in which it ends; with `fault`, its last step must end in such a fault."""
        play, broken = written_trace(self.moving, self.machine.name, trace)
        if broken is not None and (fault is None or len(play.moves) < len(trace)):
            raise NotReplayedError(f"move {len(play.moves)} breaks the rules: {broken}")
        # What is handed on is the writing: it must be understood as it was meant.
        replay = replayed(self.engine, play)
        if fault is None and not replay.legal:
            raise NotReplayedError(f"the play breaks off: {replay.refused or replay.broken}")
        if fault is not None and (replay.broken is None or replay.broken.fault.property != fault.property):
            raise NotReplayedError(f"nothing breaks: {fault}")
        return ReplayedTrace(trace.given, trace.shuffles, trace.rolls, trace.moves, play), replay.state


Chance = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakenMove:
    """A move, and which outcome each question of chance had while it was carried out."""

    move: Move
    chance: Chance


@dataclass(frozen=True, slots=True)
class SearchPath:
    """From the set-up on: what was given, what chance gave, and the moves."""

    given: Mapping[str, Given]
    chance: Chance
    steps: tuple[TakenMove, ...] = ()

    def then(self, *steps: TakenMove) -> SearchPath:
        return SearchPath(self.given, self.chance, (*self.steps, *steps))


def answers(oracle: Enumerating) -> Chance:
    """Which outcome each question of the last run had."""
    return tuple([chosen for _, chosen in oracle.path[: oracle.asked]])


def following(chance: Chance, copies: Sequence[int] | None) -> Enumerating:
    """An oracle that answers as it did in a search."""
    oracle = Enumerating(copies)
    oracle.path = [[0, chosen] for chosen in chance]
    return oracle


class PathConcretizer:
    """Turns paths of one machine into plays. `copies` are components that chance does not tell apart."""

    def __init__(
        self,
        machine: Machine,
        unordered: frozenset[str],
        key: Callable[[State], Hashable],
        copies: Sequence[int] | None,
    ) -> None:
        self.machine = machine
        self.unordered = unordered
        self.key = key
        self.copies = copies
        self.writer = TraceWriter(machine)

    def play(self, path: SearchPath) -> ReplayedTrace:
        """The play of a path; it may end in a fault."""
        engine = self.writer.engine
        tracer = Tracer(self.machine, engine.layout, self.unordered)
        state = engine.blank(path.given)
        rolls: list[tuple[str, int]] = []
        fault = self._traced(tracer, state, path, rolls)
        moves = tuple(step.move for step in path.steps)
        trace = Trace(dict(path.given), tracer.orders(state), tuple(rolls), moves)
        play, end = self.writer.play(trace, fault)
        if fault is None and self.key(end) != self.key(state):
            raise NotReplayedError("the replay ends elsewhere")
        return play

    def _traced(
        self, tracer: Tracer, state: State, path: SearchPath, rolls: list[tuple[str, int]]
    ) -> Fault | None:
        oracle = Recording(following(path.chance, self.copies))
        oracle.rolls = rolls
        try:
            tracer.begin(state, oracle)
            for step in path.steps:
                oracle.oracle = following(step.chance, self.copies)
                tracer.step(state, step.move, oracle)
        except Fault as fault:
            return fault
        return None


class Token:
    """A place in a shuffled pile; `thing` is what lay there, once that is known."""

    __slots__ = ("thing",)

    def __init__(self, thing: int = NOTHING) -> None:
        self.thing = thing


class Tracer(Runner):
    """Carries out moves on states whose piles are sets, and notes the shuffles that fit what is drawn."""

    def __init__(self, machine: Machine, layout: Layout, unordered: frozenset[str]) -> None:
        super().__init__(machine, layout, unordered)
        self.piles: dict[int, list[Token]] = {
            zone: [] for zone, family in enumerate(layout.family_of) if family.name in unordered
        }
        self.drawn: dict[int, Token] = {}
        self.shuffles: list[list[Token]] = []

    def orders(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Every shuffle so far, from top to bottom."""
        for thing, token in self.drawn.items():
            token.thing = thing
        for zone in self.piles:
            self._settle(zone, state)
        return tuple(tuple(token.thing for token in reversed(pile)) for pile in self.shuffles)

    def _settle(self, zone: int, state: State) -> None:
        """What lies in a pile and nobody has drawn may lie there in any order."""
        pile = self.piles[zone]
        known = {*self.drawn, *(token.thing for token in pile)}
        rest = [thing for thing in state.zones[zone] if thing not in known]
        for token in pile:
            if token.thing == NOTHING:
                token.thing = rest.pop()

    def _shuffle(self, zone: int, state: State, oracle: Oracle) -> None:
        super()._shuffle(zone, state, oracle)
        if zone == NOTHING or self.layout.family_of[zone].shape == "set":
            return
        if zone in self.piles:
            # What an earlier shuffle left in the pile is not heard of again.
            self._settle(zone, state)
            self.piles[zone] = [Token() for _ in state.zones[zone]]
            self.shuffles.append(list(self.piles[zone]))
        else:
            self.shuffles.append([Token(thing) for thing in state.zones[zone]])

    def _let(self, value: Expr, env: Env, state: State, oracle: Oracle) -> int:
        found = super()._let(value, env, state, oracle)
        if isinstance(value, End) and found != NOTHING:
            zone = self.read.value(value.zone, state, env)
            if zone in self.piles:
                self.drawn[found] = self.piles[zone].pop(-1 if value.end == "top" else 0)
        return found

    def _take(self, thing: int, zone: int, state: State) -> None:
        super()._take(thing, zone, state)
        if zone in self.piles and thing not in self.drawn:
            pile = self.piles[zone]
            named = next((token for token in pile if token.thing == thing), None)
            token = named or next(token for token in pile if token.thing == NOTHING)
            pile.remove(token)
            token.thing = thing

    def _put(self, thing: int, zone: int, end: str, state: State) -> None:
        super()._put(thing, zone, end, state)
        token = self.drawn.pop(thing, None)
        if zone in self.piles:
            self.piles[zone].insert(len(self.piles[zone]) if end == "top" else 0, token or Token(thing))
        elif token is not None:
            token.thing = thing
