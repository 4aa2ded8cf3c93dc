"""Agents that play for a while: at random, by a tabular Q-learner, by Monte Carlo tree search. A fault ends them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

from tests.adapters import checks

HORIZON = 400


def _until(seconds: float) -> Iterator[int]:
    """Counts plays until the time is over."""
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        yield count
        count += 1


def random_in_pettingzoo(ruleset: str, players: int, seconds: float, chance: random.Random) -> str:
    from rulewright.pettingzoo import env

    game, steps, plays = env(ruleset, players, horizon=HORIZON), 0, 0
    for plays in _until(seconds):
        game.reset(seed=plays)
        for _ in game.agent_iter():
            seen, _, ended, cut_off, _ = game.last()
            legal = seen["action_mask"].nonzero()[0]
            game.step(None if ended or cut_off else int(chance.choice(legal)))
            steps += 1
    return f"{plays + 1} plays, {steps:,} steps"


def random_in_openspiel(ruleset: str, players: int, seconds: float, chance: random.Random) -> str:
    game, steps, plays = checks.openspiel_game(ruleset, players, HORIZON), 0, 0
    for _ in _until(seconds):
        plays += 1
        state = game.new_initial_state()
        while not state.is_terminal():
            numbers = (
                [each for each, _ in state.chance_outcomes()]
                if state.is_chance_node()
                else state.legal_actions()
            )
            state.apply_action(chance.choice(numbers))
            steps += 1
    return f"{plays} plays, {steps:,} steps"


def q_learner(ruleset: str, players: int, seconds: float, chance: random.Random) -> str:
    """A tabular Q-learner in the first seat, random agents in the others."""
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent, tabular_qlearner

    environment = rl_environment.Environment(checks.openspiel_game(ruleset, players, HORIZON))
    count = environment.action_spec()["num_actions"]
    learner = tabular_qlearner.QLearner(0, count)
    agents = [learner, *(random_agent.RandomAgent(seat, count) for seat in range(1, players))]
    won, plays = 0.0, 0
    for _ in _until(seconds):
        plays += 1
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
        won += step.rewards[0]
    states = sum(map(len, learner._q_values.values()))
    return f"{plays} plays, mean payoff {won / max(plays, 1):.2f}, {states:,} values"


def tree_search(ruleset: str, players: int, seconds: float, chance: random.Random) -> str:
    """Monte Carlo tree search in the first seat, random moves in the others."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    game = checks.openspiel_game(ruleset, players, HORIZON)
    numbers = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 4, mcts.RandomRolloutEvaluator(1, numbers), random_state=numbers)
    moves, plays, end = 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        state = game.new_initial_state()
        plays += 1
        while not state.is_terminal() and time.monotonic() < end:
            if state.is_chance_node():
                state.apply_action(chance.choice([each for each, _ in state.chance_outcomes()]))
            elif state.current_player() == 0:
                state.apply_action(bot.step(state))
                moves += 1
            else:
                state.apply_action(chance.choice(state.legal_actions()))
    return f"{plays} plays, {moves:,} moves searched"


AGENTS: dict[str, Callable[[str, int, float, random.Random], str]] = {
    "at random, PettingZoo": random_in_pettingzoo,
    "at random, OpenSpiel": random_in_openspiel,
    "tabular Q-learner, OpenSpiel": q_learner,
    "MCTS, OpenSpiel": tree_search,
}
