"""Every state of a machine, breadth first: a machine in, everything found out."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.backends.search.found import Exploration
from verifier.backends.search.limits import Limits, Report
from verifier.backends.search.searching import Search
from verifier.backends.search.summary import Summary
from verifier.kernel.machine import Claim, Machine
from verifier.model.game import EndRule


def explore(
    machine: Machine,
    *,
    limits: Limits | None = None,
    on_progress: Report | None = None,
    claims: Sequence[Claim] | None = None,
    ends: Sequence[EndRule] = (),
    symmetry: bool = True,
    peeking: bool = True,
) -> Exploration:
    """All states of a machine, or as many as the limits allow.

    `claims` are those of the machine unless others are given. `ends` are the rules by which a round is over;
    which of them ever applies is told if they are given.
    """
    search = Search(machine, machine.claims if claims is None else claims, ends, symmetry, peeking)
    seconds = search.run(limits or Limits(), on_progress)
    return Summary(search).exploration(seconds)
