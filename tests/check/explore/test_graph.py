"""Circles and longest ways in graphs."""

import itertools
import random

import pytest

from verifier.check.explore.graph import Graph


def graph_of(*ways, lucky=()):
    graph = Graph()
    for state, targets in enumerate(ways):
        graph.targets.extend(targets)
        graph.lucky.extend((state, target) in lucky for target in targets)
        graph.close()
    return graph


def test_the_longest_way_is_counted_in_steps():
    assert graph_of([1, 2], [2], [3], []).longest() == 3


def test_a_circle_has_no_longest_way():
    graph = graph_of([1], [2], [1, 3], [])
    assert graph.longest() is None
    assert graph.circle(certain=True) == [1, 2, 1]


def test_a_state_may_lead_to_itself():
    assert graph_of([1], [1]).circle(certain=False) == [1, 1]


def test_a_circle_by_luck_is_not_certain():
    graph = graph_of([1], [0], lucky={(1, 0)})
    assert graph.circle(certain=True) is None
    assert graph.circle(certain=False) == [0, 1, 0]


def test_states_behind_a_circle_are_not_taken_for_one():
    graph = graph_of([1, 3], [2], [1, 3], [4], [])
    assert graph.circle(certain=True) == [1, 2, 1]


@pytest.mark.parametrize("seed", range(20))
def test_a_circle_is_found_exactly_when_there_is_one(seed):
    chance = random.Random(seed)
    count = 12
    ways = [sorted({chance.randrange(count) for _ in range(chance.randrange(3))}) for _ in range(count)]
    graph = graph_of(*ways)
    reach = [set(way) for way in ways]
    for _ in range(count):
        reach = [reached.union(*(reach[one] for one in reached)) for reached in reach]
    on_circle = {state for state in range(count) if state in reach[state]}
    found = graph.circle(certain=False)
    assert (found is not None) == bool(on_circle)
    if found is not None:
        assert found[0] == found[-1]
        assert all(after in ways[before] for before, after in itertools.pairwise(found))
