"""What a player may do depends only on what that player sees."""

import pytest

from tests.check.explore.games import CARDS, compiled_text
from verifier.check.explore import explore
from verifier.check.explore.noninterference import open_pauses
from verifier.engine import Engine
from verifier.trace import replayed

LAY = "    move leaf to my row"


def guarded(requirement):
    return (
        CARDS.replace(LAY, f"    rule looks\n        require {requirement}\n{LAY}")
        + "\naction rest\n    set eldest to eldest\n"
    )


def with_rest(text):
    return text.replace("play: one of lay", "play: one of lay, rest").replace(
        "when any player p where p.hand is empty", "when deck is empty"
    )


@pytest.mark.parametrize(
    "requirement",
    [
        "leaf.value is 1",
        "my row of leaf.colour is empty",
        "no leaf x in my opponent.row of red where x.value is 2",
        "count leaf in my opponent.hand is at least 1",
        "deck is not empty",
        "any leaf x in my hand where x.value is 2",
    ],
)
def test_rules_that_look_at_open_things_need_no_search(tmp_path, requirement):
    _, machine = compiled_text(tmp_path, with_rest(guarded(requirement)))
    engine = Engine(machine)
    assert set(open_pauses(machine, engine.ranges.possible)) == set(engine.layout.pauses)
    assert explore(machine).peeks == ()


@pytest.mark.parametrize(
    "requirement",
    [
        "no leaf x in my opponent.hand where x.value is leaf.value",
        "any leaf x in deck where x.colour is leaf.colour",
    ],
)
def test_a_rule_that_looks_into_another_hand_or_a_pile_is_found(tmp_path, requirement):
    _, machine = compiled_text(tmp_path, with_rest(guarded(requirement)))
    found = explore(machine)
    (peek,) = found.peeks
    engine = Engine(machine)
    ends = [replayed(engine, play.written).state for play in (peek.one, peek.other)]
    views = [engine.view(state, peek.player) for state in ends]
    assert views[0] == views[1]
    assert engine.legal(ends[0]) != engine.legal(ends[1])


def test_a_rule_that_only_seems_to_look_is_cleared_by_the_search(tmp_path):
    seeming = "(count leaf x in my opponent.hand where x.value is less than 9) is at least 0"
    _, machine = compiled_text(tmp_path, with_rest(guarded(seeming)))
    engine = Engine(machine)
    assert set(open_pauses(machine, engine.ranges.possible)) < set(engine.layout.pauses)
    assert explore(machine).peeks == ()


def test_a_rule_that_looks_only_to_see_whether_it_applies_is_found(tmp_path):
    plain = with_rest(guarded("leaf.value is 1"))
    applies = "        when any leaf x in my opponent.hand where x.value is 1\n"
    _, machine = compiled_text(tmp_path, plain.replace("        require", f"{applies}        require", 1))
    assert explore(compiled_text(tmp_path, plain)[1]).peeks == ()
    assert len(explore(machine).peeks) == 1
