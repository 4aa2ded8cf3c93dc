"""The list of seeded faults fits the code, and each of them was noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.seeded.__main__ import ROOT, SURVIVED, recorded
from tests.seeded.faults import FAULTS, PLACES
from tests.seeded.lowering import FAULTS as IN_THE_LOWERING


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_planted(fault):
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.old) == 1
    compile(text.replace(fault.old, fault.new), fault.file, "exec")


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_tests_that_should_notice_are_there(fault):
    assert all((ROOT / Path(test.partition("::")[0])).exists() for test in fault.tests)


def test_every_fault_was_planted_and_noticed():
    found = recorded()
    assert {fault.name for fault in FAULTS} == found.keys()
    assert SURVIVED not in found.values()


def test_there_are_many_and_all_differ():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 40
    assert {fault.where for fault in FAULTS} == PLACES.keys()


@pytest.mark.parametrize("fault", IN_THE_LOWERING, ids=lambda fault: fault.name)
def test_a_fault_of_the_lowering_can_be_planted(fault):
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.old) == 1
    compile(text.replace(fault.old, fault.new), fault.file, "exec")


def test_there_are_many_faults_of_the_lowering():
    assert len({fault.name for fault in IN_THE_LOWERING}) == len(IN_THE_LOWERING) >= 30
