"""PettingZoo: its own tests of a few rule sets, and what an environment promises.

`python -m tests.adapters` tries all rule sets.
"""

import pytest

from tests.adapters import checks
from tests.trace.conftest import SHORE

pytest.importorskip("pettingzoo")


@pytest.mark.parametrize(("ruleset", "players"), [(str(SHORE), 3), ("hanabi", 2), ("lost-cities", 2)])
def test_it_passes_the_tests_of_pettingzoo(ruleset, players):
    checks.pettingzoo(ruleset, players)


def test_a_play_ends_with_payoffs_and_refuses_what_is_masked():
    from rulewright.pettingzoo import env

    game = env(str(SHORE), players=2)
    game.reset(seed=3)
    for agent in game.agent_iter(max_iter=10_000):
        seen, reward, ended, cut_off, _ = game.last()
        if ended or cut_off:
            assert ended
            assert reward in (-1, 0, 1)
            game.step(None)
            continue
        legal = seen["action_mask"].nonzero()[0]
        assert len(legal) > 0
        assert game.observation_space(agent).contains(seen)
        other = next(each for each in game.agents if each != agent)
        assert not game.observe(other)["action_mask"].any()
        masked = next(number for number in range(len(seen["action_mask"])) if number not in legal)
        with pytest.raises(ValueError, match="not legal"):
            game.step(masked)
        game.step(int(legal[0]))
    assert not game.agents


def test_a_play_is_cut_off_at_the_horizon():
    from rulewright.pettingzoo import env

    game = env("lost-cities", horizon=5)
    game.reset(seed=1)
    for _ in range(5):
        game.step(int(game.last()[0]["action_mask"].argmax()))
    assert all(game.truncations.values())
    assert not any(game.terminations.values())


@pytest.mark.parametrize(
    ("ruleset", "players", "said"), [("lost-citys", None, "did you mean"), ("hearts", 9, "9 players")]
)
def test_what_cannot_be_played_is_refused_in_the_words_of_the_command_line(ruleset, players, said):
    from rulewright.pettingzoo import env

    with pytest.raises(ValueError, match=said):
        env(ruleset, players)
