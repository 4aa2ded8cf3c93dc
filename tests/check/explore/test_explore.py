"""Every state of small games: how many there are, what is found in them, and how it is told."""

import itertools

import pytest

from tests.check.explore.games import CARDS, HEAP, SWAPPING, compiled_text, every_state
from verifier.check.explore import CoverageGoal, SearchLimits, explore, results
from verifier.check.explore.packing import Packing
from verifier.check.explore.unordered import unordered_piles
from verifier.engine import Engine
from verifier.trace import replayed


@pytest.mark.parametrize("text", [HEAP, CARDS, SWAPPING])
def test_it_visits_what_a_plain_search_visits(tmp_path, text):
    _, machine = compiled_text(tmp_path, text)
    engine, states = every_state(machine)
    key = Packing(engine.layout, unordered_piles(machine)).key
    found = explore(machine, symmetry=False)
    assert found.complete
    assert found.states == len({key(state) for state in states})


@pytest.mark.parametrize("text", [HEAP, CARDS, SWAPPING])
def test_renamed_states_stand_for_all_others(tmp_path, text):
    _, machine = compiled_text(tmp_path, text)
    whole, fewer = explore(machine, symmetry=False), explore(machine)
    assert fewer.states < whole.states <= fewer.states * fewer.renamings
    assert fewer.longest == whole.longest
    assert fewer.depth == whole.depth
    assert (fewer.loop is None) == (whole.loop is None)
    assert fewer.results.lowest == whole.results.lowest
    assert fewer.results.highest == whole.results.highest
    assert set(fewer.seen) == set(whole.seen)


def test_players_take_turns_so_seats_are_renamed(tmp_path):
    _, machine = compiled_text(tmp_path, HEAP)
    found = explore(machine)
    assert (found.states, found.renamings) == (14, 2)
    assert found.longest == 5, "five beans, one at a time"
    assert found.results.winners == {1: 4}, "five cannot be shared equally"


def test_a_violation_comes_with_the_shortest_play(tmp_path):
    claim = "invariant few\n    every player p: p.taken is at most 3"
    _, machine = compiled_text(tmp_path, HEAP, claim)
    found = explore(machine)
    play = found.violations["few"]
    assert len(play) == 3, "two, one by the other, and two again"
    replay = replayed(Engine(machine), play.written)
    assert replay.legal
    assert not Engine(machine).claims["few"](replay.state)


def test_a_claim_about_a_moment_is_asked_at_that_moment(tmp_path):
    at_start = "invariant even\n    at start of turn\n    first.taken is 0 or first.taken is 2 or heap is 0"
    _, machine = compiled_text(tmp_path, HEAP, at_start)
    play = explore(machine).violations["even"]
    assert [move["with"] for move in play.written.moves] == [{"n": 1}]


def test_a_witness_that_is_met_is_shown_and_one_that_is_not_is_not(tmp_path):
    met = "witness all-but-one\n    any player p where p.taken is 4"
    unmet = "witness all\n    any player p where p.taken is 5"
    _, machine = compiled_text(tmp_path, HEAP, met, unmet)
    found = explore(machine)
    assert set(found.witnesses) == {"all-but-one"}
    assert len(found.witnesses["all-but-one"]) == 3
    assert found.violations == {}


def test_a_dead_end_is_found(tmp_path):
    _, machine = compiled_text(
        tmp_path, HEAP.replace("when heap is 0", "when heap is 5 and first.taken is 5")
    )
    found = explore(machine)
    assert found.dead_ends > 0
    assert len(found.dead_end) == 3


def test_a_value_out_of_range_is_a_fault_with_a_play(tmp_path):
    _, machine = compiled_text(tmp_path, HEAP.replace("taken per player: 0..beans", "taken per player: 0..3"))
    found = explore(machine)
    assert [(fault.property, fault.subject, fault.value) for fault in found.faults] == [
        ("bounds", "taken", 4)
    ]
    replay = replayed(Engine(machine), found.faults[0].play.written)
    assert replay.broken is not None


def test_a_set_up_that_breaks_is_a_fault_without_moves(tmp_path):
    _, machine = compiled_text(tmp_path, HEAP.replace("    set heap to beans", "    set heap to beans + 1"))
    found = explore(machine)
    assert found.states == 0
    assert [len(fault.play) for fault in found.faults] == [0]


