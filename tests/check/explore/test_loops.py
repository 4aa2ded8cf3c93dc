"""Loops in games of any size."""

from tests.check.explore.games import CARDS, HEAP, SWAPPING, compiled_text
from verifier.check.explore import find_loop
from verifier.check.explore.loops import ZoneFlow
from verifier.engine import Engine
from verifier.trace import replayed

BIG = SWAPPING.replace("copies 2", "copies 40").replace("move 1 from deck", "move 6 from deck")
DICE = """\
game dice
players 2
amount coins per player: 0..6, rest lost
note eldest: player, given
die wheel: 1..6

turn
    spin: do spin-it
    end-it: at most one of quit

procedure spin-it
    roll wheel
    add wheel to my coins

action quit
    rule rich
        require my coins is 6
    set first.coins to 0
    set second.coins to 0

end
    rule never
        when first.coins is 0 and second.coins is 0 and eldest is nothing

starter eldest
winner highest coins, then shared
"""


def closes(machine, loop):
    """Does the play come back to the state at which its loop begins?"""
    keys = []
    engine = Engine(machine)
    replay = replayed(engine, loop.play.written, lambda number, state, move: keys.append(state.key()))
    return replay.legal and replay.state.key() == keys[loop.start]


def test_a_short_loop_is_found_in_a_large_game(tmp_path):
    _, machine = compiled_text(tmp_path, BIG)
    loop = find_loop(machine)
    assert not loop.chance
    assert loop.length <= 6
    assert closes(machine, loop)


def test_a_loop_that_needs_luck_says_so(tmp_path):
    _, machine = compiled_text(tmp_path, DICE)
    loop = find_loop(machine)
    assert loop.chance
    assert closes(machine, loop)
    assert loop.play.written.rolls


def test_no_loop_is_found_where_there_is_none(tmp_path):
    for text in (HEAP, CARDS):
        _, machine = compiled_text(tmp_path, text)
        assert find_loop(machine, work=3_000) is None


def test_the_same_seed_finds_the_same_loop(tmp_path):
    _, machine = compiled_text(tmp_path, BIG)
    assert find_loop(machine, seed=7) == find_loop(machine, seed=7)


def test_components_go_round_between_hand_and_table_and_never_back_to_the_deck(tmp_path):
    _, machine = compiled_text(tmp_path, BIG)
    flow = ZoneFlow(Engine(machine), seed=1)
    assert flow.cycle["hand"] == {"hand", "table"}
    assert flow.cycle["deck"] == {"deck"}
