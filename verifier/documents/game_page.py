"""The reference of a game: the box, the turn, every rule with its id, the score sheet, the overlays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from verifier.documents.diagram import turn_diagram
from verifier.model.game import Game
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.format import printed


def game_page(game: Game, laid: Composition, overlays: Sequence[Composition], counts: range) -> str:
    """One page of Markdown."""
    return "\n".join(
        part
        for part in (
            f"# {game.title or game.name}\n",
            f"`{game.name}`, {_counts(counts)}. Every line below is taken from the rules themselves.\n",
            _box(game),
            _numbers(game),
            _block("Getting ready", laid, (nodes.Setup, nodes.Starter)),
            f"## A turn\n\n{turn_diagram(game)}\n",
            _actions(laid),
            _block("What happens by itself", laid, (nodes.Procedure, nodes.Hook)),
            _block("The end and the winner", laid, (nodes.End, nodes.Rounds, nodes.Winner)),
            _block("What is worked out", laid, (nodes.Define, nodes.Change)),
            _texts(laid),
            _block("What must hold", laid, (nodes.Invariant, nodes.Witness, nodes.MayLoop, nodes.Accept)),
            _overlays(overlays),
            _index(game),
        )
        if part
    )


def _counts(counts: range) -> str:
    few, many = counts.start, counts.stop - 1
    return f"for {few} players" if few == many else f"for {few} to {many} players"


def _box(game: Game) -> str:
    found = Counter(thing.design for thing in game.things)
    rows = "".join(f"| {design} | {count} |\n" for design, count in found.items())
    zones = "".join(
        f"| {f.name} | {f.shape} | {', '.join(name for name, _ in f.index) or '-'} | {f.view} |\n"
        for f in game.families.values()
    )
    return (
        f"## What is in the box\n\n| component | count |\n| --- | ---: |\n{rows}"
        f"| **all** | **{len(game.things)}** |\n\n"
        f"## Where things lie\n\n| zone | shape | one for each | seen |\n| --- | --- | --- | --- |\n{zones}"
    )


def _numbers(game: Game) -> str:
    rows = "".join(f"| `{p.name}` | {_value(p.value, p.entries)} |\n" for p in game.parameters.values())
    return f"## Numbers\n\n| name | value |\n| --- | --- |\n{rows}" if rows else ""


def _value(value: int | None, entries: Iterable[tuple[int, int]]) -> str:
    return str(value) if value is not None else ", ".join(f"{key}: {number}" for key, number in entries)


def _code(item: nodes.Item | nodes.On) -> str:
    return f"```text\n{printed(item).rstrip()}\n```\n"


def _block(title: str, laid: Composition, kinds: tuple[type, ...]) -> str:
    items = [item for item in laid.items if isinstance(item, kinds)]
    return f"## {title}\n\n" + "\n".join(_code(item) for item in items) if items else ""


def _actions(laid: Composition) -> str:
    found = [item for item in laid.items if isinstance(item, nodes.Action)]
    shown = "\n".join(f"### {item.name.text}\n\n{_refusals(item)}{_code(item)}" for item in found)
    return f"## Actions\n\n{shown}" if found else ""


def _refusals(item: nodes.Action) -> str:
    rules = [f"`{step.name.text}`" for step in item.steps if isinstance(step, nodes.GuardRule)]
    return f"Refused by {', '.join(rules)}.\n\n" if rules else ""


def _texts(laid: Composition) -> str:
    found = [item for item in laid.items if isinstance(item, nodes.Component) and item.lines]
    return "## Cards with a text\n\n" + "\n".join(_code(item) for item in found) if found else ""


def _overlays(overlays: Sequence[Composition]) -> str:
    if not overlays:
        return ""
    parts = []
    for laid in overlays:
        unit = laid.units[-1] if laid.units[-1].header.sort != "part" else None
        own = unit or next(u for u in reversed(laid.units) if u.header.sort != "part")
        body = "\n\n".join(printed(item).rstrip() for item in own.items)
        name = own.header.name.text
        parts.append(f"### {name}\n\n{own.header.sort.replace('-', ' ')}\n\n```text\n{body}\n```\n")
    return "## Variants and house rules\n\n" + "\n".join(parts)


def _index(game: Game) -> str:
    rows = "".join(
        f"| `{rule.id}` | {rule.sort} | {rule.place} | {rule.span.path}:{rule.span.line} |\n"
        for rule in sorted(game.rules.values(), key=lambda rule: rule.id)
    )
    return f"## Every rule\n\n| id | kind | stands in | text |\n| --- | --- | --- | --- |\n{rows}"
