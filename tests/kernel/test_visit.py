"""The visitor of kernel nodes: complete by type, and substitution that keeps the meaning."""

import typing
from dataclasses import is_dataclass

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.engine.chaos import CELLS, FAMILIES, KINDS, TABLES, THINGS, WHO, ZONES, Maker, machines
from tests.engine.tiny import block as tiny_block
from tests.engine.tiny import machine as tiny
from verifier.engine import Engine
from verifier.kernel import expression, machine
from verifier.kernel.domain import Number, Truth
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
    Local,
    Read,
    Source,
    Values,
    ZoneAt,
    ZonesOf,
)
from verifier.kernel.machine import (
    Branch,
    Definition,
    Each,
    Final,
    Let,
    Out,
    Return,
    Roll,
    Step,
    Times,
    Write,
)
from verifier.kernel.visit import (
    FIELDS,
    called_definitions,
    cells_read,
    cells_written,
    children,
    free_locals,
    mapped,
    operands,
    own_operands,
    preorder,
    rebuilt,
    steps_within,
    substituted,
    with_operands,
)
from verifier.runtime import Fault

NO = Const(0, Truth())
CALM = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))

# What a machine is made of besides nodes.
NO_NODES = {machine.Thing, machine.Family, machine.Cell, machine.Table, machine.Machine}


def leaves(annotation):
    inner = typing.get_args(annotation)
    return {leaf for each in inner for leaf in leaves(each)} if inner else {annotation}


@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: kind.__name__)
def test_the_fields_with_nodes_are_those_annotated_with_nodes(kind):
    annotated = typing.get_type_hints(kind)
    assert FIELDS[kind] == tuple(name for name, hint in annotated.items() if leaves(hint) & FIELDS.keys())


def test_every_class_of_the_kernel_has_its_line():
    classes = {
        each
        for module in (expression, machine)
        for each in vars(module).values()
        if is_dataclass(each) and each.__module__ == module.__name__
    }
    assert set(FIELDS) == classes - NO_NODES
    assert set(typing.get_args(Expr | Source | Step | Out)) <= set(FIELDS)


class Shadowing(Maker):
    """Draws expressions whose binders take names that are in use, free or bound."""

    NAMES = ("a", "a", "a'", "b")

    def fresh(self):
        return self.draw(st.sampled_from(self.NAMES))


NUMBER = ("number", KINDS["number"])
ENV = {
    "a": NUMBER,
    "a'": NUMBER,
    "b": NUMBER,
    "c": ("thing", THINGS),
    "d": ("player", WHO),
    "e": ("zone", ZONES),
}


@st.composite
def mixed(draw, kinds=("number", "truth", "thing", "zone"), depth=4):
    return Shadowing(draw, definitions=False).expr(draw(st.sampled_from(kinds)), ENV, depth)


def crowded(inner):
    """Folds and ends whose few names are read, bound and free at once."""
    names = st.sampled_from(Shadowing.NAMES)
    sources = st.one_of(
        st.just(Values(Number(1, 2))), inner.map(lambda first: Values(WHO, Arith("%", first, Const(2, WHO))))
    )
    binds = st.lists(st.builds(Bind, names, sources), min_size=1, max_size=2).map(tuple)
    numbers = st.one_of(
        st.builds(Arith, st.sampled_from(["+", "-"]), inner, inner),
        st.builds(Fold, st.just("sum"), binds, st.none() | inner, inner),
        st.builds(Fold, st.just("highest"), binds, inner, inner, inner),
    )
    ends = st.builds(End, st.just("top"), names, st.just(ZoneAt("deck", ())), st.just(THINGS), inner)
    return numbers | ends


NAMED = st.sampled_from([Local(name, NUMBER[1]) for name in ("a", "a'", "b")])
CROWDED = st.recursive(NAMED, crowded, max_leaves=8)


def expressions():
    return st.one_of(CROWDED, mixed())


@st.composite
def replacements(draw):
    """For some names, something of the same kind that reads other names."""
    names = draw(st.lists(st.sampled_from(sorted(ENV)), min_size=1, max_size=3, unique=True))
    return {name: draw(CROWDED if ENV[name] == NUMBER else mixed((ENV[name][0],), 2)) for name in names}


@pytest.fixture(scope="module")
def world():
    """The interpreter of the small world, and a state in which components lie here and there."""
    things = tuple(machine.Thing(f"thing-{nth}", "design", nth) for nth in range(7))
    blocks = [tiny_block("setup", [], machine.Final())]
    engine = Engine(tiny("world", things, FAMILIES, blocks, cells=CELLS.values(), tables=TABLES.values()))
    state = engine.blank({})
    zones = [0, 1, 2, 3, 3, 9, 9]
    for thing, zone in enumerate(zones):
        state.where[thing] = zone
    for zone, pile in enumerate(state.zones):
        pile[:] = [thing for thing, place in enumerate(zones) if place == zone]
    return engine.runner.read, state


NUMBERS = st.integers(-2, 3)
values = st.fixed_dictionaries(
    dict.fromkeys(["a", "a'", "b"], NUMBERS)
    | {"c": st.integers(0, 6), "d": st.integers(0, 1), "e": st.integers(0, 15)}
)


def value(world, expr, env):
    read, state = world
    try:
        return read.value(expr, state, env)
    except (IndexError, Fault):
        return None


