"""Many plays of the full game, every claim held against every state: a machine in, what was seen out."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from verifier.backends.machine import Engine, Move, State
from verifier.backends.machine.engine import Given
from verifier.backends.search.marked import Marked
from verifier.kernel.machine import Machine
from verifier.model.game import Game
from verifier.runtime import FINAL, STOP, Fault, Recording
from verifier.trace.policies.biased import Features, Wanderer
from verifier.trace.policies.greedy import Standing
from verifier.trace.policies.uniform import random_given
from verifier.trace.trace import Trace
from verifier.verify.coverage import Lively
from verifier.verify.monitor import Asked, Asking, capacities, in_pieces
from verifier.verify.noninterference import Peeking

# A witness is looked for again so often, for a shorter play.
AGAIN = 40
# A look behind the scenes (guards, peeking) at one pause in so many.
LOOK = 7
# So many chances to confirm that somebody peeks.
PEEKS = 16
# In so many states it is asked whether somebody peeks.
PEEKED = 2_000
# Those who have tastes often go round in circles.
WITH_TASTES = 500

End = Literal["over", "loop", "late", "dead end", "fault"]


@dataclass(slots=True)
class Seen:
    """What the plays showed; the shortest way to each claim that broke and each witness that was met.

    `fair` are the plays without tastes, `ended` those of them that ended; `loop` is the shortest play that came
    back to where it had been, and after how many moves it was there first.
    """

    plays: int = 0
    steps: int = 0
    fair: int = 0
    ended: int = 0
    longest: int = 0
    broken: dict[str, tuple[Trace, str]] = field(default_factory=dict)
    met: dict[str, Trace] = field(default_factory=dict)
    vanished: dict[str, Trace] = field(default_factory=dict)
    peeked: int = 0
    peeks: list[tuple[Trace, tuple[int, int]]] = field(default_factory=list)
    loop: tuple[Trace, int] | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """How a play went: a `late` one was broken off, one in a `loop` came back to where it had been."""

    end: End
    steps: int
    with_tastes: bool


@dataclass(slots=True)
class _Under:
    """A play under way."""

    given: Mapping[str, Given]
    oracle: Recording
    moves: list[Move] = field(default_factory=list)
    noted: set[str] = field(default_factory=set)
    been: dict[Hashable, int] = field(default_factory=dict)

    def way(self) -> Trace:
        shuffles = tuple(tuple(shuffle) for shuffle in self.oracle.shuffles)
        return Trace(dict(self.given), shuffles, tuple(self.oracle.rolls), tuple(self.moves))


class Sampler:
    """Plays by seeds. With `marked`, a machine that tells more, it also sees which rules are at work.

    A long play goes on for as many moves as `patience` allows, to see whether it goes round in circles; if not,
    those who have tastes lose them. With `greedy`, a quarter of the plays has greedy players.
    """

    def __init__(
        self,
        game: Game,
        machine: Machine,
        marked: Marked | None = None,
        longest: int = 3_000,
        patience: int = 0,
        greedy: bool = False,
    ) -> None:
        always = [claim for claim in game.claims if claim.moment is None]
        self.holds = {claim.name: (zone, holds) for zone, holds, claim in capacities(machine)}
        pieces = [(claim.name, piece) for claim in always for piece in in_pieces(claim, machine)]
        pieces += [(claim.name, claim) for _, _, claim in capacities(machine)]
        others = [claim for claim in machine.claims if claim not in always]
        claims = (*others, *(piece for _, piece in pieces))
        self.engine = Engine(replace(machine, claims=claims), checked=True)
        self.engine.watch = self._watch
        self.asking = Asking(machine, self.engine.layout, pieces, self.engine.claims)
        self.features = Features(machine)
        self.standing = Standing(self.engine) if greedy else None
        self.longest = longest
        self.patience = patience
        self.seen = Seen()
        self.ties_are_shared = True
        self.lively = Lively(game, self.engine, marked) if marked is not None else None
        self.peeking = Peeking(self.engine) if marked is not None else None
        self.claims: dict[str, list[Asked]] = {}
        for claim in game.claims:
            if claim.moment is not None:
                asked = claim.name, claim.sort == "witness", self.engine.claims[claim.name]
                self.claims.setdefault(claim.moment, []).append(asked)
        # What the step under way has broken and met.
        self.now: dict[str, str] = {}
        self.hit: set[str] = set()
        self.counted: dict[str, int] = {}

    # --- what is watched

    def _watch(self, state: State, moment: str | None) -> None:
        asked = self.asking.due(state) if moment is None else self.claims.get(moment, ())
        for name, is_witness, question in asked:
            if is_witness:
                if self.counted.get(name, 0) < AGAIN and question(state):
                    self.hit.add(name)
            elif not question(state) and name not in self.now:
                self._fails(state, name, moment)
        if moment is not None and self.lively is not None:
            self.lively.at_moment(state, moment)

    def _fails(self, state: State, name: str, moment: str | None) -> None:
        if name in self.holds:
            zone, holds = self.holds[name]
            where, count = self.engine.speech.zone(zone), len(state.zones[zone])
            self.now["bounds"] = f"`{where}` holds {count}, not {holds} at most"
        else:
            self.now[name] = f"`{name}` does not hold" + (f" at {moment}" if moment else "")

    # --- plays

    def run(self, steps: int, seed: int = 1) -> Seen:
        """Plays until so many steps were made."""
        while self.seen.steps < steps:
            self.play(seed + self.seen.plays, self.longest)
        return self.seen

    def alone(self, seed: int, most: int) -> tuple[Played, Seen]:
        """One play, and what it alone showed."""
        self.seen = Seen()
        return self.play(seed, most), self.seen

    def play(self, seed: int, most: int) -> Played:
        """One play, everything that it shows, and how it went."""
        wanderer = Wanderer(self.engine, self.features, seed, self.standing)
        with_tastes = wanderer.has_tastes
        under = _Under(random_given(self.engine, wanderer.chance), Recording(wanderer.oracle))
        self.now.clear()
        self.hit.clear()
        self.asking.begin()
        state: State | None = None
        end: End = "fault"
        try:
            state = self.engine.new(under.oracle, under.given)
            self._note(under)
            end = self._moves(state, wanderer, under, min(most, WITH_TASTES) if with_tastes else most)
            if end == "late" and with_tastes and self.patience:
                wanderer.lose_tastes()
                end = self._moves(state, wanderer, under, len(under.moves) + most)
        except Fault as fault:
            self._break(fault.property, f"the rules break: {fault}", under)
        seen = self.seen
        seen.plays += 1
        seen.steps += len(under.moves) + 1
        seen.longest = max(seen.longest, len(under.moves))
        seen.fair += not with_tastes
        if state is not None and state.at == FINAL:
            seen.ended += not with_tastes
            self._result(state, under)
        return Played(end, len(under.moves), with_tastes)

    def _moves(self, state: State, wanderer: Wanderer, under: _Under, most: int) -> End:
        engine, lively = self.engine, self.lively
        while len(under.moves) < most + self.patience:
            legal = engine.legal(state)
            if not legal:
                if state.at == FINAL:
                    return "over"
                self._break("no-dead-end", "nobody has a legal move", under)
                return "dead end"
            if len(under.moves) >= most and self._comes_back(state, under):
                return "loop"
            if (len(under.moves) + self.seen.plays) % LOOK == 0:
                self._look(state, under)
            move = wanderer.move(state, legal)
            if lively is not None and move[0] != STOP:
                lively.took(engine.decide(state).alternatives[move[0]])
            under.moves.append(move)
            engine.step(state, move, under.oracle)
            if self.now or self.hit or (lively is not None and lively.vanished):
                self._note(under)
        return "late"

    def _comes_back(self, state: State, under: _Under) -> bool:
        """Has this play been in this state before, since it was first found to be long?"""
        since = under.been.setdefault(self.engine.key(state), len(under.moves))
        back = since < len(under.moves)
        if back and (self.seen.loop is None or len(self.seen.loop[0]) > len(under.moves)):
            self.seen.loop = under.way(), since
        return back

    def _result(self, state: State, under: _Under) -> None:
        winners = len(self.engine.result(state).winners)
        if not winners or (winners > 1 and not self.ties_are_shared):
            words = "nobody wins" if not winners else "the rules do not say who wins a tie"
            self._break("somebody-wins", words, under)

    def _look(self, state: State, under: _Under) -> None:
        if self.lively is not None:
            self.lively.at_pause(state)
        if self.peeking is not None and self.seen.peeked < PEEKED and len(self.seen.peeks) < PEEKS:
            pair = self.peeking.found(state)
            self.seen.peeked = self.peeking.states
            if pair is not None:
                self.seen.peeks.append((under.way(), pair))

    def _note(self, under: _Under) -> None:
        """Keeps the way to what was broken, met or left out in the step just made."""
        for name, words in self.now.items():
            if name not in under.noted:
                under.noted.add(name)
                self._break(name, words, under)
        for name in self.hit - under.noted:
            under.noted.add(name)
            self.counted[name] = self.counted.get(name, 0) + 1
            if self.counted[name] == AGAIN:
                self.asking.forget(name)
            _keep(self.seen.met, name, under)
        self.hit.clear()
        if self.lively is not None:
            for name in self.lively.vanished:
                _keep(self.seen.vanished, name, under)
            self.lively.vanished.clear()

    def _break(self, name: str, words: str, under: _Under) -> None:
        known = self.seen.broken.get(name)
        if known is None or len(known[0]) > len(under.moves):
            self.seen.broken[name] = under.way(), words


def _keep(ways: dict[str, Trace], name: str, under: _Under) -> None:
    known = ways.get(name)
    if known is None or len(known) > len(under.moves):
        ways[name] = under.way()
