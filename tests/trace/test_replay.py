"""A play held against the rules: what chance gave, who moved, and what refuses a move."""

from dataclasses import replace

import pytest

from verifier.diagnostics import Rejected
from verifier.engine import Engine
from verifier.program import program_of
from verifier.trace.replay import replayed
from verifier.trace.trace import WrittenTrace


def rejected(engine, play, **changes):
    with pytest.raises(Rejected) as caught:
        replayed(engine, replace(play, **changes))
    return caught.value.report.diagnostics[0]


def with_move(play, number, **changes):
    moves = list(play.moves)
    moves[number] = {**moves[number], **changes}
    return tuple(moves)


def first(play, action):
    return next(number for number, move in enumerate(play.moves) if move["action"] == action)


def test_a_play_is_accepted_to_its_end(engine, play):
    found = replayed(engine, play)
    assert found.legal
    assert found.over
    assert len(found.moves) == len(play.moves)


def test_half_a_play_is_accepted_and_not_over(engine, play):
    found = replayed(engine, replace(play, moves=play.moves[:3]))
    assert found.legal
    assert not found.over


def test_moves_after_the_end_are_refused(engine, play):
    found = rejected(engine, play, moves=(*play.moves, play.moves[0]))
    assert found.code == "R424"
    assert found.labels[0].text == f"moves[{len(play.moves)}]"


@pytest.mark.parametrize("name", ["shuffles", "rolls"])
def test_chances_after_the_end_are_refused(engine, play, name):
    entries = getattr(play, name)
    assert rejected(engine, play, **{name: (*entries, entries[0])}).code == "R425"


# --- shuffles


def test_copies_stand_for_each_other(engine, play):
    def first_copy(word):
        return word.removesuffix("-2") if isinstance(word, str) and "stone" in word else word

    shuffle = tuple(map(first_copy, play.shuffles[0]))
    assert len(set(shuffle)) < len(shuffle)
    moves = [
        {**move, "with": {name: first_copy(word) for name, word in move.get("with", {}).items()}}
        for move in play.moves
    ]
    found = replayed(engine, replace(play, shuffles=(shuffle,), moves=tuple(moves)))
    assert found.legal
    assert found.over


def test_a_shuffle_that_repeats_a_card_is_refused(engine, play):
    shuffle = list(play.shuffles[0])
    twice, other, *_ = [name for name in shuffle if "stone" not in name]
    shuffle[shuffle.index(other)] = twice
    found = rejected(engine, play, shuffles=(tuple(shuffle),))
    assert found.code == "R414"
    assert found.title == f"the shuffle of `bag` has `{twice}` too often"


def test_a_shuffle_that_lacks_a_card_is_refused(engine, play):
    lost = play.shuffles[0][0]
    found = rejected(engine, play, shuffles=(play.shuffles[0][1:],))
    assert found.code == "R416"
    assert lost.removesuffix("-2") in found.title


def test_a_missing_shuffle_is_told(engine, play):
    assert rejected(engine, play, shuffles=()).code == "R417"


MATCH = """\
game draws
players 2

card number: value 1..2
zone deck: pile, hidden
zone hand: set per player, seen by owner
amount points per player: 0..9, kept

setup
    move every number to deck
    shuffle deck

turn
    play: one of draw

action draw
    move top number in deck to my hand

end
    rule nothing-left
        when deck is empty

rounds 2

winner highest points, then shared
"""


def test_the_log_of_one_round_replayed_on_a_match_is_named(tmp_path):
    path = tmp_path / "draws.rules"
    path.write_text(MATCH)
    engine = Engine(program_of(str(path)).machine)
    shuffle = tuple(each.name for each in engine.machine.things)
    moves = tuple({"player": seat, "action": "draw", "with": {}} for seat in (0, 1))
    found = rejected(engine, WrittenTrace("draws", 2, shuffles=(shuffle,), moves=moves))
    assert found.code == "R417"
    assert (
        found.hint == "these 2 moves are a round, and the rules go on with the next: its shuffle is missing"
    )


def test_an_unknown_card_in_a_shuffle_gets_a_suggestion(engine, play):
    found = rejected(engine, play, shuffles=(("nort-1", *play.shuffles[0][1:]),))
    assert found.code == "R413"
    assert found.hint == "did you mean `north-1`?"
    assert found.labels[0].text == "shuffles[0][0]"


# --- rolls


def test_an_unknown_die_gets_a_suggestion(engine, play):
    found = rejected(engine, play, rolls=(("wnd", "calm"), *play.rolls[1:]))
    assert (found.code, found.hint) == ("R418", "did you mean `wind`?")


def test_an_unknown_face_is_told_with_the_faces_there_are(engine, play):
    found = rejected(engine, play, rolls=(("wind", "rain"), *play.rolls[1:]))
    assert (found.code, found.hint) == ("R419", "its faces are breeze, calm, storm")


def test_a_missing_roll_is_told(engine, play):
    assert rejected(engine, play, rolls=()).code == "R420"


# --- given


def test_what_comes_with_a_play_must_be_said(engine, play):
    assert rejected(engine, play, given={}).code == "R411"
    assert rejected(engine, play, given={"youngest": 7}).code == "R412"
    assert rejected(engine, play, given={"youngest": True}).code == "R412"
    assert "`null`" in rejected(engine, play, given={"youngest": None}).title
    assert rejected(engine, play, given={**play.given, "oldest": 0}).code == "R410"


# --- moves


def test_an_unknown_card_in_a_move_cannot_be_read(engine, play):
    lay = first(play, "lay")
    found = rejected(engine, play, moves=with_move(play, lay, **{"with": {"card": "north-9"}}))
    assert found.code == "R413"
    assert found.labels[0].text == f"moves[{lay}].with.card"


def test_an_unknown_action_or_choice_cannot_be_read(engine, play):
    assert rejected(engine, play, moves=with_move(play, 0, action="lie")).code == "R422"
    lay = first(play, "lay")
    assert rejected(engine, play, moves=with_move(play, lay, **{"with": {"crd": "north-1"}})).code == "R406"


def test_an_illegal_move_names_the_rule_and_what_it_read(engine, play):
    pay = first(play, "pay")
    found = replayed(engine, replace(play, moves=with_move(play, pay, **{"with": {"price": 5}})))
    assert found.refused is not None
    assert found.refused.number == pay
    (refusal,) = found.refused.refusals
    assert refusal.rule == "coins-enough"
    assert ("price", 5) in refusal.detail


def test_a_number_out_of_range_is_illegal_rather_than_unreadable(engine, play):
    pay = first(play, "pay")
    found = replayed(engine, replace(play, moves=with_move(play, pay, **{"with": {"price": 5_000}})))
    assert [refusal.rule for refusal in found.refused.refusals] == ["price"]


def test_a_move_of_the_wrong_player_is_illegal(engine, play):
    found = replayed(engine, replace(play, moves=with_move(play, 0, player=1 - play.moves[0]["player"])))
    assert [refusal.rule for refusal in found.refused.refusals] == ["player"]


def test_an_action_at_the_wrong_time_is_illegal(engine, play):
    stop = first(play, "stop")
    late = {"player": play.moves[stop]["player"], "action": "pay", "with": {"price": 1}}
    found = replayed(engine, replace(play, moves=(*play.moves[:stop], late)))
    assert [refusal.rule for refusal in found.refused.refusals] == ["pay"]
    early = replayed(engine, replace(play, moves=({"action": "stop"},)))
    assert [refusal.rule for refusal in early.refused.refusals] == ["stop"]
