"""Measuring: several kinds of work in turns, medians of CPU time, and the machine on which that was done."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; `ratio` is how often faster than the first of its group."""

    work: str
    who: str
    rate: str
    ratio: str = ""


def rates(works: Mapping[str, Callable[[int], float]], rounds: int = ROUNDS) -> dict[str, float]:
    """The rate of each kind of work: the median of some rounds, taken in turns, so that a busy machine slows all.

    A work is given the number of the round and says how much it did; one that measures itself says its rate below zero.
    """
    found: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds):
        for name, work in works.items():
            begun = time.process_time()
            done = work(number)
            spent = time.process_time() - begun
            found[name].append(-done if done < 0 else done / spent)
    return {name: median(each) for name, each in found.items()}


def seconds(work: Callable[[], object], rounds: int = 3) -> float:
    """CPU seconds, the median of some rounds."""
    found = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return median(found)


def machine_words() -> str:
    """The machine, for people: processor, cores, Python, compiler."""
    from verifier.engine.native.compiler import compiler

    found = compiler()
    return "; ".join(
        [
            f"{_processor()}, {os.cpu_count()} cores",
            f"Python {platform.python_version()}",
            found.version if found is not None else "no C compiler",
        ]
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def commit() -> str:
    """The commit that was measured, marked if files differ from it."""
    here = Path(__file__).parent
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=here, capture_output=True, text=True
    )
    return told.stdout.strip() or "unknown"
