"""The drawings of the house are up to date, and the layout does what it says."""

import fnmatch

import pytest

from tests.drawing import FLOW, drawings, imports, layers, picture_of_rooms, reduced, rows_of, text_of_rooms

DIAMOND = {"top": {"left", "right", "ground"}, "left": {"ground"}, "right": {"ground"}, "ground": set()}


@pytest.mark.slow
@pytest.mark.parametrize("path", drawings(), ids=lambda path: path.name)
def test_a_drawing_is_up_to_date(path):
    assert path.read_text(encoding="utf-8") == drawings()[path], "python -m tests.drawing"


@pytest.mark.slow
@pytest.mark.parametrize("maker", [maker for _, makers, _ in FLOW for maker in makers])
def test_every_room_of_the_flow_exists(maker):
    assert fnmatch.filter(imports(), maker)


def test_a_layer_is_one_above_the_highest_that_it_imports():
    assert layers(DIAMOND) == {"top": 2, "left": 1, "right": 1, "ground": 0}


def test_an_import_that_follows_from_others_is_left_out():
    assert reduced(DIAMOND)["top"] == {"left", "right"}


def test_a_long_import_passes_through_every_layer():
    graph = {"a": {"b", "d"}, "b": {"c"}, "c": set(), "d": set()}
    _, paths = rows_of(graph)
    assert max(map(len, paths)) == 3


def test_rooms_that_import_each_other_are_named():
    with pytest.raises(ValueError, match="a > b > a"):
        layers({"a": {"b"}, "b": {"a"}})


@pytest.mark.slow
def test_every_room_is_drawn_and_told():
    graph = imports()
    told = [line.split()[0] for line in text_of_rooms(graph).splitlines()]
    assert all(f">{name}</text>" in picture_of_rooms(graph) and told.count(name) == 1 for name in graph)
