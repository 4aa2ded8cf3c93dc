"""OpenSpiel: its own tests of a few rule sets, and what states and information states promise."""

import pytest

from tests.adapters import checks
from tests.trace.conftest import SHORE

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), [(str(SHORE), 3), ("hanabi", 2)])
def test_it_passes_the_tests_of_openspiel(ruleset, players):
    checks.openspiel(ruleset, players, states=100)


def state_after(game, outcomes):
    """The first decision, if chance deals by these places among its outcomes."""
    state = game.new_initial_state()
    for place in outcomes:
        if not state.is_chance_node():
            break
        numbers = [number for number, _ in state.chance_outcomes()]
        state.apply_action(numbers[place % len(numbers)])
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def test_an_information_state_tells_only_what_was_seen():
    game = checks.openspiel_game(str(SHORE), 2)
    # The bag is dealt from the top: two to the first player, two to the second, the rest stays hidden.
    first, second = state_after(game, [0, 0, 1, 2, 3]), state_after(game, [0, 0, 1, 3, 2])
    assert first.history() != second.history()
    assert first.information_state_string(0) == second.information_state_string(0)
    assert first.information_state_string(1) != second.information_state_string(1)
    assert first.observation_tensor(0) == second.observation_tensor(0)
    assert first.legal_actions() == second.legal_actions()


def test_an_information_state_remembers_what_was_seen():
    game = checks.openspiel_game(str(SHORE), 2)
    state = state_after(game, [0, 0, 1, 2, 3])
    one, other = state.clone(), state.clone()
    for each, number in ((one, 0), (other, -1)):
        each.apply_action(state.legal_actions()[number])
        while each.is_chance_node():
            each.apply_action(each.chance_outcomes()[0][0])
    assert one.information_state_string(0) != other.information_state_string(0)
    again = game.deserialize_state(one.serialize())
    assert again.information_state_string(0) == one.information_state_string(0)
    assert state.information_state_string(0) == state.clone().information_state_string(0)


def test_odds_sum_to_one_and_a_play_ends_in_a_share_of_the_victory():
    game = checks.openspiel_game(str(SHORE), 2, horizon=1_000)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            odds = state.chance_outcomes()
            assert sum(chance for _, chance in odds) == pytest.approx(1)
            assert max(number for number, _ in odds) < game.max_chance_outcomes()
            state.apply_action(odds[-1][0])
        else:
            state.apply_action(state.legal_actions()[-1])
    assert sum(state.returns()) == pytest.approx(0)
    assert set(state.returns()) <= {-1.0, 0.0, 1.0}
