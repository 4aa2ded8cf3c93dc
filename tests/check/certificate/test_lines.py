"""Conjuncts of a line: those below a key are found, whichever other keys are asked for."""

import pytest
import z3

from tests.engine.tiny import Families, block, machine, number
from verifier.check.certificate.board import Board
from verifier.check.certificate.lines import conjuncts
from verifier.check.certificate.names import Names
from verifier.check.certificate.read import Reader
from verifier.check.certificate.state import State
from verifier.kernel.domain import Number
from verifier.kernel.expression import Arith, Bind, Compare, Fold, Local, Logic, Values
from verifier.kernel.machine import Final

FEW = Number(0, 1)
BINDS = tuple(Bind(name, Values(FEW)) for name in ("x", "y"))
SUM = Arith("+", Local("x", FEW), Local("y", FEW))
LINE = Logic(
    "and",
    (Compare(">=", number(1), number(0)), Fold("every", BINDS, None, Compare(">=", SUM, number(0)))),
)
EVERY = {(0,), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1)}


@pytest.mark.parametrize(
    ("only", "keys"),
    [
        (None, EVERY),
        (set(), set()),
        ({()}, EVERY),
        ({(0,)}, {(0,)}),
        ({(1, 0)}, {(1, 0, 0), (1, 0, 1)}),
        ({(1, 1), (1, 1, 0), (1, 0, 1)}, {(1, 0, 1), (1, 1, 0), (1, 1, 1)}),
    ],
)
def test_a_key_stands_for_all_that_begins_with_it(only, keys):
    made = machine("line", (), Families(), [block("start", (), Final())])
    reader = Reader(Board(made), Names(z3.Context()), None)
    found = [each.key for each in conjuncts(reader, LINE, State({}, 0, 0), only)]
    assert sorted(found) == sorted(keys)
