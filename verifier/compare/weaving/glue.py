"""What ties the notes of one side to those of the other: guesses for the induction, which keeps the true ones."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.helpers import Guess
from verifier.backends.proof.proof import Proof
from verifier.backends.proof.saying import Said
from verifier.backends.proof.state import State
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Domain, Names, Number, Players, Things, Truth


def glue(proof: Proof, private: frozenset[str]) -> Iterator[Guess]:
    """A note that only one side has may be a note of the other, or something printed on what is noted there."""
    cells = {name: cell for name, cell in proof.machine.cells.items() if not cell.index}
    look = Evaluation(State(proof.encoding), proof.execution.control.fresh)
    for name in sorted(private & cells.keys()):
        for words, other in _readings(proof.machine, cells, name):
            term = look.truth(k.Compare("=", k.Read(name, ()), other), {})
            yield Guess(term, Said(f"`{name}` is {words}"), tuple(proof.cuts))


def _readings(machine: km.Machine, cells: dict[str, km.Cell], name: str) -> Iterator[tuple[str, k.Expr]]:
    wanted = cells[name].domain
    for other, cell in cells.items():
        if other == name or cell.life == "frame":
            continue
        if _comparable(cell.domain, wanted):
            yield f"`{other}`", k.Read(other, ())
        if isinstance(wanted, Truth) and cell.optional:
            there = k.Compare("!=", k.Read(other, ()), k.Const(-1, cell.domain))
            yield f"whether there is a `{other}`", there
        for table in _prints(machine, cell.domain):
            if _comparable(table.domain, wanted):
                yield f"`{table.name}` of `{other}`", k.Lookup(table.name, (k.Read(other, ()),))


def _prints(machine: km.Machine, domain: Domain) -> list[km.Table]:
    """What is printed on components."""
    if not isinstance(domain, Things):
        return []
    tables = machine.tables.values()
    return [table for table in tables if len(table.index) == 1 and isinstance(table.index[0], Things)]


def _comparable(one: Domain, other: Domain) -> bool:
    match one, other:
        case (Number(), Number()) | (Players(), Players()) | (Things(), Things()):
            return True
        case Names(kind, _), Names(wanted, _):
            return kind == wanted
        case _:
            return False
