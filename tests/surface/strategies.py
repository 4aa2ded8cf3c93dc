"""Random nodes of every kind, made from their types, so that a new kind of node needs nothing here.

Only what a type cannot say is said below: which fields depend on each other, and what may not be empty.
"""

from __future__ import annotations

import types
import typing
import unicodedata
from dataclasses import fields, is_dataclass
from functools import cache, partial
from typing import Any

from hypothesis import strategies as st

from verifier.source import NOWHERE, Span
from verifier.surface import nodes

# No word that opens a line: whether it can be a name depends on where it stands.
NAMES = ["a", "bee", "deck", "hand-size", "me", "n2", "player", "rouge-et-noir", "élan", "x", "turns"]

integers = st.integers(0, 999_999)
whole_numbers = st.integers(-999, 999)
letters = st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters='"')
sentences = st.text(letters).map(partial(unicodedata.normalize, "NFC"))


# How many expressions or blocks may stand inside each other; what is deeper is a plain name or number.
DEPTH = 3
LEAVES = {nodes.Expr: nodes.Integer | nodes.Place, nodes.Step: nodes.Shuffle | nodes.Roll}


@cache
def of(kind: Any, depth: int = DEPTH) -> st.SearchStrategy[Any]:
    """Values of a type: a node class, a union, a tuple, a literal."""
    return st.deferred(lambda: _of(kind, depth))


def _of(kind: Any, depth: int) -> st.SearchStrategy[Any]:
    if kind in LEAVES:
        depth -= 1
        kind = kind if depth else LEAVES[kind]
    if kind in SPECIAL:
        return SPECIAL[kind](depth)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return st.sampled_from(args)
    if origin in (typing.Union, types.UnionType):
        return st.one_of([of(arg, depth) for arg in args])
    if origin is tuple and args[-1] is Ellipsis:
        return st.lists(of(args[0], depth), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(of(arg, depth) for arg in args))
    if is_dataclass(kind):
        return _node(kind, depth)
    return PLAIN[kind]


