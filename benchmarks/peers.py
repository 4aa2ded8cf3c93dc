"""Card games of other collections, played at random: OpenSpiel (C++) and RLCard (Python), where they are installed."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec

Work = Callable[[int], float]

# How many plays take about a quarter of a second; of the first two games we have rules.
OPENSPIEL_GAMES = {"hearts": 2_000, "hanabi": 10_000, "gin_rummy": 100, "crazy_eights": 3_000}
RLCARD_GAMES = {"gin-rummy": 30, "uno": 400}


def openspiel(name: str) -> Work:
    """A game played by OpenSpiel's own loop and its own random players, with nothing of Python between two moves."""
    import pyspiel

    game, plays = pyspiel.load_game(name), OPENSPIEL_GAMES[name]

    def run(number: int) -> float:
        steps = 0
        for play in range(plays):
            seed = number * plays + play
            bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(game.num_players())]
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            steps += sum(each.player >= 0 for each in state.full_history())
        return steps

    return run


def rlcard(name: str) -> Work:
    """A game played by RLCard: a random one of the actions that it says are legal."""
    from rlcard import make

    def run(number: int) -> float:
        env, chance, steps = make(name, {"seed": number}), random.Random(number), 0
        for _ in range(RLCARD_GAMES[name]):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                steps += 1
        return steps

    return run


def peers_of(name: str) -> dict[str, Work]:
    """OpenSpiel's version of a game of ours, if it is installed and has one."""
    return {"OpenSpiel, C++": openspiel(name)} if find_spec("pyspiel") and name in OPENSPIEL_GAMES else {}


def other_games() -> dict[str, Work]:
    """Card games that are not ours."""
    found: dict[str, Work] = {}
    if find_spec("pyspiel"):
        found |= {f"OpenSpiel, C++: {each}": openspiel(each) for each in ("crazy_eights", "gin_rummy")}
    if find_spec("rlcard"):
        found |= {f"RLCard, Python: {each}": rlcard(each) for each in RLCARD_GAMES}
    return found
