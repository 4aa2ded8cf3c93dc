"""The one traversal of kernel nodes: children, rebuilding, free names, substitution, operands of steps and blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import is_not
from typing import Any, TypeVar, assert_never, overload

from verifier.kernel.expression import (
    Arith,
    Bind,
    Call,
    Compare,
    Const,
    Contents,
    End,
    Expr,
    Fold,
    If,
    Local,
    Logic,
    Lookup,
    Not,
    Position,
    Read,
    Source,
    Values,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import (
    Alternative,
    Block,
    Branch,
    Choice,
    Claim,
    Clause,
    Decide,
    Definition,
    Each,
    Final,
    Fork,
    Goto,
    Guard,
    Let,
    Machine,
    Mark,
    Measure,
    Out,
    Put,
    Rank,
    Return,
    Roll,
    Shuffle,
    Step,
    Take,
    Times,
    Write,
)

Operand = Expr | Source
"""What is worked out: a value or the members of a source."""
Part = Choice | Let | Guard
Holder = Step | Out | Choice | Guard | Alternative | Block | Clause | Definition | Rank | Claim | Measure
"""What holds operands."""
Node = Operand | Bind | Holder

N = TypeVar("N", bound=Node)

# The fields that hold nodes, in the order of the class. A field holds a node, nothing, or several of both.
FIELDS: Mapping[type, tuple[str, ...]] = {
    Const: (),
    Local: (),
    Read: ("index",),
    Lookup: ("index",),
    ZoneAt: ("index",),
    ZoneOf: ("thing",),
    Position: ("thing",),
    Arith: ("left", "right"),
    Compare: ("left", "right"),
    Not: ("operand",),
    Logic: ("parts",),
    If: ("test", "then", "otherwise"),
    Fold: ("binds", "where", "body", "default"),
    End: ("zone", "where"),
    Call: ("args",),
    Values: ("first",),
    ZonesOf: ("index",),
    Contents: ("zones",),
    Bind: ("source",),
    Let: ("value",),
    Write: ("index", "value"),
    Take: ("thing", "zone"),
    Put: ("thing", "zone"),
    Branch: ("test", "then", "otherwise"),
    Each: ("source", "steps"),
    Times: ("count", "steps"),
    Shuffle: ("zone",),
    Roll: (),
    Mark: (),
    Choice: ("source", "where"),
    Guard: ("when", "require"),
    Alternative: ("prelude",),
    Decide: ("player", "alternatives"),
    Goto: (),
    Fork: ("test",),
    Return: (),
    Final: (),
    Block: ("steps", "out"),
    Clause: ("when", "value"),
    Definition: ("start", "clauses"),
    Rank: ("value",),
    Claim: ("truth",),
    Measure: ("value",),
}


@overload
def children(node: Operand | Bind) -> list[Operand | Bind]: ...
@overload
def children(node: Node) -> list[Node]: ...
def children(node: Node) -> Any:
    """The nodes directly inside a node, in the order of its fields."""
    found: list[Any] = []
    for name in FIELDS[type(node)]:
        value = getattr(node, name)
        if type(value) is tuple:
            found += [part for part in value if part is not None]
        elif value is not None:
            found.append(value)
    return found


@overload
def preorder(*nodes: Operand | Bind) -> Iterator[Operand | Bind]: ...
@overload
def preorder(*nodes: Node) -> Iterator[Node]: ...
def preorder(*nodes: Node) -> Any:
    """Each node and all below it, the outer ones first."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        yield node
        inside = children(node)
        inside.reverse()
        waiting += inside


def rebuilt(node: N, change: Callable[[Any], Node]) -> N:
    """The node with each child replaced by what `change` makes of it; the node itself if nothing changes."""
    new: dict[str, Any] = {}
    for name in FIELDS[type(node)]:
        value = getattr(node, name)
        if type(value) is tuple:
            inside = tuple([part if part is None else change(part) for part in value])
            if any(map(is_not, inside, value)):
                new[name] = inside
        elif value is not None:
            one = change(value)
            if one is not value:
                new[name] = one
    return replace(node, **new) if new else node


@overload
def mapped(node: Expr, other: Callable[[Operand | Bind], Any]) -> Expr: ...
@overload
def mapped(node: Source, other: Callable[[Operand | Bind], Any]) -> Source: ...
def mapped(node: Any, other: Callable[[Operand | Bind], Any]) -> Any:
    """The node with some of what stands in it replaced; `other` says by what, or `None` to look further down."""
    found = other(node)
    return rebuilt(node, lambda part: mapped(part, other)) if found is None else found


# --- names


def bound_by(node: Node) -> frozenset[str]:
    """The names that an expression binds for what stands in it."""
    match node:
        case Fold(binds=binds):
            return frozenset(bind.local for bind in binds)
        case End(local=local):
            return frozenset((local,))
        case _:
            return frozenset()


def free_locals(node: Operand | Bind) -> frozenset[str]:
    """The names that an expression reads and does not bind itself."""
    match node:
        case Local(name, _):
            return frozenset((name,))
        case Fold(_, binds, where, body, default):
            free: set[str] = set(free_locals(default)) if default is not None else set()
            bound: set[str] = set()
            for bind in binds:
                free |= free_locals(bind.source) - bound
                bound.add(bind.local)
            for inner in (where, body):
                if inner is not None:
                    free |= free_locals(inner) - bound
            return frozenset(free)
        case End(_, local, zone, _, where):
            return free_locals(zone) | (free_locals(where) - {local} if where is not None else frozenset())
        case _:
            return frozenset().union(*map(free_locals, children(node)))


