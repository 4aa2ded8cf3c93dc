"""What every adapter needs of a machine, made once for each: `machine.analysis(Kit)`."""

from __future__ import annotations

from verifier.adapters.actions import ActionCodec
from verifier.adapters.observe import Observer
from verifier.adapters.payoff import Payoff
from verifier.diagnostics import Rejected, all_as_text
from verifier.engine import Engine
from verifier.kernel.machine import Machine
from verifier.program import program_of


class Kit:
    """An engine, its moves as numbers, what players see of its states, what they are worth."""

    def __init__(self, machine: Machine) -> None:
        self.engine = Engine(machine)
        self.actions = ActionCodec(self.engine)
        self.observer = Observer(self.engine)
        self.payoff = Payoff.of(self.engine)


def kit_of(ruleset: str, players: int | None) -> Kit:
    """The kit of a rule set for a number of players, the fewest if none is named.

    Raises `ValueError` with the messages of the command line.
    """
    try:
        return program_of(ruleset, players).machine.analysis(Kit)
    except Rejected as rejected:
        raise ValueError(all_as_text(rejected.report.diagnostics)) from None
