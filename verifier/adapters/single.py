"""A rule set as a Gymnasium environment: one seat is the agent's, the others are played by policies of your choice.

    from rulewright.gymnasium import GameEnv
    game = GameEnv("./my-game", players=3)

This module needs the extra `rulewright[pettingzoo]`, which has Gymnasium with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np

from verifier.adapters.aec import HORIZON, raw_env

# What an agent sees in, the number of an action out.
Policy = Callable[[dict[str, Any]], int]


class GameEnv(gymnasium.Env[dict[str, Any], int]):
    """The play of one seat. Between two of its decisions the others move; `others` is asked for each of their moves.

    Without `others` they take any legal move. An illegal action raises `ValueError`, or, with `illegal="lose"`, ends
    the play with a payoff of -1.
    """

    def __init__(
        self,
        ruleset: str,
        players: int | None = None,
        seat: int = 0,
        others: Policy | None = None,
        horizon: int = HORIZON,
        illegal: Literal["raise", "lose"] = "raise",
        render_mode: str | None = None,
    ) -> None:
        self.table = raw_env(ruleset, players, horizon, render_mode)
        if not 0 <= seat < len(self.table.possible_agents):
            raise ValueError(f"there is no seat {seat}")
        self.agent = self.table.possible_agents[seat]
        self.others = others or self._any_move
        self.illegal = illegal
        self.render_mode = render_mode
        self.metadata = {"render_modes": ["ansi"]}
        self.observation_space = self.table.observation_space(self.agent)
        self.action_space = self.table.action_space(self.agent)
        self._chance = random.Random()

    def _any_move(self, seen: dict[str, Any]) -> int:
        return int(self._chance.choice(np.flatnonzero(seen["action_mask"])))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new play, until the agent is to move for the first time."""
        super().reset(seed=seed)
        if seed is not None:
            self._chance = random.Random(seed)
        self.table.reset(seed=seed)
        self._wait()
        return self._seen(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The move of the agent, then those of the others until the agent is to move again or the play is over."""
        if not self._seen()["action_mask"][int(action)]:
            if self.illegal == "raise":
                raise ValueError(f"action {action} is not legal here")
            return self._seen(), -1.0, True, False, {"illegal": True}
        self.table.step(int(action))
        self._wait()
        ended, cut_off = self.table.terminations[self.agent], self.table.truncations[self.agent]
        return self._seen(), float(self.table.rewards[self.agent]), ended, cut_off, {}

    def _wait(self) -> None:
        table = self.table
        while not self._is_over and table.agent_selection != self.agent:
            table.step(self.others(table.observe(table.agent_selection)))

    @property
    def _is_over(self) -> bool:
        return any(self.table.terminations.values()) or any(self.table.truncations.values())

    def _seen(self) -> dict[str, Any]:
        return self.table.observe(self.agent)

    def render(self) -> Any:
        return self.table.render()
