"""A model of the solver becomes a play: its moves are made on the machine, with chance steered to match.

A hidden pile has no order in the unrolling. Here it has none either, until everything is known that was drawn from it:
then it is known how it must have been shuffled. The finished play is replayed on the plain machine.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from verifier.check.explore.packing import Packing
from verifier.check.explore.unordered import unordered_piles
from verifier.check.induction.encode import Encoding
from verifier.check.induction.samples import Assignment
from verifier.engine import Engine, Move, State
from verifier.engine.engine import Given
from verifier.kernel.machine import Machine
from verifier.runtime import Fault
from verifier.trace.concretize import PathConcretizer, SearchPath, TakenMove
from verifier.trace.trace import ReplayedTrace

SEED = 1
# So often what is drawn is put right, and so often all is tried again with two components of a shuffle swapped.
PLANS = 5
TRIES = 1_500

Spot = tuple[int, int]
"""A zone, and the place in it where that matters."""


class NotConcretizedError(Exception):
    """The machine does not come where the solver says: then nothing has been found."""


@dataclass(frozen=True, slots=True)
class ModelStep:
    """A move (none for the set-up) and the state to which it should lead, as far as that is known."""

    move: Move | None
    after: Assignment | None


@dataclass(slots=True)
class SteeredOracle:
    """Chance that gives what is wished for, and keeps what it gave as the search would count it.

    `wishes` are components that should leave a zone. `plan` says what is drawn, `orders` how piles that keep their
    order are shuffled; without them, what should leave is drawn first and lies on top.
    """

    wishes: Mapping[int, Sequence[int]]
    faces: Mapping[str, int]
    plan: Sequence[int] = ()
    orders: Sequence[Sequence[int]] = ()
    drawn: list[int] = field(default_factory=list)
    shuffled: list[list[int]] = field(default_factory=list)
    chance: list[int] = field(default_factory=list)

    def shuffle(self, zone: int, pile: list[int]) -> None:
        rest = sorted(pile)
        number = len(self.shuffled)
        if number < len(self.orders) and sorted(self.orders[number]) == rest:
            pile[:] = self.orders[number]
        else:
            leaving = set(self.wishes.get(zone, ()))
            pile.sort(key=lambda thing: (thing in leaving, thing))
        self.shuffled.append(list(pile))
        for thing in pile:
            self._note(rest.index(thing), len(rest))
            rest.remove(thing)

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        different = sorted(set(faces))
        wished = self.faces.get(cell, different[0])
        face = wished if wished in different else different[0]
        self._note(different.index(face), len(different))
        return face

    def draw(self, zone: int, pile: list[int]) -> int:
        thing = self._drawn(zone, pile)
        self.drawn.append(thing)
        every = sorted(pile)
        self._note(every.index(thing), len(every))
        return thing

    def _drawn(self, zone: int, pile: list[int]) -> int:
        if len(self.drawn) < len(self.plan) and self.plan[len(self.drawn)] in pile:
            return self.plan[len(self.drawn)]
        wished = [thing for thing in self.wishes.get(zone, ()) if thing in pile]
        return wished[0] if wished else pile[0]

    def _note(self, chosen: int, outcomes: int) -> None:
        if outcomes > 1:
            self.chance.append(chosen)


class ModelConcretizer:
    """Retells what was found about one machine."""

    def __init__(self, machine: Machine, encoding: Encoding) -> None:
        self.encoding = encoding
        self.unordered = unordered_piles(machine)
        self.engine = Engine(machine, lazy=self.unordered)
        packing = Packing(self.engine.layout, self.unordered)
        self.retelling = PathConcretizer(machine, self.unordered, packing.key, None)

    def play(self, given: Mapping[str, Given], legs: Sequence[ModelStep]) -> ReplayedTrace:
        """The play, replayed; raises if the machine goes another way."""
        state = self.engine.blank(given)
        chances = []
        for leg in legs:
            state, chance = self._made(state, leg)
            chances.append(chance)
        steps = tuple(
            TakenMove(leg.move, chance)
            for leg, chance in zip(legs, chances, strict=True)
            if leg.move is not None
        )
        return self.retelling.play(SearchPath(given, chances[0], steps))

    def _made(self, before: State, leg: ModelStep) -> tuple[State, tuple[int, ...]]:
        if leg.move is not None and leg.move not in self.engine.legal(before):
            raise NotConcretizedError(f"{leg.move} is refused")
        wishes, faces = self._wishes(before, leg.after)
        plan: Sequence[int] = ()
        orders: list[list[int]] = []
        kept, fewest, planned = orders, len(self.engine.machine.things), 0
        luck = random.Random(SEED)
        for _ in range(TRIES):
            state, oracle = before.copy(), SteeredOracle(wishes, faces, plan, orders)
            if not self._carried_out(state, leg, oracle):
                return state, tuple(oracle.chance)
            wrong = [] if leg.after is None else self._wrong(state, leg.after)
            if not wrong:
                return state, tuple(oracle.chance)
            assert leg.after is not None
            if planned < PLANS and any(thing in oracle.drawn for thing in wrong):
                planned += 1
                plan = self._better(state, oracle.drawn, wishes, leg.after)
                continue
            if len(wrong) <= fewest:
                kept, fewest = oracle.shuffled, len(wrong)
            orders = _swapped(kept, luck)
            if not orders:
                break
        raise NotConcretizedError("chance does not give what it should")

    def _carried_out(self, state: State, leg: ModelStep, oracle: SteeredOracle) -> bool:
        """No if the rules are broken on the way, where that is what was looked for."""
        try:
            if leg.move is None:
                self.engine.enter(state, self.engine.machine.start, oracle)
            else:
                self.engine.step(state, leg.move, oracle)
        except Fault as fault:
            if leg.after is not None:
                raise NotConcretizedError(str(fault)) from fault
            return False
        return True

    def _wishes(self, before: State, after: Assignment | None) -> tuple[dict[int, list[int]], dict[str, int]]:
        """What should leave each pile, and how dice should fall."""
        if after is None:
            return {}, {}
        inside, cells = self.encoding.inside, self.encoding.cells
        leaving: dict[int, list[int]] = {}
        for thing in range(len(self.engine.machine.things)):
            for zone in self.encoding.reach.zones[thing]:
                if not after[inside[zone, thing]]:
                    leaving.setdefault(zone, []).append(thing)
        faces = {name: after.get(cell, cell.low) for (name, place), cell in cells.items() if place == 0}
        return leaving, faces

    def _spot(self, state: State, thing: int) -> Spot:
        zone = state.where[thing]
        return zone, state.zones[zone].index(thing) if zone in self.encoding.ordered else 0

    def _wished(self, after: Assignment, thing: int) -> Spot:
        for zone in self.encoding.reach.zones[thing]:
            if after[self.encoding.inside[zone, thing]]:
                ordered = zone in self.encoding.ordered
                return zone, after[self.encoding.spot[thing]] if ordered else 0
        raise NotConcretizedError(f"component {thing} lies nowhere")

    def _wrong(self, state: State, after: Assignment) -> list[int]:
        """What does not lie where it should."""
        things = range(len(self.engine.machine.things))
        return [thing for thing in things if self._spot(state, thing) != self._wished(after, thing)]

    def _better(
        self, state: State, drawn: Sequence[int], wishes: Mapping[int, Sequence[int]], after: Assignment
    ) -> list[int]:
        """For each draw the component that should come to lie where this one did."""
        wanted: dict[Spot, list[int]] = {}
        for thing in sorted({*drawn, *(thing for things in wishes.values() for thing in things)}):
            wanted.setdefault(self._wished(after, thing), []).append(thing)
        plan = []
        for thing in drawn:
            fitting = wanted.get(self._spot(state, thing), [])
            plan.append(fitting.pop(0) if fitting else thing)
        return plan


def _swapped(orders: Sequence[Sequence[int]], luck: random.Random) -> list[list[int]]:
    """The same shuffles, but for two components of one of them; nothing if there is nothing to swap."""
    found = [list(order) for order in orders]
    longer = [order for order in found if len(order) > 1]
    if not longer:
        return []
    order = longer[luck.randrange(len(longer))]
    one, other = luck.sample(range(len(order)), 2)
    order[one], order[other] = order[other], order[one]
    return found
