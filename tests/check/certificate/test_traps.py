"""Claims that are false in a corner where provers have not looked, each beside a mended twin that is confirmed."""

from dataclasses import replace

import pytest

from tests.engine.tiny import Families, block, cell, machine, move, number
from verifier.check.certificate.certificate import Cutpoint, Line
from verifier.check.certificate.check import checked
from verifier.kernel.domain import NOTHING, Number, Players, Things
from verifier.kernel.expression import (
    Arith,
    Bind,
    Compare,
    Const,
    Contents,
    End,
    Fold,
    Local,
    Read,
    Values,
    ZoneAt,
    ZoneOf,
)
from verifier.kernel.machine import (
    Alternative,
    Branch,
    Claim,
    Decide,
    Each,
    Final,
    Goto,
    Let,
    Shuffle,
    Take,
    Thing,
    Times,
    Write,
)

SEATS = Players(2)
ANYTHING = Compare("=", number(1), number(1))


def decide(player, action, stop=None):
    return Decide(player, (Alternative(action, (), action),), stop, None)


def things(count):
    return tuple(Thing(f"card {at}", "card", at) for at in range(count))


def card(count):
    return Things("card", tuple(range(count)))


def invariant(truth):
    return (Claim("claim", "invariant", None, truth),)


def counted(zone, cards):
    return Fold("count", (Bind("x", Contents(ZoneAt(zone, ()), cards)),), None, number(1))


def nobody_decides(mended):
    """Whoever decides is noted: nobody, unless the boss is somebody."""
    boss = cell("boss", SEATS, starts=0 if mended else NOTHING, optional=not mended)
    last = cell("last", SEATS, optional=True)
    blocks = [
        block("start", (), Goto("offer")),
        block("offer", (), decide(Read("boss", ()), "act")),
        block("act", (Write("last", (), Local("me", SEATS)),), Goto("offer"), "me"),
    ]
    somebody = Compare("!=", Read("last", ()), Const(NOTHING, SEATS))
    made = machine("boss", (), Families(), blocks, cells=[boss, last], claims=invariant(somebody))
    return made, {"offer": Cutpoint((Line("somebody acted last", somebody),))}


def left_of_nobody(mended):
    """The seat left of the leader is seat 1, or is there no leader?"""
    leader = cell("leader", SEATS, starts=0 if mended else NOTHING, optional=not mended)
    left = cell("left", SEATS, starts=1)
    neighbour = Arith("%", Arith("+", Read("leader", ()), number(1)), number(2))
    blocks = [
        block("start", (), Goto("offer")),
        block("offer", (), decide(number(0), "act")),
        block("act", (Write("left", (), neighbour),), Goto("offer"), "me"),
    ]
    seat = Compare("=", Read("left", ()), number(1))
    first = Compare("!=", Read("leader", ()), number(1))
    made = machine("left", (), Families(), blocks, cells=[leader, left], claims=invariant(seat))
    return made, {
        "offer": Cutpoint((Line("it is seat 1", seat), Line("the leader is seat 0 or nobody", first)))
    }


def room_at_the_end(mended):
    """A space for one card; the last move puts up to two into it, and the play is over."""
    cards, families = card(2), Families()
    families.add("deck", "pile", "hidden")
    families.add("slot", "space", "seen", holds=1)
    deck, slot = ZoneAt("deck", ()), ZoneAt("slot", ())
    dealt = [Const(at, cards) for at in range(1 if mended else 2)]
    drawn = Local("drawn", cards)
    some = Compare("!=", drawn, Const(NOTHING, cards))
    draw = (
        Let("drawn", End("top", "x", deck, cards)),
        Branch(some, move(drawn, deck, slot), ()),
    )
    blocks = [
        block(
            "start", [step for each in dealt for step in move(each, ZoneAt("box", ()), deck)], Goto("offer")
        ),
        block("offer", (), decide(number(0), "act")),
        block("act", (Times(number(2), 2, draw),), Final(), "me"),
    ]
    lines = (
        Line("so many in the deck", Compare("=", counted("deck", cards), number(len(dealt)))),
        Line("the slot is empty", Compare("=", counted("slot", cards), number(0))),
    )
    return machine("room", things(2), families, blocks), {"offer": Cutpoint(lines)}


