"""The compiled reader: the same plays as the others, a cache of its own, and Python where it cannot be used."""

import shutil
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from tests.agreement.native import LockStep
from tests.engine import tiny
from tests.engine.chaos import machines
from verifier.engine import Engine
from verifier.engine.native import compiler
from verifier.engine.native.choose import compiled_machine, lacks_compiler, pays
from verifier.engine.native.compiler import ENGINE, cache_folder, engine_wanted
from verifier.engine.native.module import c_text
from verifier.engine.native.reader import NativeMachine, TooLargeError
from verifier.engine.native.unit import NotCompilableError
from verifier.kernel.domain import NOTHING, Number, Players, Things
from verifier.kernel.expression import Arith, Const, Local, ZoneAt
from verifier.kernel.machine import Let, Put, Take
from verifier.runtime import Fault, Seeded
from verifier.trace.policies.uniform import random_play
from verifier.trace.simulate import Simulation

needs_compiler = pytest.mark.skipif(compiler.compiler() is None, reason="there is no C compiler")
CARD, ME = Local("card", Things("card", tuple(range(6)))), Local("me", Players(2))
HAND, DECK, BOX = ZoneAt("hand", (ME,)), ZoneAt("deck", ()), ZoneAt("box", ())


@pytest.fixture
def wanted(monkeypatch):
    return lambda name: monkeypatch.setenv(ENGINE, name)


def drawing_then(*steps):
    machine = tiny.drawing()
    draw = machine.blocks["draw"]
    return replace(machine, blocks={**machine.blocks, "draw": replace(draw, steps=(*draw.steps, *steps))})


# --- agreement


@needs_compiler
@pytest.mark.parametrize("machine", [tiny.drawing(), tiny.auction(), tiny.dice(), tiny.suspended()])
def test_small_games_are_played_alike(machine):
    tally = LockStep(machine).follow(1, 60, longest=40)
    assert tally.steps >= 60


@needs_compiler
def test_piles_in_no_order_are_drawn_from_alike():
    assert LockStep(tiny.drawing(), frozenset({"deck"})).follow(1, 30, longest=40).steps >= 30


@needs_compiler
@pytest.mark.slow
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(machines())
def test_senseless_games_are_played_alike(machine):
    """They use every node of the kernel, and many of them break down."""
    lock = LockStep(machine)
    for _ in range(6):
        lock._play(lock.tally.plays, 30)
        lock.tally.plays += 1


@needs_compiler
def test_the_same_seed_gives_the_same_play():
    for machine in (tiny.drawing(), tiny.dice()):
        engine, native = Engine(machine), NativeMachine(machine)
        for seed, found in enumerate(native.plays(range(20), 1_000)):
            play = random_play(engine, seed, most=1_000)
            result = engine.result(play.state)
            assert (found.steps, found.scores, found.winners) == (play.steps, result.scores, result.winners)


@needs_compiler
@pytest.mark.slow
def test_shuffles_and_choices_follow_the_seed_of_python():
    """Eight seeds at a time are the numbers that Python makes one by one, the largest seeds included."""
    native, engine = NativeMachine(tiny.drawing(cards=6)), Engine(tiny.drawing(cards=6))
    for start in (2**31 - 3, 2**32 - 9):
        for seed, found in zip(
            range(start, start + 9), native.plays(range(start, start + 9), 50), strict=True
        ):
            assert found.steps == random_play(engine, seed, most=50).steps


# --- faults


@needs_compiler
@pytest.mark.parametrize(
    ("steps", "property_"),
    [
        ((Take(CARD, DECK),), "conservation"),
        ((Put(CARD, BOX, "top"),), "conservation"),
        ((Take(CARD, HAND),), "conservation"),
        ((Take(Const(NOTHING, CARD.domain), HAND),), "conservation"),
    ],
)
def test_faults_are_told_by_name(steps, property_):
    native = NativeMachine(drawing_then(*steps))
    state = native.blank({})
    native.ask(Seeded(1))
    native.enter(state)
    with pytest.raises(Fault) as found:
        native.step(state, (0,))
    assert found.value.property == property_


@needs_compiler
def test_a_number_that_does_not_fit_is_no_wrong_number():
    large = Const(2**31 - 1, Number(0, 2**31 - 1))
    native = NativeMachine(drawing_then(Let("huge", Arith("*", large, large))))
    state = native.blank({})
    native.ask(Seeded(1))
    native.enter(state)
    with pytest.raises(TooLargeError):
        native.step(state, (0,))


@needs_compiler
def test_a_play_that_breaks_down_is_told_by_python(wanted):
    wanted("native")
    broken = drawing_then(Take(CARD, DECK))
    native = Simulation(Engine(broken), "drawing").play(1)
    wanted("python")
    assert native == Simulation(Engine(broken), "drawing").play(1)
    assert native.end == "fault"


# --- which engine


@needs_compiler
def test_simulated_plays_are_the_same_with_either_engine(wanted):
    engine = Engine(tiny.auction())
    wanted("python")
    plain = [Simulation(engine, "auction").play(seed) for seed in range(30)]
    wanted("native")
    simulation = Simulation(engine, "auction")
    assert [simulation.play(seed) for seed in range(30)] == plain
    assert simulation._ahead is not None


def test_without_a_compiler_python_plays_and_says_what_would_be_faster(monkeypatch):
    compiler.compiler.cache_clear()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(compiler.importlib.util, "find_spec", lambda name: None)
    try:
        assert compiled_machine(tiny.drawing()) is None
        assert not pays(tiny.drawing(), 10**9)
        assert lacks_compiler()
        assert Simulation(Engine(tiny.drawing()), "drawing").play(1).end == "over"
    finally:
        compiler.compiler.cache_clear()


def test_an_unknown_engine_is_refused(wanted):
    wanted("fortran")
    with pytest.raises(ValueError, match="python"):
        engine_wanted()


def test_python_is_used_where_it_is_wanted(wanted):
    wanted("python")
    assert compiled_machine(tiny.drawing()) is None
    assert not lacks_compiler()


# --- the text and the cache


def test_no_word_of_the_rules_reaches_the_text_but_in_a_comment():
    machine = tiny.drawing()
    evil = 'x */ #include "/etc/passwd" \n"; system(0); /*'
    blocks = {label: replace(block, origin=evil) for label, block in machine.blocks.items()}
    text = c_text(replace(machine, name=evil, blocks=blocks))
    assert "system(0)" not in text
    assert 'passwd"' not in text
    assert text.isascii()
    assert text.count("/*") == text.count("*/")


def test_the_text_is_the_same_every_time():
    assert c_text(tiny.auction()) == c_text(tiny.auction())


def test_a_machine_that_is_too_large_is_left_to_python():
    machine = tiny.drawing()
    many = tuple(replace(machine.things[0], name=f"card {number}") for number in range(3_000))
    with pytest.raises(NotCompilableError):
        c_text(replace(machine, things=many, all_things=Things("card", tuple(range(3_000)))))


def test_a_folder_that_others_may_write_to_is_no_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path / "native"
    assert (tmp_path / "native").stat().st_mode & 0o077 == 0
    (tmp_path / "native").chmod(0o777)
    assert cache_folder() != tmp_path / "native"


@needs_compiler
def test_a_machine_is_compiled_once(monkeypatch, tmp_path):
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    NativeMachine(tiny.drawing())
    monkeypatch.setattr(compiler, "_compile", lambda *given: pytest.fail("compiled again"))
    NativeMachine(tiny.drawing())
    assert len(list((tmp_path / "native").iterdir())) == 1
