"""`python -m tests.adapters [RULESET...] [--agents SECONDS]`: every rule set in PettingZoo and OpenSpiel.

Their own tests for every number of players; then, with `--agents`, a random agent in each, OpenSpiel's tabular
Q-learner and its MCTS, so many seconds each for every rule set.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from tests.adapters import checks
from tests.adapters.agents import AGENTS
from verifier.program import counts_of
from verifier.surface.files import game_names, overlays_of


def rulesets() -> list[str]:
    """Every game and every published variant."""
    found = []
    for game in game_names():
        variants = [f"{game}+{each.name}" for each in overlays_of(game) if each.published]
        found += [game, *variants]
    return found


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.adapters")
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--agents", type=float, default=0.0, metavar="SECONDS")
    asked = parser.parse_args(words)
    for ruleset in asked.rulesets or rulesets():
        for players in counts_of(ruleset):
            began = time.process_time()
            checks.pettingzoo(ruleset, players)
            checks.openspiel(ruleset, players)
            spent = time.process_time() - began
            _say(f"{ruleset} ({players}): tests of PettingZoo and OpenSpiel pass, {spent:.0f} s")
        for name, agent in AGENTS.items() if asked.agents else ():
            told = agent(ruleset, min(counts_of(ruleset)), asked.agents, random.Random(1))
            _say(f"{ruleset}: {name}: {told}")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
