"""The members of a loop: settled at the start, in the order in which they lie, by every reader."""

from dataclasses import dataclass

import pytest

from tests.agreement.definition import follow
from tests.agreement.symbolic import assert_agreement
from tests.rules import FRAME, Unshuffled
from verifier.engine import Engine, State
from verifier.kernel.machine import Machine
from verifier.program import program_of

SETUP = """\
    each player p
        move 2 from deck to p.hand
"""
TURN = """\
turn
    play: one of lay

action lay
    choose number in my hand
    move number to my row of number.suit
"""


class Turned(Unshuffled):
    """Chance that turns every pile over."""

    def shuffle(self, zone: int, pile: list[int]) -> None:
        pile.reverse()


@dataclass(frozen=True)
class Table:
    """A state, its zones by name and its components by their names."""

    machine: Machine
    state: State

    def zone(self, name: str, number: int = 0) -> list[str]:
        family = self.machine.families[name]
        return [self.machine.things[thing].name for thing in self.state.zones[family.base + number]]


def machine(folder, setup: str, *pieces: str) -> Machine:
    path = folder / "tiny.rules"
    path.write_text("\n".join((FRAME.replace(SETUP, setup), *pieces, TURN)), encoding="utf-8")
    return program_of(str(path), 2).machine


def set_up(folder, setup: str, *pieces: str) -> Table:
    """The table after the set-up: the generated Python, the plain reader, the definition and the provers agree."""
    made = machine(folder, setup, *pieces)
    follow(program_of(str(folder / "tiny.rules"), 2).game, made, 6)
    engine = Engine(made)
    state, plain = engine.new(Turned()), engine.blank()
    engine.runner.begin(plain, Turned())
    assert state.key() == plain.key()
    assert_agreement(made, 1, 6, in_order=True)
    return Table(made, state)


# --- in which order


def test_a_shuffled_pile_keeps_its_order_when_all_of_it_is_moved(tmp_path):
    table = set_up(
        tmp_path, "    shuffle deck\n    move every number in deck to heap\n    move 1 from heap to deck\n"
    )
    assert table.zone("heap") == ["blue-3", "blue-2", "blue-1", "red-3", "red-2"]


def test_what_goes_below_keeps_its_order_too(tmp_path):
    setup = """\
    move 3 from deck to heap
    shuffle deck
    move every number in deck to bottom of heap
    move 1 from heap to deck
"""
    assert set_up(tmp_path, setup).zone("heap") == ["red-3", "red-2", "red-1", "blue-3", "blue-2"]


def test_a_pile_is_sorted_by_moving_some_of_it_below_itself(tmp_path):
    setup = """\
    move every number n in deck where n.value is 2 to bottom of deck
    move every number n in deck where n.value is 1 to deck
"""
    table = set_up(tmp_path, setup)
    assert table.zone("deck") == ["red-2", "blue-2", "red-3", "blue-3", "red-1", "blue-1"]


def test_piles_are_emptied_one_after_the_other(tmp_path):
    setup = """\
    move 2 from deck to second.row of red
    move 2 from deck to first.row of blue
    move every number in row to heap
"""
    assert set_up(tmp_path, setup).zone("heap") == ["blue-1", "red-3", "blue-3", "blue-2"]


def test_what_goes_below_keeps_its_order_however_its_members_are_kept(tmp_path):
    setup = """\
    move 3 from deck to heap
    move every number n in deck where count number in deck is more than 1 to bottom of heap
    move 1 from heap to deck
"""
    assert set_up(tmp_path, setup).zone("heap") == ["red-1", "red-2", "red-3", "blue-3", "blue-2"]


def test_each_goes_below_in_its_turn(tmp_path):
    """What `each` does one after the other is no packet."""
    setup = """\
    move 3 from deck to heap
    each number n in deck
        move n to bottom of heap
    move 1 from heap to deck
"""
    assert set_up(tmp_path, setup).zone("heap") == ["red-3", "red-2", "red-1", "blue-3", "blue-2"]


def test_a_loop_over_a_pile_goes_from_the_bottom_up(tmp_path):
    setup = """\
    shuffle deck
    each number n in deck
        set latest to n
        rule low-ones-leave
            when n.value is 1
            move n to heap
"""
    table = set_up(tmp_path, setup, "note latest: number\n")
    assert table.zone("heap") == ["blue-1", "red-1"]
    assert table.machine.things[table.state.latest].name == "red-1"


# --- settled at the start


