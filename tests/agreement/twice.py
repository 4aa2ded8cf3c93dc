"""`python -m tests.agreement.twice [RULESET...]`: the same twice, with other hash seeds and numbers of processes.

One JSON document must be the other, byte by byte, apart from times. By default one rule set of each game is asked.
"""

import json
import os
import subprocess
import sys
import time
from typing import Any

import click

RULESETS = (
    "lost-cities",
    "lost-cities-duel+exploits",
    "lost-cities-rivals",
    "lost-cities-board",
    "catan-duel",
)
BUDGET = "1"


def main(words: list[str]) -> int:
    for ruleset in words or RULESETS:
        began = time.perf_counter()
        first, second = answer(ruleset, "1", 2), answer(ruleset, "2", 1)
        same = first == second
        click.echo(
            f"{ruleset}: {'the same' if same else 'NOT the same'}, {time.perf_counter() - began:.0f} s"
        )
        if not same:
            for one, other in zip(first.splitlines(), second.splitlines(), strict=False):
                if one != other:
                    click.echo(f"  {one.strip()[:300]}\n  {other.strip()[:300]}")
            return 1
    return 0


def answer(ruleset: str, seed: str, jobs: int) -> str:
    """The document without its times, as text."""
    command = [
        sys.executable,
        "-m",
        "verifier",
        "verify",
        ruleset,
        "--budget",
        BUDGET,
        "--json",
        "--jobs",
        str(jobs),
    ]
    # The second run must not take over what the first has found.
    surroundings = {**os.environ, "PYTHONHASHSEED": seed, "RULEWRIGHT_CACHE": ""}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    return json.dumps(timeless(json.loads(done.stdout)), indent=1)


def timeless(document: dict[str, Any]) -> dict[str, Any]:
    """The document with every time left out."""
    return {**document, "results": [{**each, "seconds": 0} for each in document["results"]]}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
