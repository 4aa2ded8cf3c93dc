"""Piles whose order nobody can know."""

from dataclasses import replace

from tests.engine import tiny
from verifier.check.explore.unordered import unordered_piles
from verifier.engine import Engine
from verifier.kernel.domain import NOTHING, Players, Things
from verifier.kernel.expression import Compare, Const, Contents, End, Local, Not, Position, ZoneAt
from verifier.kernel.machine import Claim, Each, Guard, Put, Shuffle, Take
from verifier.runtime import Enumerating

DECK, BOX = ZoneAt("deck", ()), ZoneAt("box", ())
CARDS = Things("card", tuple(range(6)))
TOP = End("top", "c", DECK, Things("thing", tuple(range(8))))


def changed(label, **parts):
    machine = tiny.drawing()
    return replace(machine, blocks={**machine.blocks, label: replace(machine.blocks[label], **parts)})


def test_a_hidden_deck_that_is_only_drawn_from_qualifies():
    assert unordered_piles(tiny.drawing()) == {"deck"}


def test_a_deck_on_which_something_is_put_after_the_shuffle_does_not():
    card = Local("card", CARDS)
    put = (Take(card, ZoneAt("hand", (Local("me", Players(2)),))), Put(card, DECK, "bottom"))
    machine = tiny.drawing()
    draw = machine.blocks["draw"]
    assert not unordered_piles(changed("draw", steps=(*draw.steps, *put)))
    assert unordered_piles(changed("draw", steps=(*draw.steps, *put, Shuffle(DECK)))) == {"deck"}


def test_a_deck_that_is_never_shuffled_does_not():
    steps = tuple(step for step in tiny.drawing().blocks["setup"].steps if not isinstance(step, Shuffle))
    assert not unordered_piles(changed("setup", steps=steps))


def test_a_deck_at_which_somebody_looks_does_not():
    decide = tiny.drawing().blocks["turn"].out
    guard = Guard("no-ace", (), (Compare("!=", TOP, Const(0, CARDS)),))
    looking = replace(decide.alternatives[0], prelude=(guard,))
    assert not unordered_piles(changed("turn", out=replace(decide, alternatives=(looking,))))


def test_a_deck_of_whose_order_something_is_claimed_does_not():
    machine = tiny.drawing()
    looked = Not(Compare("=", TOP, Const(NOTHING, CARDS)))
    assert not unordered_piles(replace(machine, claims=(Claim("a-top", "invariant", None, looked),)))
    first = Compare("=", Position(Const(0, CARDS)), Const(0, CARDS))
    assert not unordered_piles(replace(machine, claims=(Claim("first", "invariant", None, first),)))


def test_a_loop_that_draws_and_puts_back_does_not():
    again = Local("again", CARDS)
    moved = (Take(again, BOX), Put(again, DECK, "top"))
    steps = tiny.drawing().blocks["setup"].steps
    machine = tiny.drawing()
    looped = Each("again", Contents(DECK, CARDS), (*machine.blocks["draw"].steps, *moved))
    assert not unordered_piles(changed("setup", steps=(*steps, looped)))


def reached(engine, twins):
    """Every state that can come about, without the order of the deck."""
    seen, waiting = set(), []
    deck = engine.machine.families["deck"].base

    def key(state):
        plain = state.copy()
        plain.zones[deck].sort()
        return plain.key(True)

    def every(run):
        oracle = Enumerating(twins)
        while True:
            waiting.append(run(oracle))
            if not oracle.advance():
                return

    def stepped(state, move):
        def run(oracle):
            after = state.copy()
            engine.step(after, move, oracle)
            return after

        return run

    every(engine.new)
    done = set()
    while waiting:
        state = waiting.pop()
        seen.add(key(state))
        if state.key(True) in done:
            continue
        done.add(state.key(True))
        for move in engine.legal(state):
            every(stepped(state, move))
    return seen


def test_the_same_states_are_reached_without_an_order():
    machine = tiny.drawing(cards=3)
    twins = [thing.twin for thing in machine.things]
    eager = reached(Engine(machine), twins)
    lazy = reached(Engine(machine, lazy=unordered_piles(machine)), twins)
    assert eager == lazy
    assert len(lazy) > 20
