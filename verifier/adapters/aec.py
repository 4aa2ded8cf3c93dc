"""A rule set as a PettingZoo environment (AEC): agents take turns, an action mask says what is legal.

    from rulewright.pettingzoo import env
    game = env("./my-game", players=3)

This module needs the extra `rulewright[pettingzoo]`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from verifier.adapters.kit import kit_of
from verifier.engine import Move, State
from verifier.runtime import Seeded
from verifier.trace.policies.uniform import random_given

# Decisions after which a play is cut off, because some games may go on for ever.
HORIZON = 10_000


class raw_env(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # noqa: N801 - as PettingZoo names it
    """The environment without wrappers."""

    def __init__(
        self,
        ruleset: str,
        players: int | None = None,
        horizon: int = HORIZON,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        kit = kit_of(ruleset, players)
        self.engine, self.actions, self.observer = kit.engine, kit.actions, kit.observer
        self.payoff = kit.payoff
        self.horizon = horizon
        self.render_mode = render_mode
        self.metadata = {"name": ruleset, "render_modes": ["ansi"], "is_parallelizable": False}
        seats = range(self.engine.machine.players)
        self.possible_agents = [f"player_{seat}" for seat in seats]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(len(self.actions)) for agent in self.possible_agents}
        self._chance = Seeded()
        self._legal: dict[int, Move] = {}
        self._state: State | None = None

    def _observations(self) -> Space[Any]:
        seen = Box(self.observer.low, self.observer.high, (self.observer.size,), np.float32)
        return Dict({"observation": seen, "action_mask": Box(0, 1, (len(self.actions),), np.int8)})

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    @property
    def _here(self) -> State:
        assert self._state is not None, "reset first"
        return self._state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new play; the same seed gives the same shuffles, rolls and start."""
        if seed is not None:
            self._chance = Seeded(seed)
        self._state = self.engine.new(self._chance, random_given(self.engine, self._chance.random))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._made = 0
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees; its mask is empty while somebody else is to move."""
        seat = self._seats[agent]
        mask = np.zeros(len(self.actions), np.int8)
        if not self.engine.over(self._here) and self.engine.player(self._here) == seat:
            mask[list(self._legal)] = 1
        seen = np.array(self.observer.vector(self._here, seat), np.float32)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The move of the selected agent; an illegal one raises `ValueError`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._legal:
            raise ValueError(f"action {action} is not legal here")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.engine.step(self._here, self._legal[int(action)], self._chance)
        self._made += 1
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Who is next, or the end."""
        self._legal = self.actions.legal(self._here)
        if self._legal and self._made < self.horizon:
            self.agent_selection = self.possible_agents[self.engine.player(self._here)]
            return
        cut_off = not self.engine.over(self._here)
        ended = self.truncations if cut_off else self.terminations
        for agent, payoff in zip(self.agents, self.payoff(self._here), strict=True):
            ended[agent] = True
            self.rewards[agent] = payoff

    def render(self) -> str | None:
        """What everybody sees of the table, if `render_mode` is `ansi`."""
        if self.render_mode != "ansi":
            return None
        return self.observer.text(self._here, self._seats[self.agent_selection])

    def close(self) -> None:
        """Nothing is held open."""


def env(
    ruleset: str, players: int | None = None, horizon: int = HORIZON, render_mode: str | None = None
) -> AECEnv[str, dict[str, Any], int]:
    """The environment as PettingZoo's own are: steps out of order are refused."""
    return wrappers.OrderEnforcingWrapper(raw_env(ruleset, players, horizon, render_mode))
