"""Where in a JSON text a value stands."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier.source import Source
from verifier.trace.places import shown, span_of

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def paths(value, here=()):
    yield here, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*here, key))
    if isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*here, number))


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(VALUES, st.sampled_from([None, 1, 4]))
def test_the_stretch_of_a_path_holds_its_value(value, indent):
    source = Source("x", json.dumps(value, indent=indent))
    for path, inner in paths(value):
        assert json.loads(span_of(source, path).text) == inner


def test_a_path_that_leads_nowhere_ends_where_it_still_led():
    source = Source("x", '{"moves": [{"player": 0}]}')
    assert span_of(source, ("moves", 0, "with", "card")).text == '{"player": 0}'
    assert span_of(source, ("moves", 5)).text == '[{"player": 0}]'
    assert span_of(source, ("ruleset",)).text == source.text


def test_a_path_is_shown_as_people_write_it():
    assert shown(("moves", 3, "with", "card")) == "moves[3].with.card"
    assert shown(()) == "the play"
