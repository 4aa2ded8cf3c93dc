"""The reference interpreter of steps, pauses and jumps: what the generated Python must do."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping
from typing import assert_never

from verifier.engine.interpret import Env, Interpreter
from verifier.engine.state import Move, State
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Labels, bounds, values
from verifier.kernel.expression import End, Expr
from verifier.kernel.layout import Layout, flat
from verifier.runtime import FINAL, STOP, Fault, Oracle, clamped, undecided
from verifier.runtime.fault import MOST_JUMPS


class Runner:
    """Carries out moves on a state, in place. Piles of the `lazy` families are kept in no order."""

    def __init__(self, machine: km.Machine, layout: Layout, lazy: frozenset[str] = frozenset()) -> None:
        self.machine = machine
        self.layout = layout
        self.read = Interpreter(machine, layout)
        self.lazy = lazy
        self.unordered = frozenset(
            zone
            for zone, family in enumerate(layout.family_of)
            if family.shape == "set" or family.name in lazy
        )

    def begin(self, state: State, oracle: Oracle) -> None:
        """Run the set-up to the first pause."""
        self._run(self.machine.start, {}, state, oracle)

    def enter(self, state: State, label: str, oracle: Oracle, env: Mapping[str, int]) -> None:
        """Go on at a block until the next pause."""
        self._run(label, dict(env), state, oracle)

    def legal(self, state: State) -> list[Move]:
        if state.at == FINAL:
            return []
        decide = self.decide(state)
        moves = list(self._alternatives(decide, state))
        return [*moves, (STOP,)] if decide.stop is not None else moves

    def step(self, state: State, move: Move, oracle: Oracle) -> None:
        decide = self.decide(state)
        if move[0] == STOP:
            assert decide.stop is not None
            self._run(decide.stop, {}, state, oracle)
            return
        taken = decide.alternatives[move[0]]
        choices = [part.local for part in taken.prelude if isinstance(part, km.Choice)]
        env = dict(zip(choices, move[1:], strict=True))
        env["me"] = self.read.value(decide.player, state, {})
        self._run(taken.to, env, state, oracle)

    def decide(self, state: State) -> km.Decide:
        out = self.machine.blocks[self.layout.labels[state.at]].out
        assert isinstance(out, km.Decide)
        return out

    def _alternatives(self, decide: km.Decide, state: State) -> Iterator[Move]:
        me = self.read.value(decide.player, state, {})
        for number, alternative in enumerate(decide.alternatives):
            yield from self._ways(alternative, 0, (number,), state, {"me": me})

    def _ways(self, taken: km.Alternative, place: int, move: Move, state: State, env: Env) -> Iterator[Move]:
        if place == len(taken.prelude):
            yield move
            return
        match taken.prelude[place]:
            case km.Let(local, value):
                bound = {**env, local: self.read.value(value, state, env)}
                yield from self._ways(taken, place + 1, move, state, bound)
            case km.Guard(_, when, require):
                if not self.read.holds(when, state, env) or self.read.holds(require, state, env):
                    yield from self._ways(taken, place + 1, move, state, env)
            case km.Choice(local, source, where, _):
                for member in self.read.members(source, state, env):
                    bound = {**env, local: member}
                    if where is None or self.read.value(where, state, bound):
                        yield from self._ways(taken, place + 1, (*move, member), state, bound)
            case _:
                assert_never(taken.prelude[place])

    def _run(self, label: str, env: dict[str, int], state: State, oracle: Oracle) -> None:
        for _ in range(MOST_JUMPS):
            block = self.machine.blocks[label]
            self._steps(block.steps, env, state, oracle)
            following = self._following(block, env, state)
            if following is None:
                return
            label, env = following, {}
        raise undecided(MOST_JUMPS)

    def _following(self, block: km.Block, env: Env, state: State) -> str | None:
        match block.out:
            case km.Goto(label):
                return label
            case km.Fork(test, then, otherwise, _):
                return then if self.read.value(test, state, env) else otherwise
            case km.Return(cell):
                domain = self.machine.cells[cell].domain
                assert isinstance(domain, Labels)
                return domain.members[self.read.read(cell, (), state)]
            case km.Decide(if_none=if_none):
                if if_none is not None and next(self._alternatives(block.out, state), None) is None:
                    return if_none
                self._pause(self.layout.label_number[block.label], state)
            case km.Final():
                self._pause(FINAL, state)
            case _:
                assert_never(block.out)
        return None

    def _pause(self, at: int, state: State) -> None:
        state.at = at
        for thing, zone in enumerate(state.where[:-1]):
            if zone == NOTHING:
                raise Fault("conservation", self.machine.things[thing].name, thing)

    def _steps(self, steps: tuple[km.Step, ...], env: dict[str, int], state: State, oracle: Oracle) -> None:
        for step in steps:
            self._step(step, env, state, oracle)

    def _step(self, step: km.Step, env: dict[str, int], state: State, oracle: Oracle) -> None:
        match step:
            case km.Let(local, value):
                env[local] = self._let(value, env, state, oracle)
            case km.Write(cell, index, value, _):
                self._write(cell, self._all(index, env, state), self.read.value(value, state, env), state)
            case km.Take(thing, zone):
                self._take(self.read.value(thing, state, env), self.read.value(zone, state, env), state)
            case km.Put(thing, zone, end):
                self._put(self.read.value(thing, state, env), self.read.value(zone, state, env), end, state)
            case km.Branch(test, then, otherwise, _):
                self._steps(then if self.read.value(test, state, env) else otherwise, env, state, oracle)
            case km.Each(local, source, inner):
                for member in self.read.members(source, state, env):
                    inside = {**env, local: member}
                    self._steps(inner, inside, state, oracle)
            case km.Times(count, most, inner):
                for _ in range(self._count(self.read.value(count, state, env), most)):
                    self._steps(inner, env, state, oracle)
            case km.Shuffle(zone):
                self._shuffle(self.read.value(zone, state, env), state, oracle)
            case km.Roll(cell, faces):
                self._write(cell, (), oracle.roll(cell, faces), state)
            case km.Mark():
                pass
            case _:
                assert_never(step)

    def _all(self, parts: tuple[Expr, ...], env: Env, state: State) -> tuple[int, ...]:
        return tuple(self.read.value(part, state, env) for part in parts)

    def _let(self, value: Expr, env: Env, state: State, oracle: Oracle) -> int:
        if isinstance(value, End) and self.lazy:
            zone = self.read.value(value.zone, state, env)
            if zone != NOTHING and self.layout.family_of[zone].name in self.lazy:
                pile = state.zones[zone]
                return oracle.draw(zone, pile) if pile else NOTHING
        return self.read.value(value, state, env)

    def _write(self, name: str, index: tuple[int, ...], value: int, state: State) -> None:
        cell = self.machine.cells[name]
        value = within(cell, value)
        if not cell.index:
            setattr(state, self.layout.slots[name], value)
            return
        place = flat(self.layout.cell_axes(cell), index)
        if place < 0:
            raise Fault("bounds", name, NOTHING)
        getattr(state, self.layout.slots[name])[place] = value

    def _take(self, thing: int, zone: int, state: State) -> None:
        if thing == NOTHING or zone == NOTHING or state.where[thing] != zone:
            raise Fault("conservation", "take", thing)
        state.zones[zone].remove(thing)
        state.where[thing] = NOTHING

    def _put(self, thing: int, zone: int, end: str, state: State) -> None:
        if thing == NOTHING or zone == NOTHING or state.where[thing] != NOTHING:
            raise Fault("conservation", "put", thing)
        if zone in self.unordered:
            insort(state.zones[zone], thing)
        elif end == "top":
            state.zones[zone].append(thing)
        else:
            state.zones[zone].insert(0, thing)
        state.where[thing] = zone

    def _count(self, count: int, most: int) -> int:
        if count > most:
            raise Fault("bounds", "times", count)
        return count

    def _shuffle(self, zone: int, state: State, oracle: Oracle) -> None:
        if zone != NOTHING and zone not in self.unordered:
            oracle.shuffle(zone, state.zones[zone])


def within(cell: km.Cell, value: int) -> int:
    """The value as the cell keeps it; a fault if it cannot."""
    if value == NOTHING and cell.optional:
        return value
    low, high = bounds(cell.domain)
    if cell.saturates:
        return clamped(value, low, high)
    if value not in values(cell.domain):
        raise Fault("bounds", cell.name, value)
    return value
