"""Decisions in the middle of things: who is asked, what is left out, what is remembered and forgotten."""

from tests.rules import Unshuffled, engine, made
from verifier.kernel.machine import Decide
from verifier.runtime import STOP

TURN = """\
turn
    play: one of lay

action lay
    choose number in my hand
    move number to my row of number.suit
"""


def do(machine, state, action, **choices):
    """Takes the first legal move of this action whose choices have these names."""
    decide = machine.decide(state)
    for move in machine.legal(state):
        if move[0] == STOP:
            if action == "stop":
                machine.step(state, move, Unshuffled())
                return
            continue
        told = machine.describe(move, state)
        if decide.alternatives[move[0]].action == action and choices.items() <= told["with"].items():
            machine.step(state, move, Unshuffled())
            return
    raise AssertionError(f"{action} {choices} is not legal")


def coins(machine, state):
    return [machine.get(state, "coins", (player,)) for player in range(2)]


def test_an_opponent_is_asked_in_the_middle_of_my_action(tmp_path):
    game = engine(
        tmp_path,
        TURN,
        """\
after lay
    my opponent chooses suit
    rule red-pays
        when suit is red
        add 5 to my coins
""",
    )
    state = game.new(Unshuffled())
    do(game, state, "lay")
    assert game.player(state) == 1
    do(game, state, "choose", suit="red")
    assert coins(game, state) == [5, 0]
    assert game.player(state) == 1, "and then it is the opponent's own turn"


def test_a_choice_without_an_option_leaves_out_the_rest_of_its_block(tmp_path):
    game = engine(tmp_path, TURN, "after lay\n    choose number in heap\n    add 5 to my coins\n")
    state = game.new(Unshuffled())
    do(game, state, "lay")
    assert coins(game, state) == [0, 0]
    assert game.player(state) == 1


def test_what_is_shown_is_hidden_again_though_the_rest_of_the_block_is_left_out(tmp_path):
    shown = "after lay\n    show my opponent.hand to me\n    may choose suit\n    add 5 to my coins\n"
    game = engine(tmp_path, TURN, shown)
    state = game.new(Unshuffled())
    do(game, state, "lay")
    assert "things" in game.view(state, 0)["zones"]["hand of 1"]
    do(game, state, "stop")
    assert "things" not in game.view(state, 0)["zones"]["hand of 1"]
    assert coins(game, state) == [0, 0]


def test_a_declined_choice_leaves_out_the_rest_of_its_block(tmp_path):
    game = engine(tmp_path, TURN, "after lay\n    may choose suit\n    add 5 to my coins\n")
    state = game.new(Unshuffled())
    do(game, state, "lay")
    do(game, state, "stop")
    assert coins(game, state) == [0, 0]


def test_what_stands_behind_a_rule_with_a_vain_choice_is_done(tmp_path):
    piece = """\
after lay
    rule first
        when my coins is 0
        choose number in heap
        add 5 to my coins
    add 1 to my coins
"""
    game = engine(tmp_path, TURN, piece)
    state = game.new(Unshuffled())
    do(game, state, "lay")
    assert coins(game, state) == [1, 0]


def test_everybody_is_asked_in_turn_the_active_player_first(tmp_path):
    game = engine(
        tmp_path, TURN, "after lay\n    each player p\n        p chooses suit\n        add 1 to p.coins\n"
    )
    state = game.new(Unshuffled())
    do(game, state, "lay")
    asked = []
    while game.machine.blocks and "choose" in {a.action for a in game.decide(state).alternatives}:
        asked.append(game.player(state))
        do(game, state, "choose")
    assert asked == [0, 1]
    assert coins(game, state) == [1, 1]


def test_what_ended_a_round_does_not_end_it_again_while_somebody_decides_after_it(tmp_path):
    piece = """\
rounds 2
after lay
    move every number in deck to heap
after round
    each player p
        p chooses suit
        add 1 to p.coins
"""
    game = engine(tmp_path, TURN, piece)
    state = game.new(Unshuffled())
    for round_ in (1, 2):
        assert game.get(state, "round") == round_
        do(game, state, "lay")
        for _ in range(2):
            do(game, state, "choose")
    assert coins(game, state) == [1, 1]
    assert game.legal(state) == []


