"""The definition on tiny games, held against what the language page says and not against the machine."""

import pytest

from tests.rules import text
from verifier import definition as d
from verifier.definition.choices import refusals
from verifier.program import program_of

TURN = """
turn
    go: one of act, rest

action rest
    add 1 to my coins
"""


class Reversing:
    """Chance turns every pile over, and dice show their last face."""

    def shuffled(self, zone, pile):
        return list(pile)[::-1]

    def rolled(self, die, faces):
        return faces[-1]


@pytest.fixture
def playing(tmp_path):
    def begin(*pieces, turn=TURN, watch=lambda moment: None):
        path = tmp_path / "tiny.rules"
        path.write_text(text(turn, *pieces), encoding="utf-8")
        play = d.Play(program_of(str(path), 2).game, Reversing(), watch)
        play.begin()
        return play

    return begin


def zone(play, name, *index):
    """The names of what lies in a zone, from bottom to top."""
    at = play.at
    return [at.game.things[thing].name for thing in at.zones[at.number_of[name, index]]]


def take(play, action):
    """The first move that is this action."""
    asked = play.decision
    play.take(next(m for m in asked.moves if m != d.STOP and asked.alternatives[m[0]].action == action))


def test_the_deal_takes_from_the_top_and_begins_with_the_active_player(playing):
    play = playing("action act\n    add 1 to my coins\n")
    assert zone(play, "deck") == ["red-1", "red-2"]
    assert zone(play, "hand", 0) == ["blue-2", "blue-3"]
    assert zone(play, "hand", 1) == ["red-3", "blue-1"]


def test_what_is_moved_from_a_pile_keeps_its_order(playing):
    play = playing("action act\n    shuffle deck\n    move every number in deck to heap\n")
    take(play, "act")
    assert zone(play, "heap") == ["red-2", "red-1"]


def test_the_members_are_those_at_the_start(playing):
    play = playing(
        "action act\n    each number n in my hand where count number in my hand is 2\n        move n to heap\n"
    )
    take(play, "act")
    assert zone(play, "hand", 0) == []


def test_sets_are_swapped_as_a_whole(playing):
    play = playing("action act\n    swap my hand with opponent.hand\n")
    take(play, "act")
    assert zone(play, "hand", 0) == ["red-3", "blue-1"]
    assert zone(play, "hand", 1) == ["blue-2", "blue-3"]


def test_a_rule_of_the_head_refuses_by_its_name(playing):
    play = playing(
        "action act\n    choose number in my hand\n    rule only-threes\n        require number.value is 3\n"
        "    move number to heap\n"
    )
    asked = play.decision
    hand = play.at.zones[play.at.number_of["hand", (0,)]]
    refused = {thing: refusals(asked.alternatives[0], {"number": thing}, play.at) for thing in range(6)}
    assert asked.moves == ((0, hand[1]), (1,))
    assert refused[hand[0]] == ["only-threes"]
    assert refused[0] == ["number", "only-threes"]
    assert refused[hand[1]] == []


def test_without_an_option_the_rest_of_the_block_is_left_out(playing):
    play = playing(
        "action act\n    do ask\n    add 1 to my coins\n",
        "procedure ask\n    choose number in heap\n    add 5 to my coins\n",
    )
    take(play, "act")
    assert play.at.read("coins", (0,)) == 1


def test_nothing_to_name_leaves_out_the_rest_of_the_block(playing):
    play = playing(
        "action act\n    do ask\n    add 1 to my coins\n",
        "procedure ask\n    let top-one be top number in heap\n    add 5 to my coins\n",
    )
    take(play, "act")
    assert play.at.read("coins", (0,)) == 1


def test_a_number_below_zero_is_something(playing):
    play = playing("action act\n    let debt be 0 - 1\n    add 2 + debt to my coins\n")
    take(play, "act")
    assert play.at.read("coins", (0,)) == 1


def test_what_is_shown_is_seen_until_the_block_ends(playing):
    play = playing(
        "action act\n    do look\n    add 1 to my coins\n",
        "procedure look\n    show deck to me\n    choose number in my hand\n    move number to heap\n",
    )
    assert d.view(play.at, 0)["zones"]["deck"] == {"count": 2}
    take(play, "act")
    assert d.view(play.at, 0)["zones"]["deck"] == {"count": 2, "things": ["red-1", "red-2"]}
    assert d.view(play.at, 1)["zones"]["deck"] == {"count": 2}
    take(play, "choose")
    assert d.view(play.at, 0)["zones"]["deck"] == {"count": 2}


def test_a_value_out_of_range_is_impossible(playing):
    play = playing("action act\n    take 1 from my coins\n")
    with pytest.raises(d.Impossible) as found:
        take(play, "act")
    assert (found.value.property, found.value.subject) == ("bounds", "coins")


def test_moments_are_passed_in_order_and_the_end_is_asked_before_a_decision(playing):
    moments = []
    play = playing("action act\n    move every number in deck to heap\n", watch=moments.append)
    take(play, "act")
    assert play.decision is None
    assert moments == [
        "start of round",
        "start of turn",
        "end of turn",
        "start of turn",
        "end of round",
        "end of game",
    ]
    assert d.winners(play.at) == (0, 1)


def test_a_die_shows_what_chance_says(playing):
    play = playing("die cube: 1..6", "action act\n    roll cube\n    add cube to my coins\n")
    take(play, "act")
    assert d.scores(play.at) == (6, 0)


def test_a_round_trip_of_bids_asks_seat_after_seat(playing):
    play = playing(
        "note in-it per player",
        "action act\n    do auction\n",
        "procedure auction\n    each player p\n        set p.in-it\n"
        "    go round player p from left of me where p is in-it until no player q where q is in-it\n"
        "        one of leave, by p\n",
        "action leave\n    clear my in-it\n    add 2 to my coins\n",
    )
    take(play, "act")
    assert play.decision.player == 1
    take(play, "leave")
    assert play.decision.player == 0
    take(play, "leave")
    assert d.scores(play.at) == (2, 2)
