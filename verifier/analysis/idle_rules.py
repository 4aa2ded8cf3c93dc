"""Rules that never matter: a machine in, the names of the rules that can all be taken away without a change out.

A rule of which the normal form has nothing left is only a guess: its condition may always hold, and what it does is
done without a test. Idle is what leaves the same normal form when it is taken away, and that is a proof.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from verifier.analysis.normal_form import normal_machine
from verifier.kernel import machine as km
from verifier.kernel.visit import preorder, with_inner_steps

Rules = frozenset[str]


def idle_rules(machine: km.Machine, plain: km.Machine | None = None) -> Rules:
    """The rules that are written and never matter; `plain` is the normal machine, if it is at hand."""
    if plain is None:
        plain = normal_machine(machine)
    gone = rules_of(machine) - rules_of(plain)
    if not gone or _is_same(machine, gone, plain):
        return gone
    # Of two that do the same one may go, but not both.
    idle: Rules = frozenset()
    for rule in sorted(gone):
        if _is_same(machine, idle | {rule}, plain):
            idle |= {rule}
    return idle


def rules_of(machine: km.Machine) -> Rules:
    """Every rule that guards, steps, values or forks of a machine name."""
    named = km.Guard | km.Write | km.Branch | km.Fork | km.Clause
    nodes = preorder(*machine.blocks.values(), *machine.definitions.values())
    rules = (node.rule for node in nodes if isinstance(node, named))
    return frozenset(rule for rule in rules if rule is not None)


def _is_same(machine: km.Machine, rules: Rules, plain: km.Machine) -> bool:
    without = normal_machine(without_rules(machine, rules))
    return _parts(without) == _parts(plain)


def _parts(machine: km.Machine) -> tuple[object, ...]:
    return machine.blocks, machine.cells, machine.definitions, machine.score, machine.winner


def without_rules(machine: km.Machine, rules: Rules) -> km.Machine:
    """The machine as if the conditions of these rules never held: nothing refused, done or counted by them."""
    blocks = {
        label: replace(block, steps=_steps(block.steps, rules), out=_out(block.out, rules))
        for label, block in machine.blocks.items()
    }
    definitions = {
        name: replace(shape, clauses=tuple(each for each in shape.clauses if each.rule not in rules))
        for name, shape in machine.definitions.items()
    }
    return replace(machine, blocks=blocks, definitions=definitions, entries=None)


def _steps(steps: Iterable[km.Step], rules: Rules) -> tuple[km.Step, ...]:
    found: list[km.Step] = []
    for step in steps:
        match step:
            case km.Branch(otherwise=otherwise, rule=rule) if rule in rules:
                found += _steps(otherwise, rules)
            case km.Write(rule=rule) if rule in rules:
                pass
            case _:
                found.append(with_inner_steps(step, lambda inner: _steps(inner, rules)))
    return tuple(found)


def _out(out: km.Out, rules: Rules) -> km.Out:
    match out:
        case km.Fork(otherwise=otherwise, rule=rule) if rule in rules:
            return km.Goto(otherwise)
        case km.Decide(alternatives=alternatives):
            return replace(out, alternatives=tuple(_without_guards(each, rules) for each in alternatives))
        case km.Goto() | km.Fork() | km.Return() | km.Final():
            return out
        case _:
            assert_never(out)


def _without_guards(alternative: km.Alternative, rules: Rules) -> km.Alternative:
    kept = (part for part in alternative.prelude if not (isinstance(part, km.Guard) and part.rule in rules))
    return replace(alternative, prelude=tuple(kept))
