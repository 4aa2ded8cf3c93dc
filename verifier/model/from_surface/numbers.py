"""Named numbers and tables of them, worked out before play."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.diagnostics import Label, diagnostic
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Truth, values
from verifier.kernel.machine import Table
from verifier.model.from_surface.components import domain_named
from verifier.model.from_surface.scope import Declarations, key_text, named, not_a_member, whole
from verifier.model.game import Parameter
from verifier.surface import nodes

# A table by players has a line for so many, and for more where more may play.
TABLE = 6


def numbers(items: Sequence[nodes.Item], world: Declarations) -> None:
    written = {item.name.text: item for item in items if isinstance(item, nodes.Number) and item.by is None}
    under_way: list[str] = []

    def value_of(name: nodes.Name) -> int:
        if name.text == "players":
            return world.players
        if name.text in world.parameters:
            return world.parameters[name.text].value or 0
        item = written.get(name.text)
        if item is None or item.value is None:
            known = [*written, "players"]
            world.unknown("N202", name, known, "this is not a named number", named(name.text))
            return 0
        if name.text in under_way:
            circle = ", ".join(f"`{each}`" for each in under_way[under_way.index(name.text) :])
            world.report.add(diagnostic("N203", Label(name.span, f"through {circle}"), name=name.text))
            return 0
        under_way.append(name.text)
        value = worked_out(item.value)
        under_way.pop()
        world.parameters[name.text] = Parameter(name.text, value, (), None, span=item.span)
        return value

    def worked_out(expr: nodes.Expr) -> int:
        match expr:
            case nodes.Integer(value):
                return value
            case nodes.Place(nodes.Path(False, (name,)), ()):
                return value_of(name)
            case nodes.Negative(operand):
                return -worked_out(operand)
            case nodes.Binary(op, left, right):
                a, b = worked_out(left), worked_out(right)
                return {"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0}[op]
            case _:
                world.report.add(
                    diagnostic(
                        "T301",
                        Label(expr.span, "this depends on the state of play"),
                        hint="use numbers and named numbers",
                    )
                )
                return 0

    for item in written.values():
        value_of(item.name)
        if not -1_000_000 <= (world.parameters[item.name.text].value or 0) <= 1_000_000:
            world.report.add(diagnostic("T302", Label(item.span), name=item.name.text))


def tables(items: Sequence[nodes.Item], world: Declarations) -> None:
    most = max((TABLE, *(item.high for item in items if isinstance(item, nodes.Players))))
    for item in items:
        if isinstance(item, nodes.Number) and item.by is not None and item.by.text == "players":
            _constant_by_players(item, most, world)


def _constant_by_players(item: nodes.Number, most: int, world: Declarations) -> None:
    keys = Number(1, most)
    entries = _entries(item, keys, world)
    span = item.span
    world.parameters[item.name.text] = Parameter(
        item.name.text, None, tuple(sorted(entries.items())), "players", span=span
    )
    world.tables[item.name.text] = _table(item.name.text, keys, entries, _values_domain(item, entries, world))


def late_tables(items: Sequence[nodes.Item], world: Declarations) -> None:
    """Tables by a kind or an amount, once these are known."""
    for item in items:
        if not isinstance(item, nodes.Number) or item.by is None or item.by.text == "players":
            continue
        keys = domain_named(item.by, world)
        if keys is None:
            known = [*world.kinds, *world.cells, "players"]
            hint = f"declare it: `kind {item.by.text}: 1..10`, or with the names of its members"
            world.unknown("N205", item.by, known, "this is neither a kind nor an amount", hint)
            continue
        entries = _entries(item, keys, world)
        name = item.name.text
        world.parameters[name] = Parameter(
            name, None, tuple(sorted(entries.items())), item.by.text, span=item.span
        )
        world.tables[name] = _table(name, keys, entries, _values_domain(item, entries, world))


def _entries(item: nodes.Number, keys: Domain, world: Declarations) -> dict[int, int]:
    found: dict[int, int] = {}
    allowed = set(values(keys))
    by = item.by.text if item.by else ""
    astray = False
    for entry in item.entries:
        key = _key(entry.key, keys, world)
        if key is None or key not in allowed:
            if key is None or by != "players":
                world.report.add(not_a_member(entry.key, by, keys))
                astray = True
            continue
        value = _entry_value(entry, world)
        for other in sorted(allowed) if entry.or_more else (key,):
            if other >= key:
                found[other] = value
    wanted = {world.players} if by == "players" else allowed
    missing = sorted(wanted - set(found))
    # An entry with a wrong name is likely the one that is missing.
    if missing and not astray:
        first = key_text(missing[0], keys)
        some = f"`{first} or more is 0`" if isinstance(keys, Number) else f"`{first} is 0`"
        text = f"add an entry to the line, such as {some}"
        world.report.add(diagnostic("T305", Label(item.span), hint=text, name=item.name.text, missing=first))
    return found


def _key(key: nodes.Name | nodes.Integer, keys: Domain, world: Declarations) -> int | None:
    if isinstance(key, nodes.Integer):
        return key.value
    if isinstance(keys, Names) and key.text in keys.members:
        return keys.members.index(key.text)
    return None


def _entry_value(entry: nodes.Entry, world: Declarations) -> int:
    if isinstance(entry.value, nodes.Name) and entry.value.text not in world.parameters:
        kinds = world.members.get(entry.value.text)
        if kinds:
            return kinds[0].members.index(entry.value.text)
    return whole(entry.value, world)


def _values_domain(item: nodes.Number, entries: dict[int, int], world: Declarations) -> Domain:
    for entry in item.entries:
        if isinstance(entry.value, nodes.Name) and entry.value.text not in world.parameters:
            kinds = world.members.get(entry.value.text)
            if kinds:
                return kinds[0]
    found = list(entries.values()) or [0]
    return Number(min(0, *found), max(0, *found))


def _table(name: str, keys: Domain, entries: dict[int, int], domain: Domain) -> Table:
    missing = 0 if isinstance(domain, Number | Truth) else NOTHING
    return Table(name, (keys,), tuple(entries.get(key, missing) for key in values(keys)), domain, missing)
