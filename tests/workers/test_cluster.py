"""Work on a cluster: the same answers, whoever dies, and a word where it cannot be had."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.check.games import GOOD, outcome_of
from verifier.cli import main
from verifier.report.json import verify_document
from verifier.workers import Scheduler, Workers
from verifier.workers.cluster import installation

distributed = pytest.importorskip("distributed")
TASKS = list(range(6))


def slow_square(number):
    time.sleep(0.3)
    return number * number


def kill_first(flag, number):
    """The first process that comes here ends as if the machine had gone; the next one goes on."""
    try:
        os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return slow_square(number)
    return os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as made:
        yield Scheduler(made.scheduler_address)


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_nothing_but_time(cluster, tmp_path):
    work = partial(kill_first, str(tmp_path / "killed"))
    assert Workers(work, cluster).all_results(TASKS) == [number * number for number in TASKS]
    assert (tmp_path / "killed").exists()


@pytest.mark.slow
def test_verdicts_are_those_of_one_machine(cluster, tmp_path):
    here, there = (
        [
            {key: value for key, value in row.items() if key != "seconds"}
            for row in verify_document(outcome_of(tmp_path, GOOD, jobs=jobs))["results"]
        ]
        for jobs in (1, cluster)
    )
    assert here == there


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch, golden):
    monkeypatch.setattr("verifier.workers.cluster.PATIENCE", 0.2)
    command = ["verify", "lost-cities", "--anew", "--scheduler", "tcp://127.0.0.1:1"]
    found = CliRunner().invoke(main, command)
    assert found.exit_code == 2
    golden(Path(__file__).parent / "golden" / "V407.expected", found.stderr)


def test_the_installation_is_one_word_for_every_process():
    again = subprocess.run(
        [sys.executable, "-c", "from verifier.workers.cluster import installation; print(installation())"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert again.stdout.strip() == installation()
