"""States to guess from: of whole plays, at pauses and where blocks begin, the same each time."""

import pytest

from tests.check.induction.test_cutpoints import EXPEDITIONS
from verifier.check.induction import samples
from verifier.check.induction.cutpoints import FINAL, Cut, entry_cuts, split_at_shuffles
from verifier.check.induction.encode import Encoding
from verifier.check.induction.samples import played_samples
from verifier.engine import Engine
from verifier.engine.interpret_steps import Runner
from verifier.kernel.machine import Mark
from verifier.program import program_of


@pytest.fixture
def encoding(tmp_path) -> Encoding:
    path = tmp_path / "parcels.rules"
    path.write_text(EXPEDITIONS)
    return Encoding(split_at_shuffles(program_of(str(path)).machine))


def test_every_place_is_met_also_after_the_first_round_and_at_the_end(encoding):
    entries = entry_cuts(encoding.machine)
    met = {cut for cut, _ in played_samples(encoding, 3, 1, entries)}
    assert {Cut(label, "entry") for label in entries} <= met
    assert FINAL in met
    assert any(cut.kind == "pause" for cut in met)


def test_the_same_seed_gives_the_same_states_and_each_place_a_few(encoding):
    entries = entry_cuts(encoding.machine)
    once, again = (played_samples(encoding, 4, 1, entries, most=8) for _ in range(2))
    assert once == again
    assert once != played_samples(encoding, 4, 2, entries, most=8)
    counts = [sum(cut == other for other, _ in once) for cut, _ in once]
    assert max(counts) == 8


class Watching(Runner):
    """The plain reader of the machine, telling where it passes a mark."""

    engine: Engine

    def _step(self, step, env, state, oracle):
        if isinstance(step, Mark):
            self.engine.watch(state, step.moment)
        super()._step(step, env, state, oracle)


class Plain(Engine):
    """Plays with the plain reader alone."""

    def __init__(self, machine, *, checked):
        super().__init__(machine, checked=checked)
        self.plain = Watching(machine, self.layout)
        self.plain.engine = self
        self.step = self.plain.step

    def enter(self, state, label, oracle, env=None):
        self.plain.enter(state, label, oracle, env or {})


def test_the_plain_reader_comes_by_the_same_states(encoding, monkeypatch):
    entries = entry_cuts(encoding.machine)
    generated = played_samples(encoding, 2, 1, entries)
    monkeypatch.setattr(samples, "Engine", Plain)
    assert played_samples(encoding, 2, 1, entries) == generated
