"""The other libraries' own tests of one rule set; whoever calls this has them installed."""

from __future__ import annotations

import unittest
import warnings

HORIZON = 80


def pettingzoo(ruleset: str, players: int) -> None:
    """PettingZoo's `api_test` and `seed_test`."""
    from pettingzoo.test import api_test, seed_test

    from rulewright.pettingzoo import env

    with warnings.catch_warnings():
        # A dictionary with a mask is how PettingZoo's own card games are observed; its test warns of it all the same.
        warnings.simplefilter("ignore")
        api_test(env(ruleset, players), num_cycles=60)
        seed_test(lambda: env(ruleset, players), num_cycles=30)


def openspiel_game(ruleset: str, players: int, horizon: int = HORIZON):
    import pyspiel

    import rulewright.openspiel

    named = {"ruleset": ruleset, "players": players, "horizon": horizon}
    return pyspiel.load_game(rulewright.openspiel.NAME, named)


def openspiel(ruleset: str, players: int, states: int = 400) -> None:
    """OpenSpiel's random simulations with serialization, its API tests on sampled states, and a playthrough."""
    import pyspiel

    game = openspiel_game(ruleset, players)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    _playthrough(game)
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(_api_case(game, states)).run(found)
    assert found.testsRun >= 5
    wrong = [text for _, text in (*found.failures, *found.errors)]
    assert not wrong, wrong[0]


def _api_case(game, states: int):
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import sample_some_states

    class Case(api_test.EnforceAPIOnPartialTreeBase):
        @classmethod
        def setUpClass(cls) -> None:
            cls.game, cls.game_name, cls.game_type = game, str(game), game.get_type()
            cls.some_states = sample_some_states.sample_some_states(game, max_states=states)

    return Case


def _playthrough(game) -> None:
    """A playthrough is written, and written again from its own actions it is the same."""
    from open_spiel.python.algorithms import generate_playthrough

    first = generate_playthrough.playthrough_lines(
        str(game), alsologtostdout=False, action_sequence=None, seed=7
    )
    actions = [int(line.split(":")[1]) for line in first if line.startswith("action:")]
    again = generate_playthrough.playthrough_lines(
        str(game), alsologtostdout=False, action_sequence=actions, seed=7
    )
    assert [line for line in first if "# Apply" not in line] == [
        line for line in again if "# Apply" not in line
    ]
