"""The course of play: set-up, turns of phases, the end of a round, the next round."""

from __future__ import annotations

from collections.abc import Callable

from verifier.definition.choices import Decision, Move
from verifier.definition.expressions import holds, value
from verifier.definition.steps import Asking, RoundOver, Steps
from verifier.definition.values import NOTHING
from verifier.kernel.expression import Expr


class Play(Steps):
    """One play. `decision` is what is asked now; none when the play is over."""

    decision: Decision | None = None
    first_round = True
    _under_way: Asking

    def begin(self, asking: Asking | None = None) -> None:
        """From the set-up, or from wherever play is said to go on, to the first decision."""
        self._under_way = self.whole() if asking is None else asking
        self._run(lambda: next(self._under_way))

    def take(self, move: Move) -> None:
        """A move, and all that follows from it up to the next decision."""
        self._run(lambda: self._under_way.send(move))

    def _run(self, onward: Callable[[], Decision]) -> None:
        try:
            self.decision = onward()
        except StopIteration:
            self.decision = None

    @property
    def me(self) -> dict[str, int]:
        """Where nobody else is named, the active player acts."""
        return {"me": self.at.read("active")}

    # --- the whole game

    def whole(self) -> Asking:
        if not self.game.starts_by_the_deal:
            self.starts(self.game.starter)
        yield from self.block(self.game.setup_once, self.me, "setup")
        yield from self.set_up()
        yield from self.onward(self.round_begins())

    def set_up(self) -> Asking:
        """The set-up of a round; who starts by the deal is known after it."""
        yield from self.around("setup", self.game.setup, self.me)
        always = self.game.later_starter == self.game.starter
        if self.game.starts_by_the_deal and (always or self.first_round):
            self.starts(self.game.starter)
        self.first_round = False

    def starts(self, player: Expr) -> None:
        self.at.write("active", (), value(player, {}, self.at))

    def onward(self, asking: Asking) -> Asking:
        """Play goes on with what is said, then turn after turn and round after round to the end of the game."""
        while True:
            try:
                yield from asking
                while True:
                    yield from self.turn()
            except RoundOver:
                pass
            yield from self.round_ends()
            if self.is_last_round():
                break
            if self.game.rounds is not None:
                self.at.write("round", (), self.at.read("round") + 1)
            if not self.game.starts_by_the_deal or self.game.later_starter != self.game.starter:
                self.starts(self.game.later_starter)
            self.at.forget("turn", "round")
            yield from self.set_up()
            asking = self.round_begins()
        self.watch("end of game")

    # --- rounds

    def is_last_round(self) -> bool:
        """After as many rounds as there are at most, or once enough have been played."""
        most, enough = self.game.rounds, self.game.enough
        counted_out = most is not None and self.at.read("round") >= most
        return counted_out or (enough is not None and bool(value(enough, {}, self.at)))

    def round_begins(self) -> Asking:
        self.playing = True
        self.moment("start of round")
        yield from self.block(self.hook("before", "round"), self.me, "round")

    def round_ends(self) -> Asking:
        self.playing = False
        self.watch("end of round")
        yield from self.block(self.hook("after", "round"), self.me, "round")

    def moment(self, moment: str) -> None:
        """A moment that claims speak of; an end rule of this moment ends the round here."""
        self.watch(moment)
        if any(rule.moment == moment and holds(rule.when, {}, self.at) for rule in self.game.ends):
            raise RoundOver

    # --- turns

    def turn(self) -> Asking:
        self.moment("start of turn")
        yield from self.block(self.hook("before", "turn"), self.me, "turn")
        yield from self.phases(self.game.phases[0].name)

    def phases(self, first: str) -> Asking:
        """The phases from one on, and the end of the turn."""
        names = [phase.name for phase in self.game.phases]
        for phase in self.game.phases[names.index(first) :]:
            yield from self.around(phase.name, (phase.step,), self.me)
        yield from self.block(self.hook("after", "turn"), self.me, "turn")
        yield from self.turn_ends()

    def turn_ends(self) -> Asking:
        self.moment("end of turn")
        following = self.at.read("next-player")
        left = (self.at.read("active") + 1) % self.game.players
        self.at.write("active", (), left if following == NOTHING else following)
        self.at.forget("turn")
        yield from ()
