"""Small instances of the classic game, for every searcher that is measured."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from verifier.kernel.machine import Machine
from verifier.program import program_of

TEXT = """\
# {words}
instance {name} of lost-cities
set colour to {colours}
set value to 2..{highest}
set wagers-a-colour to 1
set hand-size to {hand}
set expedition-cost to 2
set bonus to 3
set bonus-length to 3
set games-in-a-match to 1
"""
COLOURS = ("yellow", "blue", "white")


@dataclass(frozen=True, slots=True)
class Instance:
    """So many colours with the numbers from 2 on and one wager each, so many cards in hand, one starter or both."""

    name: str
    colours: int
    highest: int
    hand: int
    starters: int = 2

    @property
    def values(self) -> range:
        return range(2, self.highest + 1)

    @property
    def words(self) -> str:
        who = "either player starts" if self.starters == 2 else "the first player starts"
        return f"{self.colours} colours, 2 to {self.highest} and a wager, {self.hand} in hand, {who}"

    def machine(self, folder: Path) -> Machine:
        """The machine of our rules, made this small."""
        path = folder / f"{self.name}.rules"
        colours = ", ".join(COLOURS[: self.colours])
        text = TEXT.format(
            name=self.name, colours=colours, highest=self.highest, hand=self.hand, words=self.words
        )
        path.write_text(text, encoding="utf-8")
        return program_of(f"lost-cities+{path}").machine


TINY = Instance("tiny-again", 2, 3, 1, starters=1)
MIDDLE = Instance("middle", 2, 4, 2, starters=1)
LARGE = Instance("large", 2, 5, 3, starters=1)