def test_the_condition_is_asked_before_the_first_member_moves(tmp_path):
    setup = """\
    move every number n in deck where count number in heap is less than 2 to heap
    move 1 from heap to deck
"""
    assert len(set_up(tmp_path, setup).zone("heap")) == 5


def test_a_condition_on_an_amount_that_the_loop_changes(tmp_path):
    setup = """\
    each player p where second.coins is 0
        add 3 to second.coins
"""
    table = set_up(tmp_path, setup)
    assert table.state.coins[:2] == [0, 6]


def test_players_who_fit_only_because_of_the_loop_are_left_out(tmp_path):
    setup = """\
    set first.coins to 1
    each player p where p.coins is more than 0
        add 1 to p.opponent.coins
"""
    assert set_up(tmp_path, setup).state.coins[:2] == [1, 1]


def test_a_card_that_comes_to_a_later_zone_is_met_once(tmp_path):
    setup = """\
    move 1 from deck to first.row of red
    each player p, number n in p.row
        add 1 to first.coins
        move n to second.row of blue
"""
    table = set_up(tmp_path, setup)
    assert table.state.coins[:2] == [1, 0]
    assert table.zone("row", 3) == ["blue-3"]


PASSING = """\
    move 3 from deck to heap
    move 1 from deck to first.hand
"""
ASKING = """\
after lay
    each number n in heap
        may choose suit
        move n to bottom of deck
"""


def test_a_loop_with_decisions_goes_through_a_pile_as_it_lay(tmp_path):
    made = machine(tmp_path, PASSING, ASKING)
    engine = Engine(made)
    state, plain = engine.new(Turned()), engine.blank()
    engine.runner.begin(plain, Turned())
    for _ in range(4):
        move = engine.legal(state)[0]
        assert move == engine.runner.legal(plain)[0]
        engine.step(state, move, Turned())
        engine.runner.step(plain, move, Turned())
        assert state.key() == plain.key()
    table = Table(made, state)
    # The heap was blue-3, blue-2, blue-1 from the bottom up; each went below the deck in its turn.
    assert table.zone("deck") == ["blue-1", "blue-2", "blue-3", "red-1", "red-2"]
    for seed in range(3):
        assert_agreement(made, seed, 20, in_order=True)


def test_members_of_a_loop_with_decisions_are_settled_at_its_start(tmp_path):
    asking = """\
after lay
    each player p where p.coins is 0
        add 1 to p.opponent.coins
        p may choose suit
        add 2 to first.coins
"""
    made = machine(tmp_path, "    move 2 from deck to first.hand\n", asking)
    engine = Engine(made)
    state = engine.new(Turned())
    for _ in range(3):
        engine.step(state, engine.legal(state)[0], Turned())
    assert state.coins[:2] == [5, 1]


# --- swapping


@pytest.mark.parametrize("dealt", [(2, 1), (1, 2), (0, 3), (3, 0), (2, 2)])
def test_two_sets_change_places_without_mixing(tmp_path, dealt):
    first, second = dealt
    setup = f"""\
    move 1 from deck to heap
    move {first} from deck to first.hand
    move {second} from deck to second.hand
    swap first.hand with second.hand
    move 1 from heap to first.hand
"""
    table = set_up(tmp_path, setup)
    cards = ["blue-2", "blue-1", "red-3", "red-2", "red-1"]
    assert set(table.zone("hand", 1)) == set(cards[:first])
    assert set(table.zone("hand", 0)) == {*cards[first : first + second], "blue-3"}


def test_a_set_swapped_with_itself_stays_as_it_is(tmp_path):
    setup = "    move 2 from deck to first.hand\n    swap first.hand with first.hand\n"
    assert set_up(tmp_path, setup).zone("hand") == ["blue-2", "blue-3"]


def test_two_rows_change_places_in_their_order(tmp_path):
    setup = """\
    move 2 from deck to first.row of red
    move 3 from deck to second.row of blue
    let a be first.row of red
    let b be second.row of blue
    swap a with b
"""
    table = set_up(tmp_path, setup)
    assert table.zone("row", 0) == ["blue-1", "red-3", "red-2"]
    assert table.zone("row", 3) == ["blue-3", "blue-2"]


PASSED = """\
    each player p
        move 1 from deck to p.hand
    each player p, number n in p.hand
        move n to (left of p).hand
"""


def test_hands_are_passed_on_at_once_by_one_loop(tmp_path):
    """The pair is settled before the first card moves: nobody passes on what the neighbour has given."""
    table = set_up(tmp_path, PASSED)
    assert (table.zone("hand", 0), table.zone("hand", 1)) == (["blue-2"], ["blue-3"])
