"""Rules seen at work in scenarios: a position somebody wrote down is a witness that random play seldom comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.backends.machine import State
from verifier.backends.machine.scenarios import Scenarios
from verifier.model import game as g
from verifier.verify.lively import Lively
from verifier.verify.living import telling


def seen_in_scenarios(game: g.Game) -> set[str]:
    """What is at work in a scenario that comes out as it is written."""
    if not game.scenarios:
        return set()
    marks = telling(game, scenarios=True)

    def watch(state: State, moment: str | None) -> None:
        if moment is None:
            lively.at_pause(state)
        else:
            lively.at_moment(state, moment)

    suite = Scenarios(game, marks.machine, watch, piecemeal=True)
    lively = Lively(game, suite.engine, marks)
    for scenario in game.scenarios:
        before = set(lively.seen)
        if suite.run(scenario):
            lively.seen = before
        else:
            lively.seen.update(f"action {action}" for action in _done(scenario.facts))
    return lively.seen


def _done(facts: Sequence[g.Fact]) -> Iterator[str]:
    """The actions that a scenario carries out, without those that it expects to be refused."""
    for place, fact in enumerate(facts):
        if isinstance(fact, g.Act):
            after = facts[place + 1] if place + 1 < len(facts) else None
            if not isinstance(after, g.ThenRefused):
                yield fact.action