def swap_of_sets(mended):
    """Two sets of two cards are exchanged, by way of a third place or straight."""
    cards, families = card(4), Families()
    for name in ("ours", "theirs", "table"):
        families.add(name, "set", "seen")

    def carried(source, target):
        each = Local("each", cards)
        return Each(
            "each", Contents(ZoneAt(source, ()), cards), move(each, ZoneAt(source, ()), ZoneAt(target, ()))
        )

    dealt = [
        step
        for at in range(4)
        for step in move(Const(at, cards), ZoneAt("box", ()), ZoneAt("ours" if at < 2 else "theirs", ()))
    ]
    by_table = (carried("ours", "table"), carried("theirs", "ours"), carried("table", "theirs"))
    straight = (carried("ours", "theirs"), carried("theirs", "ours"))
    blocks = [
        block("start", dealt, Goto("offer")),
        block("offer", (), decide(number(0), "act")),
        block("act", by_table if mended else straight, Goto("offer"), "me"),
    ]
    sizes = [Compare("=", counted(name, cards), number(2)) for name in ("ours", "theirs")]
    made = machine("swap", things(4), families, blocks, claims=invariant(sizes[0]))
    lies = (frozenset({families.all["ours"].base, families.all["theirs"].base}),) * 4
    lines = tuple(Line("two each", size) for size in sizes)
    return made, {"offer": Cutpoint(lines, lies)}


def lost_between_cutpoints(mended):
    """A card is taken up, and laid down behind the next cutpoint or never."""
    cards, families = card(1), Families()
    families.add("table", "set", "seen")
    box, table, one = ZoneAt("box", ()), ZoneAt("table", ()), Const(0, cards)
    up = (Take(one, ZoneOf(one)),)
    blocks = [
        block("start", move(one, box, table), Goto("offer")),
        block("offer", (), decide(number(0), "act")),
        block("act", move(one, ZoneOf(one), table) if mended else up, Goto("between"), "me"),
        block("between", (), Goto("offer")),
    ]
    return machine("lost", things(1), families, blocks), {"offer": Cutpoint(), "between": Cutpoint()}


def dealt_in_parts(mended):
    """Cards out of play are left in the box, the others are collected, shuffled and dealt: two, or one too many."""
    cards, families = card(4), Families()
    families.add("deck", "pile", "hidden")
    families.add("hand", "set", "seen")
    box, deck, hand = (ZoneAt(name, ()) for name in ("box", "deck", "hand"))
    each, top = Local("each", cards), Local("top", cards)
    aside = Compare("=", ZoneOf(each), box)
    collected = Each("each", Values(cards), (Branch(aside, (), move(each, ZoneOf(each), deck)),))
    some = Compare("!=", top, Const(NOTHING, cards))
    deal = (Let("top", End("top", "x", deck, cards)), Branch(some, move(top, deck, hand), ()))
    first = [move(Const(at, cards), box, hand) for at in range(3)]
    steps = (collected, Shuffle(deck), Times(number(2 if mended else 3), 3, deal))
    blocks = [
        block("start", [step for each in first for step in each], Goto("set-up")),
        block("set-up", steps, Goto("offer")),
        block("offer", (), decide(number(0), "act")),
        block("act", (), Goto("set-up"), "me"),
    ]
    zones = {name: families.all[name].base for name in ("deck", "hand")} | {"box": 0}
    held = Line("one card is aside", Compare("=", counted("box", cards), number(1)))
    two = Line("two in the hand", Compare("=", counted("hand", cards), number(2)))
    made = machine("deal", things(4), families, blocks)
    everywhere = (frozenset(zones.values()),) * 4
    return made, {
        "set-up": Cutpoint((held,), everywhere),
        "set-up step 2": Cutpoint((held,), (frozenset({zones["box"], zones["deck"]}),) * 4),
        "offer": Cutpoint((held, two), everywhere),
    }


def both_ways_alike(mended):
    """In a loop heads and tails do the same: a coin is put into the till, or nothing happens."""
    few = Number(0, 1)
    heads = Compare("=", Read("coin", ()), number(1))
    paid = Write("till", (), number(0 if mended else 1))
    blocks = [
        block("start", (), Goto("offer")),
        block("offer", (), decide(number(0), "act")),
        block("act", (Times(number(1), 1, (Branch(heads, (paid,), (paid,)),)),), Goto("offer"), "me"),
    ]
    empty = Compare("=", Read("till", ()), number(0))
    cells = [cell("coin", few, given=True), cell("till", few)]
    made = machine("alike", (), Families(), blocks, cells=cells, claims=invariant(empty))
    return made, {"offer": Cutpoint((Line("the till is empty", empty),))}


def bound_the_time_before(mended):
    """What is bound in a repetition is known in the next: so many times, no loop over members."""
    few = Number(0, 1)
    steps = (Write("last", (), Local("x", few)), Let("x", number(1)))
    repeated = (Let("x", number(0)), Times(number(1 if mended else 2), 2, steps))
    blocks = [
        block("start", (), Goto("offer")),
        block("offer", (), decide(number(0), "act")),
        block("act", repeated, Goto("offer"), "me"),
    ]
    none = Compare("=", Read("last", ()), number(0))
    made = machine("repeat", (), Families(), blocks, cells=[cell("last", few)], claims=invariant(none))
    return made, {"offer": Cutpoint((Line("none the last time", none),))}


