"""What outlives a pause: locals that another block reads become cells, cleared when nobody will any more.

So a state holds nothing that no longer matters, and two states that play alike are alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Domain, Labels, Number, Truth
from verifier.kernel.walk import everything, free_locals, substituted
from verifier.lower.flow import Draft


def expressions(node: Any) -> Iterator[k.Expr]:
    """Every expression and source that stands directly in a step, a way out or a part of a prelude."""
    match node:
        case km.Let(_, value):
            yield value
        case km.Write(_, index, value, _):
            yield from index
            yield value
        case km.Take(thing, zone) | km.Put(thing, zone, _):
            yield thing
            yield zone
        case km.Branch(test, then, otherwise, _):
            yield test
            for step in (*then, *otherwise):
                yield from expressions(step)
        case km.Each(_, source, steps):
            yield source  # type: ignore[misc]
            for step in steps:
                yield from expressions(step)
        case km.Times(count, _, steps):
            yield count
            for step in steps:
                yield from expressions(step)
        case km.Shuffle(zone):
            yield zone
        case km.Fork(test, _, _, _):
            yield test
        case km.Decide(player, alternatives, _, _):
            yield player
            for taken in alternatives:
                for part in taken.prelude:
                    yield from expressions(part)
        case km.Choice(_, source, where, _):
            yield source  # type: ignore[misc]
            if where is not None:
                yield where
        case km.Guard(_, when, require):
            yield from when
            yield from require
        case _:
            return


def bound_in(node: Any) -> Iterator[str]:
    """Names that a step binds."""
    match node:
        case km.Let(local, _):
            yield local
        case km.Branch(_, then, otherwise, _):
            for step in (*then, *otherwise):
                yield from bound_in(step)
        case km.Each(local, _, steps):
            yield local
            for step in steps:
                yield from bound_in(step)
        case km.Times(_, _, steps):
            for step in steps:
                yield from bound_in(step)
        case km.Decide(_, alternatives, _, _):
            yield "me"
            for taken in alternatives:
                for part in taken.prelude:
                    if isinstance(part, km.Choice | km.Let):
                        yield part.local
        case _:
            return


def rewritten(node: Any, names: dict[str, k.Expr]) -> Any:
    """The step or way out with names replaced in its expressions."""
    match node:
        case km.Let(local, value):
            return km.Let(local, substituted(value, names))
        case km.Write(cell, index, value, rule):
            return km.Write(
                cell, tuple(substituted(i, names) for i in index), substituted(value, names), rule
            )
        case km.Take(thing, zone):
            return km.Take(substituted(thing, names), substituted(zone, names))
        case km.Put(thing, zone, end):
            return km.Put(substituted(thing, names), substituted(zone, names), end)
        case km.Branch(test, then, otherwise, rule):
            return km.Branch(substituted(test, names), _all(then, names), _all(otherwise, names), rule)
        case km.Each(local, source, steps):
            return km.Each(local, substituted(source, names), _all(steps, names))
        case km.Times(count, most, steps):
            return km.Times(substituted(count, names), most, _all(steps, names))
        case km.Shuffle(zone):
            return km.Shuffle(substituted(zone, names))
        case km.Fork(test, then_label, other, rule):
            return km.Fork(substituted(test, names), then_label, other, rule)
        case km.Decide(player, alternatives, stop, vain):
            taken = tuple(replace(a, prelude=_all(a.prelude, names)) for a in alternatives)
            return km.Decide(substituted(player, names), taken, stop, vain)
        case km.Choice(local, source, where, rule):
            new_where = substituted(where, names) if where is not None else None
            return km.Choice(local, substituted(source, names), new_where, rule)
        case km.Guard(rule, when, require):
            return km.Guard(rule, _exprs(when, names), _exprs(require, names))
        case _:
            return node


def _all(steps: tuple[Any, ...], names: dict[str, k.Expr]) -> tuple[Any, ...]:
    return tuple(rewritten(step, names) for step in steps)


def _exprs(exprs: tuple[k.Expr, ...], names: dict[str, k.Expr]) -> tuple[k.Expr, ...]:
    return tuple(substituted(expr, names) for expr in exprs)


def promote(drafts: dict[str, Draft], cells: dict[str, km.Cell]) -> None:
    """Locals read in a block that does not bind them become frame cells, written where they are bound."""
    domains: dict[str, Domain] = {}
    wanted: set[str] = set()
    for draft in drafts.values():
        bound = {*draft.params, *(name for step in draft.steps for name in bound_in(step))}
        in_out = set(bound_in(draft.out))
        for expr in (e for step in draft.steps for e in expressions(step)):
            wanted |= _reads(expr, domains) - bound
        for expr in expressions(draft.out):
            read = _reads(expr, domains)
            # A pause is looked at from its state alone: what the steps before it named must be in the state.
            wanted |= read - in_out - (set() if isinstance(draft.out, km.Decide) else bound)
    for name in sorted(wanted):
        domain = domains[name]
        starts = domain.low if isinstance(domain, Number) else 0 if isinstance(domain, Truth) else NOTHING
        cells[name] = km.Cell(name, (), domain, not isinstance(domain, Number | Truth), starts, "frame")
    for draft in drafts.values():
        draft.steps = list(_with_writes(draft.steps, wanted, domains))
        bound = {*draft.params, *(name for step in draft.steps for name in bound_in(step))}
        foreign: dict[str, k.Expr] = {name: k.Read(name, ()) for name in wanted - bound}
        own = set(bound_in(draft.out))
        everywhere: dict[str, k.Expr] = {name: k.Read(name, ()) for name in wanted - own}
        draft.steps = [rewritten(step, foreign) for step in draft.steps]
        draft.out = rewritten(draft.out, everywhere if isinstance(draft.out, km.Decide) else foreign)


def _reads(expr: k.Expr, domains: dict[str, Domain]) -> set[str]:
    free = free_locals(expr)
    for part in everything(expr):
        if isinstance(part, k.Local) and part.name in free:
            domains.setdefault(part.name, part.domain)
    return set(free)


def _with_writes(steps: Iterable[km.Step], wanted: set[str], domains: dict[str, Domain]) -> Iterator[km.Step]:
    for step in steps:
        match step:
            case km.Branch(test, then, otherwise, rule):
                yield km.Branch(
                    test,
                    tuple(_with_writes(then, wanted, domains)),
                    tuple(_with_writes(otherwise, wanted, domains)),
                    rule,
                )
            case km.Let(local, _) if local in wanted:
                yield step
                yield km.Write(local, (), k.Local(local, domains[local]))
            case _:
                yield step


# --- clearing


def clear_dead(drafts: dict[str, Draft], cells: dict[str, km.Cell]) -> None:
    """On the way into a pause, frame cells that nobody will read any more go back to their start."""
    frames = sorted(name for name, cell in cells.items() if cell.life == "frame")
    bits = {name: 1 << place for place, name in enumerate(frames)}
    reads = {label: _as_bits(_cells_read(draft), bits) for label, draft in drafts.items()}
    kills = {label: _as_bits(_written_first(draft), bits) for label, draft in drafts.items()}
    writes = {label: _as_bits(_cells_written(draft.steps), bits) for label, draft in drafts.items()}
    nexts = {label: successors(draft, cells) for label, draft in drafts.items()}
    live = _fixpoint_live(drafts, reads, kills, nexts)
    maybe = _fixpoint_set(drafts, writes, nexts)
    for label, draft in drafts.items():
        target = drafts.get(_pause_behind(draft, drafts))
        if target is None:
            continue
        gone = maybe[label] & ~live[target.label]
        dead = [name for name in frames if bits[name] & gone]
        draft.steps += [km.Write(name, (), k.Const(cells[name].starts, cells[name].domain)) for name in dead]


def _as_bits(names: Iterable[str], bits: dict[str, int]) -> int:
    found = 0
    for name in names:
        found |= bits.get(name, 0)
    return found


def _pause_behind(draft: Draft, drafts: dict[str, Draft]) -> str:
    """The pause that a `to ...` block leads into, or nothing."""
    if not draft.label.startswith("to "):
        return ""
    match draft.out:
        case km.Goto(label) | km.Fork(_, _, label, _):
            return label if isinstance(drafts[label].out, km.Decide) else ""
        case _:
            return ""


def _cells_read(draft: Draft) -> set[str]:
    found: set[str] = set()
    for step in (*draft.steps, draft.out):
        for expr in expressions(step):
            found |= {part.cell for part in everything(expr) if isinstance(part, k.Read)}
    if isinstance(draft.out, km.Return):
        found.add(draft.out.cell)
    return found


def _written_first(draft: Draft) -> set[str]:
    """Cells that the block writes before it could read them."""
    found: set[str] = set()
    read: set[str] = set()
    for step in draft.steps:
        for expr in expressions(step):
            read |= {part.cell for part in everything(expr) if isinstance(part, k.Read)}
        if isinstance(step, km.Write) and not step.index and step.cell not in read:
            found.add(step.cell)
    return found


def _cells_written(steps: Iterable[km.Step]) -> set[str]:
    found: set[str] = set()
    for step in steps:
        match step:
            case km.Write(cell, _, _, _):
                found.add(cell)
            case km.Branch(_, then, otherwise, _):
                found |= _cells_written((*then, *otherwise))
            case km.Each(_, _, inner) | km.Times(_, _, inner):
                found |= _cells_written(inner)
            case _:
                pass
    return found


def successors(draft: Draft, cells: dict[str, km.Cell]) -> tuple[str, ...]:
    match draft.out:
        case km.Goto(label):
            return (label,)
        case km.Fork(_, then, otherwise, _):
            return (then, otherwise)
        case km.Decide(_, alternatives, stop, vain):
            ways = (*(taken.to for taken in alternatives), stop, vain)
            return tuple(way for way in ways if way is not None)
        case km.Return(cell):
            domain = cells[cell].domain
            return domain.members if isinstance(domain, Labels) else ()
        case _:
            return ()


def _fixpoint_live(
    drafts: dict[str, Draft],
    reads: dict[str, int],
    kills: dict[str, int],
    nexts: dict[str, tuple[str, ...]],
) -> dict[str, int]:
    """What is read later on, before it is written: for each block a set, a bit for each cell."""
    befores: dict[str, list[str]] = {label: [] for label in drafts}
    for label, ways in nexts.items():
        for way in ways:
            befores[way].append(label)
    live = dict.fromkeys(drafts, 0)
    waiting = dict.fromkeys(drafts)
    while waiting:
        label, _ = waiting.popitem()
        after = 0
        for way in nexts[label]:
            after |= live[way]
        # A cell that is both read and written first is not read from before.
        new = (reads[label] | after) & ~kills[label]
        if new != live[label]:
            live[label] = new
            waiting.update(dict.fromkeys(befores[label]))
    return live


def _fixpoint_set(
    drafts: dict[str, Draft], writes: dict[str, int], nexts: dict[str, tuple[str, ...]]
) -> dict[str, int]:
    """What may have been written before: for each block a set, a bit for each cell."""
    held = dict.fromkeys(drafts, 0)
    waiting = dict.fromkeys(drafts)
    while waiting:
        label, _ = waiting.popitem()
        after = held[label] | writes[label]
        for way in nexts[label]:
            if after & ~held[way]:
                held[way] |= after
                waiting[way] = None
    return held
