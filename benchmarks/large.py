"""`python -m benchmarks.large [FILE]`: ten million states, counted; with a file, saved there now and then and resumed.

Two colours, 2 to 5 and a wager in each, three cards in hand, all deals, the first player starts: 10,136,600 states and
24,307,200 transitions, every claim asked of every state, nothing merged. Kill it and start it again with the same file.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from unittest.mock import patch

from benchmarks.instance import LARGE
from verifier.check.explore import native, search
from verifier.check.explore.results import SearchLimits
from verifier.engine.native.compiler import ENGINE

STATES, TRANSITIONS = 10_136_600, 24_307_200


def main(words: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        machine = LARGE.machine(Path(folder))
    asked = search.Search(machine, machine.claims, (), False, True)
    begun = time.process_time()
    with (
        patch.dict(os.environ, {ENGINE: "native"}),
        patch.object(native, "givens", lambda engine: [{"oldest": 0}]),
    ):
        found = native.NativeSearch(asked, SearchLimits(), None, Path(words[0]) if words else None)
    spent, counts = time.process_time() - begun, found.counts
    print(f"{LARGE.words}: {counts.states:,} states, {counts.transitions:,} transitions, {counts.depth} deep")
    print(
        f"{len(found.marked.machine.claims)} claims; not as claimed: {sorted(found.spots.keys() & broken(found))}"
    )
    print(f"{spent:.1f} s of CPU, {counts.bytes / counts.states:.1f} bytes a state")
    print(f"{getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")
    assert (counts.states, counts.transitions) == (STATES, TRANSITIONS)


def broken(found: native.NativeSearch) -> set[str]:
    return {claim.name for claim in found.marked.machine.claims if claim.sort == "invariant"}


if __name__ == "__main__":
    main(sys.argv[1:])
