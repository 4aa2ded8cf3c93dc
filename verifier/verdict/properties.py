"""The properties of a game: the health properties of every game, and the claims in its rules."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.model.game import Game
from verifier.verdict.finding import Question

HEALTH: dict[str, str] = {
    "conservation": "every component is always in exactly one zone",
    "bounds": "no amount leaves its range, no zone exceeds its capacity",
    "no-dead-end": "deadlock freedom: while a play is not over, somebody has a legal move",
    "every-rule-lives": "coverage: each action happens, each guard refuses, each rule has an effect, at least once",
    "it-ends": "termination: every play ends",
    "somebody-wins": "every finished play has a result, ties included",
    "no-peeking": "noninterference: what a player is shown, told and allowed depends only on what that player sees",
    "gap-and-overlap": "no two rules disagree, and no order between them is left unspecified",
    "fair-deal": "what is shuffled stays shuffled: each component of a hidden pile can be the first one drawn",
    "nothing-vanishes": "no step is skipped silently because there was nothing to choose",
}

SCENARIOS = "scenarios"
# How it is said that a verdict rests on scenarios as well.
PLAYS_AND_SCENARIOS = "plays and scenarios"


def questions(game: Game, places: Mapping[str, str]) -> list[Question]:
    """Every property of a game, in the order of the table."""
    found = [Question(name, "health") for name in HEALTH]
    found += [Question(claim.name, claim.sort, places.get(claim.name)) for claim in game.claims]
    found += [Question(each.name, "measure", places.get(each.name)) for each in game.measures]
    if game.scenarios:
        found.append(Question(SCENARIOS, "scenarios"))
    return found
