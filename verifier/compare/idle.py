"""Rules that can never matter: a machine in, the ids of rules that its normal form does without out.

That is a proof: the normal machine plays the same, and no part of it comes from such a rule.
"""

from __future__ import annotations

from typing import Any

from verifier.compare.liveness import children
from verifier.compare.normal import normal
from verifier.kernel import machine as km


def idle_rules(machine: km.Machine, plain: km.Machine | None = None) -> frozenset[str]:
    """The rules that are written and never matter; `plain` is the normal machine, if it is at hand."""
    return rules_of(machine) - rules_of(normal(machine) if plain is None else plain)


def rules_of(machine: km.Machine) -> frozenset[str]:
    """Every rule that guards, steps, values or forks of a machine name."""
    found: set[str] = set()
    for block in machine.blocks.values():
        for node in (*block.steps, block.out):
            _see(node, found)
    for shape in machine.definitions.values():
        found |= {rung.rule for rung in shape.rungs}
    return frozenset(found)


def _see(node: Any, found: set[str]) -> None:
    match node:
        case km.Guard(rule=rule) | km.Write(rule=rule) | km.Branch(rule=rule) | km.Fork(rule=rule):
            found |= {rule} if rule is not None else set()
    for child in children(node):
        _see(child, found)
