"""Plays that `simulate` wrote are accepted; after one illegal edit they are not, and a rule says why."""

import random
from dataclasses import replace

import pytest

from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import counts_of, program_of
from verifier.source import Source
from verifier.surface.files import game_names
from verifier.trace.moves import domains_of
from verifier.trace.read import read_play
from verifier.trace.replay import Replayer
from verifier.trace.simulate import Simulation

CLASSIC = "lost-cities"
PLAYS = 1_000
CHUNK = 100
# Every so many plays goes through its file as well; the rest as the value that the file holds.
THROUGH_A_FILE = 10


@pytest.fixture(scope="module")
def game():
    program = program_of(CLASSIC)
    return program.game, program.machine


@pytest.fixture(scope="module")
def engine(game):
    return Engine(game[1])


@pytest.fixture(scope="module")
def simulation(engine):
    return Simulation(engine, CLASSIC)


@pytest.fixture(scope="module")
def replayer(engine):
    return Replayer(engine)


@pytest.fixture(scope="module")
def wishes(engine):
    """Every move that could be written in this game, legal or not."""
    colours = next(
        family.index[0][1].members for family in engine.machine.families.values() if family.name == "discard"
    )
    values = {"card": [thing.name for thing in engine.machine.things], "colour": colours}
    found = []
    for action, choices in domains_of(engine).items():
        if not choices:
            found.append({"action": action, "with": {}})
        for name in choices:
            found += [{"action": action, "with": {name: value}} for value in values[name]]
    return [{"player": player, **wish} for wish in found for player in range(2)]


@pytest.mark.parametrize("first", range(1, PLAYS + 1, CHUNK))
def test_a_simulated_play_is_accepted_and_refused_after_one_illegal_edit(
    first, game, simulation, replayer, wishes
):
    known = {*game[0].rules, *domains_of(replayer.engine), "player", "card", "colour", "stop"}
    for seed in range(first, first + CHUNK):
        played = simulation.play(seed, written=True)
        play = played.play if seed % THROUGH_A_FILE else reread(played.play)
        chance = random.Random(seed)
        edited = chance.randrange(len(play.moves))
        seen = []

        found = replayer.replay(
            play,
            lambda number, state, move, at=edited, seen=seen: (
                seen.append(state.copy()) if number == at else None
            ),
        )
        assert found.legal
        assert found.over
        assert found.result.scores == played.scores

        illegal = an_illegal_move(seen[0], wishes, replayer, chance)
        moves = (*play.moves[:edited], illegal, *play.moves[edited + 1 :])
        found = replayer.replay(replace(play, moves=moves))
        assert found.refused is not None
        assert found.refused.number == edited
        assert {refusal.rule for refusal in found.refused.refusals} <= known
        assert found.refused.refusals


@pytest.mark.parametrize("name", game_names())
def test_plays_of_every_game_are_accepted_with_as_many_players_as_can_play(name):
    engine = Engine(program_of(name, counts_of(name)[-1]).machine)
    simulation, replayer = Simulation(engine, name, most=400), Replayer(engine)
    for seed in range(3):
        played = simulation.play(seed, written=True)
        found = replayer.replay(reread(played.play))
        assert found.legal
        assert len(found.moves) == played.steps
        assert found.result.scores == played.scores


def reread(play):
    report = Report()
    again = read_play(Source("play.json", play.as_text()), report)
    assert not report.diagnostics
    assert again == play
    return again


def an_illegal_move(state, wishes, replayer, chance):
    while True:
        wish = chance.choice(wishes)
        if replayer.moving.legal_move(state, wish) is None:
            return wish
