"""Every property of a tiny game gets the verdict it deserves, and a spoiled game is refuted with a play."""

import pytest

from tests.check.games import GOOD, findings_of, outcome_of, spoiled
from verifier.verdict.properties import HEALTH

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    return findings_of(tmp_path_factory.mktemp("good"), GOOD)


def test_every_property_has_one_finding(good):
    own = ["small-hands", "rows-rise", "no-heap-at-first", "two-in-a-row", "a-miracle", "scenarios"]
    assert list(good) == [*HEALTH, *own]


def test_nothing_is_refuted_in_good_rules(good):
    assert [name for name, finding in good.items() if finding.verdict == "refuted"] == []


@pytest.mark.parametrize("name", ["conservation", "bounds", "no-dead-end", "small-hands", "rows-rise"])
def test_what_holds_is_proved(good, name):
    assert good[name].verdict == "proved"


def test_a_witness_is_shown_by_a_play(good):
    found = good["two-in-a-row"]
    assert found.verdict == "proved"
    assert found.trace is not None
    assert len(found.trace.told) == len(found.trace.play["moves"])


def test_a_witness_that_is_never_met_stays_unknown(good):
    assert good["a-miracle"].verdict == "unknown"
    assert "not reached" in good["a-miracle"].detail


def test_every_claim_knows_its_place(good):
    line = GOOD.splitlines().index("invariant small-hands") + 1
    assert good["small-hands"].place.endswith(f"pebbles.rules:{line}")


def test_a_guard_that_is_too_loose_is_refuted_in_few_moves(tmp_path):
    text = spoiled("is more than highest", "is at least highest").replace(
        "each colour, each value", "each colour, each value, copies 2"
    )
    found = findings_of(tmp_path, text, "rows-rise")["rows-rise"]
    assert found.verdict == "refuted"
    assert len(found.trace.told) <= 3


def test_a_dead_end_is_told(tmp_path):
    text = spoiled("play: one of lay, drop", "play: one of lay")
    found = findings_of(tmp_path, text, "no-dead-end")["no-dead-end"]
    assert found.verdict == "refuted"
    assert found.detail == "nobody has a legal move"


def test_a_zone_that_holds_too_much_breaks_the_bounds(tmp_path):
    text = spoiled("zone heap: pile, seen", "zone heap: pile, seen, holds 1")
    found = findings_of(tmp_path, text, "bounds")["bounds"]
    assert found.verdict == "refuted"
    assert len(found.trace.told) == 2


def test_an_amount_that_leaves_its_range_breaks_the_bounds(tmp_path):
    text = spoiled("    move pebble to heap", "    move pebble to heap\n    take 1 from my coins")
    assert findings_of(tmp_path, text, "bounds")["bounds"].verdict == "refuted"


def test_a_game_that_need_not_end_is_told_as_a_circle(tmp_path):
    text = spoiled("    move top pebble in bag to my hand", "    move top pebble in heap to my hand")
    found = findings_of(tmp_path, text, "it-ends")["it-ends"]
    assert found.verdict == "refuted"
    assert found.trace.loop is not None


def test_a_circle_that_the_rules_acknowledge_fails_nothing(tmp_path):
    text = spoiled("    move top pebble in bag to my hand", "    move top pebble in heap to my hand")
    found = outcome_of(tmp_path, text + '\nmay-loop drop: "nobody has to lay"\n', ("it-ends",))
    assert [each.acknowledged for each in found.findings] == ["nobody has to lay"]
    assert not found.refuted
    assert not found.unknown


def test_ties_that_nobody_settles_are_refuted(tmp_path):
    text = spoiled("winner highest score, then shared", "winner highest score")
    found = findings_of(tmp_path, text, "somebody-wins")["somebody-wins"]
    assert found.verdict == "refuted"
    assert "tie" in found.detail


def test_a_step_that_vanishes_is_refuted_until_it_is_accepted(tmp_path):
    text = spoiled(
        "    move top pebble in bag to my hand",
        "    choose card be pebble in my opponent.row of red\n    move top pebble in bag to my hand",
    ).replace("choose card be pebble", "choose pebble")
    found = findings_of(tmp_path, text, "nothing-vanishes")["nothing-vanishes"]
    assert found.verdict == "refuted"
    accepted = text + '\naccept nothing-vanishes of draw-one: "no pebble, no draw"\n'
    known = findings_of(tmp_path, accepted, "nothing-vanishes")["nothing-vanishes"]
    assert known.acknowledged == "no pebble, no draw"


def test_a_rule_that_never_works_is_listed(tmp_path):
    text = spoiled(
        "    move pebble to heap",
        "    rule never\n        when my coins is 9\n        move pebble to heap\n    move pebble to heap",
    )
    found = findings_of(tmp_path, text, "every-rule-lives")["every-rule-lives"]
    assert found.verdict == "unknown"
    assert found.listed == ("never",)


def test_a_guard_that_looks_into_the_bag_peeks(tmp_path):
    text = spoiled(
        "action drop\n    choose pebble in my hand",
        "action drop\n    choose pebble in my hand\n"
        "    rule peeking\n        require any pebble b in bag where b.value is 5",
    )
    found = findings_of(tmp_path, text, "no-peeking")["no-peeking"]
    assert found.verdict == "refuted"


def test_a_scenario_that_comes_out_otherwise_is_listed_with_its_line(tmp_path):
    text = spoiled("then count pebble in my row of red is 1", "then count pebble in my row of red is 2")
    found = findings_of(tmp_path, text, "scenarios")["scenarios"]
    assert found.verdict == "refuted"
    assert found.listed[0].startswith("laying: ")
    assert f":{len(text.splitlines())})" in found.listed[0]
