"""Small games are searched whole, without being asked; large ones are seen to be large at once."""

import pytest

from tests.check.explore.games import CARDS, HEAP
from verifier.check.explore.method import by_search
from verifier.check.explore.results import SearchLimits
from verifier.check.explore.whole import explored_whole
from verifier.program import program_of
from verifier.verdict.budget import Budget
from verifier.verdict.method import Request


def findings(folder, *lines):
    path = folder / "game.rules"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {each.property: each for each in by_search(program_of(str(path)), Request(Budget(1.0)))}


def test_a_small_game_is_exhausted_at_full_size(tmp_path):
    found = findings(tmp_path, HEAP, "invariant beans-stay\n    heap is at most beans")
    assert {found[name].verdict for name in ("bounds", "no-dead-end", "beans-stay", "it-ends")} == {
        "exhausted"
    }
    assert found["beans-stay"].detail == "all 14 states of the full game"
    assert found["it-ends"].detail.startswith("no play has more than 5 moves")


def test_what_fails_in_the_whole_game_is_refuted_by_the_shortest_play(tmp_path):
    found = findings(tmp_path, HEAP, "invariant few\n    every player p: p.taken is at most 3")["few"]
    assert found.verdict == "refuted"
    assert found.trace is not None
    assert len(found.trace.play["moves"]) == 3


def test_cards_are_dealt_in_every_way(tmp_path):
    assert findings(tmp_path, CARDS)["conservation"].verdict == "exhausted"


@pytest.mark.slow
def test_a_large_game_is_not_begun():
    assert explored_whole(program_of("lost-cities"), SearchLimits(states=1_000)) is None


@pytest.mark.slow
def test_a_search_that_is_cut_short_exhausts_nothing():
    """An instance of the game has 13,500 states: a thousand of them say nothing of the others."""
    classic = program_of("lost-cities")
    asked = frozenset(("routes-rise",))
    assert by_search(classic, Request(Budget(0.001), asked)) == []
    (found,) = by_search(classic, Request(Budget(20.0), asked))
    assert found.verdict == "exhausted"
