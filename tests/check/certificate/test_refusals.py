"""A broken rule or a falsified line is refused; what is accepted all the same is true in every state there."""

from functools import cache
from pathlib import Path

import pytest

from tests.check.certificate.brute_force import every_state
from tests.check.certificate.edits import BROKEN, falsified, shortened
from verifier.certify.compile import compiled
from verifier.certify.text import certificate_text
from verifier.check.certificate.check import checked
from verifier.engine import Engine
from verifier.program import program_of
from verifier.source import Source
from verifier.surface.files import spec_folder

pytestmark = pytest.mark.slow

PATH = Path("lost-cities", "certificates", "lost-cities.cert")
SMALLEST = "lost-cities+short-match"


def text():
    return certificate_text(Source(str(PATH), (spec_folder() / PATH).read_text(encoding="utf-8")))


def program(ruleset=SMALLEST):
    return program_of(ruleset, scenarios=False)


@cache
def states():
    return every_state(program().machine, [label for label in text().at if label not in PAUSES])


PAUSES = ("play offer", "draw offer")


@pytest.mark.parametrize("ruleset", [SMALLEST, "lost-cities+tiny"])
def test_the_certificate_of_the_classic_game_serves_small_instances(ruleset):
    machine, certificate = compiled(text(), program(ruleset))
    found = checked(machine, certificate)
    assert (found.broken, found.refused) == ({}, {})
    assert found.accepted >= {"conservation", "bounds", "no-dead-end", "routes-rise", "score-range"}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_refused(name):
    machine, certificate = compiled(text(), program("lost-cities+tiny"))
    broken = BROKEN[name](machine)
    assert broken != machine
    found = checked(broken, certificate)
    assert found.broken or found.refused


def is_true_everywhere(certificate, machine):
    """Does every line hold in every state that plays reach, by brute force?"""
    engine = Engine(machine)
    seen, _ = states()
    return all(
        engine.read.value(line.truth, state, {})
        for label, point in certificate.items()
        for line in point.lines
        for state in seen.get(label, ())
    )


@pytest.mark.parametrize(("name", "edited"), [(name, edited) for name, edited, _ in falsified(text())][::6])
def test_a_falsified_line_is_refused_unless_it_is_true(name, edited):
    machine, certificate = compiled(edited, program())
    found = checked(machine, certificate)
    assert found.broken or is_true_everywhere(certificate, machine)


@pytest.mark.parametrize(("name", "edited"), list(shortened(text()))[::5])
def test_without_a_line_something_is_refused_or_it_was_not_needed_there(name, edited):
    machine, certificate = compiled(edited, program())
    found = checked(machine, certificate)
    _, faults = states()
    assert not found.accepted & faults
    assert found.broken or found.refused or is_true_everywhere(certificate, machine)
