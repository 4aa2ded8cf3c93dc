"""Jumps between blocks: called where that is safe, handed back where it is not."""

from dataclasses import replace

import pytest

from tests.engine import tiny
from verifier.engine import Engine
from verifier.engine.generate.control import LONGEST_CHAIN, handed_back
from verifier.kernel.domain import Number
from verifier.kernel.expression import Arith, Compare, Read
from verifier.kernel.machine import Fork, Goto, Write
from verifier.runtime import Seeded


def test_a_jump_that_closes_a_circle_is_handed_back():
    graph = {"a": ("b",), "b": ("c", "d"), "c": ("a",), "d": ()}
    assert handed_back(graph, "a") == {("c", "a")}


def test_a_long_chain_is_cut():
    length = 3 * LONGEST_CHAIN
    graph = {str(n): (str(n + 1),) for n in range(length)} | {str(length): ()}
    assert 2 <= len(handed_back(graph, "0")) <= 3


def test_a_circle_without_a_pause_runs_as_often_as_it_likes():
    # Counting to 5000 by jumps would exceed any depth of calls.
    machine = tiny.dice()
    count = tiny.cell("count", Number(0, 5000))
    more = Write("count", (), Arith("+", Read("count", ()), tiny.number(1)))
    enough = Fork(Compare("=", Read("count", ()), tiny.number(5000)), "ask", "again")
    blocks = {
        **machine.blocks,
        "setup": replace(machine.blocks["setup"], out=Goto("again")),
        "again": tiny.block("again", [more], enough),
    }
    engine = Engine(replace(machine, blocks=blocks, cells={**machine.cells, "count": count}))
    assert engine.get(engine.new(Seeded(1)), "count") == 5000


@pytest.mark.slow
def test_a_chain_of_a_thousand_blocks_runs():
    machine = tiny.dice()
    blocks = dict(machine.blocks)
    blocks["setup"] = replace(blocks["setup"], out=Goto("link-0"))
    for n in range(1000):
        write = Write("left", (), tiny.number(4))
        out = Goto(f"link-{n + 1}") if n < 999 else Goto("ask")
        # Entered from two places each, so that no block may stand inside another.
        blocks[f"link-{n}"] = tiny.block(f"link-{n}", [write, write, write], out)
        blocks[f"side-{n}"] = tiny.block(f"side-{n}", [], Goto(f"link-{n}"))
    engine = Engine(replace(machine, blocks=blocks))
    assert engine.legal(engine.new(Seeded(1)))
