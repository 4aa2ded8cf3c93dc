"""A large machine in, verdicts on its bounds and invariants out: what every step that touches them keeps."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator

from verifier.backends.proof.carry_out import TooManyPathsError
from verifier.backends.proof.prove import Verdict
from verifier.backends.proof.solver import OutOfWorkError
from verifier.backends.stepwise.helpers import ROOM
from verifier.backends.stepwise.proof import BOUNDS, Lost, Stepwise
from verifier.kernel.machine import Machine

METHOD = "Z3, step by step at full size"


def prove_stepwise(
    machine: Machine, wanted: Collection[str], shown: Collection[str], questions: int
) -> list[Verdict]:
    """A verdict on each of the wanted properties that this can speak of.

    `shown` are claims that have been proved otherwise: nobody asks for them again. The caller has seen that no
    component is ever lost or copied.
    """
    began = time.perf_counter()
    try:
        proof = Stepwise(machine, questions)
        proof.settle(name for name in proof.claims if name not in shown)
        found = list(_verdicts(proof, wanted))
    except (OutOfWorkError, TooManyPathsError, RecursionError):
        return []
    seconds = (time.perf_counter() - began) / max(1, len(found))
    return [verdict.but(verdict.verdict, METHOD, verdict.detail, seconds) for verdict in found]


def _verdicts(proof: Stepwise, wanted: Collection[str]) -> Iterator[Verdict]:
    for name, claim in proof.claims.items():
        if name not in wanted:
            continue
        lost = proof.at_moments(claim) if claim.moment is not None else proof.lost.get(name)
        yield _verdict(name, lost, proof)
    if BOUNDS in wanted:
        crowded = (lost for name, lost in proof.lost.items() if name.startswith(ROOM))
        yield _verdict(BOUNDS, next(crowded, None) or proof.within_bounds(), proof)


def _verdict(name: str, lost: Lost | None, proof: Stepwise) -> Verdict:
    goals = proof.goals.get(name, 0)
    if lost is None:
        return Verdict(name, "proved", METHOD, f"{goals:,} goals", 0.0, goals)
    block = proof.machine.blocks.get(lost.label)
    place = lost.label if block is None else block.origin
    why = f"step by step, not shown for `{place}`" if place else lost.reason
    return Verdict(name, "unknown", METHOD, why, 0.0, goals)
