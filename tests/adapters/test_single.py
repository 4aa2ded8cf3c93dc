"""Gymnasium: its own test of a few rule sets, and what one seat's play promises."""

import numpy as np
import pytest

from tests.trace.conftest import SHORE

pytest.importorskip("pettingzoo")


def made(*args, **more):
    from rulewright.gymnasium import GameEnv

    return GameEnv(*args, **more)


@pytest.mark.parametrize(
    ("ruleset", "players", "seat"), [(str(SHORE), 3, 2), ("hanabi", 2, 0), ("lost-cities", 2, 1)]
)
@pytest.mark.filterwarnings("ignore")
def test_it_passes_the_test_of_gymnasium(ruleset, players, seat):
    from gymnasium.utils.env_checker import check_env

    check_env(made(ruleset, players, seat, illegal="lose"), skip_render_check=True)


def test_a_play_of_one_seat_ends_with_its_payoff():
    game = made(str(SHORE), players=3, seat=1)
    payoffs = []
    for seed in range(4):
        seen, _ = game.reset(seed=seed)
        ended = cut_off = False
        while not (ended or cut_off):
            assert seen["action_mask"].any()
            seen, payoff, ended, cut_off, _ = game.step(int(np.flatnonzero(seen["action_mask"])[0]))
        assert ended
        assert not seen["action_mask"].any()
        payoffs.append(payoff)
    assert any(payoffs)


def test_the_others_play_by_the_policy_that_is_given():
    asked = []

    def first(seen):
        asked.append(seen)
        return int(np.flatnonzero(seen["action_mask"])[0])

    game = made("lost-cities", seat=1, others=first)
    for seed in range(4):
        one, _ = game.reset(seed=seed)
        again, _ = game.reset(seed=seed)
        assert (one["observation"] == again["observation"]).all()
        game.step(first(one))
    assert all(seen["action_mask"].any() for seen in asked)
    assert len(asked) > 4


def test_what_is_illegal_is_refused():
    game = made(str(SHORE), players=2)
    seen, _ = game.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="not legal"):
        game.step(wrong)
    with pytest.raises(ValueError, match="no seat 5"):
        made(str(SHORE), players=2, seat=5)
