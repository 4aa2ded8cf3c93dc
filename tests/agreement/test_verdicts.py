"""Proofs and searches through every state give verdicts on the same rules: what is proved, no state breaks.

The rules are a small game and mutants of it, so both sorts of verdicts are met.
"""

from collections import Counter

import pytest

from tests.check.games import GOOD, subject_of
from verifier.check.explore import Exploration, SearchLimits, explore
from verifier.check.induction.prove import prove
from verifier.check.unroll.bmc import WORK, bounded_search
from verifier.diagnostics import Rejected
from verifier.kernel.machine import Machine
from verifier.mutate.mutant import Unmade, mutants_of
from verifier.mutate.prioritise import sample

# Few enough pebbles for every state to be visited.
SMALL = GOOD.replace("kind value: 1..5", "kind value: 1..3").replace(
    "number hand-size: 2", "number hand-size: 1"
)
MUTANTS = 24


def broken(found: Exploration) -> set[str]:
    """The properties that some state breaks."""
    names = {fault.property for fault in found.faults} | set(found.violations)
    if found.capacities:
        names.add("bounds")
    return names | ({"no-dead-end"} if found.dead_end is not None else set())


def machines(program) -> list[tuple[str, Machine]]:
    found = [("as written", program.machine)]
    for mutant in sample(mutants_of(program), MUTANTS):
        try:
            found.append((f"{mutant.subject}: {mutant.words}", mutant.machine(mutant.game())))
        # Not every combination is a game.
        except (Unmade, Rejected, TypeError):
            continue
    return found


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    """For each rule set what is proved and what is broken."""
    program = subject_of(tmp_path_factory.mktemp("small"), SMALL).program()
    found = {}
    for name, machine in machines(program):
        explored = explore(machine, limits=SearchLimits(states=30_000))
        proved = {each.property for each in prove(machine) if each.verdict == "proved"}
        found[name] = machine, proved, explored
    return found


def test_what_is_proved_no_state_breaks(verdicts):
    for name, (_, proved, explored) in verdicts.items():
        assert not proved & broken(explored), name


def test_both_sorts_of_verdicts_are_met(verdicts):
    met = Counter()
    for _, proved, explored in verdicts.values():
        met["proved"] += len(proved)
        met["broken"] += len(broken(explored))
        met["complete"] += explored.complete
    assert met["complete"] > len(verdicts) // 2
    assert met["proved"] > 20
    assert met["broken"] > 5


def test_broken_invariants_are_found_by_unrolling_after_as_many_moves(verdicts):
    compared = 0
    for name, (machine, _, explored) in verdicts.items():
        claims = [claim for claim in machine.claims if claim.name in explored.violations]
        if not claims or compared >= 4:
            continue
        found = bounded_search(machine, claims, 10 * WORK, deepest=20).found
        for claim in claims:
            compared += 1
            assert len(found[claim.name].play) == len(explored.violations[claim.name]), (
                f"{claim.name}: {name}"
            )
    assert compared
