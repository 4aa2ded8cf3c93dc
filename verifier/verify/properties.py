"""Which properties are asked of a game: the health of every game, and what its own rules claim."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.model.game import Game
from verifier.verify.finding import Question

HEALTH: dict[str, str] = {
    "conservation": "every component is in exactly one zone, always",
    "bounds": "no amount leaves its range, no zone holds more than it can",
    "no-dead-end": "while a play is not over, somebody has a legal move",
    "every-rule-lives": "each action happens, each guard refuses, each rule changes something, once at least",
    "it-ends": "no play goes on for ever",
    "somebody-wins": "every play that is over has a result, ties included",
    "no-peeking": "what a player may do depends only on what that player sees",
    "gap-and-overlap": "no two rules disagree, and no order between them is left open",
    "nothing-vanishes": "no step is left out in silence because there was nothing to choose",
}

SCENARIOS = "scenarios"


def questions(game: Game, places: Mapping[str, str]) -> list[Question]:
    """Every property of a game, in the order of the table."""
    found = [Question(name, "health") for name in HEALTH]
    found += [Question(claim.name, claim.sort, places.get(claim.name)) for claim in game.claims]
    if game.scenarios:
        found.append(Question(SCENARIOS, "scenarios"))
    return found
