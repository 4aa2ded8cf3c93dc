"""The pool of processes: results as they come, in order where asked, and deaths that cost time."""

import os
import signal
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from verifier.workers import Workers
from verifier.workers.plan import Plan
from verifier.workers.processes import START, START_METHODS, Pool

pytestmark = pytest.mark.slow

TASKS = [3, 1, 2, 5]


def squared(number):
    return number * number


def deadly(parent, number):
    if number == 2 and os.getpid() != parent:
        os._exit(1)
    return number * number


def killed_once(flag, number):
    """Whoever comes to 2 first is killed while it works."""
    if number == 2 and not os.path.exists(flag):
        Path(flag).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def mistaken(number):
    raise ValueError(f"{number} is wrong")


def unchanged(task):
    return task


@pytest.mark.parametrize("method", START_METHODS)
def test_processes_that_inherit_nothing_do_the_same(monkeypatch, method):
    monkeypatch.setenv(START, method)
    assert Workers(partial(deadly, os.getpid()), 2).all_results(TASKS) == [9, 1, 4, 25]


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_every_task_is_done_once(jobs):
    begun = []
    found = dict(Workers(squared, jobs).results(TASKS, begun.append))
    assert found == {0: 9, 1: 1, 2: 4, 3: 25}
    assert begun == [0, 1, 2, 3]


@pytest.mark.skipif(os.name == "nt", reason="a signal")
def test_a_process_that_is_killed_costs_nothing_but_time(tmp_path):
    flag, begun = str(tmp_path / "killed"), []
    found = dict(Workers(partial(killed_once, flag), 2).results(TASKS, begun.append))
    assert Path(flag).exists()
    assert found == {0: 9, 1: 1, 2: 4, 3: 25}
    assert begun == [0, 1, 2, 3]


def test_a_task_is_done_again_once_and_as_it_was_asked():
    """What came to be known in the meantime makes no other question of it."""
    known = []
    plan = Plan(["one", "other"], lambda at: None, lambda task: (task, len(known)))
    at, task = plan.taken()
    known.append("more")
    assert plan.given_back(at, task)
    assert plan.taken() == (0, ("one", 0))
    assert not plan.given_back(at, task)
    assert plan.taken() == (1, ("other", 1))
    assert not plan.waiting


def test_a_task_that_kills_twice_is_lost_and_nothing_else():
    found = dict(Workers(partial(deadly, os.getpid()), 2).results(TASKS))
    assert found == {0: 9, 1: 1, 2: None, 3: 25}


def test_what_a_dead_process_left_undone_is_done_here():
    assert Workers(partial(deadly, os.getpid()), 2).all_results(TASKS) == [9, 1, 4, 25]


def test_a_mistake_is_raised_here(monkeypatch):
    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)
    with pytest.raises(ValueError, match="3 is wrong"):
        Workers(mistaken, 2).all_results(TASKS)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_task_waits_for_what_it_is_to_be_told(jobs):
    done = {}

    def informed(task):
        return (task, len(done)) if task != "last" or len(done) == 2 else None

    tasks = ["last", "one", "other"]
    with closing(Workers(unchanged, jobs).results(tasks, informed=informed)) as results:
        for at, result in results:
            done[at] = result
    assert done[0] == ("last", 2)


def test_who_stops_listening_leaves_nobody_behind():
    pool = Pool(squared, 2)
    results = pool.results(Plan(TASKS, lambda at: None, unchanged))
    next(results)
    team = [worker.process for worker in pool.team]
    results.close()
    assert team
    assert not any(process.is_alive() for process in team)
