"""Validation of a counterexample: replayed by the plain machine, made shorter, and told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verifier.engine import Engine, Move, State
from verifier.engine.engine import unwatched
from verifier.kernel.domain import NOTHING
from verifier.kernel.machine import Claim, Machine
from verifier.trace.broken_claim import Broken, broken_by
from verifier.trace.peeks import Exchange, exchanged
from verifier.trace.record import NotReplayedError, written_trace
from verifier.trace.replay import Replay, Replayer
from verifier.trace.shrink import shrunk
from verifier.trace.tell import trace_in_words
from verifier.trace.trace import Evidence, Trace, WrittenTrace

# What the shrinker knows how to keep while it leaves moves out, beside invariants.
SHRINKABLE = ("conservation", "bounds", "no-dead-end")


@dataclass(frozen=True, slots=True)
class Validated:
    """What was shown, in words and as a play; without a play, the doubt that is left."""

    words: str
    evidence: Evidence | None
    doubt: str = ""


class Validator:
    """Replays traces on the plain machine of a rule set (one that is checked)."""

    def __init__(self, machine: Machine, ruleset: str) -> None:
        self.ruleset = ruleset
        self.engine = Engine(machine, checked=True, piecemeal=True)
        self.replayer = Replayer(self.engine)
        self.claims = {claim.name: claim for claim in machine.claims}

    def validated(
        self,
        trace: Trace,
        name: str,
        words: str,
        pair: tuple[int, int] | None = None,
        player: int = NOTHING,
    ) -> Validated:
        """The trace must show the same thing again; then a shorter one is looked for, which must as well.

        `pair` are the two components that a player can tell apart without seeing them.
        """
        try:
            play = self.written(trace)
        except NotReplayedError as refused:
            return Validated(words, None, f"the plain machine goes another way: {refused}")
        peeks = pair is not None and name == "no-peeking"
        if not (self._tells(trace, play, pair, player) if pair and peeks else self.shows(play, name)):
            return Validated(words, None, "the plain machine does not confirm it")
        if name in SHRINKABLE or (name in self.claims and self.claims[name].sort == "invariant"):
            shorter = shrunk(self.engine, trace, name)
            if len(shorter.moves) < len(play.moves) and self.shows(shorter, name):
                play = shorter
        broken = self.broken(play, name)
        told = f"{words}: {broken.words}" if broken is not None and broken.words else words
        return Validated(told, self.evidence(play, told, broken=broken))

    def broken(self, play: WrittenTrace, name: str) -> Broken | None:
        """What broke an invariant when it first failed in a play."""
        claim = self.claims.get(name)
        if claim is None or claim.sort != "invariant":
            return None
        found: list[Broken] = []
        question = self.engine.claims[claim.name]

        def watch(state: State, moment: str | None) -> None:
            if not found and moment == claim.moment and not question(state):
                found.append(broken_by(self.engine, claim, state))

        self._watched(play, watch)
        return found[0] if found else None

    def _matters(self, play: WrittenTrace, broken: Broken) -> tuple[int, ...]:
        """The numbers of the moves, from 1, that changed what broke the claim."""
        seen: list[tuple[int | None, ...]] = []

        def watch(number: int, state: State, move: Move) -> None:
            seen.append(broken.seen(self.engine, state))

        end = self.replayer.replay(play, watch)
        seen.append(broken.seen(self.engine, end.state))
        return tuple(number for number in range(1, len(seen)) if seen[number] != seen[number - 1])

    def written(self, trace: Trace) -> WrittenTrace:
        """The trace as the plain machine plays it; raises `NotReplayedError` if it does not."""
        return written_trace(self.replayer.moving, self.ruleset, trace)[0]

    def evidence(
        self, play: WrittenTrace, words: str, loop: int | None = None, broken: Broken | None = None
    ) -> Evidence:
        """The play with its story; of what is broken also the moves that led there."""
        matters = self._matters(play, broken) if broken is not None else ()
        return Evidence(play.as_json(), tuple(trace_in_words(self.engine, play)), words, loop, matters)

    # --- does it show what it should?

    def shows(self, play: WrittenTrace, name: str) -> bool:
        """Does the play break the property, or meet the witness?"""
        claim = self.claims.get(name)
        if claim is not None:
            return self._decides(play, claim)
        end = self.replayer.replay(play)
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
                # A loop, or rounds that go on without a decision: `it-ends` is broken by either.
                return fault in (None, name)

    def _decides(self, play: WrittenTrace, claim: Claim) -> bool:
        """Is an invariant broken, or a witness met, somewhere in the play?"""
        seen: list[bool] = []
        question = self.engine.claims[claim.name]

        def watch(state: State, moment: str | None) -> None:
            if moment == claim.moment:
                seen.append(bool(question(state)) is (claim.sort == "witness"))

        return self._watched(play, watch).refused is None and any(seen)

    def _watched(self, play: WrittenTrace, watch: Callable[[State, str | None], None]) -> Replay:
        self.engine.watch = watch
        try:
            return self.replayer.replay(play)
        finally:
            self.engine.watch = unwatched

    def _overfull(self, state: State) -> bool:
        families = self.engine.layout.family_of
        return any(
            (holds := families[zone].holds) is not None and len(state.zones[zone]) > holds
            for zone in range(self.engine.machine.zones)
        )

    def _tells(self, trace: Trace, play: WrittenTrace, pair: tuple[int, int], player: int) -> bool:
        """Does the same play with two components exchanged from the start tell the player a difference?"""
        try:
            twin = self.written(exchanged(self.engine, trace, play, pair))
        except NotReplayedError:
            return False
        return Exchange(self.engine, pair, (play, twin)).tells(player)