@pytest.mark.slow
@CALM
@given(expressions(), replacements(), values)
def test_substitution_means_what_the_name_means(world, expr, names, env):
    inside = {name: value(world, new, env) for name, new in names.items()}
    assume(None not in inside.values())
    assert value(world, substituted(expr, names), env) == value(world, expr, {**env, **inside})


@pytest.mark.slow
@CALM
@given(expressions(), replacements())
def test_the_free_names_of_a_substitution(expr, names):
    free = free_locals(expr)
    read = frozenset().union(*(free_locals(new) for name, new in names.items() if name in free))
    assert free_locals(substituted(expr, names)) == (free - names.keys()) | read


@pytest.mark.slow
@CALM
@given(expressions(), st.permutations(sorted(ENV)))
def test_a_name_for_a_name_is_a_local_for_a_local(expr, order):
    names = dict(zip(sorted(ENV), order, strict=True))
    domains = {part.name: part.domain for part in preorder(expr) if isinstance(part, Local)}
    assume(len({(p.name, p.domain) for p in preorder(expr) if isinstance(p, Local)}) == len(domains))
    locals_ = {name: Local(new, domains[name]) for name, new in names.items() if name in domains}
    assert substituted(expr, {name: names[name] for name in locals_}) == substituted(expr, locals_)


@pytest.mark.slow
@CALM
@given(expressions(), values, st.integers(-2, 3))
def test_only_free_names_matter(world, expr, env, other):
    free = free_locals(expr)
    changed = {name: env[name] if name in free else other for name in env}
    assert value(world, expr, {name: env[name] for name in free}) == value(world, expr, changed)


@CALM
@given(expressions(), values)
def test_the_name_of_a_binder_does_not_matter(world, expr, env):
    def renamed(node):
        if isinstance(node, End):
            where = None if node.where is None else substituted(node.where, {node.local: "new"})
            return End(node.end, "new", node.zone, node.things, where)
        if isinstance(node, Fold) and len(node.binds) == 1:
            local = node.binds[0].local
            where = None if node.where is None else substituted(node.where, {local: "new"})
            binds = (Bind("new", node.binds[0].source),)
            return Fold(node.op, binds, where, substituted(node.body, {local: "new"}), node.default)
        return None

    other = mapped(expr, renamed)
    assert free_locals(other) == free_locals(expr)
    assert value(world, other, env) == value(world, expr, env)


def test_a_binder_is_not_renamed_to_a_name_that_is_free_below_it():
    number = KINDS["number"]
    both = Compare("<", Local("x", number), Local("x'", number))
    fold = Fold("any", (Bind("x", Values(number)),), None, Compare("=", both, Local("y", number)))
    new = substituted(fold, {"y": Local("x", number)})
    assert free_locals(new) == {"x", "x'"}


@pytest.mark.slow
@CALM
@given(machines())
def test_rebuilding(found):
    for node in preorder(*found.blocks.values(), *found.definitions.values(), *found.claims):
        assert rebuilt(node, lambda part: part) is node
        assert not any(part is None for part in children(node))
        copy = rebuilt(node, lambda part: rebuilt(part, lambda inner: inner))
        assert copy == node
    for block in found.blocks.values():
        assert list(operands(block)) == [
            part for step in steps_within(block.steps) for part in own_operands(step)
        ] + list(operands(block.out))
        assert with_operands(block, lambda part: part) is block
        unread = with_operands(block, lambda part: ZonesOf("box", ()) if isinstance(part, Source) else NO)
        assert set(operands(unread)) <= {NO, ZonesOf("box", ())}


@pytest.mark.slow
@CALM
@given(machines())
def test_every_node_is_met(found):
    def every(whole):
        # By reflection: all that lies anywhere in it.
        if isinstance(whole, tuple):
            return [each for part in whole for each in every(part)]
        if not is_dataclass(whole):
            return []
        inside = [each for name in whole.__slots__ for each in every(getattr(whole, name))]
        return [whole, *inside] if type(whole) in FIELDS else inside

    for block in found.blocks.values():
        assert list(preorder(block)) == every(block)


def test_steps_within_steps():
    inner = Let("a", Const(1, Truth()))
    write = Write("flag", (), Read("other", (Const(0, Truth()),)))
    branch = Branch(Call("fine", ()), (inner,), (write,))
    loop = Each("t", Contents(ZoneAt("deck", ()), THINGS), (branch,))
    assert list(steps_within([loop])) == [loop, branch, inner, write]
    assert cells_read(loop) == {"other"}


@pytest.mark.slow
@CALM
@given(machines())
def test_called_definitions_are_followed(found):
    assert called_definitions(found, found.score) == {"sum-up"}
    nodes = found.blocks.values()
    direct = {part.definition for part in preorder(*nodes) if isinstance(part, Call)}
    assert called_definitions(found, *nodes) == direct


def test_dice_write_their_cell_and_a_way_back_is_read():
    rolling = Times(Const(2, Number(0, 2)), 2, (Roll("die", (1, 2)), Write("flag", (), NO)))
    assert cells_written([rolling]) == {"die", "flag"}
    assert cells_read(rolling, Return("home")) == {"home"}


def test_a_definition_leans_on_what_its_own_definitions_lean_on():
    chain = [
        Definition(name, (), Truth(), Call(asked, ()) if asked else NO, ())
        for name, asked in (("first", "second"), ("second", "third"), ("third", ""), ("alone", ""))
    ]
    world = tiny("chain", (), FAMILIES, [tiny_block("setup", [], Final())], definitions=chain)
    assert called_definitions(world, Call("first", ())) == {"first", "second", "third"}
