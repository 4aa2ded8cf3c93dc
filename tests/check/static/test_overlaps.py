"""Lines of several components that change one value: their order matters, or it does not."""

from types import SimpleNamespace

import pytest

from verifier.check.static.overlaps import by_reading, vanishing_subjects
from verifier.kernel.domain import Number
from verifier.kernel.expression import Const
from verifier.kernel.machine import Clause, Definition

ONE = Const(1, Number(0, 9))


def finding(*ops, owners=("tower", "mill")):
    """What is said of a value that each of the owners changes by one line."""
    clauses = tuple(Clause(f"rule-{at}", (), op, ONE) for at, op in enumerate(ops))
    worth = Definition("worth", (), Number(0, 99), ONE, clauses)
    game = SimpleNamespace(definitions={"worth": worth}, hooks={})
    owned = {f"rule-{at}": owner for at, owner in enumerate(owners)}
    (found,) = by_reading(SimpleNamespace(game=game, owners=owned))
    return found


@pytest.mark.parametrize("ops", [("add", "multiply"), ("subtract", "at-least"), ("at-most", "at-least")])
def test_lines_of_two_components_that_do_not_commute_are_listed(ops):
    found = finding(*ops)
    assert (found.verdict, found.listed) == ("unknown", ("worth",))
    assert "mill, tower" in found.detail


@pytest.mark.parametrize("ops", [("add", "subtract"), ("multiply", "multiply"), ("at-most", "at-most")])
def test_lines_of_two_components_that_commute_are_fine(ops):
    assert finding(*ops).verdict == "proved"


def test_the_lines_of_one_component_stand_in_the_order_of_its_text():
    assert finding("add", "multiply", owners=("tower", "tower")).verdict == "proved"


def test_whose_steps_were_skipped_is_said_once():
    names = ("trade choice: nothing there", "trade offer: nothing there", "raid: nothing there")
    assert vanishing_subjects(names) == ("trade", "raid")
