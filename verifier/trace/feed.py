"""Chance from outside, a little at a time: shuffles and rolls as somebody else's program has them."""

from __future__ import annotations

from dataclasses import replace

from verifier.trace.replay import Script
from verifier.trace.trace import WrittenTrace


class Feed(Script):
    """A script that can grow while the play goes on; what is not there yet is asked for with a diagnostic."""

    def feed(self, more: WrittenTrace) -> None:
        """Adds the shuffles and rolls of a trace; unknown components and dice raise `Rejected` and add nothing."""
        known = Script(self.engine, more)
        self.shuffles += known.shuffles
        self.play = replace(
            self.play,
            shuffles=self.play.shuffles + more.shuffles,
            rolls=self.play.rolls + more.rolls,
        )
