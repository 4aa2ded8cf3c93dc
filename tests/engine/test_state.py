"""States: copies, and keys that tell apart what plays apart."""

from dataclasses import replace

from tests.engine import tiny
from verifier.engine import Engine
from verifier.kernel.domain import NOTHING, Number, Players, Things
from verifier.runtime import Seeded


def with_cells(*cells):
    machine = tiny.drawing()
    more = {cell.name: cell for cell in cells}
    return Engine(replace(machine, cells={**machine.cells, **more}))


PEBBLES = Things("pebble", (6, 7))


def test_a_copy_goes_its_own_way():
    engine = Engine(tiny.drawing())
    state = engine.new(Seeded(1))
    copy = engine.copy(state)
    engine.step(copy, (0,), Seeded(1))
    assert engine.key(state) != engine.key(copy)
    engine.step(state, (0,), Seeded(1))
    assert engine.key(state) == engine.key(copy)


def test_which_copy_lies_where_makes_no_difference_to_the_twin_key():
    engine = Engine(tiny.drawing())
    one, two = engine.new(Seeded(1)), engine.new(Seeded(1))
    engine.step(one, (1, 6), Seeded(1))
    engine.step(two, (1, 7), Seeded(1))
    assert one.key() != two.key()
    assert one.key(twins=True) == two.key(twins=True)
    engine.step(one, (0,), Seeded(1))
    assert one.key(twins=True) != two.key(twins=True)


def test_the_order_of_a_pile_makes_a_difference():
    engine = Engine(tiny.drawing())
    assert engine.new(Seeded(1)).key(True) != engine.new(Seeded(2)).key(True)


def test_what_is_noted_of_a_copy_goes_with_it():
    worth = tiny.cell("worth", Number(0, 9), Players(2), Things("thing", tuple(range(8))))
    chosen = tiny.cell("chosen", PEBBLES, optional=True, starts=NOTHING)
    engine = with_cells(worth, chosen)
    keys = []
    for pebble in (6, 7):
        state = engine.new(Seeded(1))
        engine.set(state, "worth", (1, pebble), 4)
        engine.set(state, "chosen", (), pebble)
        keys.append(state.key(True))
    crossed = engine.new(Seeded(1))
    engine.set(crossed, "worth", (1, 6), 4)
    engine.set(crossed, "chosen", (), 7)
    assert keys[0] == keys[1]
    assert crossed.key(True) not in keys
