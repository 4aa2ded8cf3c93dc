"""A mistake in the rules is found where it happens."""

from dataclasses import replace

import pytest

from tests.engine import tiny
from verifier.engine import Engine
from verifier.kernel.domain import NOTHING, Players, Things
from verifier.kernel.expression import Const, Local, Read, ZoneAt
from verifier.kernel.machine import Put, Take, Write
from verifier.runtime import Fault, Seeded

CARD, ME = Local("card", Things("card", tuple(range(6)))), Local("me", Players(2))
HAND, DECK, BOX = ZoneAt("hand", (ME,)), ZoneAt("deck", ()), ZoneAt("box", ())


def drawing_then(*steps):
    """The drawing game whose action `draw` does more than it should."""
    machine = tiny.drawing()
    draw = machine.blocks["draw"]
    new = replace(draw, steps=(*draw.steps, *steps))
    return Engine(replace(machine, blocks={**machine.blocks, "draw": new}))


def fault_of(engine, steps=1):
    """The fault of the last of so many draws."""
    state = engine.new(Seeded(1))
    for _ in range(steps - 1):
        engine.step(state, (0,), Seeded(1))
    with pytest.raises(Fault) as found:
        engine.step(state, (0,), Seeded(1))
    return found.value.property


def test_a_component_is_taken_from_where_it_lies():
    assert fault_of(drawing_then(Take(CARD, DECK))) == "conservation"


def test_a_component_cannot_lie_in_two_zones():
    assert fault_of(drawing_then(Put(CARD, BOX, "top"))) == "conservation"


def test_nothing_cannot_be_taken_or_put():
    nothing = Const(NOTHING, CARD.domain)
    assert fault_of(drawing_then(Take(nothing, HAND))) == "conservation"
    assert fault_of(drawing_then(Put(nothing, HAND, "top"))) == "conservation"
    assert (
        fault_of(drawing_then(Take(nothing, ZoneAt("hand", (Const(NOTHING, Players(2)),))))) == "conservation"
    )


def test_a_component_that_is_dropped_is_missed_at_the_next_pause():
    assert fault_of(drawing_then(Take(CARD, HAND))) == "conservation"


def test_taking_and_putting_back_is_no_fault():
    engine = drawing_then(Take(CARD, HAND), Put(CARD, HAND, "top"))
    engine.step(engine.new(Seeded(1)), (0,), Seeded(1))


def test_drawing_from_an_empty_pile_is_a_fault():
    machine = tiny.drawing(cards=1)
    never = replace(machine.blocks["turn-ends"], out=machine.blocks["setup"].out)
    engine = Engine(replace(machine, blocks={**machine.blocks, "turn-ends": never}))
    assert fault_of(engine, steps=2) == "conservation"


def test_a_cell_of_nobody_cannot_be_written():
    machine = tiny.auction()
    paid = Write("purse", (Read("leader", ()),), Const(1, machine.cells["bid"].domain))
    blocks = {**machine.blocks, "setup": replace(machine.blocks["setup"], steps=(paid,))}
    with pytest.raises(Fault) as found:
        Engine(replace(machine, blocks=blocks)).new(Seeded(1))
    assert (found.value.property, found.value.subject) == ("bounds", "purse")
