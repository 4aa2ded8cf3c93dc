"""Moves that are images of each other are shown once; a rule that sets one colour or player apart is noticed."""

from dataclasses import replace

import pytest

from tests.check.induction.test_prove import GAME, verdicts
from tests.rules import made
from verifier.check.induction.encode import Encoding
from verifier.check.induction.goals import claim_truths
from verifier.check.induction.proof import all_transitions
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.symmetry import Symmetries, Symmetry, orbit_heads
from verifier.kernel.domain import Players
from verifier.kernel.expression import Compare, Const, Local
from verifier.kernel.machine import Branch, Decide, Guard, Machine, Take

RED_FALLS = GAME.replace("require number.value", "when number.suit is blue\n        require number.value")
TWO_PLAYERS = Players(2)
IS_FIRST = Compare("=", Local("me", TWO_PLAYERS), Const(0, TWO_PLAYERS))


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Machine:
    return made(tmp_path_factory.mktemp("symmetry"), GAME)


def symmetries(machine: Machine) -> Symmetries:
    encoding = Encoding(machine)
    claims = [claim for claim in machine.claims if claim.sort == "invariant"]
    return Symmetries(encoding, [part for claim in claims for part in claim_truths(encoding, claim).parts])


def transitions(found: Symmetries, used: bool) -> int:
    return len(all_transitions(found.encoding, found if used else None)[1])


def for_one_player(machine: Machine) -> Machine:
    """The guards bind the first player only."""
    blocks = {}
    for label, block in machine.blocks.items():
        if isinstance(block.out, Decide):
            taken = tuple(
                replace(
                    one,
                    prelude=tuple(
                        replace(part, when=(*part.when, IS_FIRST)) if isinstance(part, Guard) else part
                        for part in one.prelude
                    ),
                )
                for one in block.out.alternatives
            )
            block = replace(block, out=replace(block.out, alternatives=taken))
        blocks[label] = block
    return replace(machine, blocks=blocks)


def copying_for_one(machine: Machine) -> Machine:
    """What the second player lays stays in the hand too."""
    block = machine.blocks["lay"]
    first = next(step for step in block.steps if isinstance(step, Take))
    steps = tuple(Branch(IS_FIRST, (step,), ()) if step is first else step for step in block.steps)
    return replace(machine, blocks={**machine.blocks, "lay": replace(block, steps=steps)})


def test_colours_and_players_are_alike_and_save_most_transitions(game):
    found = symmetries(game)
    assert len(found.all) == 2
    assert transitions(found, used=True) * 2 < transitions(found, used=False)


def test_a_rule_for_one_colour_makes_it_unlike_the_others(tmp_path):
    spoiled = made(tmp_path, RED_FALLS)
    found = verdicts(spoiled)
    assert found["rows-rise"] == "unknown"
    assert found["conservation"] == "proved"


def test_a_rule_that_binds_one_player_only_does_not_bind_all(game):
    assert verdicts(for_one_player(game))["rows-rise"] == "unknown"


def test_a_card_copied_by_one_player_only_is_noticed(game):
    assert verdicts(copying_for_one(game))["conservation"] == "unknown"


def test_a_value_that_a_renaming_does_not_know_stands_for_itself():
    assert orbit_heads([-1, 0, 1, 2], [(1, 0), None]) == [-1, 0, 2]


def test_a_change_for_one_player_is_not_the_same_when_the_table_turns(game):
    """And one that both players see alike is."""
    found = symmetries(game)
    turns = next(Symmetry(one, {}) for one in found.all if one.by.players == (1, 0))
    coins = [found.encoding.cells["coins", place] for place in range(2)]
    state = SymbolicState(found.encoding)
    assert turns.fixes(state, {})
    state.set(coins[0], found.encoding.store.number(3))
    assert not turns.fixes(state, {})
    state.set(coins[1], found.encoding.store.number(3))
    assert turns.fixes(state, {})
