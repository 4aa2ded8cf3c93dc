"""What programs of others use: the names, what importing them costs, plays there and back, and the page about it."""

import doctest
import json
import random
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import rulewright
import verifier
from tests.trace.conftest import SHORE

ROOT = Path(__file__).parent.parent
NAMES = {
    *("Diagnostic", "Play", "Refusal", "Replayed", "Result", "RuleSet", "RulewrightError", "Score"),
    *("audit", "diagnose", "diff", "games", "load", "replay", "verify"),
}


@pytest.fixture
def play():
    return rulewright.load(str(SHORE)).new(seed=1, players=2)


def played(play, seed, most=400):
    """The play with random moves made."""
    chance = random.Random(seed)
    for _ in range(most):
        moves = play.legal()
        if not moves:
            break
        play.apply(chance.choice(moves))
    return play


# --- names


def test_the_public_names_are_these_and_each_is_there():
    assert sorted(rulewright.__all__) == rulewright.__all__ == verifier.__all__
    assert set(rulewright.__all__) == NAMES
    for name in rulewright.__all__:
        found = getattr(rulewright, name)
        assert found.__doc__, name
        assert found.__name__ == name
    assert set(dir(rulewright)) >= {*NAMES, "__version__"}
    with pytest.raises(AttributeError):
        _ = rulewright.nothing


@pytest.mark.slow
def test_importing_it_imports_nothing_heavy():
    code = "import rulewright, sys; print(*sys.modules); rulewright.load; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    first, second = (set(line.split()) for line in found.stdout.splitlines())
    assert {name for name in first if name.startswith("verifier.")} == {"verifier.version"}
    assert not {"z3", "hypothesis", "click", "rich", "babel", "cvc5"} & second


def test_the_wheel_carries_the_module_and_says_that_it_is_typed():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    built = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {"verifier", "rulewright"} <= set(built["only-include"])
    assert all((ROOT / each).exists() for each in built["only-include"])
    assert all((ROOT / each / "py.typed").is_file() for each in ("verifier", "rulewright"))
    assert {"verifier", "rulewright"} == set(settings["tool"]["mypy"]["packages"])


def test_the_examples_of_the_page_are_right():
    found = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert found.attempted > 20
    assert found.failed == 0


def test_every_public_name_is_on_the_page():
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    types = {"Diagnostic", "Play", "Refusal", "Replayed", "Result", "RuleSet", "Score"}
    assert [
        name for name in sorted(NAMES - types) if f"{name}(" not in page and f"`{name}`" not in page
    ] == []


# --- plays


def test_the_same_seed_gives_the_same_play():
    rules = rulewright.load(str(SHORE))
    first, second = (played(rules.new(seed=3), 1) for _ in range(2))
    assert first.trace() == second.trace()
    assert first.state() == second.state() != played(rules.new(seed=4), 1).state()


def test_a_move_taken_back_and_made_again_leads_to_the_same_state(play):
    states = [play.state()]
    chance = random.Random(1)
    while not play.over and len(states) < 60:
        play.apply(chance.choice(play.legal()))
        states.append(play.state())
    moves = play.moves
    for state in reversed(states[:-1]):
        assert play.undo()
        assert play.state() == state
    assert not play.undo()
    for move, state in zip(moves, states[1:], strict=True):
        assert play.apply(move).state() == state


def test_a_copy_goes_its_own_way(play):
    other = play.copy()
    move = play.legal()[0]
    assert play.apply(move).state() == other.apply(move).state()
    other.undo()
    assert len(play.moves) == 1
    assert len(other.moves) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", rulewright.games())
def test_a_state_is_read_as_it_was_written(name):
    rules = rulewright.load(name)
    for players in {rules.players[0], rules.players[-1]}:
        play = rules.new(seed=1, players=players)
        for seed in range(4):
            played(play, seed, 40)
            state = json.loads(json.dumps(play.state()))
            again = rules.from_state(state)
            assert again.state() == state == play.state()
            assert (again.player, again.over, again.legal()) == (play.player, play.over, play.legal())
            assert [again.view(seat) for seat in range(players)] == [
                play.view(seat) for seat in range(players)
            ]


def test_a_play_can_be_replayed_and_gone_on_with(play):
    played(play, 1, 7)
    found = rulewright.replay(str(SHORE), json.dumps(play.trace()))
    assert found.legal
    assert (found.moves, len(found.story)) == (7, 7)
    assert found.play.state() == play.state()
    assert found.play.trace() == play.trace()
    played(found.play, 2)
    assert found.play.result() is not None
    assert found.play.undo()


