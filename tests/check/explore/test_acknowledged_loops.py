"""An acknowledgement says which loop it means; any other loop is a finding."""

import pytest

from tests.check.games import findings_of
from tests.rules import codes
from verifier.check.monitor.loop_shape import LoopShape
from verifier.model.game import LoopScope

# Nobody has to lay; within a turn, coins may be changed to shells and back for ever.
GAME = """\
game exchange
players 2

card pebble: copies 4
zone bag: pile, hidden
zone hand: set per player, seen by owner
zone heap: pile, seen
amount coins per player: 0..2, starts 2
amount shells per player: 0..2

setup
    move every pebble to bag
    each player p
        move 2 from bag to p.hand

turn
    trade: any number of sell, buy
    play: one of lay, rest

action sell
    rule a-coin
        require my coins is at least 1
    take 1 from my coins
    add 1 to my shells
action buy
    rule a-shell
        require my shells is at least 1
    take 1 from my shells
    add 1 to my coins
action lay
    choose pebble in my hand
    move pebble to heap
action rest
    rule rested
        require hand is not empty

end
    rule all-laid
        when count pebble in heap is 4
winner highest coins, then shared
""".replace("    rule rested\n        require hand is not empty\n", "    add 0 to my coins\n")
RESTING = 'may-loop resting between turns: "nobody has to lay"\n'
TRADING = 'may-loop trading in trade: "coins may be changed for ever"\n'


def found(folder, *lines):
    return findings_of(folder, GAME + "".join(lines), "it-ends")["it-ends"]


def actions_of(finding):
    return {move["action"] for move in finding.trace.play["moves"][finding.trace.loop - 1 :]}


def test_a_loop_within_a_turn_is_found_though_the_one_between_turns_is_acknowledged(tmp_path):
    for acknowledged in (RESTING, RESTING.replace(" between turns", "")):
        finding = found(tmp_path, acknowledged)
        assert finding.verdict == "refuted"
        assert finding.acknowledged is None
        assert actions_of(finding) == {"sell", "buy"}
        assert finding.detail.endswith("no `may-loop` means this loop")


def test_a_loop_between_turns_is_found_though_the_one_in_a_phase_is_acknowledged(tmp_path):
    for which in ("in trade", "by sell, buy"):
        finding = found(tmp_path, TRADING.replace("in trade", which))
        assert finding.acknowledged is None
        assert "rest" in actions_of(finding)


def test_both_are_acknowledged(tmp_path):
    finding = found(tmp_path, RESTING, TRADING)
    assert finding.verdict == "refuted"
    assert finding.acknowledged in ("nobody has to lay", "coins may be changed for ever")


def test_another_phase_or_other_actions_are_not_meant(tmp_path):
    assert found(tmp_path, RESTING, TRADING.replace("in trade", "in play")).acknowledged is None
    assert found(tmp_path, RESTING, TRADING.replace("in trade", "by sell")).acknowledged is None


SELLING = frozenset({"sell", "buy"})


@pytest.mark.parametrize(
    ("scope", "turns", "phases", "meant"),
    [
        (LoopScope(), True, set(), True),
        (LoopScope(), False, {"trade"}, False),
        (LoopScope("trade"), False, {"trade"}, True),
        (LoopScope("play"), False, {"trade"}, False),
        (LoopScope("trade"), True, {"trade"}, False),
        (LoopScope(actions=SELLING), False, {"trade"}, True),
        (LoopScope(actions=SELLING | {"rest"}), True, set(), True),
        (LoopScope(actions=frozenset({"sell"})), False, {"trade"}, False),
    ],
)
def test_which_loop_is_meant(scope, turns, phases, meant):
    assert LoopShape(turns, frozenset(phases), SELLING).is_meant_by(scope) is meant


TURN = "turn\n    play: one of lay\naction lay\n    choose number n in my hand\n    move n to heap\n"


def test_a_phase_or_action_that_there_is_not(tmp_path):
    assert codes(tmp_path, TURN, 'may-loop x in plya: "why"\n') == ["N248"]
    assert codes(tmp_path, TURN, 'may-loop x by lya: "why"\n') == ["N242"]


def test_loops_are_not_accepted_without_saying_which(tmp_path):
    assert codes(tmp_path, TURN, 'accept it-ends: "why"\n') == ["N260"]
