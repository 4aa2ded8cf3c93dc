"""Falsified lines of the certificates whose games are too large for brute force: what a play contradicts is refused.

The twin of each edit is the certificate as it is published, which the same checker accepts (`tests/certify`).
"""

from functools import cache
from pathlib import Path

import pytest

from tests.check.certificate.brute_force import played_states
from tests.check.certificate.edits import falsified, is_refused
from verifier.certify.compile import compiled
from verifier.certify.files import certificate_path, read_certificate
from verifier.check.certificate.board import with_inner_cuts
from verifier.engine import Engine
from verifier.kernel.machine import Block, Decide
from verifier.program import Program, program_of

pytestmark = pytest.mark.slow

PLAYS = 60
# Small instances, how many edits are passed over from one that is tried to the next.
SMALL = {
    "lost-cities-duel+exploits+exploits-tiny": 5,
    "lost-cities-rivals+rivals-tiny-two": 5,
    "lost-cities-board+board-tiny-two": 8,
}


@cache
def program(ruleset: str) -> Program:
    return program_of(ruleset, 2, scenarios=False)


def text(ruleset: str):
    path = certificate_path(program(ruleset))
    assert isinstance(path, Path)
    return read_certificate(path)


@cache
def met(ruleset: str, plays: int = PLAYS):
    """States of random plays at the cutpoints."""
    machine = with_inner_cuts(program(ruleset).machine, text(ruleset).at.keys())
    begun = [label for label in text(ruleset).at if _begins(machine.blocks[label])]
    return played_states(machine, begun, plays)


def _begins(block: Block) -> bool:
    """Is the state noted where steps begin? Empty blocks are told from no other, a pause is met behind its steps."""
    return bool(block.steps) and not isinstance(block.out, Decide)


def contradicted(certificate, machine, states) -> list[str]:
    """The lines that some play contradicts."""
    engine = Engine(machine)
    return [
        line.text
        for label, point in certificate.items()
        for line in point.lines
        if not all(engine.read.value(line.truth, state, {}) for state in states.get(label, ()))
    ]


def misplaced(certificate, states) -> bool:
    """Does some component lie where the certificate says that it never lies?"""
    return any(
        state.where[thing] not in zones
        for label, point in certificate.items()
        if point.lies is not None
        for state in states.get(label, ())
        for thing, zones in enumerate(point.lies)
    )


@pytest.mark.parametrize("ruleset", SMALL)
def test_no_play_contradicts_a_published_line(ruleset):
    machine, certificate = compiled(text(ruleset), program(ruleset))
    assert contradicted(certificate, machine, met(ruleset)) == []
    assert not misplaced(certificate, met(ruleset))


@pytest.mark.parametrize("ruleset", SMALL)
def test_a_line_that_some_play_contradicts_is_refused(ruleset):
    tried = 0
    for name, edited, _ in list(falsified(text(ruleset)))[:: SMALL[ruleset]]:
        machine, certificate = compiled(edited, program(ruleset))
        if contradicted(certificate, machine, met(ruleset)) or misplaced(certificate, met(ruleset)):
            assert is_refused(machine, certificate), name
            tried += 1
    assert tried >= 3
