"""From one cutpoint to the next: blocks, jumps, decisions. What is met on the way is handed to whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from typing import Protocol, assert_never

from verifier.check.certificate.names import NEAR
from verifier.check.certificate.read import Reader
from verifier.check.certificate.state import Env, State, cell_slot
from verifier.check.certificate.steps import Questions, Steps
from verifier.check.certificate.terms import Term, all_of, any_of, equal, implied, is_known, negation, truth
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Labels, Number

# Numbers to choose from are looked at one by one up to so many; more are one unknown number.
FEW = 4


class Arrivals(Questions, Protocol):
    """Who is told where a path leads."""

    def is_cut(self, label: str) -> bool:
        """Is the start of this block a cutpoint?"""

    def arrive(self, label: str | None, state: State) -> None:
        """A cutpoint, a pause, or (`None`) the end."""

    def ring(self, label: str, state: State) -> None:
        """A path came back to a block without meeting a cutpoint."""


@dataclass(frozen=True, slots=True)
class Way:
    """One legal move: when it is offered, and the parameters of the block it leads to."""

    to: str
    offered: Term
    env: Env
    state: State


class Walk:
    """Follows every path of a machine from a state."""

    def __init__(self, reader: Reader, ask: Arrivals, unseen: Set[str] = frozenset()) -> None:
        self.reader = reader
        self.machine = reader.machine
        self.steps = Steps(reader, ask, unseen)
        self.ask = ask
        self._unseen = unseen

    def go(self, label: str, state: State) -> None:
        """On to a block: a cutpoint ends the path, a pause is met behind the steps of its block."""
        if not isinstance(self.machine.blocks[label].out, km.Decide) and self.ask.is_cut(label):
            self.ask.arrive(label, state)
        elif label in state.visited:
            self.ask.ring(label, state)
        else:
            self.follow(label, replace(state, visited=(*state.visited, label)))

    def follow(self, label: str, state: State) -> None:
        """The steps of a block, and on."""
        block = self.machine.blocks[label]
        for after in self.steps.run(block.steps, state):
            self._leave(block, after.env, replace(after, env=Env()))

    def _leave(self, block: km.Block, env: Env, state: State) -> None:
        match block.out:
            case km.Goto(label):
                self.go(label, state)
            case km.Fork(test, then, otherwise, _):
                asked = truth(self.reader.value(test, state, env))
                for answer, way in self.steps.fork(state, asked):
                    self.go(then if answer else otherwise, way)
            case km.Return(cell):
                domain = self.machine.cells[cell].domain
                assert isinstance(domain, Labels)
                held = state.slots[cell_slot(cell, ())]
                for place, way in self.steps.split(state, held, range(NOTHING, len(domain.members))):
                    # As Python reads it: nothing is the last label.
                    self.go(domain.members[place], way)
            case km.Decide(if_none=if_none):
                if if_none is None:
                    self.ask.arrive(block.label, state)
                    return
                legal = self._legal(block.out, state)
                self.ask.arrive(block.label, state.assuming(legal))
                self.go(if_none, state.assuming(negation(legal)))
            case km.Final():
                self.ask.arrive(None, state)
            case _:
                assert_never(block.out)

    # --- decisions

    def _legal(self, decide: km.Decide, state: State) -> Term:
        """Is there a legal move? A name, since few questions turn on it."""
        name = self.reader.names.truth("legal")
        self.reader.names.define(name, NEAR, lambda: self.offered(decide, state))
        return name

    def offered(self, decide: km.Decide, state: State) -> Term:
        """Is some alternative legal?"""
        return any_of(way.offered for way in self.ways(decide, state, one_by_one=True))

    def ways(self, decide: km.Decide, state: State, one_by_one: bool = False) -> Iterator[Way]:
        """Every alternative for whoever decides, nobody among them, with every choice."""
        player = self.reader.value(decide.player, state, Env())
        seats = range(NOTHING, self.machine.players)
        for me, way in [(player, state)] if is_known(player) else self.steps.split(state, player, seats):
            for alternative in decide.alternatives:
                mine = Env({"me": me})
                for offered, env in self._prelude(alternative, 0, way, mine, True, mine, one_by_one):
                    yield Way(alternative.to, all_of((equal(player, me), offered)), env, way)

    def _prelude(
        self,
        taken: km.Alternative,
        place: int,
        state: State,
        env: Env,
        offered: Term,
        chosen: Env,
        one_by_one: bool,
    ) -> Iterator[tuple[Term, Env]]:
        """The conditions of an alternative in their order; its choices, and who moves, are passed on."""
        if offered is False:
            return
        if place == len(taken.prelude):
            yield offered, chosen
            return
        match taken.prelude[place]:
            case km.Let(local, value):
                bound = env.bound(local, self.reader.value(value, state, env))
                yield from self._prelude(taken, place + 1, state, bound, offered, chosen, one_by_one)
            case km.Guard(_, when, require):
                asked = self.reader.holds(when, state, env)
                fine = True if asked is False else implied(asked, self.reader.holds(require, state, env))
                both = all_of((offered, fine))
                yield from self._prelude(taken, place + 1, state, env, both, chosen, one_by_one)
            case km.Choice(local, source, where, _):
                for value, hit in self._choices(source, state, env, one_by_one):
                    bound = env.bound(local, value)
                    fits = True if where is None else self.reader.value(where, state, bound)
                    both = all_of((offered, hit, fits))
                    passed = chosen.bound(local, value)
                    yield from self._prelude(taken, place + 1, state, bound, both, passed, one_by_one)
            case _:
                assert_never(taken.prelude[place])

    def _choices(
        self, source: k.Source, state: State, env: Env, one_by_one: bool
    ) -> Iterator[tuple[Term, Term]]:
        if isinstance(source, k.Values) and isinstance(source.domain, Number) and not one_by_one:
            low, high = source.domain.low, source.domain.high
            if high - low >= FEW:
                value = self.reader.names.number("chosen")
                yield value, all_of((value >= low, value <= high))
                return
        members = [(value, hit) for value, hit, _ in self.reader.members(source, state, env)]
        if isinstance(source, k.Contents) and source.things.name in self._unseen and not one_by_one:
            value = self.reader.names.number("chosen", [one for one, _ in members])
            yield value, any_of(all_of((equal(value, one), hit)) for one, hit in members)
        else:
            yield from members
