"""Who starts: known before the set-up, or by the deal after it."""

import pytest

from tests.agreement.definition import follow
from tests.rules import FRAME
from verifier.engine import Engine
from verifier.program import program_of
from verifier.runtime import Seeded

SHUFFLED = FRAME.replace("    each player p\n", "    shuffle deck\n    each player p\n")
REST = """\
turn
    play: one of lay

action lay
    choose number in my hand
    move number to my row of number.suit
"""
HOLDS = "define low for player p: lowest value of number in p.hand else 9\n"


def program(folder, *pieces):
    path = folder / "tiny.rules"
    path.write_text("\n".join((SHUFFLED, *pieces, REST)), encoding="utf-8")
    return program_of(str(path), 2)


def lowest(engine, state, player):
    hand = engine.machine.families["hand"].base + player
    return min(int(engine.machine.things[thing].name[-1]) for thing in state.zones[hand])


@pytest.mark.parametrize("rounds", ["", "rounds 3\n"])
def test_the_deal_says_who_starts(tmp_path, rounds):
    made = program(tmp_path, HOLDS, rounds, "starter lowest low, then first\n")
    engine = Engine(made.machine)
    seats = set()
    for seed in range(20):
        state = engine.new(Seeded(seed))
        lows = [lowest(engine, state, player) for player in range(2)]
        assert engine.player(state) == lows.index(min(lows))
        seats.add(engine.player(state))
    assert seats == {0, 1}
    follow(made.game, made.machine, 60)


def test_a_note_that_the_set_up_writes_says_who_starts(tmp_path):
    note = "note keen: player\nafter setup\n    set keen to second\n"
    made = program(tmp_path, note, "starter keen\n")
    engine = Engine(made.machine)
    assert engine.player(engine.new(Seeded(1))) == 1


def test_later_rounds_have_their_own_starter(tmp_path):
    made = program(
        tmp_path, HOLDS, "rounds 3\n", "starter lowest low, then first\nlater starter left of active\n"
    )
    tally = follow(made.game, made.machine, 80)
    assert tally.steps == 80


def test_what_is_given_is_known_before_the_set_up(tmp_path):
    made = program(tmp_path, "note eldest: player, given\n", "starter eldest\n")
    assert not made.game.starts_by_the_deal
    engine = Engine(made.machine)
    state = engine.new(Seeded(1), {"eldest": 1})
    assert engine.player(state) == 1


def test_the_first_round_is_known_where_nobody_counts_them(tmp_path):
    made = program(
        tmp_path,
        HOLDS,
        "rounds until any player p where p.coins is at least 20\n",
        "starter lowest low, then first\nlater starter left of active\n",
    )
    assert follow(made.game, made.machine, 80).steps == 80
