"""A play that tells two rule sets apart: every short play of some deals first, then plays by whim.

The search never proves that there is none; what it has looked at is part of the answer.
"""

from __future__ import annotations

import random
import time
from collections import deque
from dataclasses import dataclass

from verifier.backends.machine import Move
from verifier.compare.differences import ResultDiffers, What
from verifier.compare.fate import favouring
from verifier.compare.product import Given, Joint, Product
from verifier.compare.whims import Whim
from verifier.runtime import Fault

DEALS = 6
LONGEST = 4_000
# So many plays without a better one, and the best so far is shown.
PATIENCE = 25


@dataclass(frozen=True, slots=True)
class Deal:
    """Where a pair of plays begins: what is given, and what decides chance."""

    seed: int
    given: Given
    strength: float


@dataclass(frozen=True, slots=True)
class Found:
    """A deal and moves of the first side after which the two sides differ."""

    deal: Deal
    moves: tuple[Move, ...]
    what: What


@dataclass(frozen=True, slots=True)
class Searched:
    """What was looked at: positions of both sides, plays, the moves of the longest; and what was found."""

    found: Found | None
    positions: int
    plays: int
    moves: int
    shortest: bool


@dataclass(frozen=True, slots=True)
class Limits:
    positions: int = 4_000
    plays: int = 600
    seconds: float = 20.0
    seed: int = 1


class Search:
    def __init__(self, product: Product, limits: Limits) -> None:
        self.product = product
        self.limits = limits
        # The seconds of this process, so that a busy machine looks as far as an idle one.
        self.left = limits.seconds
        self.ends = 0.0
        self.positions = 0
        self.plays = 0
        self.moves = 0

    def short(self) -> Searched:
        """Every short play of some deals."""
        self._begin()
        return self._answer(self._short(), True)

    def long(self, most: int | None = None) -> Searched:
        """Plays by whim, to the end if need be: so many, or all that are left."""
        self._begin()
        best: Found | None = None
        bound, idle = LONGEST, 0
        last = self.limits.plays if most is None else min(self.limits.plays, self.plays + most)
        for number in range(self.plays, last):
            if not self._in_time() or idle >= PATIENCE:
                break
            found = self._by_whim(number, bound)
            idle += best is not None
            if found is not None and (best is None or _tells_more(found, best)):
                best, idle = found, 0
                bound = LONGEST if _same_winners(found) else len(found.moves) - 1
        return self._answer(best, False)

    def _begin(self) -> None:
        self.ends = time.process_time() + self.left

    def _in_time(self) -> bool:
        return time.process_time() < self.ends

    def _answer(self, found: Found | None, shortest: bool) -> Searched:
        self.left = max(0.0, self.ends - time.process_time())
        return Searched(found, self.positions, self.plays, self.moves, shortest)

    def _deal(self, number: int) -> Deal:
        chance = random.Random(f"{self.limits.seed} deal {number}")
        strength = (0.0, 0.0, 0.3, 1.0)[number % 4]
        given = self.product.given(lambda members: members[int(chance.random() * len(members))])
        return Deal(chance.getrandbits(30), given, strength)

    # --- every short play

    def _short(self) -> Found | None:
        waiting: deque[tuple[Deal, Joint, tuple[Move, ...]]] = deque()
        seen: set[tuple[object, object, int]] = set()
        for number in range(DEALS):
            deal = self._deal(number)
            joint = begun(self.product, deal)
            what = self.product.difference(joint)
            if what is not None:
                return Found(deal, (), what)
            waiting.append((deal, joint, ()))
        while waiting and self.positions < self.limits.positions and self._in_time():
            deal, joint, path = waiting.popleft()
            engine = self.product.first
            for move in engine.distinct(engine.legal(joint.first), joint.first):
                after, what = self._after(joint, move)
                if what is not None:
                    return Found(deal, (*path, move), what)
                key = (engine.key(after.first), self.product.second.key(after.second), deal.seed)
                if after is not joint and key not in seen:
                    seen.add(key)
                    waiting.append((deal, after, (*path, move)))
        return None

    def _after(self, joint: Joint, move: Move) -> tuple[Joint, What | None]:
        after = joint.copy()
        self.positions += 1
        try:
            what: What | None = self.product.step(after, move)
        except Fault:
            return joint, None
        return after, what or self.product.difference(after)

    # --- plays by whim

    def _by_whim(self, number: int, bound: int) -> Found | None:
        """A play of at most so many moves that ends in a difference."""
        chance = random.Random(f"{self.limits.seed} play {number}")
        deal = self._deal(DEALS + number)
        joint = begun(self.product, deal)
        whims = [Whim(self.product.first, chance) for _ in range(self.product.first.machine.players)]
        path: list[Move] = []
        self.plays += 1
        what = self.product.difference(joint)
        while what is None and len(path) < bound:
            moves = self.product.first.legal(joint.first)
            if not moves or not self._in_time():
                return None
            move = whims[self.product.first.player(joint.first)].chosen(joint.first, moves)
            path.append(move)
            try:
                what = self.product.step(joint, move) or self.product.difference(joint)
            except Fault:
                return None
            self.moves = max(self.moves, len(path))
        return Found(deal, tuple(path), what) if what is not None else None


def begun(product: Product, deal: Deal) -> Joint:
    """Both sides of a deal, set up."""
    chance = random.Random(deal.seed)
    favour = favouring(product.first.machine, chance, deal.strength) if deal.strength else None
    return product.start(deal.seed, deal.given, favour)


def _same_winners(found: Found) -> bool:
    what = found.what
    return isinstance(what, ResultDiffers) and what.winners[0] == what.winners[1]


def _tells_more(found: Found, best: Found) -> bool:
    """Another winner says more than another score, and a short play more than a long one."""
    return (_same_winners(found), len(found.moves)) < (_same_winners(best), len(best.moves))
