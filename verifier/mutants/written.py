"""Mistakes in a text: a rule set in, ways to make games with one number, ranking or lifetime changed out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from verifier import pipeline
from verifier.diagnostics import Report
from verifier.model.from_surface import typed_game
from verifier.model.game import Game
from verifier.mutants.rewriting import Change, Changed, changed, with_
from verifier.surface import nodes


def of_text(ruleset: str, players: int) -> Iterator[tuple[Changed, str, Callable[[], Game | None]]]:
    """Every number moved up and down by one, rankings turned round, notes forgotten too late or too early.

    A word that is printed on a component becomes the next of its kind. A text without sense gives no game.
    """
    laid = pipeline.composition(ruleset, Report())
    if laid is None:
        return
    kinds = [tuple(name.text for name in item.names) for item in laid.items if isinstance(item, nodes.Kind)]
    moved = partial(_moved, kinds)
    for at, item in enumerate(laid.items):
        match item:
            case (
                nodes.Number(name=name)
                | nodes.Component(name=name)
                | nodes.Kind(name=name)
                | nodes.Store(name=name)
            ):
                subject = name.text
            case nodes.Winner() | nodes.Starter():
                subject = type(item).__name__.lower()
            case _:
                continue
        for each in changed(item, moved):
            items = (*laid.items[:at], each.whole, *laid.items[at + 1 :])
            yield each, subject, partial(_typed, ruleset, items, players)


def _typed(ruleset: str, items: tuple[nodes.Item, ...], players: int) -> Game | None:
    report = Report()
    found = typed_game(ruleset, items, players, report)
    return None if report.has_errors else found


def _moved(kinds: Sequence[tuple[str, ...]], node: Any) -> Iterator[Change]:
    match node:
        case nodes.Winner(ranks, _) | nodes.Starter(ranks=ranks):
            for at in range(len(ranks) if len(ranks) > 1 else 0):
                rest = (*ranks[:at], *ranks[at + 1 :])
                yield Change("ranking", "a line of the ranking is dropped", with_(node, ranks=rest))
        case nodes.Rank(best, _, _, _) if best is not None:
            other = "lowest" if best == "highest" else "highest"
            yield Change("ranking", f"`{best}` becomes `{other}`", with_(node, best=other))
        case nodes.Number(name, _, nodes.Integer(value, _) as integer, _, _):
            for new in (value + 1, value - 1):
                words = f"`{name.text}` is {new}, not {value}"
                yield Change("number", words, with_(node, value=with_(integer, value=new)))
        case nodes.Entry(_, _, nodes.Integer(value, _) as integer, _):
            for new in (value + 1, value - 1):
                words = f"an entry is {new}, not {value}"
                yield Change("table entry", words, with_(node, value=with_(integer, value=new)))
        case nodes.Kind(name, _, int(), nodes.Integer(high, _) as integer, _):
            for new in (high + 1, high - 1):
                words = f"`{name.text}` goes up to {new}, not {high}"
                yield Change("range", words, with_(node, high=with_(integer, value=new)))
        case nodes.Store(name=name, until=until, kept=kept, rest_lost=rest_lost):
            if until is not None:
                words = f"`{name.text}` is not forgotten when a {until.text} ends"
                yield Change("lifetime", words, with_(node, until=None))
            if kept:
                words = f"`{name.text}` is not kept for the next round"
                yield Change("lifetime", words, with_(node, kept=False))
            if rest_lost:
                words = f"the rest of `{name.text}` is not lost"
                yield Change("range", words, with_(node, rest_lost=False))
        case nodes.FieldRange(name, _, high, _):
            for new in (high + 1, high - 1):
                words = f"`{name.text}` goes up to {new}, not {high}"
                yield Change("range", words, with_(node, high=new))
        case nodes.FieldName(name, value, _):
            for kind in kinds:
                if value.text in kind and len(kind) > 1:
                    other = kind[(kind.index(value.text) + 1) % len(kind)]
                    words = f"`{name.text}` is {other}, not {value.text}"
                    yield Change("printed word", words, with_(node, value=with_(value, text=other)))
        case nodes.FieldNumbers(name, values, _):
            for at, value in enumerate(values):
                for new in (value + 1, value - 1):
                    words = f"`{name.text}` is {new}, not {value}"
                    row = (*values[:at], new, *values[at + 1 :])
                    yield Change("printed number", words, with_(node, values=row))
        case nodes.FieldPer(name, pairs, _):
            for at, (key, value) in enumerate(pairs):
                for new in (value + 1, value - 1):
                    words = f"`{name.text} {key.text}` is {new}, not {value}"
                    printed = (*pairs[:at], (key, new), *pairs[at + 1 :])
                    yield Change("printed number", words, with_(node, pairs=printed))