def test_a_zone_that_holds_too_much_is_told(tmp_path):
    text = CARDS.replace(
        "zone row: row per player per colour, seen", "zone row: row per player per colour, seen, holds 1"
    )
    _, machine = compiled_text(tmp_path, text)
    found = explore(machine)
    assert set(found.capacities) == {"row"}
    assert len(found.capacities["row"]) == 3


def test_rules_that_never_apply_are_idle(tmp_path):
    idle = HEAP.replace(
        "        require n is at most heap",
        "        require n is at most heap\n    rule not-ten\n        require n is less than 10",
    )
    _, machine = compiled_text(tmp_path, idle)
    found = explore(machine)
    assert found.idle == (CoverageGoal("guard", "not-ten", "grab"),)
    assert CoverageGoal("guard", "enough-left", "grab") in found.seen


def test_lines_of_a_score_that_change_nothing_are_idle(tmp_path):
    score = "define score for player p\n    rule beans-count\n        add p.taken\n"
    score += "    rule at-most-nine\n        at most 9"
    _, machine = compiled_text(tmp_path, HEAP.replace("define score for player p: p.taken", score))
    found = explore(machine)
    assert found.idle == (CoverageGoal("line", "at-most-nine", "score"),)


def test_which_rule_ends_a_round_is_told(tmp_path):
    more = HEAP.replace(
        "        when heap is 0",
        "        when heap is 0\n    rule eleven\n        when first.taken is more than 4",
    )
    game, machine = compiled_text(tmp_path, more)
    found = explore(machine, ends=game.ends)
    assert CoverageGoal("end", "nothing-left", "end") in found.seen
    assert CoverageGoal("end", "eleven", "end") in found.idle


def test_a_choice_without_an_option_is_told(tmp_path):
    more = CARDS.replace("any player p where p.hand is empty", "deck is empty")
    more += "\nafter lay\n    choose leaf x in my row of blue\n    move x to box\n"
    _, machine = compiled_text(tmp_path, more)
    found = explore(machine)
    assert {(goal.name, goal.place) for goal in found.if_none} == {("nothing to choose", "lay choice")}


def test_a_loop_is_told_as_a_play_that_comes_back(tmp_path):
    _, machine = compiled_text(tmp_path, SWAPPING)
    found = explore(machine)
    assert found.longest is None
    loop = found.loop
    assert not loop.chance
    engine = Engine(machine)
    states = []
    replayed(engine, loop.play.written, lambda number, state, move: states.append(state.key()))
    replay = replayed(engine, loop.play.written)
    assert replay.state.key() == states[loop.start]


@pytest.mark.slow
def test_limits_end_in_an_answer(tmp_path):
    _, machine = compiled_text(tmp_path, CARDS)
    assert explore(machine, limits=SearchLimits(seconds=0)).complete, "too small for a look at the clock"
    many = compiled_text(tmp_path, CARDS.replace("value 1..2", "value 1..6"))[1]
    for limits, ended in (
        (SearchLimits(states=2_000), "states"),
        (SearchLimits(work=2_000), "work"),
        (SearchLimits(seconds=0), "seconds"),
    ):
        found = explore(many, limits=limits)
        assert not found.complete
        assert found.ended == ended
        assert found.longest is None
    assert explore(many, limits=SearchLimits(memory=1)).ended == "memory"


@pytest.mark.slow
def test_progress_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "BETWEEN_REPORTS", 0.0)
    _, machine = compiled_text(tmp_path, CARDS.replace("value 1..2", "value 1..6"))
    told = []
    explore(machine, limits=SearchLimits(states=30_000), on_progress=told.append)
    assert told
    assert all(0 < one.states <= other.states for one, other in itertools.pairwise(told))


def test_two_searches_find_the_same(tmp_path):
    game, machine = compiled_text(tmp_path, SWAPPING)
    one, other = (explore(machine, ends=game.ends) for _ in range(2))
    assert (one.states, one.transitions, one.loop, one.seen) == (
        other.states,
        other.transitions,
        other.loop,
        other.seen,
    )
