"""Overlays that each say what they still claim can be laid over one game together."""

import pytest

from verifier.diagnostics import Report
from verifier.source import Source
from verifier.surface import nodes
from verifier.surface.compose import composed, library_of
from verifier.surface.parser import read

GAME = """game pond
invariant few
    1 is 1
number fish: 3
"""
OVERLAYS = {
    "one": "replace invariant few\n    2 is 2\n",
    "two": "replace invariant few\n    3 is 3\n",
    "three": "remove invariant few\n",
    "same": "replace invariant few\n    3 is 3\n",
    "many": "set fish to 5\n",
    "less": "set fish to 2\n",
    "none": "remove number fish\n",
    "also-none": "remove number fish\n",
    "told": "scenario price\n    then 1 is 1\n",
    "retold": "scenario price\n    then 1 is 1\n",
    "told-otherwise": "scenario price\n    then 2 is 2\n",
}


def laid(*names):
    report = Report()
    texts = [GAME, *(f"house-rule {name} of pond\n{text}" for name, text in OVERLAYS.items())]
    units = [unit for text in texts for unit in read(Source("pond.rules", text), report)]
    found = composed(library_of(units, report), ("pond", *names), report)
    return found, report


@pytest.mark.parametrize(
    "names", [("one", "two"), ("one", "three"), ("one", "two", "same"), ("three", "two", "one")]
)
def test_a_claim_that_two_overlays_put_differently_is_nobodys(names):
    found, report = laid(*names)
    assert not report.has_errors
    assert not any(isinstance(item, nodes.Invariant) for item in found.items)


def test_a_claim_that_two_overlays_put_alike_stays():
    found, report = laid("two", "same")
    assert not report.has_errors
    assert sum(isinstance(item, nodes.Invariant) for item in found.items) == 1


def test_a_number_that_two_overlays_set_differently_is_a_clash():
    assert [each.code for each in laid("many", "less")[1].diagnostics] == ["O310"]


def test_two_overlays_that_remove_the_same_agree():
    found, report = laid("none", "also-none")
    assert not report.has_errors
    assert not any(isinstance(item, nodes.Number) for item in found.items)


@pytest.mark.parametrize(("names", "count"), [(("told", "retold"), 1), (("told", "told-otherwise"), 0)])
def test_scenarios_of_one_name_stay_where_two_overlays_tell_them_alike(names, count):
    found, report = laid(*names)
    assert not report.has_errors
    assert sum(isinstance(item, nodes.Scenario) for item in found.items) == count
