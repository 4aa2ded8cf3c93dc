"""`python -m tests.check.quantified RULESET [PLAYS] [MOVES]`: plays of the plain reader beside that of the proofs.

Where each block begins, everything that is said to be carried there must hold; and no step that was made may be called
impossible. Ends with an error at the first that does not agree.
"""

import sys
from collections import Counter

import click

from tests.check.quantified.following import is_denied, passages, untrue
from verifier.check.quantified.proof import QuantifiedProof
from verifier.program import program_of

# Of each block so many passages are looked at, and these of them put to the solver.
LOOKED_AT = 60
ASKED = (1, 2, 5, 17)


def main(ruleset: str, plays: int = 1, moves: int = 150) -> None:
    rules = program_of(ruleset).machine
    proof = QuantifiedProof(rules, 1)
    stretches = {stretch.label: stretch for stretch in proof.stretches()}
    met: Counter[str] = Counter()
    asked = 0
    for seed in range(plays):
        for runner, one in passages(rules, seed, moves):
            met[one.label] += 1
            if met[one.label] <= LOOKED_AT:
                assert not untrue(proof, runner, one), one.label
            if one.label in stretches and met[one.label] in ASKED:
                asked += 1
                assert not is_denied(proof, stretches[one.label], one), one.label
    click.echo(
        f"{ruleset}: {met.total():,} passages, {len(met)} of {len(rules.blocks)} blocks, {asked} asked: all agree"
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
