"""Where a state is kept: axes with gaps, and the places of a row by the component they are about."""

import pytest

from verifier.kernel.domain import Things
from verifier.kernel.layout import Axis, Layout, flat
from verifier.program import program_of


def test_an_axis_lists_what_stands_on_it_in_order():
    assert list(Axis(2, 3).values) == [2, 3, 4]
    with_gaps = Axis(4, 3, {9: 2, 4: 0, 7: 1})
    assert [with_gaps.place(value) for value in with_gaps.values] == [0, 1, 2]


@pytest.mark.slow
def test_places_are_found_by_the_component_they_are_about():
    machine = program_of("catan-duel", 2).machine
    layout = Layout(machine)
    cells = [cell for cell in machine.cells.values() if any(isinstance(each, Things) for each in cell.index)]
    assert cells
    for cell in cells:
        axes, rows = layout.cell_axes(cell), layout.rows_of_things(cell.name)
        assert all(thing in index for thing, places in rows.items() for _, index in places)
        assert all(flat(axes, index) == place for places in rows.values() for place, index in places)
        size = 1
        for axis in axes:
            size *= axis.size
        assert {place for places in rows.values() for place, _ in places} == set(range(size))
