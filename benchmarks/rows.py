"""What is measured: random play, search, commands. Each function gives rows of the table."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks import peers, plain_engine, plain_search, spin, tuned_engine
from benchmarks.commands import command_rows
from benchmarks.instance import LARGE, MIDDLE, TINY, Instance
from benchmarks.measure import Row, rates
from verifier.check.explore import native, search
from verifier.check.explore.results import SearchLimits
from verifier.engine import Engine
from verifier.engine.native.choose import compiled_machine
from verifier.engine.native.compiler import ENGINE, compiler
from verifier.engine.native.reader import NativeMachine
from verifier.kernel.machine import Machine
from verifier.program import program_of
from verifier.trace.policies.uniform import random_play
from verifier.workers.cores import cores

PLAYS = 200
NATIVE_PLAYS = 20_000
# So often a search is waited for with each number of threads.
WAITS = 3
CLASSIC = "lost-cities+single-round"


def play_rows() -> Iterator[Row]:
    """Steps a second in random play."""
    machine = program_of(CLASSIC).machine
    works: dict[str, Callable[[int], float]] = {
        "plain Python by hand": lambda number: sum(map(plain_engine.play, _seeds(number, PLAYS))),
        "hand-tuned Python": lambda number: sum(map(tuned_engine.play, _seeds(number, PLAYS))),
        "ours, generated Python": _generated(machine),
    }
    if compiler() is not None:
        works["ours, compiled"] = _native(machine)
    yield from _compared("random play, classic game", works, "steps/s", "plain Python by hand")
    for name in ("lost-cities-rivals", "lost-cities-board", "catan-duel"):
        machine = program_of(name).machine
        works = {"ours, generated Python": _generated(machine, 20)}
        if compiler() is not None:
            works["ours, compiled"] = _native(machine, 2_000)
        yield from _compared(f"random play, {name}", works, "steps/s", "ours, generated Python")
    for name in ("hearts", "hanabi"):
        machine = program_of(name).machine
        works = {**peers.peers_of(name), "ours, generated Python": _generated(machine, 500)}
        if compiler() is not None:
            works["ours, compiled"] = _native(machine, 10_000)
        yield from _compared(f"random play, {name}", works, "steps/s", next(iter(works)))
    works = peers.other_games()
    if works:
        # Different games: nobody's rate is a measure of another's.
        for who, rate in rates(works).items():
            yield Row("random play, card games of others", who, f"{rate:,.0f} steps/s")


def _seeds(number: int, plays: int) -> range:
    return range(number * plays, (number + 1) * plays)


def _generated(machine: Machine, plays: int = PLAYS) -> Callable[[int], float]:
    engine = Engine(machine)
    return lambda number: sum(random_play(engine, seed, most=5_000).steps for seed in _seeds(number, plays))


def _native(machine: Machine, plays: int = NATIVE_PLAYS) -> Callable[[int], float]:
    found = NativeMachine(machine)
    return lambda number: sum(play.steps for play in found.plays(_seeds(number, plays), 5_000))


def _compared(work: str, works: dict[str, Callable[[int], float]], unit: str, first: str) -> Iterator[Row]:
    found = rates(works)
    for who, rate in found.items():
        yield Row(work, who, f"{rate:,.0f} {unit}", f"{rate / found[first]:.2f}")


# --- search


def search_rows(folder: Path) -> Iterator[Row]:
    """States a second of an exhaustive search, every claim asked of every state by ours, one by the others."""
    for instance in (TINY, MIDDLE):
        works: dict[str, Callable[[int], float]] = {}
        told: dict[str, str] = {}
        counts: dict[str, int] = {}
        if instance is TINY:
            works["plain Python, tuples"] = _counted(counts, "plain", lambda: plain_search.search(1))
            works["ours, Python"] = _counted(
                counts, "ours in Python", partial(_python_states, instance, folder)
            )
        if spin.available():
            works["SPIN"] = _spin(instance, counts, told)
        if compiler() is not None:
            works["ours, compiled"] = _compiled_search(instance, folder, counts, told)
        first = "plain Python, tuples" if instance is TINY else next(iter(works))
        for row in _compared(f"every state: {instance.words}", works, "states/s", first):
            yield Row(row.work, f"{row.who}{told.get(row.who, '')}", row.rate, row.ratio)
        assert len(set(counts.values())) == 1, counts
        yield Row(f"every state: {instance.words}", "all of them", f"{next(iter(counts.values())):,} states")


def _counted(counts: dict[str, int], name: str, work: Callable[[], int]) -> Callable[[int], float]:
    def run(number: int) -> float:
        counts[name] = work()
        return counts[name]

    return run


def _python_states(instance: Instance, folder: Path) -> int:
    found = search.Search(machine := instance.machine(folder), machine.claims, (), False, True)
    with patch.object(search, "givens", lambda engine: _first_starts(engine)):
        found.run(SearchLimits(), None)
    return found.states


def _first_starts(engine: Engine) -> list[dict[str, int]]:
    return [{"oldest": 0}]


def _spin(instance: Instance, counts: dict[str, int], told: dict[str, str]) -> Callable[[int], float]:
    verifier = spin.Spin(instance)

    def run(number: int) -> float:
        found = verifier.run()
        counts["spin"] = found.states
        told["SPIN"] = f", one claim, {found.bytes_a_state:.0f} bytes a state"
        return -found.states / found.seconds

    return run


def _compiled_search(
    instance: Instance, folder: Path, counts: dict[str, int], told: dict[str, str]
) -> Callable[[int], float]:
    search_with = _searcher(instance, folder)

    def run(number: int) -> float:
        # Nobody else uses more than one core.
        found = search_with(1)
        counted = found.counts
        counts["ours"] = counted.states
        claims = len(found.marked.machine.claims)
        told["ours, compiled"] = f", {claims} claims, {counted.bytes / counted.states:.0f} bytes a state"
        found.run.close()
        return counted.states

    run(0)
    return run


def _searcher(instance: Instance, folder: Path) -> Callable[[int], native.NativeSearch]:
    """The search of an instance by so many threads, compiled once."""
    machine = instance.machine(folder)
    asked = search.Search(machine, machine.claims, (), False, True)
    compiled: list[NativeMachine | None] = []

    def once(*given: Any) -> NativeMachine | None:
        # Neither search pays for its own text and its compiler: SPIN's are made before it is measured.
        if not compiled:
            compiled.append(compiled_machine(*given))
        return compiled[0]

    def found(threads: int) -> native.NativeSearch:
        with (
            patch.dict(os.environ, {ENGINE: "native"}),
            patch.object(native, "givens", _first_starts),
            patch.object(native, "compiled_machine", once),
        ):
            return native.NativeSearch(asked, SearchLimits(), None, threads=threads)

    return found


def waiting_rows(folder: Path) -> Iterator[Row]:
    """How long one waits for a search of ten million states on one core and on all: the best of some rounds."""
    many = cores()
    if compiler() is None or many == 1:
        return
    search_with = _searcher(LARGE, folder)
    waited: dict[int, list[float]] = {1: [], many: []}
    told: dict[int, str] = {}
    for threads in WAITS * tuple(waited):
        begun, first = time.process_time(), time.thread_time()
        found = search_with(threads)
        spent, mine = time.process_time() - begun, time.thread_time() - first
        waited[threads].append(found.seconds)
        told[threads] = f"{spent:.1f} s of CPU, {mine:.1f} s of them in the first thread"
        states = found.counts.states
        found.run.close()
    for threads, seconds in waited.items():
        who = f"ours, compiled, on {threads} of {many} cores: {told[threads]}"
        ratio = f"{min(waited[1]) / min(seconds):.2f}"
        yield Row(f"waiting for {states:,} states: {LARGE.words}", who, f"{min(seconds):.1f} s", ratio)


def all_rows() -> Iterator[Row]:
    yield from play_rows()
    with tempfile.TemporaryDirectory() as folder:
        yield from search_rows(Path(folder))
        yield from waiting_rows(Path(folder))
        yield from command_rows(Path(folder))
