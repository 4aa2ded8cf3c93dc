"""Large machines: every block is a step of its own, and one set of truths holds wherever a block begins.

Where cards have effects, the ways from one pause to the next are too many to follow. So play is cut at every block.
What is believed must then hold between any two blocks, which is more than the claims ask: what fails here may hold
all the same. Three things are left open besides: the order of every zone, the value of each definition that goes
over many components, and whether anything is legal where nobody need be asked. Each allows plays that the rules
do not, so what is proved holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from verifier.backends.proof.cutpoints import START, Cut
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.execute import Execution, Transition
from verifier.backends.proof.helpers import Guess
from verifier.backends.proof.proof import SEED, Proof, executed
from verifier.backends.proof.samples import Sample, played_samples
from verifier.backends.proof.symmetry import Symmetries
from verifier.backends.proof.terms import Term
from verifier.kernel.expression import End, Fold
from verifier.kernel.machine import Machine
from verifier.kernel.visit import definitions_with

ANYWHERE = Cut("any block", "entry")
PLAYS, STEPS, SHARE = 5, 600, 10


class Blockwise(Proof):
    """A proof with one place for all truths."""

    enough = 300
    most_free = 1_000
    most_wide = 100

    def _encoded(self) -> Encoding:
        encoding = Encoding(self.machine, frozenset(), self.store)
        encoding.left_open = folding(self.machine)
        return encoding

    def _symmetric(self, parts: Sequence[Term]) -> Symmetries:
        return Symmetries(self.encoding, parts, none=True)

    def _followed(self) -> tuple[Execution, list[Transition]]:
        entries = frozenset(label for label, block in self.machine.blocks.items() if not block.params)
        execution, transitions = executed(self.encoding, None, entries)
        return execution, [self._moved(transition) for transition in transitions]

    def _moved(self, transition: Transition) -> Transition:
        paths = [replace(path, target=self.at(path.target)) for path in transition.paths]
        return replace(
            transition, source=self.at(transition.source), paths=paths, label=transition.source.label
        )

    def at(self, cut: Cut) -> Cut:
        return cut if cut == START else ANYWHERE

    def samples(self) -> list[Sample]:
        return played_samples(self.encoding, PLAYS, SEED, most_steps=STEPS, most=SHARE)

    def _guessed(self, samples: Sequence[Sample]) -> Iterator[Guess]:
        yield from self._lasting()


def folding(machine: Machine) -> frozenset[str]:
    """The definitions that go over many members, directly or through others."""
    return definitions_with(machine, lambda part: isinstance(part, Fold | End))
