"""The words of a glossary among concepts: a game in, for every term what it may stand for out."""

from __future__ import annotations

from verifier.kernel.domain import Names
from verifier.model.game import Game
from verifier.words.claims.subject import OF_THE_FRAME, ROOTS
from verifier.words.seam import CONCEPTS, Concept

# Words of the rules' own language that are concepts under another name.
GENERAL = {"points": "point", "box": "box"}


def term_concepts(game: Game, term: str) -> frozenset[Concept]:
    """What a term of the glossary stands for in a game: zones, classes, kinds and the like of that name."""
    found: set[Concept] = set()
    for sort, names in (
        ("zone", game.families),
        ("class", game.classes),
        ("kind", game.kinds),
        ("cell", game.cells),
        ("define", game.definitions),
        ("number", game.parameters),
        ("action", game.actions),
        ("procedure", game.procedures),
    ):
        if term in names and term not in (*ROOTS, *OF_THE_FRAME):
            found.add(f"{sort}:{term}")
    # What is printed on components without being a kind of its own.
    if f"its {term}" in game.tables and term != "player":
        found.add(f"kind:{term}")
    found |= {f"phase:{phase.name}" for phase in game.phases if phase.name == term}
    # A design of a card is a class too; the member of a kind is a word of its own only elsewhere.
    if not any(concept.startswith("class:") for concept in found):
        found |= {
            f"name:{term}"
            for kind in game.kinds.values()
            if isinstance(kind, Names) and kind.name != "name" and term in kind.members
        }
        found |= {f"name:{term}" for die in game.dice if term in _faces(game, die)}
    general = GENERAL.get(term, term)
    # A word with a meaning in the game has no other: the spaces of a path are not the steps of a turn.
    if general in CONCEPTS and not found:
        found.add(general)
    return frozenset(found)


def _faces(game: Game, die: str) -> tuple[str, ...]:
    domain = game.cells[die].domain
    return domain.members if isinstance(domain, Names) else ()
