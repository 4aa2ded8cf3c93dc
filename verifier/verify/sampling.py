"""Random plays of the full game, every claim held against every state: a machine in, what was seen out."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from verifier.backends.machine import Engine, Move, State
from verifier.backends.machine.players import random_given
from verifier.kernel.machine import Claim, Machine
from verifier.model.game import Game
from verifier.runtime import FINAL, STOP, Fault, Recording, Seeded
from verifier.verify.lively import Lively
from verifier.verify.living import LIVES, VANISHES, Marked, marks_in
from verifier.verify.peeking import Peeking
from verifier.verify.ways import Way

# Witnesses and refutations are looked for again so often, for a shorter play.
AGAIN = 40
# A look behind the scenes (guards, peeking) at one pause in so many.
LOOK = 7


@dataclass(slots=True)
class Seen:
    """What the plays showed; the shortest way to each claim that broke and each witness that was met."""

    plays: int = 0
    steps: int = 0
    ended: int = 0
    longest: int = 0
    broken: dict[str, tuple[Way, str]] = field(default_factory=dict)
    met: dict[str, Way] = field(default_factory=dict)
    vanished: dict[str, Way] = field(default_factory=dict)
    peeked: int = 0
    pair: tuple[int, int] | None = None


class Sampler:
    """Plays by seeds. Half of the plays take any legal move, half choose an action first and then a move."""

    def __init__(
        self, game: Game, machine: Machine, marked: Marked | None = None, longest: int = 3_000
    ) -> None:
        self.engine = Engine(machine, checked=True)
        self.engine.watch = self._watch
        self.marked = marked
        self.longest = longest
        self.seen = Seen()
        self.lively = Lively(game, self.engine, marked.lookouts, marked.lives) if marked is not None else None
        self.peeking = Peeking(self.engine) if marked is not None else None
        self.claims: dict[str | None, list[tuple[Claim, object]]] = {}
        questions = self.engine.claims
        for claim in machine.claims:
            self.claims.setdefault(claim.moment, []).append((claim, questions[claim.name]))
        self.holds = [
            (zone, family.holds)
            for family in machine.families.values()
            if family.holds is not None
            for zone in range(family.base, family.base + family.size)
        ]
        self.now: dict[str, str] = {}
        self.hit: set[str] = set()
        self.counted: dict[str, int] = {}
        self.ties_are_shared = True
        self.silent = {name: number for number, name in enumerate(marked.vanishes)} if marked else {}

    # --- what is watched

    def _watch(self, state: State, moment: str | None) -> None:
        for claim, question in self.claims.get(moment, ()):
            name = claim.name
            if claim.sort == "witness":
                if self.counted.get(name, 0) < AGAIN and question(state):  # type: ignore[operator]
                    self.hit.add(name)
            elif name not in self.now and not question(state):  # type: ignore[operator]
                self.now[name] = f"`{name}` does not hold" + (f" at {moment}" if moment else "")
        if moment is None:
            self._capacities(state)
        elif moment == "end of round" and self.lively is not None:
            self.lively.at_end_of_round(state)

    def _capacities(self, state: State) -> None:
        for zone, holds in self.holds:
            if len(state.zones[zone]) > holds and "bounds" not in self.now:
                words = (
                    f"`{self.engine.speech.zone(zone)}` holds {len(state.zones[zone])}, not {holds} at most"
                )
                self.now["bounds"] = words

    # --- plays

    def run(self, steps: int, seed: int = 1) -> Seen:
        """Plays until so many steps were made."""
        while self.seen.steps < steps:
            self.play(seed + self.seen.plays)
        return self.seen

    def play(self, seed: int, most: int | None = None) -> None:
        """One play, and everything that it shows."""
        engine, seen = self.engine, self.seen
        oracle = Recording(Seeded(seed))
        chance = random.Random(seed * 2 + 1)
        given = random_given(engine, chance)
        self.now.clear()
        self.hit.clear()
        moves: list[Move] = []
        state: State | None = None
        noted: set[str] = set()
        try:
            state = engine.new(oracle, given)
            self._note(oracle, given, moves, noted)
            while len(moves) < (most or self.longest):
                legal = engine.legal(state)
                if not legal:
                    break
                if self.lively is not None and len(moves) % LOOK == 0:
                    self._look(state, oracle, given, moves)
                move = legal[int(chance.random() * len(legal))] if seed % 2 else by_action(legal, chance)
                if self.lively is not None and move[0] != STOP:
                    self.lively.took(engine.decide(state).alternatives[move[0]])
                moves.append(move)
                engine.step(state, move, oracle)
                if self.now or self.hit:
                    self._note(oracle, given, moves, noted)
                if self.silent:
                    self._vanished(state, oracle, given, moves)
            if state.at != FINAL and not engine.legal(state):
                self._break("no-dead-end", "nobody has a legal move", oracle, given, moves)
        except Fault as fault:
            self._break(fault.property, f"the rules break: {fault}", oracle, given, moves)
        seen.plays += 1
        seen.steps += len(moves) + 1
        seen.longest = max(seen.longest, len(moves))
        if state is not None:
            self._finish(state, oracle, given, moves)

    def _finish(self, state: State, oracle: Recording, given: object, moves: list[Move]) -> None:
        seen, engine = self.seen, self.engine
        if state.at == FINAL:
            seen.ended += 1
            winners = len(engine.result(state).winners)
            if not winners or (winners > 1 and not self.ties_are_shared):
                words = "nobody wins" if not winners else "the rules do not say who wins a tie"
                self._break("somebody-wins", words, oracle, given, moves)
        if self.marked is None:
            return
        slots = engine.layout.slots
        if LIVES in slots and self.lively is not None:
            self.lively.seen |= marks_in(getattr(state, slots[LIVES]), self.marked.lives)

    def _vanished(self, state: State, oracle: Recording, given: object, moves: list[Move]) -> None:
        """Keeps the way to each step that was left out in silence, once."""
        assert self.marked is not None
        row = getattr(state, self.engine.layout.slots[VANISHES])
        for name in [name for name in self.silent if row[self.silent[name]]]:
            self.seen.vanished[name] = _way(oracle, given, moves)
            del self.silent[name]

    def _look(self, state: State, oracle: Recording, given: object, moves: list[Move]) -> None:
        assert self.lively is not None
        assert self.peeking is not None
        self.lively.at_pause(state)
        if "no-peeking" not in self.seen.broken:
            pair = self.peeking.found(state)
            if pair is not None:
                names = [self.engine.machine.things[thing].name for thing in pair]
                words = f"swapping {names[0]} and {names[1]}, which are not seen, changes what may be done"
                self.seen.pair = pair
                self._break("no-peeking", words, oracle, given, moves)
        self.seen.peeked = self.peeking.states

    def _note(self, oracle: Recording, given: object, moves: list[Move], noted: set[str]) -> None:
        """Keeps the way to what was broken or met in the step just made."""
        for name, words in self.now.items():
            if name not in noted:
                noted.add(name)
                self._break(name, words, oracle, given, moves)
        for name in self.hit - noted:
            noted.add(name)
            self.counted[name] = self.counted.get(name, 0) + 1
            known = self.seen.met.get(name)
            if known is None or len(known) > len(moves):
                self.seen.met[name] = _way(oracle, given, moves)
        self.hit.clear()

    def _break(self, name: str, words: str, oracle: Recording, given: object, moves: list[Move]) -> None:
        known = self.seen.broken.get(name)
        if known is None or len(known[0]) > len(moves):
            self.seen.broken[name] = _way(oracle, given, moves), words

    # --- shorter

    def shorten(self, steps: int, seed: int = 1) -> None:
        """Looks for shorter ways to what is broken: plays that stop before the known one does."""
        for name in list(self.seen.broken):
            spent = 0
            number = 0
            while spent < steps:
                length = len(self.seen.broken[name][0])
                if length <= 1:
                    break
                before = self.seen.steps
                self.play(seed + 1_000_000 + number, most=length - 1)
                spent += self.seen.steps - before
                number += 1


def by_action(legal: list[Move], chance: random.Random) -> Move:
    """An action at random, then one of its moves."""
    actions = sorted({move[0] for move in legal})
    action = actions[int(chance.random() * len(actions))]
    fitting = [move for move in legal if move[0] == action]
    return fitting[int(chance.random() * len(fitting))]


def _way(oracle: Recording, given: object, moves: list[Move]) -> Way:
    shuffles = tuple(tuple(shuffle) for shuffle in oracle.shuffles)
    return Way(dict(given), shuffles, tuple(oracle.rolls), tuple(moves))  # type: ignore[call-overload]
