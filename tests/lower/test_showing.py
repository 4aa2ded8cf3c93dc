"""What is shown: to whom, and what happens where there is nothing to show or nobody to show it to."""

import pytest

from tests.agreement.definition import follow
from tests.agreement.definition_scenarios import MirroredRunner, scenario_failures
from tests.lower.test_pauses import do
from tests.rules import Unshuffled, engine, text
from verifier.engine import Engine
from verifier.program import program_of

TURN = """\
turn
    play: one of look

note chief: player
note latest: number
"""
LOOK_ON = """\
action look
    show deck to me
    choose suit
    add 1 to my coins

procedure tidy
    add 2 to my coins
"""
LEAVES_THE_LOOK = """\
scenario a-procedure-instead-of-the-choice
    when I look
    when do tidy
    then my coins is 2

scenario the-turn-ends-instead
    when I look
    when turn ends
    then my coins is 0
"""


def test_where_there_is_nothing_nothing_is_shown(tmp_path):
    game = engine(
        tmp_path, TURN, "action look\n    show latest to everyone\n    choose suit\n    add 1 to my coins\n"
    )
    state = game.new(Unshuffled())
    do(game, state, "look")
    do(game, state, "choose")
    assert game.get(state, "coins", (0,)) == 1


def test_where_there_is_nobody_nobody_sees(tmp_path):
    game = engine(
        tmp_path, TURN, "action look\n    show deck to chief\n    choose suit\n    add 1 to my coins\n"
    )
    state = game.new(Unshuffled())
    do(game, state, "look")
    assert all("things" not in game.view(state, player)["zones"]["deck"] for player in range(2))


def test_who_was_shown_something_is_settled_when_it_is_shown(tmp_path):
    game = engine(
        tmp_path,
        TURN,
        "setup\n    set chief to first\n",
        "action look\n    show deck to chief\n    set chief to second\n    choose suit\n    add 1 to my coins\n",
    )
    state = game.new(Unshuffled())
    do(game, state, "look")
    assert "things" in game.view(state, 0)["zones"]["deck"]
    assert "things" not in game.view(state, 1)["zones"]["deck"]
    do(game, state, "choose")
    assert all("things" not in game.view(state, player)["zones"]["deck"] for player in range(2))


def test_what_is_shown_when_the_round_ends_is_shown_no_longer(tmp_path):
    game = engine(
        tmp_path,
        TURN,
        "end\n    rule rich\n        when first.coins is 1\n",
        "action look\n    show deck to me\n    add 1 to my coins\n    choose suit\n",
    )
    state = game.new(Unshuffled())
    do(game, state, "look")
    assert game.over(state)
    assert all("things" not in game.view(state, player)["zones"]["deck"] for player in range(2))


def test_a_scenario_that_goes_on_elsewhere_shows_nothing_of_what_it_left(tmp_path):
    path = tmp_path / "tiny.rules"
    path.write_text(text(TURN, LOOK_ON, LEAVES_THE_LOOK), encoding="utf-8")
    program = program_of(str(path), 2)
    runner = MirroredRunner(program)
    # Whatever the machine still shows and the definition does not is a disagreement.
    assert [scenario_failures(runner, each) for each in program.game.scenarios] == [[], []]


def test_what_an_outer_block_shows_stays_shown_when_an_inner_one_ends(tmp_path):
    path = tmp_path / "tiny.rules"
    steps = "show deck to everyone\n    rule inner\n        show deck to chief\n        choose suit\n    choose suit\n"
    path.write_text(
        text(TURN, f"setup\n    set chief to second\n\naction look\n    {steps}    add 1 to my coins\n"),
        encoding="utf-8",
    )
    program = program_of(str(path), 2)
    game = Engine(program.machine)
    state = game.new(Unshuffled())
    do(game, state, "look")
    do(game, state, "choose")
    assert all("things" in game.view(state, player)["zones"]["deck"] for player in range(2))
    do(game, state, "choose")
    assert all("things" not in game.view(state, player)["zones"]["deck"] for player in range(2))
    assert follow(program.game, program.machine, 20).steps == 20


def test_a_scenario_shows_nothing_of_the_turn_in_which_the_set_up_ended(tmp_path):
    steps = "    show active.hand to everyone\n    choose suit\n    add 1 to my coins\n"
    turn = f"starter second\n\nturn\n    look: do look-on\n\nprocedure look-on\n{steps}"
    path = tmp_path / "tiny.rules"
    path.write_text(text(turn, "scenario at-first\n    then my coins is 0\n"), encoding="utf-8")
    program = program_of(str(path), 2)
    runner = MirroredRunner(program)
    # The hand of the starter was shown; the scenario begins with the turn of the first player.
    assert [scenario_failures(runner, each) for each in program.game.scenarios] == [[]]


@pytest.mark.parametrize("outer", ["", "    show deck to second\n"])
def test_a_name_of_the_head_that_stands_for_nobody_sees_nothing(tmp_path, outer):
    head = "    choose n from 0 to 1\n    let p be the player p from me where n is 1\n"
    inner = "    rule inner\n        show deck to p\n        choose suit\n"
    path = tmp_path / "tiny.rules"
    path.write_text(text(TURN, f"action look\n{head}{outer}{inner}    add 1 to my coins\n"), encoding="utf-8")
    program = program_of(str(path), 2)
    game = Engine(program.machine)
    for n in range(2):
        state = game.new(Unshuffled())
        game.step(state, (0, n), Unshuffled())
        seen = ["things" in game.view(state, player)["zones"]["deck"] for player in range(2)]
        assert seen == [n == 1, bool(outer)]
        do(game, state, "choose")
        assert game.get(state, "coins", (0,)) == 1
    assert follow(program.game, program.machine, 20).steps == 20
