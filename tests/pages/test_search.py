"""The player of the page who thinks ahead: fair, legal, and better than one who takes any move."""

import pytest

from tests.agreement.browser import NODE
from tests.pages.opponents import players_of

pytestmark = pytest.mark.skipif(NODE is None, reason="no `node` on the path to run JavaScript")


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "count"), [("lost-cities", 2), ("hanabi", 3), ("hearts", 4)])
def test_who_searches_knows_only_what_the_seat_sees(ruleset, count):
    with players_of(ruleset, count) as players:
        positions = players.ask("blind", seed=3, moves=11, iterations=30, deals=1)
    assert positions
    for looks in positions:
        assert len({each["view"] for each in looks}) == 1
        assert len({each["move"] for each in looks}) == 1
    # It was really dealt otherwise.
    assert any(len({each["all"] for each in looks}) > 1 for looks in positions)


@pytest.mark.slow
def test_who_searches_beats_who_takes_any_move():
    with players_of("lost-cities+single-round", 2) as players:
        told = players.ask("play", seed=2, seats=["random", "search"], iterations=60, most=500)
        assert (told["over"], told["fault"]) == (True, None)
        assert told["winners"] == [1]
