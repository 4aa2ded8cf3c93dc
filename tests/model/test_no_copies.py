"""A design of which the box holds no copy: its name is known, its text is read, and nobody can follow it."""

import pytest

from tests import rules
from verifier.engine import Engine
from verifier.program import program_of

TURN = """\
turn
    act: one of lay

action lay
    choose card c in my hand
    do c.play
    move c to heap

define worth for card c: 1

card spark: bright, copies 8
    on play
        add my coins + 1 to my coins
"""

TEXT = "    on play\n        add this.worth to my coins\n"


def played(tmp_path, *pieces):
    path = tmp_path / "tiny.rules"
    path.write_text(rules.text(*pieces).replace("move every number to deck", "move every spark to deck"))
    program = program_of(str(path), 2)
    engine = Engine(program.machine)
    return program.game, engine, engine.new(rules.Unshuffled())


@pytest.mark.parametrize(
    "lines",
    [
        TEXT,
        "    after lay\n        add 1 to my coins\n",
        "    change worth\n        rule embers-glow\n            when c is this\n            add 1\n",
        TEXT + "    on fade\n        move this to heap\n",
    ],
)
def test_whatever_stands_on_it_does_no_harm(tmp_path, lines):
    game, engine, state = played(tmp_path, TURN, f"card ember: bright, value 4, copies 0\n{lines}")
    assert ("ember", "play") not in game.texts
    assert ("spark", "play") in game.texts
    assert not any(thing.design == "ember" for thing in engine.machine.things)
    engine.step(state, engine.legal(state)[0], rules.Unshuffled())
    assert engine.get(state, "coins", (0,)) == 1


def test_it_can_be_spoken_of(tmp_path):
    claim = (
        "invariant no-embers\n    no ember in hand\ninvariant nothing-glows\n    no card c where c is ember\n"
    )
    game, _, _ = played(tmp_path, TURN, f"card ember: glowing, copies 0\n{TEXT}", claim)
    assert game.classes["ember"].ids == game.classes["glowing"].ids == ()


def test_a_mistake_in_its_text_is_found(tmp_path):
    broken = "card ember: copies 0\n    on play\n        add 1 to my coin\n"
    assert rules.codes(tmp_path, TURN.replace("card spark", "card flint"), broken)
