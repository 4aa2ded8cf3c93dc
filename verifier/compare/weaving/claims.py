"""What is claimed of a machine, so that a proof about another made from it can lean on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from verifier.compare.liveness import reads
from verifier.kernel import expression as k
from verifier.kernel import machine as km


def readable(machine: km.Machine, claiming: km.Machine) -> km.Machine:
    """The machine with every invariant of the other that speaks of cells both have."""
    definitions = {**claiming.definitions, **machine.definitions}
    claims = tuple(
        claim
        for claim in claiming.claims
        if claim.sort == "invariant"
        and claim.moment is None
        and _cells(claim.truth, definitions) <= machine.cells.keys()
    )
    needed = frozenset(machine.definitions).union(*(_calls(claim.truth, definitions) for claim in claims))
    kept = {name: shape for name, shape in definitions.items() if name in needed}
    return replace(machine, definitions=kept, claims=claims)


def _calls(node: Any, definitions: Mapping[str, km.Definition]) -> frozenset[str]:
    """Every definition that is called from here, directly or not."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        for read in reads(waiting.pop()):
            if isinstance(read, k.Call) and read.definition not in found:
                found.add(read.definition)
                shape = definitions[read.definition]
                waiting.append((shape.start, *shape.rungs))
    return frozenset(found)


def _cells(node: Any, definitions: Mapping[str, km.Definition]) -> frozenset[str]:
    called = [definitions[name] for name in _calls(node, definitions)]
    parts = (node, *(part for shape in called for part in (shape.start, *shape.rungs)))
    return frozenset(read.cell for read in reads(parts) if isinstance(read, k.Read))
