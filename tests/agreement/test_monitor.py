"""Claims asked in pieces, and only when something changed, say what whole claims say, in every game."""

import itertools
from dataclasses import replace

import pytest

from verifier.check.monitor.claims import ChangedPieces, capacity_claims, claim_pieces
from verifier.engine import Engine
from verifier.program import program_of
from verifier.surface.files import game_names
from verifier.trace.policies.uniform import random_play

STEPS = 250


@pytest.mark.parametrize("ruleset", game_names())
def test_pieces_that_are_not_due_have_not_changed(ruleset):
    program = program_of(ruleset)
    game, machine = program.game, program.machine
    whole = [claim for claim in game.claims if claim.moment is None]
    pieces = [(claim.name, piece) for claim in whole for piece in claim_pieces(claim, machine)]
    claims = (*whole, *(piece for _, piece in pieces))
    engine = Engine(replace(machine, claims=claims), checked=True)
    questions = engine.claims
    asking = ChangedPieces(machine, engine.layout, pieces, questions)
    known = {}
    pauses = due_in_all = 0

    def watch(state, moment):
        nonlocal pauses, due_in_all
        if moment is not None:
            return
        pauses += 1
        due = [question for _, _, question in asking.due(state)]
        due_in_all += len(due)
        known.update((question, bool(question(state))) for question in due)
        for claim in whole:
            own = [known[questions[piece.name]] for owner, piece in pieces if owner == claim.name]
            said = all(own) if claim.sort == "invariant" else any(own)
            assert said == bool(questions[claim.name](state)), claim.name

    engine.watch = watch
    for seed in itertools.count(1):
        random_play(engine, seed, most=STEPS)
        if pauses > 50:
            break
    assert pauses > 50
    assert due_in_all < pauses * len(pieces) / 2


def test_a_capacity_is_a_claim_about_each_zone():
    machine = program_of("lost-cities").machine
    held = {zone: holds for zone, holds, _ in capacity_claims(machine)}
    for family in machine.families.values():
        for zone in range(family.base, family.base + family.size):
            assert held.get(zone) == family.holds
