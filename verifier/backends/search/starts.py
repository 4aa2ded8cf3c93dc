"""The first states of a machine: everything that may be given, every outcome of the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from verifier.backends.machine import Engine, State
from verifier.backends.machine.engine import Given
from verifier.backends.search.retelling import Path
from verifier.kernel.domain import values
from verifier.runtime import Enumerating, Fault


def givens(engine: Engine) -> Iterator[dict[str, Given]]:
    """Every way in which a play may be given what comes with it."""
    cells = [cell for cell in engine.machine.cells.values() if cell.given]
    sizes = [max(1, len(engine.layout.row(cell)) - 1) for cell in cells]
    choices = [values(cell.domain) for cell, size in zip(cells, sizes, strict=True) for _ in range(size)]
    for chosen in product(*choices):
        rest = list(chosen)
        found: dict[str, Given] = {}
        for cell, size in zip(cells, sizes, strict=True):
            entries, rest = rest[:size], rest[size:]
            found[cell.name] = entries if cell.index else entries[0]
        yield found


def first_states(engine: Engine, copies: Sequence[int] | None) -> Iterator[tuple[Path, State | Fault]]:
    """Every first state with the way to it; a set-up that cannot be carried out gives its fault."""
    for given in givens(engine):
        oracle = Enumerating(copies)
        going = True
        while going:
            found: State | Fault
            try:
                found = engine.new(oracle, given)
            except Fault as fault:
                found = fault
            yield Path(given, answers(oracle)), found
            going = oracle.advance()


def answers(oracle: Enumerating) -> tuple[int, ...]:
    """Which outcome each question of the last run had."""
    return tuple([chosen for _, chosen in oracle.path[: oracle.asked]])
