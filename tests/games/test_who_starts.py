"""Whom the players name starts: the oldest, the last to have a birthday, the one they have agreed upon."""

import pytest

from verifier.engine import Engine
from verifier.program import counts_of, program_of
from verifier.runtime import Seeded

NAMED = {
    "lost-cities": "oldest",
    "lost-cities-duel": "oldest",
    "lost-cities-rivals": "last-birthday",
    "lost-cities-board": "chosen-starter",
}


@pytest.mark.parametrize(("game", "name"), NAMED.items())
def test_the_one_who_is_named_starts(game, name):
    for players in counts_of(game):
        engine = Engine(program_of(game, players).machine)
        for seat in range(players):
            state = engine.new(Seeded(seat), {name: seat})
            assert engine.get(state, "active") == seat
            assert engine.player(state) == seat
