"""A tiny game for tests: most lines are always the same, each test brings its own."""

from pathlib import Path

from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.kernel.machine import Machine
from verifier.program import check_ruleset, program_of

FRAME = """\
game tiny
players 2

kind suit: red, blue
card number: each suit, value 1..3

zone deck: pile, hidden
zone hand: set per player, seen by owner
zone row: row per player per suit, seen
zone heap: pile, seen

amount coins per player: 0..20

setup
    move every number to deck
    each player p
        move 2 from deck to p.hand

end
    rule no-cards
        when deck is empty

winner highest coins, then shared
"""


def text(*pieces: str) -> str:
    return "\n".join((FRAME, *pieces))


def made(folder: Path, *pieces: str, players: int = 2) -> Machine:
    """The machine of the frame and the pieces."""
    path = folder / "tiny.rules"
    path.write_text(text(*pieces), encoding="utf-8")
    return program_of(str(path), players).machine


def engine(folder: Path, *pieces: str) -> Engine:
    return Engine(made(folder, *pieces))


def codes(folder: Path, *pieces: str) -> list[str]:
    """The codes of all mistakes in the frame and the pieces."""
    path = folder / "tiny.rules"
    path.write_text(text(*pieces), encoding="utf-8")
    report = Report()
    check_ruleset(str(path), report)
    # Not every test uses all that is in the frame.
    return [found.code for found in report.diagnostics if found.code != "C515"]


class Unshuffled:
    """Chance that does nothing: piles stay as they are, dice fall on their first face."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def shuffle(self, zone: int, pile: list[int]) -> None:
        """Nobody shuffles."""

    def roll(self, cell: str, faces: tuple[int, ...]) -> int:
        return self.faces.pop(0) if self.faces else faces[0]

    def draw(self, zone: int, pile: list[int]) -> int:
        return pile.pop()
