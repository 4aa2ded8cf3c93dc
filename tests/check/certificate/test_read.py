"""Corners of states: nothing has no zone, what is in the air lies nowhere, and facts of one path stay on it."""

import z3

from tests.engine.tiny import Families, block, machine
from verifier.check.certificate.board import Board
from verifier.check.certificate.names import EVERYTHING, NAMED, Names
from verifier.check.certificate.read import Reader
from verifier.check.certificate.state import Env, State, height_slot, zone_slot
from verifier.kernel.domain import NOTHING, Players, Things
from verifier.kernel.expression import Const, Contents, End, Position, Values, ZoneAt, ZoneOf
from verifier.kernel.machine import Final, Thing

CARDS = Things("card", (0, 1))


def reader():
    families = Families()
    families.add("pile", "pile", "seen", ("player", Players(2)))
    made = machine(
        "two",
        tuple(Thing(f"card {n}", "card", n) for n in CARDS.ids),
        families,
        [block("start", (), Final())],
    )
    return Reader(Board(made), Names(z3.Context()), None)


def state(first, second):
    slots = {zone_slot(0): first, zone_slot(1): second, height_slot(0): 5, height_slot(1): 7}
    return State(slots, highest=7, lowest=0, counted=(first, second))


def test_what_is_in_the_air_lies_nowhere_not_even_in_the_zone_of_nothing():
    read, nobody = reader(), ZoneAt("pile", (Const(NOTHING, Players(2)),))
    flying = state(NOTHING, 1)
    assert read.lies_in(flying, 0, NOTHING) is False
    assert read.members(Contents(nobody, CARDS), flying, Env()) == []
    assert read.value(End("top", "x", nobody, CARDS), flying, Env()) == NOTHING
    assert read.size_of(flying, NOTHING) == 0
    assert read.value(Position(Const(0, CARDS)), flying, Env()) == 0


def test_nothing_has_no_zone_and_no_place():
    read = reader()
    assert read.value(ZoneOf(Const(NOTHING, CARDS)), state(1, 1), Env()) == NOTHING
    assert read.value(Position(Const(NOTHING, CARDS)), state(1, 1), Env()) == 0


def test_the_higher_of_two_lies_on_top():
    read, pile = reader(), ZoneAt("pile", (Const(0, Players(2)),))
    assert read.value(End("top", "x", pile, CARDS), state(1, 1), Env()) == 1
    assert read.value(End("bottom", "x", pile, CARDS), state(1, 1), Env()) == 0
    assert read.value(Position(Const(1, CARDS)), state(1, 1), Env()) == 1


def test_players_begin_with_the_first_one_unless_that_is_nobody():
    read, seats = reader(), Values(Players(2))
    assert read.rotated(seats, 1) == [1, 0]
    assert read.rotated(seats, NOTHING) == [0, 1]


def test_a_fact_is_told_only_beside_a_name_that_occurs():
    names = Names(z3.Context())
    ours, theirs = names.number("ours", [1, 2]), names.number("theirs", [3])
    names.tell(theirs, [theirs == 4])
    assert not any(names.inside(part) & {str(theirs)} for part in names.cone(ours == 1, (), EVERYTHING))


def test_what_is_told_under_a_premise_holds_under_it_alone():
    names = Names(z3.Context())
    condition = z3.Bool("condition", names.context)
    name = names.number("name")
    names.premise = condition
    names.tell(name, [name == 1])
    names.premise = True
    solver = z3.Solver(ctx=names.context)
    solver.add(names.cone(name == 2, (), NAMED))
    assert solver.check() == z3.sat
    solver.add(condition)
    assert solver.check() == z3.unsat
