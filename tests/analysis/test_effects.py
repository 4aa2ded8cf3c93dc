"""What is read and changed in play lies in what the analyses of effects say; plays of machines made at random."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.chaos import COINS, THINGS, WHO, Maker, machines
from tests.engine.tiny import NO, YES
from verifier.analysis.effects import CHANCE, ZONES, Effects, Families, Footprints, reads_zones, state_reads
from verifier.analysis.possible_values import Reach
from verifier.analysis.ranges import ranges_of
from verifier.analysis.regions import Region, Regions
from verifier.check.monitor.read_set import ReadSets
from verifier.engine import Engine
from verifier.engine.interpret import Interpreter
from verifier.engine.interpret_steps import Runner
from verifier.kernel.domain import NOTHING, values
from verifier.kernel.expression import (
    Bind,
    Compare,
    Const,
    Contents,
    End,
    Fold,
    Local,
    Position,
    Read,
    Values,
    ZoneAt,
    ZoneOf,
)
from verifier.kernel.layout import flat
from verifier.runtime import Fault, Seeded

CALM = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))


class Asked(list):
    """A list that notes which of its places are asked for."""

    def __init__(self, items, notes):
        super().__init__(items)
        self.notes = notes

    def __getitem__(self, place):
        if isinstance(place, int):
            self.notes.add(place)
        return super().__getitem__(place)


class Watching(Interpreter):
    """Notes every cell that is read. In a fold it does not ask who comes first."""

    def __init__(self, machine, layout):
        super().__init__(machine, layout)
        self.cells = set()

    def read(self, cell, index, state):
        self.cells.add((cell, flat(self.layout.cell_axes(self.machine.cells[cell]), index)))
        return super().read(cell, index, state)

    def members(self, source, state, env):
        if isinstance(source, Values):
            return list(values(source.domain))
        return super().members(source, state, env)


class Recording(Runner):
    """Carries out moves; tells what each step and each block changed."""

    def __init__(self, machine, layout, effects, regions):
        super().__init__(machine, layout)
        self.effects, self.regions = effects, regions
        self.entered = None

    def snapshot(self, state):
        cells = {name: getattr(state, slot) for name, slot in self.layout.slots.items()}
        copied = {name: list(held) if isinstance(held, list) else held for name, held in cells.items()}
        return copied, [list(pile) for pile in state.zones]

    def _step(self, step, env, state, oracle):
        cells, zones = self.snapshot(state)
        super()._step(step, env, state, oracle)
        after, there = self.snapshot(state)
        written = self.effects.of(step).writes
        assert {("cell", name) for name in cells if cells[name] != after[name]} <= written
        assert zones == there or ZONES in written

    def _following(self, block, env, state):
        region = self.regions.changed_by(block.label)
        cells, zones = self.entered
        after, there = self.snapshot(state)
        assert {name for name in cells if cells[name] != after[name]} <= region.cells
        for zone, (before, now) in enumerate(zip(zones, there, strict=True)):
            for thing in set(before) ^ set(now):
                assert any(zone in places and thing in things for places, things in region.spreads)
        self.entered = after, there
        return super()._following(block, env, state)


@pytest.mark.slow
@CALM
@given(machines(), st.integers(0, 2**20))
def test_whatever_changes_was_said_to_change(machine, seed):
    engine, chance, oracle = Engine(machine), random.Random(seed), Seeded(seed)
    runner = Recording(machine, engine.layout, Effects(machine), Regions(machine, Reach(machine)))
    state = engine.blank({})
    runner.entered = runner.snapshot(state)
    try:
        runner.begin(state, oracle)
        for _ in range(20):
            moves = runner.legal(state)
            if not moves:
                break
            runner.entered = runner.snapshot(state)
            runner.step(state, chance.choice(moves), oracle)
    except Fault:
        pass


@st.composite
def questions(draw):
    """Expressions that ask where components lie and what lies there."""
    maker = Maker(draw, definitions=True)
    kinds = st.sampled_from(("zone", "thing", "number", "truth"))
    return [getattr(maker, f"{draw(kinds)}_")({}, 4) for _ in range(8)]


@pytest.mark.slow
@CALM
@given(machines(), questions(), st.integers(0, 2**20))
def test_whatever_is_asked_was_said_to_be_looked_at(machine, asked, seed):
    engine = Engine(machine)
    footprints = Footprints(machine, ranges_of(machine).possible)
    regions, looking, families = Regions(machine, Reach(machine)), ReadSets(machine), Families(machine)
    state = engine.blank({})
    for _ in played(engine, state, Seeded(seed), random.Random(seed)):
        for expr in (*asked, *(claim.truth for claim in machine.claims)):
            read = Watching(machine, engine.layout)
            zones, things = set(), set()
            state.zones, state.where = Asked(state.zones, zones), Asked(state.where, things)
            read.value(expr, state, {})
            state.zones, state.where = list(state.zones), list(state.where)
            zones -= {NOTHING}
            lying = {(thing, state.where[thing]) for thing in things - {NOTHING}}
            check(footprints.of(expr), read.cells, zones, lying, families)
            looked = regions.looked_at(expr)
            assert {name for name, _ in read.cells} <= looked.cells
            for zone in zones:
                assert not state.zones[zone] or any(zone in places for places, _ in looked.spreads)
            for thing, zone in lying:
                assert any(zone in places and thing in those for places, those in looked.spreads)
            sight = looking.at(expr)
            assert {(name, place) for name, place in read.cells if place >= 0} <= sight.cells
            assert zones | {zone for _, zone in lying} <= sight.zones


def played(engine, state, oracle, chance):
    """A state before the set-up, and after each move as long as no rule is broken."""
    yield
    try:
        engine.runner.begin(state, oracle)
        yield
        for move in iter(lambda: next(iter(engine.runner.legal(state)), None), None):
            engine.runner.step(state, move, oracle)
            yield
            if chance.random() < 0.3:
                return
    except Fault:
        return


def check(footprint, cells, zones, lying, families):
    assert {name for name, _ in cells} <= footprint.cells
    if not footprint.everywhere:
        assert {families.family_of[zone] for zone in zones} <= footprint.contents | footprint.counts
        assert {families.family_of[zone] for _, zone in lying} <= footprint.contents


HAND = ZoneAt("hand", (Local("p", WHO),))
CARD = Local("t", THINGS)


def bound(known, local, source):
    return known | {local}


def test_a_look_knows_the_names_around_it():
    where = Compare("=", Read("flag", (CARD,)), Read("ready", ()))
    fold = Fold("count", (Bind("t", Contents(HAND, THINGS)),), where, YES, Read("level", ()))
    found = [(type(look).__name__, known) for look, known in state_reads(fold, frozenset(), bound)]
    assert found == [
        ("Read", frozenset()),
        ("Contents", frozenset()),
        ("Read", {"t"}),
        ("Read", {"t"}),
    ]


def test_the_default_of_a_fold_stands_outside_its_binders():
    fold = Fold("highest", (Bind("t", Contents(HAND, COINS)),), None, NO, Position(CARD))
    (position,) = [
        known for look, known in state_reads(fold, frozenset(), bound) if isinstance(look, Position)
    ]
    assert position == frozenset()


def test_the_first_player_of_a_fold_is_nobody_s_business_unless_asked_for():
    fold = Fold("sum", (Bind("p", Values(WHO, Read("active", ()))),), None, NO)
    assert list(state_reads(fold, frozenset(), bound)) == []
    assert len(list(state_reads(fold, frozenset(), bound, in_order=True))) == 1


def test_what_is_only_counted_is_one_look():
    fold = Fold("count", (Bind("t", Contents(HAND, THINGS)),), None, YES)
    (look,) = [look for look, _ in state_reads(fold, frozenset(), bound, lambda contents, known: True)]
    assert look == fold
    several = Fold("count", (Bind("t", Contents(HAND, THINGS)),), Read("ready", ()), YES)
    assert all(
        look != several for look, _ in state_reads(several, frozenset(), bound, lambda contents, known: True)
    )


def test_places():
    assert reads_zones(End("top", "t", HAND, THINGS))
    assert reads_zones(ZoneOf(CARD))
    assert not reads_zones(HAND)
    assert not reads_zones(Read("flag", (Const(1, THINGS),)))


def test_regions_meet():
    low, high = frozenset((0, 1)), frozenset((2, 3))
    here = Region(frozenset(("level",)), frozenset(((low, low),)))
    assert here.meets(Region(frozenset(("level", "purse"))))
    assert here.meets(Region(spreads=frozenset(((frozenset((1, 2)), frozenset((0,))),))))
    assert not here.meets(Region(frozenset(("purse",)), frozenset(((low, high), (high, low)))))
    assert not here.meets(Region())


@pytest.mark.slow
@CALM
@given(machines())
def test_chance_and_zones_are_effects_of_the_steps_around_them(machine):
    effects = Effects(machine)
    for block in machine.blocks.values():
        for step in block.steps:
            effect = effects.of(step)
            text = repr(step)
            assert (CHANCE in effect.writes) == ("Shuffle(" in text or "Roll(" in text)
            assert (ZONES in effect.writes) == any(f"{kind}(" in text for kind in ("Take", "Put", "Shuffle"))
            assert effect.disturbs(effect) == bool(effect.writes)