Names = Mapping[str, Expr | str]


@overload
def substituted(node: Expr, names: Names) -> Expr: ...
@overload
def substituted(node: Source, names: Names) -> Source: ...
def substituted(node: Any, names: Names) -> Any:
    """The node with free names replaced; a binder whose name a replacement reads gets another name.

    A name for a name leaves its domain as it is.
    """
    if not names:
        return node
    match node:
        case Local(name, domain):
            new = names.get(name, node)
            return Local(new, domain) if isinstance(new, str) else new
        case Fold(op, binds, where, body, default):
            inner = dict(names)
            new_binds = []
            for number, bind in enumerate(binds, 1):
                source = substituted(bind.source, inner)
                below = Fold(op, binds[number:], where, body)
                new_binds.append(Bind(_rebound(bind.local, inner, below), source))
            new_where = None if where is None else substituted(where, inner)
            new_default = None if default is None else substituted(default, names)
            return Fold(op, tuple(new_binds), new_where, substituted(body, inner), new_default)
        case End(end, local, zone, things, where):
            if where is None:
                return End(end, local, substituted(zone, names), things)
            inner = dict(names)
            bound = _rebound(local, inner, where)
            return End(end, bound, substituted(zone, names), things, substituted(where, inner))
        case _:
            return rebuilt(node, lambda part: substituted(part, names))


def _rebound(local: str, names: dict[str, Expr | str], below: Expr) -> str:
    """The name that a binder takes, and `names` as they are `below` it."""
    names.pop(local, None)
    read = {name for new in names.values() for name in ((new,) if isinstance(new, str) else free_locals(new))}
    if local not in read:
        return local
    taken = read.union(names, free_locals(below))
    new = local
    while new in taken:
        new += "'"
    names[local] = new
    return new


def used_locals(*nodes: Node) -> frozenset[str]:
    """Every name that is read anywhere below the nodes, bound there or not."""
    return frozenset(part.name for part in preorder(*nodes) if isinstance(part, Local))


# --- what holds expressions


def steps_within(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps and all steps inside them."""
    for step in steps:
        yield step
        yield from steps_within(child for child in children(step) if isinstance(child, Step))


def block_steps(machine: Machine) -> Iterator[Step]:
    """The steps of all blocks, those inside others left out."""
    return (step for block in machine.blocks.values() for step in block.steps)


def bound_names(steps: Iterable[Step]) -> Iterator[str]:
    """The names that the steps give, each as often as it is given."""
    return (step.local for step in steps_within(steps) if isinstance(step, Let | Each))


def with_inner_steps(step: Step, change: Callable[[tuple[Step, ...]], Iterable[Step]]) -> Step:
    """The step with the steps inside it changed, one tuple of them at a time."""
    match step:
        case Branch(test, then, otherwise, rule):
            return Branch(test, tuple(change(then)), tuple(change(otherwise)), rule)
        case Each(local, source, steps):
            return Each(local, source, tuple(change(steps)))
        case Times(count, most, steps):
            return Times(count, most, tuple(change(steps)))
        case Let() | Write() | Take() | Put() | Shuffle() | Roll() | Mark():
            return step
        case _:
            assert_never(step)


def own_operands(step: Step) -> list[Operand]:
    """The expressions and sources that stand directly in a step, those of inner steps left out."""
    return [child for child in children(step) if isinstance(child, Operand)]


def operands(*nodes: Node) -> Iterator[Operand]:
    """The outermost expressions and sources in steps, ways out, preludes, blocks, definitions, claims."""
    for node in nodes:
        if isinstance(node, Operand):
            yield node
        else:
            yield from operands(*children(node))


def operands_outside_blocks(machine: Machine) -> Iterator[Operand]:
    """The same for what stands in no block: definitions, the result, claims, measures."""
    yield from operands(*machine.definitions.values(), machine.score, *machine.winner)
    yield from operands(*machine.claims, *machine.measures)


def with_operands(node: N, change: Callable[[Any], Operand]) -> N:
    """The step, way out or part of a prelude with each of its outermost expressions and sources changed."""
    return rebuilt(
        node, lambda part: change(part) if isinstance(part, Operand) else with_operands(part, change)
    )


def cells_read(*nodes: Node) -> set[str]:
    """The cells that are read below the nodes, those that definitions read left out."""
    return {part.cell for part in preorder(*nodes) if isinstance(part, Read | Return)}


def cells_written(steps: Iterable[Step]) -> set[str]:
    """The cells that the steps may change."""
    return {step.cell for step in steps_within(steps) if isinstance(step, Write | Roll)}


def called_definitions(machine: Machine, *nodes: Node) -> frozenset[str]:
    """The definitions that the nodes ask for, directly or in what those lean on."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        for part in preorder(waiting.pop()):
            if isinstance(part, Call) and part.definition not in found:
                found.add(part.definition)
                waiting.append(machine.definitions[part.definition])
    return frozenset(found)


def definitions_with(machine: Machine, wanted: Callable[[Node], bool]) -> frozenset[str]:
    """The definitions in which something wanted stands, directly or in what they lean on."""
    inside = {name: list(preorder(definition)) for name, definition in machine.definitions.items()}
    found = {name for name, parts in inside.items() if any(map(wanted, parts))}
    while True:
        more = {
            name
            for name, parts in inside.items()
            if name not in found
            and any(isinstance(part, Call) and part.definition in found for part in parts)
        }
        if not more:
            return frozenset(found)
        found |= more
