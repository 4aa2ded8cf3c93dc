"""Claims about the decisions of one text: every reader asks them there, and nowhere else."""

import pytest

from tests.rules import codes, made
from verifier.check.explore import explore
from verifier.check.induction.prove import prove
from verifier.engine import Engine
from verifier.kernel.machine import Machine, Mark
from verifier.testing import tested
from verifier.trace import replayed

GAME = """\
turn
    play: one of lay
    refill: one of draw

action lay
    choose number in my hand
    move number to my row of number.suit
    do treat

action draw
    move top number in deck to my hand

procedure treat
    may choose player p where p is not me
    add 1 to p.coins

invariant one-short
    at refill
    count number in active.hand is 1
invariant full-again
    at play
    every player p: count number in p.hand is 2
invariant laid-before-the-treat
    at treat
    any row r where r is not empty
invariant always-full
    at refill
    every player p: count number in p.hand is 2
invariant nobody-was-treated
    at play
    every player p: p.coins is 0
witness somebody-treated-before
    at treat
    any player p where p.coins is 1
"""
HOLD = ["full-again", "laid-before-the-treat", "one-short"]
BROKEN = {"always-full": 2, "nobody-was-treated": 3}


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Machine:
    return made(tmp_path_factory.mktemp("decisions"), GAME)


def test_a_proof_shows_what_holds_at_a_decision(game):
    found = {each.property: each.verdict for each in prove(game)}
    assert [name for name in HOLD if found[name] != "proved"] == []
    assert [name for name in BROKEN if found[name] != "unknown"] == []


def test_every_state_is_asked_and_what_fails_there_has_the_shortest_play(game):
    found = explore(game)
    assert {name: len(play) for name, play in found.violations.items()} == BROKEN
    assert "somebody-treated-before" in found.witnesses
    engine = Engine(game)
    for name, play in found.violations.items():
        replay = replayed(engine, play.written)
        assert replay.legal
        assert not engine.claims[name](replay.state)


def test_plays_say_at_which_decision_a_claim_fails(game):
    found = tested(game, None, 30, 1)
    assert found.broken.keys() == BROKEN.keys()
    assert found.broken["always-full"].words == "`always-full` does not hold at refill"
    assert "somebody-treated-before" in found.met
    assert 0 < found.asked["one-short"] < found.steps


def test_nothing_is_marked_that_no_claim_asks_for(tmp_path):
    plain = made(tmp_path, GAME.split("invariant", maxsplit=1)[0])
    marks = {step.moment for block in plain.blocks.values() for step in block.steps if isinstance(step, Mark)}
    assert marks.isdisjoint({"play", "refill", "treat"})


@pytest.mark.parametrize(
    ("place", "found"), [("refill", []), ("treat", []), ("lay", ["C505"]), ("refil", ["N243"])]
)
def test_a_claim_is_asked_where_somebody_decides(tmp_path, place, found):
    assert codes(tmp_path, GAME, f"invariant here\n    at {place}\n    deck is not empty\n") == found
