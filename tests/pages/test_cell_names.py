"""Amounts, notes and dice that people see at the table have a word in every language of their game."""

import pytest

from verifier.pages.table_words import TableWords
from verifier.pages.voices import Speakers
from verifier.program import program_of

GAMES = (
    "catan-duel",
    "catan-duel+war",
    "hanabi",
    "hearts",
    "lost-cities",
    "lost-cities-board",
    "lost-cities-duel",
    "lost-cities-rivals",
    "schotten-totten",
)
# The same word in French.
SAME = {"total", "points", "production"}


@pytest.mark.parametrize("lang", ["fr", "de"])
@pytest.mark.parametrize("ruleset", GAMES)
def test_every_amount_has_a_word(ruleset, lang):
    program = program_of(ruleset)
    machine, words = program.machine, TableWords(program, lang, Speakers())
    unspoken = {machine.active, machine.shown_things, machine.shown_zones, "playing", "next-player"}
    cells = {name for name, cell in machine.cells.items() if cell.life != "spilled"} - unspoken - SAME
    assert [name for name in sorted(cells) if words.name(name) == name.replace("-", " ")] == []
