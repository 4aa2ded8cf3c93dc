"""What is learnt of values and places: not too little, where a play could show it only by luck."""

from tests.engine import tiny
from verifier.analysis.interval_domain import Interval
from verifier.analysis.possible_values import Reach
from verifier.analysis.ranges import ranges_of
from verifier.kernel.domain import NOTHING, Number, Players, Things, Truth
from verifier.kernel.expression import Call, Compare, Const, End, Local, Read, Values, ZoneAt
from verifier.kernel.machine import (
    Alternative,
    Branch,
    Choice,
    Decide,
    Definition,
    Final,
    Goto,
    Let,
    Put,
    Take,
    Thing,
    Write,
)

CARDS = Things("card", (0, 1))
CARD, NO_CARD = Local("card", CARDS), Const(NOTHING, CARDS)
BOX, DECK = ZoneAt("box", ()), ZoneAt("deck", ())
ACTIVE = tiny.cell("active", Players(2))


def made(*blocks, cells=(), definitions=()):
    families = tiny.Families()
    families.add("deck", "pile", "hidden")
    families.add("heap", "pile", "seen")
    things = tuple(Thing(f"card-{number}", "card", number) for number in CARDS.ids)
    return tiny.machine("small", things, families, blocks, cells=(*cells, ACTIVE), definitions=definitions)


def test_what_a_test_tells_is_known_only_where_it_holds():
    """A definition is asked about the top of the box where there is none, and where there is one."""
    asked = [Definition(name, (("x", CARDS),), Truth(), tiny.YES, ()) for name in ("there", "not-there")]
    branch = Branch(
        Compare("!=", CARD, NO_CARD),
        (Let("a", Call("there", (CARD,))),),
        (Let("b", Call("not-there", (CARD,))),),
    )
    steps = (Let("card", End("top", "c", BOX, CARDS)), branch)
    found = ranges_of(made(tiny.block("setup", steps, Final()), definitions=asked)).arguments
    assert found["there"][0].among == {0, 1}
    assert NOTHING in found["not-there"][0].among


def test_a_block_that_two_actions_lead_to_knows_the_choices_of_both():
    actions = tuple(
        Alternative(name, (Choice("n", Values(Number(low, low + 1)), None, "n"),), "take")
        for name, low in (("few", 0), ("many", 5))
    )
    found = ranges_of(
        made(
            tiny.block("setup", (), Goto("ask")),
            tiny.block("ask", (), Decide(Read("active", ()), actions, None, None)),
            tiny.block("take", (), Final(), "me", "n"),
        )
    )
    assert found.parameters["take"]["n"] == Interval(0, 6)


def test_a_cell_may_hold_its_start_though_nobody_could_write_it():
    die = tiny.cell("die", Number(2, 3), starts=0)
    found = ranges_of(made(tiny.block("setup", (), Final()), cells=(die,)))
    assert found.interval(Read("die", ()), {}) == Interval(0, 3)


def test_components_come_to_where_either_branch_puts_them():
    flag = tiny.cell("flag", Truth())
    there, other = ((Take(CARD, BOX), Put(CARD, ZoneAt(family, ()), "top")) for family in ("deck", "heap"))
    steps = (Let("card", Const(0, CARDS)), Branch(Read("flag", ()), there, other))
    machine = made(tiny.block("setup", steps, Final()), cells=(flag,))
    assert Reach(machine).zones == [{0, 1, 2}, {0}]
    assert [ranges_of(machine).possible[zone] for zone in range(3)] == [{0, 1}, {0}, {0}]


def test_what_is_written_in_either_branch_is_held():
    who = tiny.cell("who", Players(2), optional=True, starts=NOTHING)
    flag = tiny.cell("flag", Truth())
    writes = (Write("who", (), Const(0, Players(2))),), (Write("who", (), Const(1, Players(2))),)
    steps = (Branch(Read("flag", ()), *writes),)
    assert Reach(made(tiny.block("setup", steps, Final()), cells=(who, flag))).cells["who"] == {-1, 0, 1}
