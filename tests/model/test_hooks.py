"""What texts add at a place: when it happens, and that several leave out only the rest of themselves."""

import pytest

from tests.agreement.definition import follow
from tests.lower.test_pauses import do
from tests.rules import Unshuffled, text
from verifier.engine import Engine
from verifier.program import program_of

TURN = "turn\n    go: one of act\n\naction act\n    add 1 to my coins\n"
NOTHING_THERE = "let n be top number in heap if any\n    move n to deck"
SECOND = "after act\n    add 2 to my coins\n"
THIRD = (
    "card watcher: copies 1\n    after act\n        add 4 to my coins\n"
    "zone tower: space per player, seen, in play\n"
)
STANDING = "after setup\n    move every watcher to first.tower\n"


def played(folder, *pieces):
    path = folder / "tiny.rules"
    path.write_text(text(TURN, *pieces), encoding="utf-8")
    program = program_of(str(path), 2)
    game = Engine(program.machine)
    state = game.new(Unshuffled())
    follow(program.game, program.machine, 10)
    return game, state


@pytest.mark.parametrize(("added", "coins"), [((SECOND,), 3), ((SECOND, THIRD, STANDING), 7)])
def test_nothing_to_name_leaves_out_nothing_that_others_add(added, coins, tmp_path):
    game, state = played(tmp_path, f"after act\n    {NOTHING_THERE}\n", *added)
    do(game, state, "act")
    assert game.get(state, "coins", (0,)) == coins


def test_a_choice_declined_leaves_out_nothing_that_others_add(tmp_path):
    game, state = played(
        tmp_path, "after act\n    may choose number in my hand\n    move number to heap\n", SECOND
    )
    do(game, state, "act")
    game.step(state, (-1,), Unshuffled())
    assert game.get(state, "coins", (0,)) == 3


def test_what_one_shows_is_hidden_when_the_next_begins(tmp_path):
    looks = "after act\n    show deck to everyone\n    choose suit\n"
    game, state = played(tmp_path, looks, "after act\n    choose suit\n    add 2 to my coins\n")
    do(game, state, "act")
    assert "things" in game.view(state, 1)["zones"]["deck"]
    do(game, state, "choose")
    assert "things" not in game.view(state, 1)["zones"]["deck"]


@pytest.mark.parametrize("once", ["", " once"])
def test_nothing_to_name_in_a_set_up_leaves_out_nothing_that_others_set_up(once, tmp_path):
    game, state = played(
        tmp_path, f"setup{once}\n    {NOTHING_THERE}\n", f"setup{once}\n    add 2 to first.coins\n"
    )
    assert game.get(state, "coins", (0,)) == 2


ROUNDS = """\
rounds 2
amount stamps per player: 0..20, kept
before round
    first chooses suit
    add 1 to first.stamps
after round
    add 4 to first.stamps
end
    rule a-coin
        at end of turn
        when my coins is 1
measure stamps-rise rises each round: first.stamps
"""


def test_before_a_round_comes_when_it_begins_and_after_a_round_when_it_is_over(tmp_path):
    game, state = played(tmp_path, ROUNDS.replace("my coins", "active.coins"))
    stamps = []
    while not game.over(state):
        stamps.append(game.get(state, "stamps", (0,)))
        game.step(state, game.legal(state)[0], Unshuffled())
    assert stamps == [0, 1, 5, 6]
    assert game.get(state, "stamps", (0,)) == 10
