"""Marks that no name decides: a machine in, for each of its entities a number that a renamed copy gives it too.

At first a mark tells what sort of thing an entity is; round by round it takes in what is said of the entity and
in what company, until no more are told apart. Steps count one by one, so their order decides nothing either.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from verifier.compare.liveness import used_locals
from verifier.compare.tokens import Entity, Marks, Tokens, bound
from verifier.kernel import machine as km

Site = tuple[Entity, list[Any]]
ROUNDS = 12


def marks_of(machine: km.Machine) -> Marks:
    """The marks of a machine's entities; those that share one look alike as far as we can tell."""
    sites = list(_sites(machine))
    mentioned = {each for about, said in sites for each in (about, *said) if isinstance(each, tuple)}
    marks = {entity: _number(entity[0]) for entity in mentioned}
    for _ in range(ROUNDS):
        finer = _finer(sites, marks)
        if len(set(finer.values())) == len(set(marks.values())):
            break
        marks = finer
    return marks


def _finer(sites: list[Site], marks: Marks) -> dict[Entity, int]:
    seen: dict[Entity, list[int]] = defaultdict(list)
    for about, said in sites:
        whole = _number(*(marks[each] if isinstance(each, tuple) else each for each in said))
        seen[about].append(whole)
        for place, each in enumerate(said):
            if isinstance(each, tuple):
                seen[each].append(_number(place, whole, marks[about]))
    return {entity: _number(mark, *sorted(seen[entity])) for entity, mark in marks.items()}


def _number(*parts: object) -> int:
    """A number for some parts, the same in every run."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest())


def _sites(machine: km.Machine) -> Iterator[Site]:
    """Everything the machine says, in pieces so small that their order does not count."""
    tokens = Tokens(machine)
    yield from tokens.declared()
    for label, block in machine.blocks.items():
        yield from _of_block(("label", label), block, tokens)


def _of_block(label: Entity, block: km.Block, tokens: Tokens) -> Iterator[Site]:
    for step in _single(block.steps):
        yield label, list(tokens.step(step, _any(step)))
    match block.out:
        case km.Decide(player, alternatives):
            yield label, ["decide", *tokens.of(player, _any(player)), len(alternatives)]
            for taken in alternatives:
                yield label, list(tokens.alternative(taken, bound({}, "me")))
        case out:
            yield label, list(tokens.out(out, _any(out)))


def _any(node: Any) -> dict[str, int]:
    """A name from outside a step is any name: which one it is depends on the steps before."""
    return dict.fromkeys(used_locals(node), 0)


def _single(steps: tuple[km.Step, ...]) -> Iterator[km.Step]:
    """The steps one by one, those inside others too; of what holds others, only the head."""
    for step in steps:
        match step:
            case km.Branch(test, then, otherwise, rule):
                yield km.Branch(test, (), (), rule)
                yield from _single((*then, *otherwise))
            case km.Each(local, source, inner):
                yield km.Each(local, source, ())
                yield from _single(inner)
            case km.Times(count, most, inner):
                yield km.Times(count, most, ())
                yield from _single(inner)
            case _:
                yield step
