"""A cell that can change what happens is live, however it does so."""

import pytest

from tests.engine import tiny
from verifier.analysis.dead_code import live_cells, without_dead_code
from verifier.kernel.domain import Number, Players, Truth
from verifier.kernel.expression import Const, Local, Read, Values
from verifier.kernel.machine import Branch, Each, Final, Fork, Goto, Times, Write

WHO = Players(2)
SMALL = Number(0, 3)
ROW = tiny.cell("row", SMALL, SMALL)
ASKED = Read("asked", ())
WRITE = Write("row", (tiny.number(1),), tiny.number(2))


def live(*steps, out=None):
    """The live cells of a machine whose score reads a row and nothing else."""
    cells = (ROW, tiny.cell("asked", SMALL), tiny.cell("unread", SMALL), tiny.cell("active", WHO))
    blocks = (
        tiny.block("setup", steps, out or Goto("end")),
        tiny.block("end", (), Final()),
    )
    made = tiny.machine(
        "small", (), tiny.Families(), blocks, cells=cells, score=Read("row", (Local("p", WHO),))
    )
    return live_cells(made), made


@pytest.mark.parametrize(
    "step",
    [
        Write("row", (ASKED,), tiny.number(2)),
        Write("row", (tiny.number(1),), ASKED),
        Branch(ASKED, (WRITE,), ()),
        Branch(ASKED, (), (WRITE,)),
        Times(ASKED, 3, (WRITE,)),
        Each("p", Values(WHO, ASKED), (WRITE,)),
    ],
    ids=["index", "value", "branch", "otherwise", "times", "each"],
)
def test_what_a_live_write_depends_on_is_live(step):
    found, _ = live(step)
    assert found == {"row", "asked"}


def test_what_a_fork_asks_is_live():
    found, _ = live(out=Fork(ASKED, "end", "setup"))
    assert found == {"row", "asked"}


def test_what_only_changes_itself_is_dead_and_left_out():
    found, made = live(Write("unread", (), Read("unread", ())), WRITE)
    assert found == {"row"}
    left = without_dead_code(made, found)
    assert left.blocks["setup"].steps == (WRITE,)
    assert set(left.cells) == {"row"}


def test_a_condition_on_what_nobody_reads_is_dead():
    found, _ = live(Branch(ASKED, (Write("unread", (), Const(1, Truth())),), ()))
    assert found == {"row"}
