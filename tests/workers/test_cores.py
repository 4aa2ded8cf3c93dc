"""Threads of one process: as many as are said, else every core; processes side by side share them."""

import pytest

from verifier.workers import Workers, cores


@pytest.fixture
def eight(monkeypatch):
    monkeypatch.delenv(cores.THREADS, raising=False)
    monkeypatch.setattr(cores, "cores", lambda: 8)
    return monkeypatch


def test_without_a_word_a_process_uses_every_core(monkeypatch):
    monkeypatch.delenv(cores.THREADS, raising=False)
    assert cores.threads_here() == cores.cores() >= 1


@pytest.mark.parametrize(("processes", "threads"), [(1, 8), (2, 4), (3, 2), (20, 1)])
def test_processes_side_by_side_share_the_cores(eight, processes, threads):
    # Set and taken away again: what the process itself sets goes with the test.
    eight.setenv(cores.THREADS, "")
    eight.delenv(cores.THREADS)
    cores.share_cores(processes)
    assert cores.threads_here() == threads


@pytest.mark.parametrize(("said", "threads"), [("3", 3), ("0", 1), ("many", 8)])
def test_what_somebody_says_stays(eight, said, threads):
    eight.setenv(cores.THREADS, said)
    cores.share_cores(2)
    assert cores.threads_here() == threads


def threads_there(task):
    return cores.threads_here()


@pytest.mark.slow
def test_a_pool_tells_its_processes(monkeypatch):
    monkeypatch.delenv(cores.THREADS, raising=False)
    many = cores.cores() + 1
    assert Workers(threads_there, many).all_results([1, 2]) == [1, 1]
