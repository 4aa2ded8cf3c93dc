"""Whatever a renaming changes may be compared as a name alone, and what is printed must be renamed with it."""

import pytest

from tests.analysis.test_symmetry import found_in
from tests.check.explore.games import CARDS, compiled_text
from verifier.analysis.equivariance import AsymmetricError, ExpressionEquivariance
from verifier.analysis.renaming import renaming
from verifier.kernel.domain import Names, Players
from verifier.kernel.expression import Compare, Local
from verifier.kernel.layout import Layout

COLOUR = Names("colour", ("red", "blue"))
SEATS = Players(2)


@pytest.fixture
def swapped(tmp_path):
    """Red and blue change places, and so do the two players."""
    _, machine = compiled_text(tmp_path, CARDS)
    layout = Layout(machine)
    by = renaming(layout, {"colour": (1, 0)}, (1, 0))
    assert by is not None
    return ExpressionEquivariance(layout, by, frozenset())


@pytest.mark.parametrize("domain", [COLOUR, SEATS], ids=["colours", "players"])
def test_what_is_renamed_is_equal_or_not_and_never_less(swapped, domain):
    one, other = Local("a", domain), Local("b", domain)
    for op in ("=", "!="):
        assert swapped.check(Compare(op, one, other), {}) == "plain"
    for op in ("<", "<=", ">", ">="):
        with pytest.raises(AsymmetricError):
            swapped.check(Compare(op, one, other), {})


def test_a_number_by_colour_forbids_to_rename_colours_unless_it_is_the_same_for_all(tmp_path):
    bonus = "number bonus by colour: red is {}, blue is {}\n"
    score = CARDS.replace("sum value of leaf in p.row of c", "(sum value of leaf in p.row of c) + bonus of c")
    assert found_in(tmp_path, score.replace("card leaf", bonus.format(1, 1) + "card leaf"))[0] == ["colour"]
    assert found_in(tmp_path, score.replace("card leaf", bonus.format(1, 2) + "card leaf"))[0] == []


@pytest.mark.parametrize(("faces", "alike"), [("day, night", True), ("day, day, night", False)])
def test_faces_may_be_renamed_only_if_each_comes_as_often(tmp_path, faces, alike):
    die = CARDS.replace("note eldest", f"die sun: {faces}\nnote eldest")
    die = die.replace("    move leaf to my row", "    roll sun\n    move leaf to my row")
    assert ("sun" in found_in(tmp_path, die)[0]) is alike
