"""Plays in words, scores in steps, wishes as they are typed, moves taken back."""

from dataclasses import replace
from pathlib import Path

import pytest

from verifier.engine import Engine
from verifier.program import program_of
from verifier.runtime import Seeded
from verifier.trace import trace_in_words
from verifier.trace.moves import MoveNotation, action_of
from verifier.trace.record import Recorder
from verifier.trace.replay import replayed
from verifier.trace.scoring import scored
from verifier.trace.tell import Teller, refused_by
from verifier.trace.words import player_name, typed_move, verb

GOLDEN = Path(__file__).parent / "golden"


def test_a_play_is_told_in_words(engine, play, golden):
    golden(GOLDEN / "shore.told", "\n".join(trace_in_words(engine, play)) + "\n")


def test_a_refused_move_ends_the_story(engine, play):
    lines = trace_in_words(engine, replace(play, moves=(*play.moves[:2], {"action": "stop", "player": 9})))
    assert len(lines) == 2


def test_a_viewer_is_not_told_what_others_draw(engine, play):
    state = replayed(engine, replace(play, moves=play.moves[:1])).state
    before = state.copy()
    moves = [move for move in engine.legal(state) if action_of(engine, state, move) == "stop"]
    engine.step(state, moves[0], Seeded(1))
    drawer = engine.player(before)
    other = 1 - drawer
    assert ": one to" in Teller(engine, viewer=other).line(before, moves[0], state)
    assert ": one to" not in Teller(engine, viewer=drawer).line(before, moves[0], state)


ROUNDS = """\
game draws
players 2

card number: value 1..6

zone deck: pile, hidden
zone hand: set per player, seen by owner

amount points per player: 0..9, kept

setup
    move every number to deck
    shuffle deck

turn
    play: one of draw-deck

action draw-deck
    move top number in deck to my hand

end
    rule nothing-left
        when deck is empty

rounds 2

winner highest points, then shared
"""


def test_a_draw_that_ends_a_round_is_told_as_a_draw(tmp_path):
    path = tmp_path / "draws.rules"
    path.write_text(ROUNDS)
    engine, oracle = Engine(program_of(str(path)).machine), Seeded(1)
    teller, state = Teller(engine), engine.new(Seeded(1), {})
    lines = []
    for _ in range(6):
        before, move = state.copy(), engine.legal(state)[0]
        engine.step(state, move, oracle)
        lines.append(teller.line(before, move, state))
    assert all(" draws from the deck: " in line for line in lines)
    assert "components are moved" in lines[-1]


SHOWN = ROUNDS.replace("setup\n", "note latest: number\n\nsetup\n").replace(
    "    move top number in deck to my hand\n",
    "    set latest to bottom number in deck\n    move top number in deck to my hand\n",
)


def test_a_card_that_is_only_shown_is_named(tmp_path):
    path = tmp_path / "draws.rules"
    path.write_text(SHOWN)
    engine = Engine(program_of(str(path)).machine)
    teller, state = Teller(engine), engine.new(Seeded(1), {})
    before, move = state.copy(), engine.legal(state)[0]
    engine.step(state, move, Seeded(1))
    bottom = engine.machine.things[engine.get(state, "latest")].name
    assert f"latest the {bottom.replace('-', ' ')}" in teller.line(before, move, state)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("lay", "lays"),
        ("pass", "passes"),
        ("carry", "carries"),
        ("go", "goes"),
        ("put-away", "puts away"),
        ("choose", "chooses"),
    ],
)
def test_an_action_becomes_a_verb(action, words):
    assert verb(action) == words


def test_every_seat_has_a_name():
    assert [player_name(seat) for seat in (0, 1, 2, 3, 10, -1)] == [
        "Anna",
        "Ben",
        "Clara",
        "David",
        "Player 11",
        "nobody",
    ]


def test_the_steps_of_a_score_add_up(engine, play):
    found = replayed(engine, play)
    for seat, score in enumerate(found.result.scores):
        (worth,) = scored(engine, found.state, seat)
        assert (worth.definition, worth.of, worth.value) == ("score", player_name(seat), score)
        beaches, coins = worth.steps
        assert beaches.after == sum(inner.value for inner in beaches.inside)
        assert coins.before == beaches.after
        assert coins.after == score
        for inner in beaches.inside:
            assert [step.rule for step in inner.steps] == ["sizes", "stones-double"]


# --- wishes


@pytest.fixture
def recorder(engine):
    return Recorder(MoveNotation(engine), "shore", Seeded(3), {"youngest": 0}, undoing=True).begin()


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("lay north-1", {"action": "lay", "with": {"card": "north-1"}}),
        ("  Lay   north 1 ", {"action": "lay", "with": {"card": "north-1"}}),
        ("lay north stone 2", {"action": "lay", "with": {"card": "north-stone-2"}}),
        ("pay 3", {"action": "pay", "with": {"price": 3}}),
        ("pay 99", {"action": "pay", "with": {"price": 99}}),
        ("pay", {"action": "pay", "with": {}}),
        ("stop", {"action": "stop"}),
        ("lay north-9", None),
        ("pay much", None),
        ("sing", None),
        ("", None),
        ("pay 3" + " 3" * 5000, None),
    ],
)
def test_a_wish_is_understood_or_not(engine, recorder, line, wish):
    assert typed_move(engine, recorder.state, line) == wish


def test_a_refusal_says_what_was_read(engine, recorder):
    found = engine.parse(recorder.state, typed_move(engine, recorder.state, "pay 5"))
    assert refused_by(found[0]).startswith("coins-enough: price is 5, ")
    found = engine.parse(recorder.state, {"action": "lay", "with": {}})
    assert refused_by(found[0]) == "card: it is not specified"


# --- recording


def test_a_move_taken_back_leaves_no_trace(engine, recorder):
    before, key = recorder.written(), engine.key(recorder.state)
    for _ in range(5):
        recorder.step(engine.legal(recorder.state)[-1])
    while recorder.undo():
        pass
    assert recorder.written() == before
    assert engine.key(recorder.state) == key


def test_a_play_with_moves_taken_back_is_still_a_play(engine, recorder):
    for _ in range(3):
        recorder.step(engine.legal(recorder.state)[0])
    recorder.undo()
    recorder.undo()
    while moves := engine.legal(recorder.state):
        recorder.step(moves[-1])
    found = replayed(engine, recorder.written())
    assert found.legal
    assert engine.key(found.state) == engine.key(recorder.state)


PAID = (
    ROUNDS.replace("setup\n", "amount due: 0..3, until turn ends\n\nsetup\n", 1)
    .replace("    play: one of draw-deck\n", "    play: one of draw-deck\n    pay: one of settle\n")
    .replace("to my hand\n", "to my hand\n    set due to 2\n\naction settle\n    set due to 0\n")
)


@pytest.mark.parametrize(("brief", "said"), [(True, False), (False, True)])
def test_a_brief_story_leaves_out_that_nothing_is_to_be_paid_any_more(brief, said, tmp_path):
    path = tmp_path / "draws.rules"
    path.write_text(PAID)
    moving = MoveNotation(Engine(program_of(str(path)).machine))
    recorder = Recorder(moving, "draws.rules", Seeded(1), {}).begin()
    for _ in range(3):
        recorder.step(moving.engine.legal(recorder.state)[0])
    lines = trace_in_words(moving.engine, recorder.written(), brief=brief)
    assert "due 2" in lines[0]
    assert ("due 0" in lines[1]) == said