def test_a_replay_stops_before_the_first_move_that_is_refused(play):
    played(play, 1, 5)
    written = play.trace()
    written["moves"][3] = {**written["moves"][3], "player": 1 - written["moves"][3]["player"]}
    found = rulewright.replay(str(SHORE), written)
    assert not found.legal
    assert found.moves == 3
    assert found.refused == written["moves"][3]
    assert [refusal.rule for refusal in found.refusals] == ["player"]
    assert len(found.play.moves) == 3


def test_what_is_refused_is_said_and_changes_nothing(play):
    before = play.state()
    wrong = {"action": "pay", "with": {"price": 99}}
    with pytest.raises(rulewright.RulewrightError, match="refused by") as refused:
        play.apply(wrong)
    assert refused.value.refusals == play.why_not(wrong) != ()
    assert play.state() == before
    assert all(play.why_not(move) == () for move in play.legal())


@pytest.mark.parametrize("asked", ["apply", "why_not"])
def test_a_move_that_the_rules_do_not_know_is_a_mistake(play, asked):
    with pytest.raises(
        rulewright.RulewrightError, match="there is no action `nothing-of-the-kind`"
    ) as mistake:
        getattr(play, asked)({"action": "nothing-of-the-kind"})
    assert not mistake.value.refusals


def test_scores_and_results_agree(play):
    assert play.result() is None
    played(play, 1)
    assert play.over
    assert play.player is None
    assert play.legal() == []
    assert play.result().scores == tuple(play.score(seat).value for seat in range(play.players))


# --- mistakes


def broken(state, **changes):
    return {**state, **changes}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda state: {key: state[key] for key in state if key != "cells"}, "R405"),
        (lambda state: broken(state, more=1), "R406"),
        (lambda state: broken(state, at="nowhere"), "R404"),
        (lambda state: broken(state, zones=[]), "R404"),
        (lambda state: broken(state, zones={**state["zones"], "moon": []}), "R406"),
        (lambda state: broken(state, zones={key: [] for key in state["zones"]}), "R404"),
        (lambda state: broken(state, zones={key: ["moon"] for key in state["zones"]}), "R413"),
        (
            lambda state: broken(
                state, zones={name: [*held, *held] for name, held in state["zones"].items()}
            ),
            "R404",
        ),
        (lambda state: broken(state, cells={}), "R405"),
        (lambda state: broken(state, cells=dict.fromkeys(state["cells"], "moon")), "R4"),
        (lambda state: broken(state, players=9), "O320"),
    ],
)
def test_what_is_no_state_is_told_with_its_place(play, change, code):
    with pytest.raises(rulewright.RulewrightError) as wrong:
        play.rules.from_state(change(play.state()))
    assert wrong.value.diagnostics[0].code.startswith(code)
    assert code in str(wrong.value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: rulewright.load("no-such-game"),
        lambda: rulewright.load(str(SHORE)).new(players=9),
        lambda: rulewright.load(str(SHORE)).new(given={"moon": 1}),
        lambda: rulewright.load(str(SHORE)).replay("no play"),
        lambda: rulewright.load(str(SHORE)).replay({"ruleset": "other", "players": 2}),
        lambda: rulewright.load(str(SHORE)).new().view(7),
        lambda: rulewright.load(str(SHORE)).new().score(-1),
        lambda: rulewright.verify(str(SHORE), only=["no-such-property"]),
        lambda: rulewright.verify("no-such-game"),
        lambda: rulewright.diff(str(SHORE), "no-such-game"),
        lambda: rulewright.audit("no-such-game", "text"),
    ],
)
def test_every_mistake_is_one_kind_of_exception(ask):
    with pytest.raises(rulewright.RulewrightError) as wrong:
        ask()
    assert str(wrong.value)


def test_a_play_that_began_with_a_state_cannot_be_replayed(play):
    with pytest.raises(rulewright.RulewrightError, match="began with a state"):
        play.rules.from_state(play.state()).trace()


def test_mistakes_in_a_text_are_listed_and_not_raised(tmp_path):
    assert rulewright.diagnose(str(SHORE)) == ()
    path = tmp_path / "wrong.rules"
    path.write_text("game\n", encoding="utf-8")
    assert rulewright.diagnose(str(path))
