"""Nobody is beside nobody, and nobody can be asked: the same for every reader."""

import pytest

from tests.agreement.definition import follow
from tests.agreement.symbolic import assert_agreement
from tests.rules import text
from verifier.engine import Engine
from verifier.program import program_of
from verifier.runtime import Fault, Seeded

TURN = """\
turn
    play: one of lay

action lay
    choose number in my hand
    move number to my row of number.suit
note keen: player
note heir: player
"""
BESIDE = {
    "a-note": "after lay\n    set heir to left of keen\n",
    "an-opponent": "after lay\n    set heir to keen.opponent\n",
    "twice": "after lay\n    set heir to keen.opponent.opponent\n",
    "a-parameter": "after lay\n    do crown with keen\n\nprocedure crown with player p\n    set heir to left of p\n",
    "a-definition": "after lay\n    set heir to keen.next\n\ndefine next for player p: left of p\n",
}
ASKING = {
    "choice": "after lay\n    keen chooses suit\n    add 1 to my coins\n",
    "offer": "after lay\n    at most one of nod, by keen\n\naction nod\n    add 1 to my coins\n",
    "parameter": """\
after lay
    do ask with keen

procedure ask with player p
    p chooses suit
    add 1 to p.coins
""",
    "neighbour": "after lay\n    keen.opponent chooses suit\n    add 1 to my coins\n",
}


def program(folder, *pieces):
    path = folder / "tiny.rules"
    path.write_text(text(TURN, *pieces), encoding="utf-8")
    return program_of(str(path), 2)


@pytest.mark.parametrize("name", BESIDE)
def test_beside_nobody_is_nobody(tmp_path, name):
    made = program(tmp_path, BESIDE[name])
    engine = Engine(made.machine)
    state = engine.new(Seeded(1))
    engine.step(state, engine.legal(state)[0], Seeded(1))
    assert engine.get(state, "heir") == -1
    follow(made.game, made.machine, 8)
    assert_agreement(made.machine, 1, 8, in_order=True)


@pytest.mark.parametrize("name", BESIDE)
def test_beside_somebody_is_somebody(tmp_path, name):
    made = program(tmp_path, "after setup\n    set keen to second\n", BESIDE[name])
    engine = Engine(made.machine)
    state = engine.new(Seeded(1))
    engine.step(state, engine.legal(state)[0], Seeded(1))
    assert engine.get(state, "heir") == (1 if name == "twice" else 0)


@pytest.mark.parametrize("name", ASKING)
def test_to_ask_nobody_is_a_fault_of_the_rules(tmp_path, name):
    made = program(tmp_path, ASKING[name])
    engine = Engine(made.machine)
    state, plain = engine.new(Seeded(1)), engine.new(Seeded(1))
    move = engine.legal(state)[0]
    with pytest.raises(Fault, match="bounds: who decides"):
        engine.step(state, move, Seeded(1))
    with pytest.raises(Fault, match="bounds: who decides"):
        engine.runner.step(plain, move, Seeded(1))
    assert follow(made.game, made.machine, 1).faults == 1
    assert_agreement(made.machine, 1, 4, in_order=True)


@pytest.mark.parametrize("name", ASKING)
def test_somebody_is_asked_as_before(tmp_path, name):
    made = program(tmp_path, "after setup\n    set keen to second\n", ASKING[name])
    assert follow(made.game, made.machine, 6).faults == 0


def test_whoever_is_surely_somebody_is_not_written_down(tmp_path):
    made = program(tmp_path, "after lay\n    my opponent chooses suit\n    add 1 to my coins\n")
    assert not any(name.startswith("who decides") for name in made.machine.cells)


NOTHING_TO_NAME = {
    "a-parameter": "    let n be x if any\n",
    "what-is-printed-on-it": "    let s be x.suit if any\n",
    "where-it-lies": "    let z be my row of x.suit if any\n",
}


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("name", NOTHING_TO_NAME)
def test_a_parameter_may_stand_for_nothing(tmp_path, name, asks):
    """The rest of the block is left out where a name would stand for nothing, however nothing came there."""
    body = "    rule looks-at-it\n    " + NOTHING_TO_NAME[name] + "        add 3 to my coins\n"
    ask = "    may choose suit t\n    add 1 to my coins\n" if asks else ""
    made = program(
        tmp_path,
        f"after lay\n    do look with top number n in heap\n\nprocedure look with card x\n{body}{ask}",
    )
    engine = Engine(made.machine)
    state = engine.new(Seeded(1))
    engine.step(state, engine.legal(state)[0], Seeded(1))
    assert engine.get(state, "coins", (0,)) == 0
    follow(made.game, made.machine, 8)
    assert_agreement(made.machine, 1, 8, in_order=True)


def test_the_zone_of_nothing_cannot_be_shown(tmp_path):
    made = program(
        tmp_path,
        "zone pile: pile per suit, hidden\n",
        "after lay\n    do look with top number n in heap\n",
        "procedure look with card x\n    show pile of x.suit to me\n    choose suit t\n",
    )
    follow(made.game, made.machine, 8)
    assert_agreement(made.machine, 1, 8, in_order=True)
