"""Games in which there is nothing to peek at: no component, and no amount or note that anybody does not see."""

from __future__ import annotations

from verifier.model.game import Game
from verifier.verdict.finding import Finding

READING = "reading the rules"


def nothing_hidden(game: Game) -> list[Finding]:
    """A proof for such a game; nothing is said of another, whose plays are compared."""
    if game.things or any(cell.view not in ("seen", "told") for cell in game.cells.values()):
        return []
    words = "there are no components, and everybody sees every amount and note"
    return [Finding("no-peeking", "health", "proved", READING, words)]
