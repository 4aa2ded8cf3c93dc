"""Rounds, or a `go round`, that go on and on and ask nobody: play does not end, and no reader waits for it."""

import pytest

from verifier.check.explore.method import by_search
from verifier.check.simulate.method import by_plays
from verifier.check.termination import bound_of
from verifier.engine import Engine
from verifier.program import program_of
from verifier.runtime import Fault, Seeded
from verifier.trace.policies.uniform import random_play
from verifier.verdict.budget import Budget
from verifier.verdict.method import Request

ROUNDS = """game rounds
players 2
card chip: value 1..2
zone deck: pile, hidden
zone hand: set per player, seen by owner
amount n per player: 0..9, kept
setup
    move every chip to deck
rounds until any player p where p.n is at least 5
turn
    play: one of lay
action lay
    choose chip in my hand
    add 1 to my n
    move chip to box
end
    rule none
        when no chip in hand
winner highest n, then shared
"""
# Whoever waits is asked no more, and the round goes on until everybody waits and one more.
AUCTION = """game auction
players 2
card chip: value 1..3
zone deck: pile, hidden
zone hand: set per player, seen by owner
note out per player, until turn ends
setup
    move every chip to deck
turn
    play: one of lay, hold
action lay
    move top chip in deck to my hand
action hold
    move top chip in deck to my hand
    go round player p from me where p is not out until waiting is more than players
        p chooses a from 0 to 1
        set p.out
define waiting: count player p where p is out
end
    rule none
        when deck is empty
winner active
"""
NEVER = {"rounds": ROUNDS, "go-round": AUCTION}


@pytest.fixture(params=NEVER.values(), ids=NEVER)
def program(request, tmp_path):
    path = tmp_path / "never.rules"
    path.write_text(request.param, encoding="utf-8")
    return program_of(str(path), 2)


def play_on(engine):
    for seed in range(20):
        random_play(engine, seed)


def carry_out(engine, label):
    state, oracle = engine.blank(), Seeded(1)
    engine.runner.enter(state, label, oracle, {})
    while True:
        engine.runner.step(state, engine.runner.legal(state)[-1], oracle)


@pytest.mark.parametrize("piecemeal", [False, True])
def test_no_reader_waits_for_ever(program, piecemeal):
    engine = Engine(program.machine, piecemeal=piecemeal)
    with pytest.raises(Fault, match="without a decision") as found:
        play_on(engine)
    assert found.value.property == "it-ends"


def test_the_plain_interpreter_does_not_either(program):
    with pytest.raises(Fault, match="without a decision"):
        carry_out(Engine(program.machine), program.machine.start)


def test_it_is_refuted_by_a_play_and_by_the_search_and_not_proved(program):
    assert bound_of(program.machine) is None
    for method in (by_plays, by_search):
        found = {each.property: each for each in method(program, Request(Budget(0.2)))}
        assert found.get("it-ends") is None or found["it-ends"].verdict == "refuted"
        assert method is by_search or "it-ends" in found


def test_the_same_with_an_end_is_proved(tmp_path):
    path = tmp_path / "ends.rules"
    path.write_text(AUCTION.replace("is more than players", "is players"), encoding="utf-8")
    program = program_of(str(path), 2)
    found = {each.property: each for each in by_search(program, Request(Budget(0.2)))}
    assert found["it-ends"].verdict == "exhausted"
