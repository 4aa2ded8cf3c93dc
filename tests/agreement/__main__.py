"""`python -m tests.agreement [STEPS] [RULESET...]`: long plays of every rule set and player count, read both ways.

Prints one line for each; ends with an error at the first step on which the readers disagree. Machines whose transitions
are quickly written out are held against those, larger ones are carried out step by step.
"""

import sys
import time

import click

from tests.agreement.both import Both
from verifier.check.subjects import subjects_of
from verifier.diagnostics import Report

STEPS = 10_000
# Machines with more blocks take minutes to write out.
SMALL = 40


def main(words: list[str]) -> None:
    steps = int(words[0]) if words else STEPS
    report = Report()
    subjects = subjects_of(tuple(words[1:]), None, report)
    report.reject_errors()
    for subject in subjects:
        began = time.process_time()
        machine = subject.program().machine
        both = Both(machine, whole=len(machine.blocks) <= SMALL)
        both.follow(1, steps)
        click.echo(f"{subject}: {told(both)}, {time.process_time() - began:.0f} s")


def told(both: Both) -> str:
    """What was compared, in one line."""
    tally, how = both.tally, "written out" if both.whole else "step by step"
    return (
        f"{how}, {tally.steps:,} steps of {tally.plays:,} plays agree, {tally.chance:,} of them with chance "
        f"({tally.undecided:,} undecided), {len(tally.actions)} actions, {tally.moves:,} moves, {tally.claims:,} claims"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
