"""The reader in the browser: the same play by the same seed, the same faults, and numbers that are never rounded."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from tests.agreement.browser import NODE, Browser, BrowserLockStep
from tests.engine import tiny
from tests.engine.chaos import machines
from tests.engine.test_native import CARD, DECK, drawing_then
from verifier.engine import Engine
from verifier.engine.browser import machine_as_json, reader_script
from verifier.kernel.domain import Number
from verifier.kernel.expression import Arith, Compare, Const, If, Local
from verifier.kernel.machine import Let, Take, Thing
from verifier.runtime import quotient, remainder
from verifier.trace.policies.uniform import random_play

needs_node = pytest.mark.skipif(NODE is None, reason="no `node` on the path to run JavaScript")


@pytest.fixture
def opened():
    found = []

    def browser(machine):
        found.append(Browser(machine))
        return found[-1]

    yield browser
    for each in found:
        each.close()


@needs_node
@pytest.mark.slow
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(machines())
def test_senseless_games_are_played_alike_in_the_browser(machine):
    """They use every node of the kernel, and many of them break down."""
    lock = BrowserLockStep(machine)
    try:
        for seed in range(6):
            lock._play(seed, 30)
    finally:
        lock.browser.close()


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("machine", [tiny.drawing(), tiny.dice(), tiny.auction(), tiny.suspended()])
def test_a_seed_gives_the_play_that_python_gives(machine, opened):
    engine, browser = Engine(machine), opened(machine)
    for seed in (0, 1, 7, 2**31 - 1, 2**32, 2**45 + 3):
        play = random_play(engine, seed, most=200)
        told = browser.ask("wander", seed=seed, most=200)
        assert (told["steps"], told["at"], told["zones"]) == (
            play.steps,
            play.state.at,
            play.state.zones[:-1],
        )


@needs_node
@pytest.mark.parametrize(("op", "work"), [("/", quotient), ("%", remainder)])
def test_division_rounds_down_and_by_zero_it_is_zero(op, work, opened):
    whole = Number(-(2**53), 2**53)
    pairs = [(left, right) for left in (-7, -1, 0, 7, 2**52 + 1) for right in (-3, 0, 2, 3)]
    # The score of a player that is counted up to the place of a pair is what the pair gives.
    score = Const(0, whole)
    for place, (left, right) in enumerate(pairs):
        here = Compare("=", Local("p", whole), Const(place, whole))
        score = If(here, Arith(op, Const(left, whole), Const(right, whole)), score)
    browser = opened(replace(tiny.drawing(), score=score, players=len(pairs), winner=()))
    browser.ask("begin", seed=1)
    assert browser.ask("result")["scores"] == [work(left, right) for left, right in pairs]


@needs_node
def test_a_number_that_does_not_fit_ends_the_play_by_name(opened):
    large = Const(2**31 - 1, Number(0, 2**31 - 1))
    browser = opened(drawing_then(Let("huge", Arith("*", large, large))))
    browser.ask("begin", seed=1)
    assert browser.ask("step", move=[0])["fault"] == ["numbers", "beyond 2^53"]


@needs_node
def test_a_fault_of_the_rules_is_told_by_name(opened):
    browser = opened(drawing_then(Take(CARD, DECK)))
    browser.ask("begin", seed=1)
    assert browser.ask("step", move=[0])["fault"][0] == "conservation"


def test_what_a_rule_says_stays_data():
    machine = tiny.drawing()
    wild = replace(machine, things=(Thing("</script>`${1}", "x", 0), *machine.things[1:]))
    assert machine_as_json(wild)["things"][0][0] == "</script>`${1}"
    assert "${1}" not in reader_script()
    assert "eval(" not in reader_script()
    assert "Function(" not in reader_script()


def test_equal_parts_are_written_once():
    found = machine_as_json(tiny.auction())
    written = [json.dumps(each) for each in found["exprs"]]
    assert len(written) == len(set(written))
    assert all(part < number for number, node in enumerate(found["exprs"]) for part in _parts(node))


def _parts(node):
    return node[1:3] if node[0] in ("+", "-", "=", "<") else []
