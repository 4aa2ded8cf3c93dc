"""What is written on a card counts while it lies in play, for its owner, once per copy."""

from tests.rules import Unshuffled, engine
from verifier.kernel.expression import Call, Const

PIECES = """\
zone yard: set per player, seen, in play
card mill: copies 2
    change income
        rule mill-grinds
            when p is me
            add 2
    after rest
        rule mill-pays
            when my coins is less than 9
            add 3 to my coins
    on built
        rule only-with-a-coin
            require my coins is at least 1
        add 1 to my coins
define income for player p: 1
turn
    play: one of rest, build
action rest
    add 1 to my coins
action build
    choose mill in box
    move mill to my yard
    do mill.built
"""


def income(game, state, player):
    return game.evaluate(Call("income", (Const(player, game.machine.all_things),)), state, {})


def mills(game):
    return [n for n, thing in enumerate(game.machine.things) if thing.design == "mill"]


def yard(game, player):
    return game.machine.families["yard"].base + player


def test_a_change_counts_once_for_each_copy_in_play(tmp_path):
    game = engine(tmp_path, PIECES)
    state = game.new(Unshuffled())
    assert [income(game, state, player) for player in range(2)] == [1, 1]
    for mill in mills(game):
        game.place(state, mill, yard(game, 0))
    assert [income(game, state, player) for player in range(2)] == [5, 1]


def test_a_hook_on_a_card_works_for_its_owner_whoever_acts(tmp_path):
    game = engine(tmp_path, PIECES)
    state = game.new(Unshuffled())
    game.place(state, mills(game)[0], yard(game, 1))
    rest = next(move for move in game.legal(state) if game.describe(move, state)["action"] == "rest")
    game.step(state, rest, Unshuffled())
    assert [game.get(state, "coins", (player,)) for player in range(2)] == [1, 3]


def test_a_guard_at_the_head_of_a_text_refuses_the_action_that_leads_there(tmp_path):
    game = engine(tmp_path, PIECES)
    state = game.new(Unshuffled())
    refusals = game.refusals(state, "build", {"mill": mills(game)[0]})
    assert [refusal.rule for refusal in refusals] == ["only-with-a-coin"]