def _node(kind: Any, depth: int, **given: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Nodes of a class; fields that cannot be empty are listed, the others follow from their types."""
    hints = _hints(kind)
    parts = {}
    for field in fields(kind):
        if field.name in given:
            parts[field.name] = given[field.name]
        elif (kind.__name__, field.name) in NOT_EMPTY:
            parts[field.name] = _some(typing.get_args(hints[field.name])[0], depth)
        else:
            parts[field.name] = of(hints[field.name], depth)
    return st.builds(kind, **parts)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _some(kind: Any, depth: int, at_least: int = 1) -> st.SearchStrategy[Any]:
    return st.lists(of(kind, depth), min_size=at_least, max_size=3).map(tuple)


PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: st.sampled_from(NAMES),
    int: integers,
    bool: st.booleans(),
    types.NoneType: st.none(),
}

NOT_EMPTY = {
    ("Path", "parts"),
    ("Ranges", "ranges"),
    ("Offer", "offered"),
    ("Each", "steps"),
    ("Repeat", "steps"),
    ("GoRound", "steps"),
    ("StepRule", "steps"),
    ("GuardRule", "require"),
    ("ValueRule", "steps"),
    ("EndRule", "when"),
    ("FieldNumbers", "values"),
    ("FieldPer", "pairs"),
    ("On", "steps"),
    ("Hook", "steps"),
    ("Change", "rules"),
    ("Also", "offered"),
    ("Component", "fields"),
    ("Setup", "steps"),
    ("Starter", "ranks"),
    ("Winner", "ranks"),
    ("Turn", "phases"),
    ("Action", "steps"),
    ("Procedure", "steps"),
    ("End", "rules"),
    ("Literal_", "words"),
    ("Scenario", "facts"),
    ("Expect", "outcomes"),
    ("Won", "players"),
    ("Dotted", "parts"),
    ("Unit", "items"),
}

none, nothing = st.none(), st.just(())
names = of(nodes.Name)
wholes = st.one_of(names, st.builds(nodes.Integer, whole_numbers, span=st.just(NOWHERE)))
best = st.sampled_from(["highest", "lowest"])


def _fold(depth: int) -> st.SearchStrategy[nodes.Fold]:
    where = st.one_of(none, of(nodes.Expr, depth))
    counted = st.builds(nodes.Ranges, st.tuples(of(nodes.Range, depth)), where, span=st.just(NOWHERE))
    return st.one_of(
        _node(nodes.Fold, depth, op=st.sampled_from(["every", "sum"]) | best, body=of(nodes.Expr, depth)),
        _node(nodes.Fold, depth, op=st.sampled_from(["any", "no"]), body=none),
        _node(nodes.Fold, depth, op=st.just("count"), ranges=counted, body=none),
    )


def _field_fold(depth: int) -> st.SearchStrategy[nodes.FieldFold]:
    return st.one_of(
        _node(nodes.FieldFold, depth, op=st.just("sum"), default=none),
        _node(nodes.FieldFold, depth, op=best),
    )


def _with_bounds(node: Any, names_field: str, high: st.SearchStrategy[Any]) -> Any:
    """Kinds and dice: either names, or a lowest and a highest number."""
    return lambda depth: st.one_of(
        _node(node, depth, **{names_field: _some(nodes.Name, depth)}, low=none, high=none),
        _node(node, depth, **{names_field: nothing}, low=integers, high=high),
    )


def _rounds(depth: int) -> st.SearchStrategy[nodes.Rounds]:
    return st.one_of(
        _node(nodes.Rounds, depth, until=none | of(nodes.Expr, depth), count=names | of(nodes.Integer)),
        _node(nodes.Rounds, depth, until=of(nodes.Expr, depth), count=none),
    )


def _winners(depth: int) -> st.SearchStrategy[nodes.Winner]:
    return st.one_of(
        _node(nodes.Winner, depth, together=st.just(False), when=none),
        _node(nodes.Winner, depth, ranks=nothing, together=st.just(True)),
    )


def _settings(depth: int) -> st.SearchStrategy[nodes.SetOption]:
    several = _some(nodes.Name, depth, at_least=2)
    return st.one_of(
        _node(nodes.SetOption, depth, value=wholes, names=nothing, low=none, high=none),
        _node(nodes.SetOption, depth, value=none, names=several, low=none, high=none),
        _node(nodes.SetOption, depth, value=none, names=nothing, low=integers, high=wholes),
    )


def _loops(depth: int) -> st.SearchStrategy[nodes.MayLoop]:
    no = st.just(False)
    return st.one_of(
        _node(nodes.MayLoop, depth, phase=none, by=nothing),
        _node(nodes.MayLoop, depth, between=no, by=nothing, phase=of(nodes.Name, depth)),
        _node(nodes.MayLoop, depth, between=no, phase=none, by=_some(nodes.Name, depth)),
    )


def _stores(depth: int) -> st.SearchStrategy[nodes.Store]:
    # At most one of the words that say how long a value lasts.
    lasting = (
        {"kept": st.just(False), "given": st.just(False)},
        {"kept": st.just(True), "given": st.just(False), "until": none},
        {"kept": st.just(False), "given": st.just(True), "until": none},
    )
    sorts = (
        {"sort": st.just("amount"), "low": wholes, "high": wholes, "choices": nothing},
        {"sort": st.just("note"), "low": none, "high": none},
    )
    return st.one_of(*(_node(nodes.Store, depth, **sort, **lasts) for sort in sorts for lasts in lasting))


def _numbers(depth: int) -> st.SearchStrategy[nodes.Number]:
    return st.one_of(
        _node(nodes.Number, depth, value=of(nodes.Expr, depth), entries=nothing, has_lines=st.just(False)),
        _node(nodes.Number, depth, value=none, entries=_some(nodes.Entry, depth), has_lines=st.just(False)),
        # Lines of entries need to say what the table is by.
        _node(nodes.Number, depth, by=names, value=none, entries=_some(nodes.Entry, depth)),
    )


def _ranks(depth: int) -> st.SearchStrategy[nodes.Rank]:
    return st.one_of(
        _node(nodes.Rank, depth, best=best, name=names, place=none),
        _node(nodes.Rank, depth, best=none, name=none, place=of(nodes.Place, depth)),
    )


def _logic(depth: int) -> st.SearchStrategy[nodes.Logic]:
    return _node(nodes.Logic, depth, parts=_some(nodes.Expr, depth, at_least=2))


def _field_numbers(depth: int) -> st.SearchStrategy[nodes.FieldNumbers]:
    values = st.lists(whole_numbers, min_size=1, max_size=3).map(tuple)
    return _node(nodes.FieldNumbers, depth, values=values)


def _zones(depth: int) -> st.SearchStrategy[nodes.Zone]:
    return _node(nodes.Zone, depth, view=st.sampled_from(["hidden", "seen", "owner", "top", "bottom"]))


SPECIAL: dict[Any, Any] = {
    Span: lambda depth: st.just(NOWHERE),
    nodes.Text: lambda depth: _node(nodes.Text, depth, text=sentences),
    nodes.Fold: _fold,
    nodes.FieldFold: _field_fold,
    nodes.Logic: _logic,
    nodes.OneOf: lambda depth: _node(nodes.OneOf, depth, options=_some(nodes.Expr, depth, at_least=2)),
    nodes.Players: lambda depth: _node(nodes.Players, depth, low=st.integers(1, 3), high=st.integers(3, 6)),
    nodes.MayLoop: _loops,
    nodes.Kind: _with_bounds(nodes.Kind, "names", wholes),
    nodes.Die: _with_bounds(nodes.Die, "faces", integers),
    nodes.SetOption: _settings,
    nodes.Number: _numbers,
    nodes.Entry: lambda depth: _node(nodes.Entry, depth, value=wholes),
    nodes.FieldNumbers: _field_numbers,
    nodes.Zone: _zones,
    nodes.Store: _stores,
    nodes.Rank: _ranks,
    nodes.Rounds: _rounds,
    nodes.Winner: _winners,
}
