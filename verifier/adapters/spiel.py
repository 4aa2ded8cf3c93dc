"""A rule set as an OpenSpiel game: every chance is explicit, information states hold what a player has seen.

    import rulewright.openspiel
    game = pyspiel.load_game("python_rulewright", {"ruleset": "./my-game", "players": 3})

This module needs the extra `rulewright[openspiel]`.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from verifier.adapters.chance import ChanceTable
from verifier.adapters.kit import Kit, kit_of
from verifier.engine import Engine, Move, State
from verifier.kernel.domain import values
from verifier.trace.replay import dice_of

NAME = "python_rulewright"
# Decisions after which a play is cut off, because some games may go on for ever.
HORIZON = 1_000
MOST_PLAYERS = 20
PARAMETERS = {"ruleset": "", "players": 0, "horizon": HORIZON}


def _type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Rulewright",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=False,
    )


class RulewrightGame(pyspiel.Game):  # type: ignore[misc]
    """A rule set for a number of players; `horizon` decisions at most, then nobody has won."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        known = {**PARAMETERS, **(params or {})}
        self.named = str(known["ruleset"]), int(known["players"]) or None
        self.kit = kit_of(*self.named)
        self.horizon = int(known["horizon"])
        payoff, together = self.kit.payoff, self.kit.payoff.together
        kinds = pyspiel.GameType.Utility
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.kit.actions),
            max_chance_outcomes=_most_outcomes(self.kit.engine),
            num_players=self.kit.engine.machine.players,
            min_utility=payoff.low,
            max_utility=payoff.high,
            utility_sum=None if together else 0.0,
            max_game_length=self.horizon,
        )
        super().__init__(_type(kinds.IDENTICAL if together else kinds.ZERO_SUM), info, known)

    def new_initial_state(self) -> RulewrightState:
        return RulewrightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        # What everybody sees cannot be told apart from what one player sees: only whole views are offered.
        whole = wanted.public_info and wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return RulewrightObserver(self, wanted.perfect_recall) if whole else None


def _most_outcomes(engine: Engine) -> int:
    """Outcomes of chance are numbered by component, by face, or by the values of what is given."""
    cells = engine.machine.cells
    asked = [cells[name].domain for name in dice_of(engine)]
    asked += [cell.domain for cell in cells.values() if cell.given]
    return max(len(engine.machine.things), *(len(values(domain)) for domain in asked), 1)


class RulewrightState(pyspiel.State):  # type: ignore[misc]
    """A state at a decision, at a question to chance, or at the end."""

    def __init__(self, game: RulewrightGame) -> None:
        super().__init__(game)
        self._play = _Play(game.kit, game.named, game.horizon)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        table = self._play.table
        return int(pyspiel.PlayerId.CHANCE) if table.question else table.engine.player(table.state)

    def is_terminal(self) -> bool:
        table = self._play.table
        if table.question is not None:
            return False
        return table.engine.over(table.state) or table.moves >= self._play.horizon or not self._play.legal

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._play.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        question = self._play.table.question
        assert question is not None
        return [(number, count / question.total) for number, count in question.outcomes]

    def _apply_action(self, action: int) -> None:
        self._play.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            question = self._play.table.question
            return f"{question.what if question else 'chance'}:{action}"
        return self._play.kit.actions.words(action)

    def returns(self) -> list[float]:
        table, kit = self._play.table, self._play.kit
        return [0.0] * kit.engine.machine.players if table.question else kit.payoff(table.state)

    def __str__(self) -> str:
        return self.history_str()  # type: ignore[no-any-return]

    def seen(self, player: int) -> str:
        """What the player has seen so far, in few letters: equal only after the same sights and own moves."""
        return self._play.seen(player)

    @property
    def table(self) -> ChanceTable:
        return self._play.table


class _Play:
    """What a state of OpenSpiel holds of ours. Copies share states of the past, which nobody changes."""

    def __init__(self, kit: Kit, named: tuple[str, int | None], horizon: int) -> None:
        self.kit = kit
        self.named = named
        self.horizon = horizon
        self.table = ChanceTable(kit.engine)
        self._legal: dict[int, Move] | None = None
        self._history: tuple[int, ...] = ()
        # States and moves that are not yet in the digests, and the digest of each player so far.
        self._past: list[tuple[State, int, int]] = []
        self._digests = [b""] * kit.engine.machine.players

    def __deepcopy__(self, memo: dict[int, Any]) -> _Play:
        other = _Play.__new__(_Play)
        other.__dict__.update(self.__dict__)
        other.table = self.table.copy()
        other._past = list(self._past)
        other._digests = list(self._digests)
        return other

    def __reduce__(self) -> Any:
        return _played, (self.named, self.horizon, self._history)

    @property
    def legal(self) -> dict[int, Move]:
        if self._legal is None:
            self._legal = {} if self.table.question else self.kit.actions.legal(self.table.state)
        return self._legal

    def apply(self, action: int) -> None:
        table = self.table
        self._history = (*self._history, action)
        if table.question is not None:
            table.answer(action)
        else:
            self._past.append((table.state, table.engine.player(table.state), action))
            table.apply(self.legal[action])
        self._legal = None

    def seen(self, player: int) -> str:
        for state, mover, action in self._past:
            for seat, known in enumerate(self._digests):
                own = action if seat == mover else -1
                sight = np.array([*self.kit.observer.vector(state, seat), own], np.int32)
                self._digests[seat] = blake2b(known + sight.tobytes(), digest_size=12).digest()
        self._past.clear()
        return self._digests[player].hex()


def _played(named: tuple[str, int | None], horizon: int, history: tuple[int, ...]) -> _Play:
    """A play as its history tells it: this is how plays are pickled."""
    play = _Play(kit_of(*named), named, horizon)
    for action in history:
        play.apply(action)
    return play


class RulewrightObserver:
    """Observations: the view as text and as a tensor; with `recall`, also what was seen before, as text."""

    def __init__(self, game: RulewrightGame, recall: bool) -> None:
        self._observer = game.kit.observer
        self._recall = recall
        self.tensor = None if recall else np.zeros(game.kit.observer.size, np.float32)
        self.dict = {} if recall else {"observation": self.tensor}

    def set_from(self, state: RulewrightState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._observer.vector(state.table.state, player)

    def string_from(self, state: RulewrightState, player: int) -> str:
        now = self._observer.text(state.table.state, player)
        return f"{player} {state.seen(player)} {now}" if self._recall else now


def register() -> None:
    """Makes the game known to `pyspiel.load_game`; once is enough."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_type(pyspiel.GameType.Utility.GENERAL_SUM), RulewrightGame)
