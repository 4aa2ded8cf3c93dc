"""Whom the players name starts: the oldest, the last to have a birthday, the one they have agreed upon."""

import pytest

from verifier.backends.machine import Engine
from verifier.pipeline import counts_of, machine
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
        engine = Engine(machine(game, players))
        for seat in range(players):
            state = engine.new(Seeded(seat), {name: seat})
            assert engine.get(state, "active") == seat
            assert engine.player(state) == seat
