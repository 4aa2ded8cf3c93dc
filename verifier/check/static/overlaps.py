"""Static checks of a game: unstated orders of rules, steps that may vanish."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.kernel.machine import Clause, Definition
from verifier.model import steps as m
from verifier.program import Program
from verifier.verdict.finding import Finding

READING = "reading the rules"
# Changes of one sort give the same value in any order.
SORTS = ({"add", "subtract"}, {"multiply"}, {"at-most"}, {"at-least"}, {"require"})


def by_reading(program: Program) -> list[Finding]:
    """The findings that need no play."""
    return [_gap_and_overlap(program)]


def _gap_and_overlap(program: Program) -> Finding:
    """Lines and hooks of several components that change one thing, where the order could matter."""
    definitions = program.game.definitions.values()
    open_orders = [words for each in definitions for words in _clashes(program, each)]
    open_orders += _hooks(program)
    owners = [{program.owners.get(clause.rule) for clause in each.clauses} - {None} for each in definitions]
    changed = sum(len(each) > 1 for each in owners)
    if not open_orders:
        words = f"{changed} definitions are changed by several components, each in ways that commute"
        return Finding("gap-and-overlap", "health", "proved", READING, words)
    words = "order not specified: " + "; ".join(open_orders)
    return Finding(
        "gap-and-overlap", "health", "unknown", READING, words, listed=tuple(_subject(o) for o in open_orders)
    )


def _clashes(program: Program, definition: Definition) -> Iterable[str]:
    by_owner: dict[str, list[Clause]] = {}
    for clause in definition.clauses:
        owner = program.owners.get(clause.rule)
        if owner is not None:
            by_owner.setdefault(owner, []).append(clause)
    if len(by_owner) < 2:
        return
    ops = {clause.op for clauses in by_owner.values() for clause in clauses}
    if not any(ops <= sort for sort in SORTS):
        yield f"{definition.name} ({', '.join(sorted(by_owner))})"


def _hooks(program: Program) -> Iterable[str]:
    """Places where the steps of several components hang, one after the other."""
    for (when, place), steps in sorted(program.game.hooks.items()):
        owners = sorted({owner for step in steps for owner in _owners_in(step, program)})
        if len(owners) > 1:
            yield f"{place} ({when} it: {', '.join(owners)})"


def _owners_in(step: m.Step, program: Program) -> set[str]:
    found = {program.owners[step.rule]} if isinstance(step, m.Rule) and step.rule in program.owners else set()
    for inner in getattr(step, "steps", ()):
        found |= _owners_in(inner, program)
    return found


def _subject(words: str) -> str:
    return words.split(" ", 1)[0]


def vanishing_subjects(names: Iterable[str]) -> tuple[str, ...]:
    """Whose steps vanished: the action, procedure or text before the colon."""
    found = dict.fromkeys(name.split(":")[0].removesuffix(" choice").removesuffix(" offer") for name in names)
    return tuple(found)
