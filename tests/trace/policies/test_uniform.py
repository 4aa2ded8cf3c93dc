"""Players that need no thought."""

from tests.engine import tiny
from tests.trace.policies.playing import play
from verifier.engine import Engine
from verifier.runtime import Seeded
from verifier.trace.policies.greedy import by_action, greedy
from verifier.trace.policies.uniform import at_random, random_play


def test_a_random_play_reaches_its_end_and_can_be_repeated():
    engine = Engine(tiny.drawing())
    one, two = random_play(engine, 7), random_play(engine, 7)
    assert one.over
    assert one.steps == two.steps
    assert one.state.key() == two.state.key()


def test_a_play_can_be_cut_short():
    engine = Engine(tiny.drawing())
    cut = random_play(engine, 7, most=2)
    assert (cut.steps, cut.over) == (2, False)


def test_a_greedy_player_takes_what_counts():
    engine = Engine(tiny.dice(rounds=3))
    # The only thing that counts is what is in store: a greedy player never stops while a roll may help.
    assert play(engine, [greedy(engine, 1)], seed=1)[0] == "over"
    _, worse = play(engine, [greedy(engine, 1, lambda state, player: -engine.get(state, "left"))], seed=1)
    assert engine.get(worse.state, "left") == 0


def test_a_greedy_player_is_repeatable():
    engine = Engine(tiny.drawing())
    plays = [play(engine, [greedy(engine, 3), greedy(engine, 4)], seed=2)[1] for _ in range(2)]
    assert plays[0].state.key() == plays[1].state.key()


class Fixed:
    """Chance that always gives the same number."""

    def __init__(self, number):
        self.number = number

    def random(self):
        return self.number


def test_every_move_can_be_taken_from_the_first_to_the_last():
    moves = [(0,), (0, 1), (1,), (2, 5)]
    for choose in (lambda chance: at_random(chance)(None, moves), lambda chance: by_action(moves, chance)):
        assert choose(Fixed(0.0)) == moves[0]
        assert choose(Fixed(0.999)) == moves[-1]
    assert {at_random(Fixed(place / 4))(None, moves) for place in range(4)} == set(moves)
    assert by_action([(0, 1), (0, 2), (0, 3)], Fixed(0.999)) == (0, 3)


def test_a_random_play_can_take_every_move():
    engine = Engine(tiny.drawing())
    start = engine.new(Seeded(7))
    for place, move in enumerate(engine.legal(start)):
        wandered, stepped = start.copy(), start.copy()
        engine.step(stepped, move, Seeded(1))
        engine.wander(wandered, Seeded(1), lambda place=place: (place + 0.5) / len(engine.legal(start)), 1)
        assert wandered.key() == stepped.key()
