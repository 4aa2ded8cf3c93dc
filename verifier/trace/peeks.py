"""Two components that a player does not see, exchanged: what may then be told, allowed or refused differently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import assert_never

from verifier.engine import Engine, Move, State
from verifier.engine.view import seen_things
from verifier.kernel.domain import Things
from verifier.kernel.machine import Alternative, Choice, Guard, Let
from verifier.runtime import STOP
from verifier.trace.replay import Replayer
from verifier.trace.trace import Trace, WrittenTrace

Env = dict[str, int]


def same_refusals(
    engine: Engine, state: State, twin: State, player: int, most: int, chance: Random | None = None
) -> bool:
    """Are wishes, made of what the player sees, refused for the same reasons, with the same values?

    So many wishes `most` are asked about for every action, or with `chance` for a single one.
    """
    decide = engine.decide(state)
    seen = seen_things(state, player, engine.read)
    asked = (
        decide.alternatives
        if chance is None or not decide.alternatives
        else [chance.choice(decide.alternatives)]
    )
    for taken in asked:
        for wish in islice(_wishes(engine, taken, state, player, seen), most):
            one, other = (
                engine.explainer.refusals(each, decide, taken.action, wish) for each in (state, twin)
            )
            if one != other:
                return False
    return True


def told_on_purpose(engine: Engine, state: State) -> list[object]:
    """What the notes and amounts hold that the rules declare to be told."""
    return [
        getattr(state, engine.layout.slots[name])
        for name, cell in engine.machine.cells.items()
        if cell.view == "told"
    ]


def _wishes(
    engine: Engine, taken: Alternative, state: State, player: int, seen: frozenset[int]
) -> Iterator[Env]:
    """Choices for an action, whatever the rules say of them, among components that are seen."""
    names = {part.local for part in taken.prelude if isinstance(part, Choice)}

    def wished(number: int, env: Env) -> Iterator[Env]:
        if number == len(taken.prelude):
            yield {name: value for name, value in env.items() if name in names}
            return
        part = taken.prelude[number]
        match part:
            case Let(local, value):
                yield from wished(number + 1, {**env, local: engine.read.value(value, state, env)})
            case Choice(local=local, source=source):
                things = isinstance(engine.speech.domain(source), Things)
                for member in engine.read.members(source, state, env):
                    if not things or member in seen:
                        yield from wished(number + 1, {**env, local: member})
            case Guard():
                # The rules are asked when all is chosen.
                yield from wished(number + 1, env)
            case _:
                assert_never(part)

    return wished(0, {"me": player})


def exchanged(engine: Engine, trace: Trace, play: WrittenTrace, pair: tuple[int, int]) -> Trace:
    """The trace in which two components have changed places from the start, in shuffles and in choices."""
    swap = dict(zip(pair, reversed(pair), strict=True))
    moves: list[Move] = []

    def watch(number: int, state: State, move: Move) -> None:
        if move[0] == STOP:
            moves.append(move)
            return
        taken = engine.decide(state).alternatives[move[0]]
        choices = [part for part in taken.prelude if isinstance(part, Choice)]
        things = [isinstance(engine.speech.domain(choice.source), Things) for choice in choices]
        named = (
            swap.get(value, value) if is_thing else value
            for value, is_thing in zip(move[1:], things, strict=True)
        )
        moves.append((move[0], *named))

    Replayer(engine).replay(play, watch)
    shuffles = tuple(tuple(swap.get(thing, thing) for thing in shuffle) for shuffle in trace.shuffles)
    return Trace(trace.given, shuffles, trace.rolls, tuple(moves))


@dataclass(frozen=True, slots=True)
class Exchange:
    """A play, and the same play in which two components have changed places from the start."""

    engine: Engine
    pair: tuple[int, int]
    plays: tuple[WrittenTrace, WrittenTrace]

    def tells(self, player: int, most: int = 200) -> bool:
        """Is the player, to whom the two plays look the same up to the last move, shown, told or allowed more?"""
        ends, before = [], []
        for play in self.plays:
            states: list[State] = []

            def watch(number: int, state: State, move: Move, kept: list[State] = states) -> None:
                kept[:] = [state.copy()]

            found = Replayer(self.engine).replay(play, watch)
            if not found.legal:
                return False
            ends.append(found.state)
            before.append(states[0] if states else found.state)
        engine = self.engine
        if any({*self.pair} & seen_things(each, player, engine.read) for each in ends):
            return False
        one, other = ends
        if told_on_purpose(engine, one) != told_on_purpose(engine, other):
            return False
        if engine.view(one, player) != engine.view(other, player):
            return bool(engine.view(before[0], player) == engine.view(before[1], player))
        if engine.over(one) or engine.player(one) != player:
            return False
        return engine.legal(one) != engine.legal(other) or not same_refusals(engine, one, other, player, most)
