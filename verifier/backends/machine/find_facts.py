"""Facts of a machine: walk over every block until nothing new is learnt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from verifier.backends.machine.extent import UNKNOWN, Extent, combined, exactly, of_domain
from verifier.backends.machine.facts import Facts
from verifier.kernel.domain import NOTHING, Players
from verifier.kernel.expression import Expr
from verifier.kernel.machine import (
    WORKED_OUT,
    Alternative,
    Branch,
    Choice,
    Decide,
    Definition,
    Each,
    Fork,
    Guard,
    Let,
    Machine,
    Mark,
    Put,
    Roll,
    Rung,
    Shuffle,
    Step,
    Take,
    Times,
    Write,
)

# Extents that still grow after so many walks are given up: numbers that feed themselves.
MOST_WALKS = 60


def facts_of(machine: Machine, anywhere: bool = False, near: Facts | None = None) -> Facts:
    """Everything that is learnt from the blocks, the claims and the result; worked out once for each machine.

    With `anywhere`, positions may be set up by hand: any component may lie in any zone. Facts of a machine that is
    `near`, different in a place or two, are a good place to start from: little is learnt beyond them.
    """
    if near is not None:
        return _facts(machine, anywhere, near)
    return machine.analysis(_facts_anywhere if anywhere else _facts)


def _facts_anywhere(machine: Machine) -> Facts:
    return _facts(machine, anywhere=True)


def _facts(machine: Machine, anywhere: bool = False, near: Facts | None = None) -> Facts:
    facts = Facts(machine, anywhere)
    if near is not None and near.machine.things is machine.things and near.machine.zones == machine.zones:
        _begin_with(near, facts)
    for walk in range(MOST_WALKS):
        before = _known(facts)
        _walk(facts, machine, patient=walk < MOST_WALKS // 2)
        if _known(facts) == before:
            facts.settled = True
            return facts
    raise AssertionError("facts of a machine grow without end")


def _begin_with(near: Facts, facts: Facts) -> None:
    facts.possible.update(near.possible)
    for label in facts.parameters.keys() & near.parameters.keys():
        facts.parameters[label] = dict(near.parameters[label])
    for name in facts.arguments.keys() & near.results.keys():
        facts.arguments[name], facts.results[name] = near.arguments[name], near.results[name]


def _known(facts: Facts) -> tuple[object, ...]:
    return (
        dict(facts.possible),
        dict(facts.arguments),
        {label: dict(known) for label, known in facts.parameters.items()},
        dict(facts.results),
    )


def _walk(facts: Facts, machine: Machine, patient: bool) -> None:
    for block in machine.blocks.values():
        known = dict(facts.parameters[block.label])
        _steps(block.steps, known, facts)
        match block.out:
            case Decide(player, alternatives, _, _):
                facts.extent(player, {})
                for alternative in alternatives:
                    _alternative(alternative, facts, machine)
            case Fork(test, _, _, _):
                facts.extent(test, known)
    somebody = {"p": of_domain(Players(machine.players))}
    for expr in (machine.score, *(rank.value for rank in machine.winner)):
        facts.extent(expr, somebody)
    for claim in machine.claims:
        facts.extent(claim.truth, {})
    for measure in machine.measures:
        facts.extent(measure.value, {})
    for definition in machine.definitions.values():
        _definition(definition, facts, patient)


def rebound(steps: Iterable[Step]) -> frozenset[str]:
    """The names that are given a value at more than one place: nothing is known of them."""
    seen: set[str] = set()
    again: set[str] = set()
    for name in _given_names(steps):
        (again if name in seen else seen).add(name)
    return frozenset(again)


def _given_names(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        match step:
            case Let(local, _):
                yield local
            case Each(local, _, inner):
                yield local
                yield from _given_names(inner)
            case Branch(_, then, otherwise, _):
                yield from _given_names(then)
                yield from _given_names(otherwise)
            case Times(_, _, inner):
                yield from _given_names(inner)


def learn_let(step: Let, known: dict[str, Extent], facts: Facts, again: frozenset[str]) -> None:
    """Know a name by the value it is given, unless it is given several."""
    fresh = step.local not in known and step.local not in again
    extent = facts.extent(step.value, known)
    known[step.local] = extent if fresh else UNKNOWN


def _steps(steps: tuple[Step, ...], known: dict[str, Extent], facts: Facts) -> None:
    _walk_steps(steps, known, facts, rebound(steps))


def _walk_steps(
    steps: tuple[Step, ...], known: dict[str, Extent], facts: Facts, again: frozenset[str]
) -> None:
    for step in steps:
        match step:
            case Let():
                learn_let(step, known, facts, again)
            case Write(_, index, value, _):
                for part in (*index, value):
                    facts.extent(part, known)
            case Take(thing, zone):
                facts.extent(thing, known)
                facts.extent(zone, known)
            case Put(thing, zone, _):
                _put(thing, zone, known, facts)
            case Branch(test, then, otherwise, _):
                facts.extent(test, known)
                inside = facts.given(test, known)
                _walk_steps(then, inside, facts, again)
                _walk_steps(otherwise, known, facts, again)
                known.update({name: extent for name, extent in inside.items() if name not in known})
            case Each(local, source, inner):
                _walk_steps(inner, {**known, local: facts.members(source, known)}, facts, again)
            case Times(count, _, inner):
                facts.extent(count, known)
                _walk_steps(inner, known, facts, again)
            case Shuffle(zone):
                facts.extent(zone, known)
            case Roll() | Mark():
                pass
            case _:
                assert_never(step)


def _put(thing: Expr, zone: Expr, known: dict[str, Extent], facts: Facts) -> None:
    things, zones = facts.extent(thing, known).among, facts.extent(zone, known).among
    everything = frozenset(range(len(facts.machine.things)))
    for number in facts.every_zone if zones is None else zones - {NOTHING}:
        facts.possible[number] |= everything if things is None else things - {NOTHING}


def _alternative(alternative: Alternative, facts: Facts, machine: Machine) -> None:
    known = {"me": of_domain(Players(machine.players))}
    passed = dict(known)
    for part in alternative.prelude:
        match part:
            case Let(local, value):
                known[local] = facts.extent(value, known)
            case Choice(local, source, where, _):
                known[local] = passed[local] = facts.members(source, known)
                if where is not None:
                    facts.extent(where, known)
            case Guard(_, when, require):
                for truth in (*when, *require):
                    facts.extent(truth, known)
            case _:
                assert_never(part)
    learnt = facts.parameters[alternative.to]
    for name, extent in passed.items():
        learnt[name] = learnt[name].joined(extent) if name in learnt else extent


def _definition(definition: Definition, facts: Facts, patient: bool) -> None:
    args = facts.arguments[definition.name]
    if args is None:
        return
    known = dict(zip((name for name, _ in definition.params), args, strict=True))
    value = facts.extent(definition.start, known)
    for rung in definition.rungs:
        for truth in rung.when:
            facts.extent(truth, known)
        after = _after(rung, value, facts.extent(rung.value, known))
        value = after.joined(value) if rung.when else after
    facts.results[definition.name] = value if patient or value == facts.results[definition.name] else UNKNOWN


def _after(rung: Rung, value: Extent, by: Extent) -> Extent:
    if rung.op == "require":
        return value.joined(exactly(0))
    return combined(WORKED_OUT[rung.op], value, by)
