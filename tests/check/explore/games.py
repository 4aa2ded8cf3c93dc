"""Made-up games for the search, each small enough to be counted by hand, each there for one point."""

from itertools import product

from verifier.engine import Engine
from verifier.kernel.domain import values
from verifier.program import program_of
from verifier.runtime import Enumerating

HEAP = """\
game heap
players 2
number beans: 5
amount heap: 0..beans, starts beans
note eldest: player, given
amount taken per player: 0..beans

setup
    set heap to beans

turn
    play: one of grab

action grab
    choose n from 1 to 2
    rule enough-left
        require n is at most heap
    take n from heap
    add n to my taken

end
    rule nothing-left
        when heap is 0

starter eldest
define score for player p: p.taken
winner highest score, then shared
"""

CARDS = """\
game cards
players 2
kind colour: red, blue
card leaf: each colour, value 1..2
zone deck: pile, hidden
zone hand: set per player, seen by owner
zone row: row per player per colour, seen
note eldest: player, given

setup
    move every leaf to deck
    shuffle deck
    each player p
        move 1 from deck to p.hand

turn
    play: one of lay
    draw: do draw-one

action lay
    choose leaf in my hand
    move leaf to my row of leaf.colour

procedure draw-one
    move top leaf in deck to my hand

end
    rule a-hand-is-empty
        when any player p where p.hand is empty

starter eldest
define score for player p: sum over colour c: sum value of leaf in p.row of c
winner highest score, then shared
"""

SWAPPING = """\
game swapping
players 2
kind colour: red, blue
card leaf: each colour, copies 2
zone deck: pile, hidden
zone hand: set per player, seen by owner
zone table: row, seen
note eldest: player, given

setup
    move every leaf to deck
    shuffle deck
    each player p
        move 1 from deck to p.hand
    move top leaf in deck to table

turn
    play: one of swap-cards, draw

action swap-cards
    choose leaf mine in my hand
    choose leaf other in table
    swap mine with other

action draw
    move top leaf in deck to my hand

end
    rule deck-used-up
        when deck is empty

starter eldest
define score for player p: count leaf in p.hand
winner highest score, then shared
"""


def compiled_text(folder, text, *more, players=None):
    """The game and machine of a text; further lines are added at its end."""
    path = folder / "game.rules"
    path.write_text("\n".join([text, *more]) + "\n", encoding="utf-8")
    program = program_of(str(path), players)
    return program.game, program.machine


def every_state(machine):
    """Every state, the plain way: piles in order, nothing merged, nothing renamed. Only for tiny games."""
    engine = Engine(machine)
    given = [cell for cell in machine.cells.values() if cell.given]
    seen, waiting = {}, []

    def add(state):
        if state.key() not in seen:
            seen[state.key()] = state
            waiting.append(state)

    for chosen in product(*(values(cell.domain) for cell in given)):
        oracle, going = Enumerating(), True
        while going:
            add(engine.new(oracle, {cell.name: value for cell, value in zip(given, chosen, strict=True)}))
            going = oracle.advance()
    while waiting:
        state = waiting.pop()
        for move in engine.legal(state):
            oracle, going = Enumerating(), True
            while going:
                after = state.copy()
                engine.step(after, move, oracle)
                add(after)
                going = oracle.advance()
    return engine, list(seen.values())
