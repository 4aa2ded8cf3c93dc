"""A way that seemed to show something, gone again by the plain machine, made shorter, and told."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.backends.machine import Engine, State
from verifier.backends.stateful.shrinking import Wish, shrunk
from verifier.backends.stateful.watching import Watch
from verifier.kernel.machine import Claim
from verifier.plays import Replay, WrittenPlay, replayed, told
from verifier.verify.case import Case
from verifier.verify.finding import Trace
from verifier.verify.ways import NotReplayedError, Way, written

# What the shrinker knows how to keep while it leaves moves out, beside invariants.
SHRINKABLE = ("conservation", "bounds", "no-dead-end")


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What was shown, in words and as a play; without a play, the doubt that is left."""

    words: str
    trace: Trace | None
    doubt: str = ""


class Confirming:
    """Goes ways again on the plain machine of a case (one that is checked)."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.engine = Engine(case.machine, checked=True, piecemeal=True)
        self.claims = {claim.name: claim for claim in case.machine.claims}

    def confirmed(self, way: Way, name: str, words: str, pair: tuple[int, int] | None = None) -> Confirmed:
        """The way must show the same thing again; then a shorter one is looked for, which must as well.

        `pair` are the two components that a player can tell apart without seeing them.
        """
        try:
            play = written(self.engine, self.case.subject.ruleset, way)
        except NotReplayedError as refused:
            return Confirmed(words, None, f"the plain machine goes another way: {refused}")
        if not (self._peeks(way, play, *pair) if pair and name == "no-peeking" else self.shows(play, name)):
            return Confirmed(words, None, "the plain machine does not confirm it")
        if name in SHRINKABLE or (name in self.claims and self.claims[name].sort == "invariant"):
            play = self._shorter(way, play, name)
        return Confirmed(words, self.trace(play, words))

    def trace(self, play: WrittenPlay, words: str, loop: int | None = None) -> Trace:
        """The play with its story."""
        return Trace(play.as_json(), tuple(told(self.engine, play)), words, loop)

    def _shorter(self, way: Way, play: WrittenPlay, name: str) -> WrittenPlay:
        claim = self.claims.get(name)
        watch = Watch(self.engine, [claim] if claim is not None else [])
        wish = Wish(way.given, way.shuffles, way.rolls, way.moves)
        found = shrunk(self.engine, watch, wish, name)
        return found if len(found.moves) < len(play.moves) and self.shows(found, name) else play

    # --- does it show what it should?

    def shows(self, play: WrittenPlay, name: str) -> bool:
        """Does the play break the property, or meet the witness?"""
        claim = self.claims.get(name)
        if claim is not None:
            return self._decides(play, claim)
        end = replayed(self.engine, play)
        if end.refused is not None:
            return False
        fault = end.broken.fault.property if end.broken is not None else None
        match name:
            case "conservation":
                return fault == name
            case "bounds":
                return fault == name or (fault is None and self._overfull(end.state))
            case "no-dead-end":
                return fault is None and not end.over and not self.engine.legal(end.state)
            case "somebody-wins":
                return fault is None and end.over and len(end.result.winners) != 1
            case _:
                return fault is None

    def _decides(self, play: WrittenPlay, claim: Claim) -> bool:
        """Is an invariant broken, or a witness met, somewhere in the play?"""
        seen: list[bool] = []
        question = self.engine.claims[claim.name]

        def watch(state: State, moment: str | None) -> None:
            if moment == claim.moment:
                seen.append(bool(question(state)) is (claim.sort == "witness"))

        self.engine.watch = watch
        try:
            end = replayed(self.engine, play)
        finally:
            self.engine.watch = _unwatched
        return end.refused is None and any(seen)

    def _overfull(self, state: State) -> bool:
        families = self.engine.layout.family_of
        return any(
            (holds := families[zone].holds) is not None and len(state.zones[zone]) > holds
            for zone in range(self.engine.machine.zones)
        )

    def _peeks(self, way: Way, play: WrittenPlay, one: int, other: int) -> bool:
        """The same play with two components swapped from the start: the same to look at, other moves."""
        swap = {one: other, other: one}
        shuffles = tuple(tuple(swap.get(thing, thing) for thing in shuffle) for shuffle in way.shuffles)
        turned = Way(way.given, shuffles, way.rolls, way.moves)
        try:
            twin = replayed(self.engine, written(self.engine, self.case.subject.ruleset, turned))
        except NotReplayedError:
            return False
        return self._differ(replayed(self.engine, play), twin)

    def _differ(self, first: Replay, twin: Replay) -> bool:
        if not first.legal or not twin.legal:
            return False
        player = self.engine.player(first.state)
        alike = self.engine.view(first.state, player) == self.engine.view(twin.state, player)
        return alike and self.engine.legal(first.state) != self.engine.legal(twin.state)


def _unwatched(state: State, moment: str | None) -> None:
    """Nobody looks."""