def test_a_repeated_choice_is_asked_as_often_as_was_counted_at_first(tmp_path):
    piece = """\
amount times: 0..9
after lay
    set times to 3
    repeat times times
        choose suit
        take 1 from times
        add 1 to my coins
"""
    game = engine(tmp_path, TURN, piece)
    state = game.new(Unshuffled())
    do(game, state, "lay")
    for _ in range(3):
        do(game, state, "choose")
    assert coins(game, state) == [3, 0]


def test_an_auction_goes_round_until_one_is_left(tmp_path):
    piece = """\
note bidding per player
define bidders: count player p where p is bidding
after lay
    each player p
        set p.bidding
    go round player p from left of me where p is bidding until bidders is 1
        one of raise, pass, by p
action raise
    add 1 to my coins
action pass
    clear my bidding
"""
    game = engine(tmp_path, TURN, piece)
    state = game.new(Unshuffled())
    do(game, state, "lay")
    asked = []
    for action in ("raise", "raise", "raise", "pass"):
        asked.append(game.player(state))
        do(game, state, action)
    assert asked == [1, 0, 1, 0]
    assert coins(game, state) == [1, 2]


def test_a_procedure_called_from_two_places_returns_to_each(tmp_path):
    piece = """\
procedure gain with player p
    p chooses suit
    add 1 to p.coins
after lay
    do gain with me
    do gain with my opponent
    add 5 to my coins
"""
    game = engine(tmp_path, TURN, piece)
    state = game.new(Unshuffled())
    do(game, state, "lay")
    do(game, state, "choose")
    do(game, state, "choose")
    assert coins(game, state) == [6, 1]


def test_a_circle_of_last_steps_is_a_jump(tmp_path):
    piece = """\
procedure walk
    choose suit
    add 1 to my coins
    rule on-and-on
        when my coins is less than 4
        do walk
after lay
    do walk
"""
    game = engine(tmp_path, TURN, piece)
    state = game.new(Unshuffled())
    do(game, state, "lay")
    for _ in range(4):
        do(game, state, "choose")
    assert coins(game, state) == [4, 0]


def test_nothing_under_way_is_left_in_the_state_when_it_is_done(tmp_path):
    piece = "after lay\n    each player p\n        p chooses suit\n        add 1 to p.coins\n"
    game = engine(tmp_path, TURN, piece)
    state = game.new(Unshuffled())
    do(game, state, "lay")
    do(game, state, "choose")
    do(game, state, "choose")
    frames = {
        name: game.get(state, name) for name, cell in game.machine.cells.items() if cell.life == "spilled"
    }
    assert frames == {name: game.machine.cells[name].starts for name in frames}


def test_a_pause_stands_in_a_block_of_its_own(tmp_path):
    machine = made(tmp_path, TURN, "after lay\n    choose suit\n    add 1 to my coins\n")
    assert all(not block.steps for block in machine.blocks.values() if isinstance(block.out, Decide))


def test_a_guard_refuses_by_its_name(tmp_path):
    piece = """\
turn
    play: one of lay
action lay
    choose number in my hand
    rule small
        require number.value is less than 3
    move number to my row of number.suit
"""
    game = engine(tmp_path, piece)
    state = game.new(Unshuffled())
    three = next(n for n, thing in enumerate(game.machine.things) if thing.name == "blue-3")
    assert [refusal.rule for refusal in game.refusals(state, "lay", {"number": three})] == ["small"]


def test_a_choice_before_the_set_up_does_not_end_the_round(tmp_path):
    game = engine(
        tmp_path,
        TURN,
        "procedure bid\n    choose suit\n    add 1 to my coins\n",
        "before setup\n    do bid\n",
        "before lay\n    do bid\n",
    )
    state = game.new(Unshuffled())
    # The deck is still empty, which ends a round that has begun.
    assert not game.over(state)
    do(game, state, "choose", suit="red")
    assert coins(game, state) == [1, 0]
    assert game.decide(state).alternatives[0].action == "lay"


def test_a_number_remembered_for_later_is_the_one_found_or_the_one_said_instead(tmp_path):
    game = engine(
        tmp_path,
        TURN.replace("my row of number.suit", "heap"),
        """\
before turn
    let found be bottom value of number in heap else 9
    active chooses suit
    add found to my coins
""",
    )
    state = game.new(Unshuffled())
    do(game, state, "choose", suit="red")
    assert coins(game, state) == [9, 0], "the heap is empty"
    do(game, state, "lay", number="blue-3")
    do(game, state, "choose", suit="red")
    assert coins(game, state) == [9, 3]
