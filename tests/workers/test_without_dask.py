"""Where Dask is not installed: a scheduler is refused with what is missing, and everything else works."""

import subprocess
import sys

import pytest

from tests.check.games import GOOD, outcome_of
from verifier.diagnostics import Rejected
from verifier.workers import Scheduler, Workers


@pytest.fixture
def no_dask(monkeypatch):
    for name in ("distributed", "dask"):
        monkeypatch.setitem(sys.modules, name, None)


def square(number):
    return number * number


def test_a_scheduler_is_refused_with_what_to_install(no_dask):
    with pytest.raises(Rejected) as refused:
        list(Workers(square, Scheduler("tcp://127.0.0.1:1")).results([1, 2]))
    (found,) = refused.value.report.diagnostics
    assert found.code == "V407"
    assert "rulewright[cluster]" in str(found.hint)


def _verdicts(outcome):
    return {each.property: each.verdict for sheet in outcome.sheets for each in sheet.findings}


@pytest.mark.slow
def test_processes_do_all_work_without_it(no_dask, tmp_path):
    assert Workers(square, 2).all_results([1, 2, 3]) == [1, 4, 9]
    alone, together = (_verdicts(outcome_of(tmp_path, GOOD, jobs=jobs)) for jobs in (1, 2))
    assert alone
    assert alone == together


def test_neither_command_line_nor_processes_load_it():
    code = (
        "import sys, verifier.cli.verify, verifier.workers.processes; "
        "print({'dask', 'distributed'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"