def cells_of_like_names(mended):
    """A cell is called as another one with its index is written; both are written, or only one."""
    few, like = Number(0, 1), "row [0]"
    writes = (Write("row", (number(0),), number(1)), Write(like, (), number(1)))
    blocks = [
        block("start", (), Goto("offer")),
        block("offer", (), decide(number(0), "act")),
        block("act", writes if mended else writes[:1], Goto("on"), "me"),
        block("on", (), Goto("pause")),
        block("pause", (), decide(number(0), "act")),
    ]
    alike = Compare("=", Read("row", (number(0),)), Read(like, ()))
    cells = [cell("row", few, few), cell(like, few)]
    made = machine("names", (), Families(), blocks, cells=cells, claims=invariant(alike))
    told = Cutpoint((Line("alike", alike),))
    behind = told if mended else Cutpoint()
    return made, {"offer": told, "on": behind, "pause": behind}


TRAPS = [
    nobody_decides,
    left_of_nobody,
    room_at_the_end,
    swap_of_sets,
    lost_between_cutpoints,
    dealt_in_parts,
    both_ways_alike,
    bound_the_time_before,
    cells_of_like_names,
]


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.__name__)
def test_a_claim_that_fails_in_a_corner_is_refused(trap):
    found = checked(*trap(mended=False))
    assert found.broken or found.refused


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.__name__)
def test_its_mended_twin_is_confirmed(trap):
    found = checked(*trap(mended=True))
    assert (found.broken, found.refused) == ({}, {})


def test_a_place_within_a_block_is_no_cutpoint_behind_a_bound_name():
    made, certificate = dealt_in_parts(mended=True)
    whole = made.blocks["set-up"]
    named = replace(whole, steps=(Let("unused", number(1)), *whole.steps))
    made = replace(made, blocks={**made.blocks, "set-up": named})
    assert checked(made, certificate).broken == {"set-up step 2": "the machine has no such block"}
    assert checked(made, certificate | {"set-up step 9": Cutpoint()}).broken.keys() >= {"set-up step 9"}


def test_a_ring_of_blocks_without_a_cutpoint_is_refused():
    blocks = [block("start", (), Goto("more")), block("more", (), Goto("start"))]
    made = machine("ring", (), Families(), blocks)
    assert "start" in checked(made, {}).broken
    assert checked(made, {"more": Cutpoint()}).broken == {}


def test_a_cutpoint_must_be_a_block_without_parameters():
    made, certificate = left_of_nobody(mended=True)
    assert "act" in checked(made, {**certificate, "act": Cutpoint()}).broken
    assert "nowhere" in checked(made, {**certificate, "nowhere": Cutpoint()}).broken


def test_a_pause_that_the_certificate_forgets_is_looked_at_all_the_same():
    made, _ = nobody_decides(mended=False)
    assert "claim" in checked(made, {}).refused


def test_a_ranking_must_fall():
    made, certificate = left_of_nobody(mended=True)
    point = certificate["offer"]
    still = Cutpoint(point.lines, ranking=(Read("left", ()),))
    assert "it-ends" in checked(made, {"offer": still}).refused


def test_binders_of_one_name_inside_each_other_are_told_apart():
    """What changed is looked for by the place of a binder in the line, not by its name."""
    cards, families = card(2), Families()
    families.add("ours", "set", "seen")
    families.add("theirs", "set", "seen")
    mark = cell("mark", Players(2), cards)
    dealt = [
        step
        for at, name in enumerate(("ours", "theirs"))
        for step in move(Const(at, cards), ZoneAt("box", ()), ZoneAt(name, ()))
    ]
    blocks = [
        block("start", dealt, Goto("offer")),
        block("offer", (), decide(number(0), "act")),
        block("act", (Write("mark", (Const(1, cards),), number(1)),), Goto("offer"), "me"),
    ]
    unmarked = Compare("=", Read("mark", (Local("x", cards),)), number(0))
    inner = Fold("every", (Bind("x", Contents(ZoneAt("theirs", ()), cards)),), None, unmarked)
    outer = Fold("every", (Bind("x", Contents(ZoneAt("ours", ()), cards)),), None, inner)
    lies = (frozenset({families.all["ours"].base}), frozenset({families.all["theirs"].base}))
    made = machine("marks", things(2), families, blocks, cells=[mark], claims=invariant(outer))
    found = checked(made, {"offer": Cutpoint((Line("nothing of theirs is marked", outer),), lies)})
    assert "offer: nothing of theirs is marked" in found.broken
