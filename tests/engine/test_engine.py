"""What others use of the machine."""

import pytest

from tests.engine import tiny
from verifier.engine import Engine, Refusal
from verifier.kernel.expression import Read
from verifier.runtime import STOP, Fault, Seeded


class InOrder:
    """A pile stays as it was filled; a die shows its faces in turn."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def shuffle(self, zone, pile):
        pass

    def roll(self, cell, faces):
        return self.faces.pop(0)

    def draw(self, zone, pile):
        return pile[-1]


@pytest.fixture
def drawing():
    engine = Engine(tiny.drawing())
    return engine, engine.new(InOrder())


def moves_of(engine, state):
    return [engine.describe(move, state) for move in engine.legal(state)]


def test_a_move_is_told_as_it_is_written_in_a_play(drawing):
    engine, state = drawing
    assert moves_of(engine, state) == [
        {"player": 0, "action": "draw", "with": {}},
        {"player": 0, "action": "grab", "with": {"pebble": "pebble-1"}},
        {"player": 0, "action": "grab", "with": {"pebble": "pebble-2"}},
    ]


def test_every_legal_move_is_understood_as_it_is_told():
    for make in (tiny.drawing, tiny.auction, tiny.dice, tiny.suspended):
        engine = Engine(make())
        state = engine.new(Seeded(3))
        while moves := engine.legal(state):
            for move in moves:
                assert engine.parse(state, engine.describe(move, state)) == move
            engine.step(state, moves[0], Seeded(3))


def test_copies_stand_for_each_other(drawing):
    engine, state = drawing
    assert engine.parse(state, {"action": "grab", "with": {"pebble": "pebble"}}) == (1, 6)
    assert engine.parse(state, {"action": "grab", "with": {"pebble": "pebble-2"}}) == (1, 7)
    engine.step(state, (1, 7), InOrder())
    assert engine.parse(state, {"action": "grab", "with": {"pebble": "pebble-2"}}) == (1, 6)


def test_moves_that_differ_in_the_copy_count_once(drawing):
    engine, state = drawing
    assert engine.distinct(engine.legal(state), state) == [(0,), (1, 6)]


def test_a_refusal_names_the_rule_and_what_it_read(drawing):
    engine, state = drawing
    engine.step(state, (1, 6), InOrder())
    engine.step(state, (0,), InOrder())
    refusals = engine.parse(state, {"action": "grab", "with": {"pebble": "pebble"}})
    assert refusals == [Refusal("one-pebble-each", (("count pebble in my hand", 1),))]


@pytest.mark.parametrize(
    ("written", "rule"),
    [
        ({"action": "grab", "with": {"pebble": "card-1"}}, "pebble"),
        ({"action": "grab", "with": {"pebble": "gold"}}, "pebble"),
        ({"action": "grab", "with": {}}, "pebble"),
        ({"action": "grab", "with": {"pebble": "pebble", "stone": "pebble"}}, "stone"),
        ({"action": "fly", "with": {}}, "fly"),
        ({"action": "stop"}, "stop"),
        ({"player": 1, "action": "draw"}, "player"),
        ({}, "None"),
        ({"action": "grab", "with": [1]}, "with"),
    ],
)
def test_a_move_that_cannot_be_meant_is_refused(drawing, written, rule):
    engine, state = drawing
    refusals = engine.parse(state, written)
    assert rule in [refusal.rule for refusal in refusals]


def test_a_finished_play_allows_nothing():
    engine = Engine(tiny.drawing())
    state = engine.new(InOrder())
    while moves := engine.legal(state):
        engine.step(state, moves[0], InOrder())
    assert engine.over(state)
    assert engine.player(state) == -1
    assert [refusal.rule for refusal in engine.parse(state, {"action": "draw"})] == ["over"]
    assert engine.result(state).scores == (9, 6)
    assert engine.result(state).winners == (0,)


def test_a_play_begins_with_what_is_given():
    engine = Engine(tiny.drawing())
    assert engine.player(engine.new(InOrder(), {"active": 1})) == 1
    assert engine.player(engine.new(InOrder())) == 0
    with pytest.raises(ValueError, match="cannot be 2"):
        engine.new(InOrder(), {"active": 2})
    with pytest.raises(ValueError, match="is not given in plays"):
        engine.new(InOrder(), {"deck": 1})


def test_a_player_sees_the_own_hand_and_the_size_of_the_others(drawing):
    engine, state = drawing
    engine.step(state, (0,), InOrder())
    seen = engine.view(state, 1)
    assert seen["zones"]["hand of 0"] == {"count": 1}
    assert seen["zones"]["hand of 1"] == {"count": 0, "things": []}
    assert seen["zones"]["deck"] == {"count": 5}
    assert seen["zones"]["bowl"]["things"] == ["pebble-1", "pebble-2"]
    assert engine.view(state, 0)["zones"]["hand of 0"]["things"] == ["card-5"]
    assert seen["cells"] == {"active": 1}


def test_scoring_is_told_rule_by_rule(drawing):
    engine, state = drawing
    engine.step(state, (0,), InOrder())
    assert engine.steps_of("points", (0,), state) == [("cards-count", 0, 5)]


def test_claims_and_expressions_are_asked_of_a_state(drawing):
    engine, state = drawing
    assert {name: claim(state) for name, claim in engine.claims.items()} == {
        "points-are-few": True,
        "deck-is-not-empty": True,
    }
    assert engine.evaluate(Read("active", ()), state, {}) == 0


def test_a_checked_engine_calls_at_moments_and_pauses():
    engine = Engine(tiny.drawing(cards=2), checked=True)
    seen = []
    engine.watch = lambda state, moment: seen.append((moment, len(state.zones[1])))
    state = engine.new(InOrder())
    engine.step(state, (0,), InOrder())
    engine.step(state, (0,), InOrder())
    assert seen == [("start of turn", 2), (None, 2), ("start of turn", 1), (None, 1), (None, 0)]


def test_an_open_offer_ends_with_stop():
    engine = Engine(tiny.dice())
    state = engine.new(InOrder())
    assert engine.legal(state) == [(0,), (STOP,)]
    assert engine.describe((STOP,), state) == {"player": 0, "action": "stop"}
    assert engine.parse(state, {"action": "stop"}) == (STOP,)
    engine.step(state, (STOP,), InOrder())
    assert engine.over(state)


def test_an_offer_in_vain_is_passed_over():
    engine = Engine(tiny.dice(rounds=1))
    state = engine.new(InOrder())
    engine.step(state, (0,), InOrder(2))
    assert engine.over(state)


def test_an_amount_that_saturates_stops_at_its_bound():
    engine = Engine(tiny.dice())
    state = engine.new(InOrder())
    for _ in range(3):
        engine.step(state, (0,), InOrder(2))
    assert engine.get(state, "store") == 3


def test_an_amount_that_leaves_its_range_is_a_fault():
    engine = Engine(tiny.dice(saturates=False))
    state = engine.new(InOrder())
    engine.step(state, (0,), InOrder(2))
    with pytest.raises(Fault) as fault:
        engine.step(state, (0,), InOrder(2))
    assert (fault.value.property, fault.value.subject, fault.value.value) == ("bounds", "store", 4)


def test_the_other_player_chooses_in_the_middle_of_an_action():
    engine = Engine(tiny.suspended())
    state = engine.new(InOrder())
    engine.step(state, (0,), InOrder())
    assert engine.player(state) == 1
    assert moves_of(engine, state)[0] == {"player": 1, "action": "choose", "with": {"colour": "red"}}
    engine.step(state, (0, 2), InOrder())
    assert engine.player(state) == 1
    assert engine.view(state, 0)["cells"]["gold"] == {"0": 3, "1": 0}
    assert "wish" not in engine.view(state, 0)["cells"]


def test_a_position_is_set_up_by_hand(drawing):
    engine, state = drawing
    engine.place(state, 3, 2)
    engine.place(state, 1, 2)
    assert state.zones[2] == [1, 3]
    assert engine.score(state, 0) == 4
    engine.set(state, "active", (), 1)
    assert engine.player(state) == 1
    with pytest.raises(ValueError, match="never comes"):
        engine.place(state, 6, 1)
    anywhere = Engine(tiny.drawing(), anywhere=True)
    state = anywhere.new(InOrder())
    anywhere.place(state, 6, 1)
    assert state.zones[1][-1] == 6


def test_a_play_goes_on_at_any_block(drawing):
    engine, state = drawing
    engine.enter(state, "turn-ends", InOrder())
    assert engine.player(state) == 1
    engine.enter(state, "draw", InOrder(), {"me": 0})
    assert state.zones[2] == [5]
