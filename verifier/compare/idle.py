"""Rules that can never matter: a machine in, the ids of rules that its normal form does without out.

That is a proof: the normal machine plays the same, and no part of it comes from such a rule.
"""

from __future__ import annotations

from verifier.compare.normal import normal
from verifier.kernel import machine as km
from verifier.kernel.visit import preorder


def idle_rules(machine: km.Machine, plain: km.Machine | None = None) -> frozenset[str]:
    """The rules that are written and never matter; `plain` is the normal machine, if it is at hand."""
    return rules_of(machine) - rules_of(normal(machine) if plain is None else plain)


def rules_of(machine: km.Machine) -> frozenset[str]:
    """Every rule that guards, steps, values or forks of a machine name."""
    named = km.Guard | km.Write | km.Branch | km.Fork | km.Rung
    nodes = preorder(*machine.blocks.values(), *machine.definitions.values())
    rules = (node.rule for node in nodes if isinstance(node, named))
    return frozenset(rule for rule in rules if rule is not None)
