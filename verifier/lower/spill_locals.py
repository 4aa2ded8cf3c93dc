"""What outlives a pause: locals that another block reads become cells, cleared when nobody will any more.

So a state holds nothing that no longer matters, and two states that play alike are alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import or_
from typing import assert_never

from verifier.analysis.dataflow import AbstractDomain, fixpoint
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Domain, Number, Truth
from verifier.kernel.graph import successors
from verifier.kernel.visit import (
    N,
    Operand,
    bound_names,
    cells_read,
    cells_written,
    free_locals,
    operands,
    preorder,
    substituted,
    with_operands,
)
from verifier.lower.flow import Draft


def bound_by_out(out: km.Out) -> set[str]:
    """The names that a way out binds: those of the player and of the choices."""
    if not isinstance(out, km.Decide):
        return set()
    parts = (part for taken in out.alternatives for part in taken.prelude)
    return {"me", *(part.local for part in parts if isinstance(part, km.Choice | km.Let))}


def rewritten(node: N, names: Mapping[str, k.Expr]) -> N:
    """The step or way out with names replaced in its expressions."""
    return with_operands(node, lambda operand: substituted(operand, names))


def promote(drafts: dict[str, Draft], cells: dict[str, km.Cell]) -> None:
    """Locals read in a block that does not bind them become frame cells, written where they are bound."""
    domains: dict[str, Domain] = {}
    wanted: set[str] = set()
    for draft in drafts.values():
        bound = {*draft.params, *bound_names(draft.steps)}
        in_out = bound_by_out(draft.way_out)
        for expr in operands(*draft.steps):
            wanted |= _reads(expr, domains) - bound
        for expr in operands(draft.way_out):
            read = _reads(expr, domains)
            # A pause is looked at from its state alone: what the steps before it named must be in the state.
            wanted |= read - in_out - (set() if isinstance(draft.out, km.Decide) else bound)
    for name in sorted(wanted):
        domain = domains[name]
        starts = domain.low if isinstance(domain, Number) else 0 if isinstance(domain, Truth) else NOTHING
        cells[name] = km.Cell(name, (), domain, not isinstance(domain, Number | Truth), starts, "spilled")
    reads = {name: k.Read(name, ()) for name in wanted}
    for draft in drafts.values():
        draft.steps = list(_with_writes(draft.steps, wanted, domains))
        bound = {*draft.params, *bound_names(draft.steps)}
        foreign: dict[str, k.Expr] = {name: reads[name] for name in wanted - bound}
        own = bound_by_out(draft.way_out)
        everywhere: dict[str, k.Expr] = {name: reads[name] for name in wanted - own}
        draft.steps = [rewritten(step, foreign) for step in draft.steps]
        draft.out = rewritten(draft.way_out, everywhere if isinstance(draft.out, km.Decide) else foreign)


def _reads(expr: Operand, domains: dict[str, Domain]) -> set[str]:
    free = free_locals(expr)
    for part in preorder(expr):
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
            case km.Let() | km.Write() | km.Take() | km.Put() | km.Each():
                yield step
            case km.Times() | km.Shuffle() | km.Roll() | km.Mark():
                yield step
            case _:
                assert_never(step)


# --- clearing


def clear_dead(drafts: dict[str, Draft], cells: dict[str, km.Cell]) -> None:
    """On the way into a pause, frame cells that nobody will read any more go back to their start."""
    # What is kept for each member of a loop is wiped out by the loop itself.
    frames = sorted(name for name, cell in cells.items() if cell.life == "spilled" and not cell.index)
    bits = {name: 1 << place for place, name in enumerate(frames)}
    reads = {
        label: _as_bits(cells_read(*draft.steps, draft.way_out), bits) for label, draft in drafts.items()
    }
    kills = {label: _as_bits(_written_first(draft), bits) for label, draft in drafts.items()}
    writes = {label: _as_bits(cells_written(draft.steps), bits) for label, draft in drafts.items()}
    nexts = {label: successors(draft.way_out, cells) for label, draft in drafts.items()}
    befores: dict[str, list[str]] = {label: [] for label in drafts}
    for label, ways in nexts.items():
        for way in ways:
            befores[way].append(label)

    def read_later(label: str, live: int) -> Iterable[tuple[str, int]]:
        # A cell that is both read and written first is not read from before.
        return ((before, (reads[before] | live) & ~kills[before]) for before in befores[label])

    def written_before(label: str, held: int) -> Iterable[tuple[str, int]]:
        return ((way, held | writes[label]) for way in nexts[label])

    live = fixpoint(
        {label: reads[label] & ~kills[label] for label in drafts}, AbstractDomain(or_, read_later)
    )
    maybe = fixpoint(dict.fromkeys(drafts, 0), AbstractDomain(or_, written_before))
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
    match draft.way_out:
        case km.Goto(label) | km.Fork(_, _, label, _):
            return label if isinstance(drafts[label].out, km.Decide) else ""
        case km.Decide() | km.Return() | km.Final():
            return ""
        case _:
            assert_never(draft.way_out)


def _written_first(draft: Draft) -> set[str]:
    """Cells that the block writes before it could read them."""
    found: set[str] = set()
    read: set[str] = set()
    for step in draft.steps:
        read |= cells_read(step)
        if isinstance(step, km.Write) and not step.index and step.cell not in read:
            found.add(step.cell)
    return found
