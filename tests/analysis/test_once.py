"""Analyses belong to the machine: whoever asks, each is worked out once."""

import pytest

from tests.engine import tiny
from verifier.analysis import ranges
from verifier.analysis.conservation import conservation_doubts
from verifier.analysis.possible_values import Reach
from verifier.check.explore.unordered import unordered_piles
from verifier.check.induction.encode import Encoding
from verifier.engine import Engine


@pytest.fixture
def walks(monkeypatch):
    """How often the ranges and the reach of a machine begin to be worked out."""
    found = []

    def counted(kind):
        begun = kind.__init__

        def begin(self, *args, **more):
            found.append(kind.__name__)
            begun(self, *args, **more)

        monkeypatch.setattr(kind, "__init__", begin)

    counted(ranges.Ranges)
    counted(Reach)
    return found


def test_readers_of_one_machine_share_its_analyses(walks):
    machine = tiny.drawing()
    for reader in (Engine, conservation_doubts, unordered_piles, Encoding, Engine):
        reader(machine)
    assert sorted(walks) == ["Ranges", "Reach"]


def test_positions_set_up_by_hand_have_ranges_of_their_own(walks):
    machine = tiny.drawing()
    near, far = Engine(machine), Engine(machine, anywhere=True)
    assert near.ranges.possible != far.ranges.possible
    assert Engine(machine, anywhere=True).ranges is far.ranges
    assert walks == ["Ranges", "Ranges"]
