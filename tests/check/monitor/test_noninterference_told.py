"""What a player is shown and told: a game that leaks through a note or a refusal is refuted, one that hides is not."""

import pytest

from tests.check.games import findings_of
from verifier.engine import Engine
from verifier.program import program_of
from verifier.trace.tell import Teller

GAME = """\
game secrets
players 2

kind value: 1..4
card pebble: each value, copies 2

zone bag: pile, hidden
zone hand: set per player, seen by owner
zone aside: set per player, hidden
zone heap: pile, seen

note picked per player: pebble
note heard: value
amount coins per player: 0..9

setup
    move every pebble to bag
    shuffle bag
    each player p
        move 3 from bag to p.hand

turn
    play: one of pick, drop

action pick
    choose pebble in my hand
    set my picked to pebble
    move pebble to my aside

action drop
    choose pebble in my hand
    PLACE
    move pebble to heap

end
    rule out-of-pebbles
        when any player p where p.hand is empty
winner highest coins, then shared
"""
PLAIN = GAME.replace("    PLACE\n", "")


def found(folder, place=None):
    text = PLAIN if place is None else GAME.replace("    PLACE\n", place)
    return findings_of(folder, text, "no-peeking")["no-peeking"]


def test_what_is_picked_in_secret_is_no_leak(tmp_path):
    assert found(tmp_path).verdict == "tested"


def test_a_note_that_tells_of_an_unseen_card_is_a_leak(tmp_path):
    leak = "    set heard to top value of pebble in bag else 1\n"
    finding = found(tmp_path, leak)
    assert finding.verdict == "refuted", finding
    assert finding.detail.endswith("changes the view after a move")


def test_what_is_paid_for_a_secret_pick_is_a_leak(tmp_path):
    text = PLAIN.replace(
        "    move pebble to my aside\n", "    move pebble to my aside\n    add pebble.value to my coins\n"
    )
    finding = findings_of(tmp_path, text, "no-peeking")["no-peeking"]
    assert (finding.verdict, len(finding.trace.play["moves"])) == ("refuted", 1)


def test_what_is_shown_before_its_action_is_done_is_no_leak(tmp_path):
    paid = "    add pebble.value to my coins\n    choose value\n    move pebble to heap\n"
    text = PLAIN.replace("    move pebble to my aside\n", paid).replace("    set my picked to pebble\n", "")
    assert findings_of(tmp_path, text, "no-peeking")["no-peeking"].verdict == "tested"


def test_what_the_rules_declare_to_be_told_is_no_leak(tmp_path):
    text = GAME.replace("note heard: value", "note heard: value, told")
    place = "    set heard to top value of pebble in bag else 1\n"
    assert (
        findings_of(tmp_path, text.replace("    PLACE\n", place), "no-peeking")["no-peeking"].verdict
        == "tested"
    )


def test_a_rule_that_asks_what_was_told_of_another_card_is_a_leak(tmp_path):
    text = GAME.replace("note heard: value", "note heard: value, told")
    place = "    rule none-above\n        require no pebble q in bag where q.value is 2\n    set heard to 1\n"
    assert (
        findings_of(tmp_path, text.replace("    PLACE\n", place), "no-peeking")["no-peeking"].verdict
        == "refuted"
    )


@pytest.mark.parametrize(
    ("view", "seen"), [("seen by owner", ([0], [1])), ("seen by others", ([1], [0])), ("hidden", ([], []))]
)
def test_a_private_note_is_seen_by_those_it_is_meant_for(tmp_path, view, seen):
    path = tmp_path / "secrets.rules"
    path.write_text(
        PLAIN.replace("coins per player: 0..9", f"coins per player: 0..9, {view}"), encoding="utf-8"
    )
    engine = Engine(program_of(str(path)).machine)
    state = engine.new(Unmoved())
    for player, owners in enumerate(seen):
        cells = engine.view(state, player)["cells"]
        assert list(cells.get("coins", {})) == [str(owner) for owner in owners]


def test_a_rule_that_refuses_by_what_nobody_sees_is_a_leak(tmp_path):
    leak = "    rule not-the-one-above\n        require no pebble q in bag where q.value is pebble.value\n"
    assert found(tmp_path, leak).verdict == "refuted"


@pytest.fixture
def engine(tmp_path):
    path = tmp_path / "secrets.rules"
    path.write_text(PLAIN, encoding="utf-8")
    return Engine(program_of(str(path)).machine)


class Unmoved:
    def shuffle(self, zone, pile):
        """Nobody shuffles."""


def picked(engine):
    state = engine.new(Unmoved())
    before = state.copy()
    move = next(
        each for each in engine.legal(state) if engine.decide(state).alternatives[each[0]].action == "pick"
    )
    engine.step(state, move, Unmoved())
    return before, move, state


def test_a_secret_pick_is_told_without_its_name_to_the_other_player(engine):
    before, move, after = picked(engine)
    name = engine.machine.things[move[1]].name.replace("-", " ")
    everything, other = (Teller(engine, viewer).line(before, move, after) for viewer in (None, 1))
    assert name.split()[0] in everything or str(move[1]) in everything
    assert other == "Anna picks one in Anna's hand"


def test_a_note_about_an_unseen_card_is_hidden_in_the_view(engine):
    after = picked(engine)[2]
    assert engine.view(after, 1)["cells"]["picked"]["0"] == "hidden"
    # The zone is hidden from everybody, so its owner has to remember.
    assert engine.view(after, 0)["cells"]["picked"]["0"] == "hidden"
    assert engine.view(after, 1)["cells"]["picked"]["1"] is None
