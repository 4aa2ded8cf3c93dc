"""Budgets: seconds in, deterministic amounts of work out. Work is counted, never timed, so that two runs agree."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.kernel.machine import Machine

DEFAULT_SECONDS = 20.0
# What one core does in about a second, for a machine of size 1; measured once, roughly.
STEPS = 4_500_000
STATES = 12_000
QUESTIONS = 500
TERMS = 30_000
SIZE = 1_650
# Three seconds' worth: the proofs of the largest tables need it, and few others come near it.
SOLVING = 20_000_000
LEAST_SOLVING = 16_000_000
UNROLLING = 500_000
BLOCKS = 50
LONGEST_PLAY = 3_000
# Fewer steps than these show nothing.
FEW = 4_000


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work one rule set is worth."""

    seconds: float = DEFAULT_SECONDS

    def steps(self, machine: Machine) -> int:
        """How many steps of random play, with every claim checked at every pause."""
        size = 100 + len(machine.blocks) + 4 * len(machine.claims)
        return max(FEW, int(self.seconds / 5 * STEPS / size))

    @property
    def states(self) -> int:
        """How many states of a small instance."""
        return max(1_000, int(self.seconds * STATES))

    @property
    def questions(self) -> int:
        """How many questions to the solver for all proofs of a rule set."""
        return max(1_000, int(self.seconds * QUESTIONS))

    @property
    def solving(self) -> int:
        """How many of its own steps the solver may take for them."""
        return max(LEAST_SOLVING, int(self.seconds * SOLVING))

    @property
    def terms(self) -> int:
        """How much may be written out for these questions."""
        return max(100_000, int(self.seconds * TERMS))

    def tries(self, machine: Machine) -> bool:
        """Is a proof worth trying? All that a machine can do is written out first."""
        return size_of(machine) <= max(8 * SIZE, int(self.seconds * SIZE))

    def follows(self, machine: Machine) -> bool:
        """Are single steps of a large machine worth following? About as many seconds as twenty blocks."""
        return len(machine.blocks) <= self.seconds * BLOCKS

    @property
    def unrolling(self) -> int:
        """How many of the solver's own steps a bounded search may take."""
        return max(8 * UNROLLING, int(self.seconds * UNROLLING))


def size_of(machine: Machine) -> int:
    """How much there is to follow for a proof: each block, each component, each seat."""
    return len(machine.blocks) * len(machine.things) * machine.players


def seconds_for(machine: Machine) -> int:
    """The budget within which a proof is tried."""
    return -(-size_of(machine) // SIZE)
