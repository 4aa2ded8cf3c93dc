"""A play of sets retold as a play of piles: what was drawn from a set decides how its pile had been shuffled.

Each place in a shuffled pile gets a token; the token moves with the component that comes from that place, and
is named when the component is seen. Places that nobody saw get what is left.
"""

from __future__ import annotations

from verifier.backends.machine import State
from verifier.backends.machine.carry_out import Runner
from verifier.backends.machine.interpret import Env
from verifier.backends.machine.layout import Layout
from verifier.kernel.domain import NOTHING
from verifier.kernel.expression import End, Expr
from verifier.kernel.machine import Machine
from verifier.runtime import Oracle


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
        for zone, pile in self.piles.items():
            known = {*self.drawn, *(token.thing for token in pile)}
            rest = [thing for thing in state.zones[zone] if thing not in known]
            for token in pile:
                if token.thing == NOTHING:
                    token.thing = rest.pop()
        return tuple(tuple(token.thing for token in reversed(pile)) for pile in self.shuffles)

    def _shuffle(self, zone: int, state: State, oracle: Oracle) -> None:
        super()._shuffle(zone, state, oracle)
        if zone == NOTHING or self.layout.family_of[zone].shape == "set":
            return
        if zone in self.piles:
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
