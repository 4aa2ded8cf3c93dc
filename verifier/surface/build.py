"""Lark tree to nodes: the tree of one piece of a text in, its node out, every part with its span."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from lark import Token, Tree

from verifier.diagnostics import Label, Report, diagnostic
from verifier.source import Source, Span
from verifier.surface import build_lines, nodes
from verifier.surface.build_lines import Builder, exactly, listing
from verifier.surface.keywords import Words
from verifier.surface.wordings import meant_instead

# --- items: the lines and blocks that stand at the left margin, as nodes


@dataclass(frozen=True, slots=True)
class Option:
    """A field of a zone or a store on its way there: `hidden`, `per player`, `starts 1`."""

    field: str
    value: Any
    span: Span


def _option(field: str, value: Any = True) -> Builder:
    return lambda span, parts: Option(field, parts[0] if parts else value, span)


def _plain(parts: list[Any]) -> tuple[Any, ...]:
    return tuple(part for part in parts if part is not None and not isinstance(part, Option))


def _chosen(parts: list[Any], field: str, default: Any = None) -> Any:
    return next((part.value for part in parts if isinstance(part, Option) and part.field == field), default)


def _per(parts: list[Any]) -> tuple[nodes.Name, ...]:
    return tuple(part.value for part in parts if isinstance(part, Option) and part.field == "per")


def _zone(span: Span, parts: list[Any]) -> nodes.Zone:
    return nodes.Zone(
        name=parts[0],
        shape=parts[1],
        per=_per(parts),
        view=_chosen(parts, "view"),
        in_play=_chosen(parts, "in_play", False),
        holds=_chosen(parts, "holds"),
        span=span,
    )


def _amount(span: Span, parts: list[Any]) -> nodes.Store:
    name, low, high = _plain(parts)
    return _store(span, "amount", name, parts, low=low, high=high)


def _note(span: Span, parts: list[Any]) -> nodes.Store:
    name, *choices = _plain(parts)
    return _store(span, "note", name, parts, choices=tuple(choices))


def _store(
    span: Span,
    sort: Any,
    name: nodes.Name,
    parts: list[Any],
    low: Any = None,
    high: Any = None,
    choices: tuple[nodes.Name, ...] = (),
) -> nodes.Store:
    return nodes.Store(
        sort=sort,
        name=name,
        per=_per(parts),
        low=low,
        high=high,
        choices=choices,
        rest_lost=_chosen(parts, "rest_lost", False),
        kept=_chosen(parts, "kept", False),
        given=_chosen(parts, "given", False),
        starts=_chosen(parts, "starts"),
        until=_chosen(parts, "until"),
        view=_chosen(parts, "view"),
        span=span,
    )


def _whole(span: Span, parts: list[Any]) -> nodes.Name | nodes.Integer:
    last: nodes.Name | nodes.Integer = parts[-1]
    if isinstance(last, nodes.Integer):
        return nodes.Integer(-last.value if len(parts) > 1 else last.value, span=span)
    return last


def _players(span: Span, parts: list[Any]) -> nodes.Players:
    low, high = parts
    return nodes.Players(low.value, (high or low).value, span=span)


def _number(span: Span, parts: list[Any]) -> nodes.Number:
    name, by, *rest = parts
    if isinstance(rest[0], nodes.Entry):
        return nodes.Number(name, by, None, tuple(rest), span=span)
    return nodes.Number(name, by, rest[0], (), span=span)


def _entry(span: Span, parts: list[Any]) -> nodes.Entry:
    return nodes.Entry(parts[0], parts[1] is not None, parts[2], span=span)


def _kind(span: Span, parts: list[Any]) -> nodes.Kind:
    name, *rest = parts
    if isinstance(rest[0], nodes.Integer):
        return nodes.Kind(name, (), rest[0].value, rest[1], span=span)
    return nodes.Kind(name, tuple(rest), None, None, span=span)


def _die(span: Span, parts: list[Any]) -> nodes.Die:
    name, *faces = parts
    if isinstance(faces[0], nodes.Integer):
        return nodes.Die(name, (), faces[0].value, faces[1].value, span=span)
    return nodes.Die(name, tuple(faces), None, None, span=span)


def _component(span: Span, parts: list[Any]) -> nodes.Component:
    fields = tuple(part for part in parts[2:] if isinstance(part, nodes.Field))
    return nodes.Component(parts[0], parts[1], fields, tuple(parts[2 + len(fields) :]), span=span)


def _rank(span: Span, parts: list[Any]) -> nodes.Rank:
    if len(parts) == 1:
        return nodes.Rank(None, None, parts[0], span=span)
    best, name = parts
    return nodes.Rank(best, name, None, span=span)


def _with_params(node: Any) -> Builder:
    def build(span: Span, parts: list[Any]) -> Any:
        params, rest = _params(parts[1:])
        return node(parts[0], params, rest, span=span)

    return build


def _define(span: Span, parts: list[Any]) -> nodes.Define:
    params, (start, *rules) = _params(parts[1:])
    return nodes.Define(parts[0], params, start, tuple(rules), span=span)


def _params(parts: list[Any]) -> tuple[tuple[nodes.Param, ...], tuple[Any, ...]]:
    params = tuple(part for part in parts if isinstance(part, nodes.Param))
    return params, tuple(parts[len(params) :])


def _scenario(span: Span, parts: list[Any]) -> nodes.Scenario:
    name, players, *facts = parts
    return nodes.Scenario(name, players.value if players else None, tuple(facts), span=span)


def _set_option(span: Span, parts: list[Any]) -> nodes.SetOption:
    match parts:
        case [name, value]:
            return nodes.SetOption(name, value, (), None, None, span=span)
        case [name, nodes.Integer() as low, high]:
            return nodes.SetOption(name, None, (), low.value, high, span=span)
        case _:
            return nodes.SetOption(parts[0], None, tuple(parts[1:]), None, None, span=span)


ITEM_BUILDERS: dict[str, Builder] = {
    "unit": listing(nodes.Unit, 1),
    "header": listing(nodes.Header, 2),
    "title": exactly(nodes.Title),
    "players": _players,
    "number": _number,
    "table": lambda span, parts: nodes.Number(parts[0], parts[1], None, tuple(parts[2:]), True, span=span),
    "entry": _entry,
    "kind": _kind,
    "component": _component,
    "one_for_each": exactly(nodes.ForEach),
    "tag": exactly(nodes.Tag),
    "field_name": exactly(nodes.FieldName),
    "field_numbers": listing(nodes.FieldNumbers, 1),
    "field_range": lambda span, parts: nodes.FieldRange(parts[0], parts[1].value, parts[2].value, span=span),
    "field_per": listing(nodes.FieldPer, 1),
    "pair": lambda span, parts: (parts[0], parts[1].value),
    "whole_number": lambda span, parts: _whole(span, parts).value,  # type: ignore[union-attr]
    "whole": _whole,
    "zone": _zone,
    "hidden": _option("view", "hidden"),
    "seen": _option("view", "seen"),
    "seen_by_owner": _option("view", "owner"),
    "seen_by_others": _option("view", "others"),
    "top_seen": _option("view"),
    "in_play": _option("in_play"),
    "holds": _option("holds"),
    "per": _option("per"),
    "amount": _amount,
    "note": _note,
    "rest_lost": _option("rest_lost"),
    "kept": _option("kept"),
    "given": _option("given"),
    "starts": _option("starts"),
    "until": _option("until"),
    "told": _option("view", "told"),
    "die": _die,
    "setup": lambda span, parts: nodes.Setup(parts[0] is not None, tuple(parts[1:]), span=span),
    "rounds": exactly(nodes.Rounds),
    "rounds_until": exactly(nodes.Rounds, None),
    "starter": lambda span, parts: nodes.Starter(parts[0] is not None, tuple(parts[1:]), span=span),
    "winner": listing(nodes.Winner, 0),
    "together": lambda span, parts: nodes.Winner((), True, parts[0], span=span),
    "rank": _rank,
    "turn": listing(nodes.Turn, 0),
    "phase": exactly(nodes.Phase),
    "action": _with_params(nodes.Action),
    "procedure": _with_params(nodes.Procedure),
    "param": exactly(nodes.Param),
    "hook": listing(nodes.Hook, 2),
    "on": listing(nodes.On, 1),
    "end": listing(nodes.End, 0),
    "define": _define,
    "change": listing(nodes.Change, 1),
    "also": listing(nodes.Also, 1),
    "invariant": exactly(nodes.Invariant),
    "witness": exactly(nodes.Witness),
    "measure": exactly(nodes.Measure),
    "may_loop": lambda span, parts: nodes.MayLoop(
        parts[0], parts[1] is not None, None, (), parts[2], span=span
    ),
    "may_loop_in": lambda span, parts: nodes.MayLoop(parts[0], False, parts[1], (), parts[2], span=span),
    "may_loop_by": lambda span, parts: nodes.MayLoop(
        parts[0], False, None, tuple(parts[1:-1]), parts[-1], span=span
    ),
    "accept": exactly(nodes.Accept),
    "renamed": exactly(nodes.Renamed),
    "scenario": _scenario,
    "expect": listing(nodes.Expect, 1),
    "given_contents": listing(nodes.Given, 1),
    "given_empty": lambda span, parts: nodes.Given(parts[0], (), span=span),
    "literal": listing(nodes.Literal_, 0),
    "below_zero": _whole,
    "act": listing(nodes.Act, 2),
    "act_procedure": listing(nodes.ActProcedure, 1),
    "act_end": exactly(nodes.ActEnd),
    "act_roll": exactly(nodes.ActRoll),
    "outcome": exactly(nodes.Outcome),
    "refused": exactly(nodes.Refused),
    "allowed": exactly(nodes.Allowed),
    "ended": exactly(nodes.Ended),
    "won": listing(nodes.Won, 0),
    "won_by_everyone": lambda span, parts: nodes.WonTogether(True, span=span),
    "won_by_nobody": lambda span, parts: nodes.WonTogether(False, span=span),
    "set_option": _set_option,
    "replace": exactly(nodes.Replace),
    "remove": exactly(nodes.Remove),
}


# --- lark tree to nodes: the tree of one piece of a text in, its node out, every part with its span


BUILDERS: dict[str, Builder] = {
    **build_lines.EXPRESSION_BUILDERS,
    **build_lines.STEP_BUILDERS,
    **ITEM_BUILDERS,
}

# Every pass walks the nodes by recursion, so nobody meets a tree deeper than this.
DEEPEST = 60
# As many as have names for their seats: `first`, `second` and so on.
MOST_PLAYERS = 10
LONGEST_NUMBER = 9
# In `when I lay ...` the player who speaks is written as in English prose.
_SPEAKER = "I"


@dataclass(frozen=True, slots=True)
class Reading:
    """What every part of a piece needs to know: its source, where it starts in it, and the keywords."""

    source: Source
    offset: int
    words: Words
    report: Report

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, self.offset + start, self.offset + end)


def piece(tree: Tree[Token], reading: Reading) -> nodes.Header | nodes.Item | None:
    """The header or item that a piece of text is, or None when it is nested too deeply to be followed."""
    found = tree.children[0]
    assert isinstance(found, Tree)
    too_deep = _deeper_than(found, DEEPEST)
    if too_deep is not None:
        span = reading.span(too_deep.meta.start_pos, too_deep.meta.end_pos)
        hint = "give a part of it a name with `define` or `let`"
        reading.report.add(diagnostic("P107", Label(span, "this is too deep"), hint=hint, limit=DEEPEST))
        return None
    node: nodes.Header | nodes.Item = _built(found, reading)
    return node


def _built(tree: Tree[Token] | Token | None, reading: Reading) -> Any:
    match tree:
        case None:
            return None
        case Token():
            return _token(tree, reading)
        case Tree():
            children = [_built(child, reading) for child in tree.children]
            _refuse_repeated(children, reading)
            built = BUILDERS[tree.data](reading.span(tree.meta.start_pos, tree.meta.end_pos), children)
            if isinstance(built, nodes.Players):
                _refuse_odd_table(built, reading)
            return built


def _token(token: Token, reading: Reading) -> nodes.Name | nodes.Integer | nodes.Text | str:
    start = token.start_pos or 0
    span = reading.span(start, start + len(token))
    match token.type:
        case "NAME":
            _refuse_odd_name(str(token), span, reading)
            return nodes.Name(str(token), span=span)
        case "INT":
            return nodes.Integer(_whole_number(token, span, reading), span=span)
        case "STRING":
            return nodes.Text(token[1:-1], span=span)
        case _:
            word = " ".join(token.split())
            return reading.words.english.get((token.type, word), word)


def _whole_number(digits: str, span: Span, reading: Reading) -> int:
    if len(digits) <= LONGEST_NUMBER:
        return int(digits)
    label = Label(span, f"this has {len(digits)} digits")
    reading.report.add(diagnostic("P106", label, hint="numbers in rules are small", limit=LONGEST_NUMBER))
    return 0


def _refuse_odd_table(players: nodes.Players, reading: Reading) -> None:
    """No game for nobody, and none for more than have a seat: told before anything is made for each of them."""
    for count in (players.low, players.high):
        if not 1 <= count <= MOST_PLAYERS:
            label = Label(players.span, f"{count} players")
            reading.report.add(diagnostic("P145", label, hint="write `players 2..4`, say", most=MOST_PLAYERS))
            return
    if players.high < players.low:
        hint = f"write `players {players.high}..{players.low}`"
        reading.report.add(
            diagnostic("T303", Label(players.span), hint=hint, low=players.low, high=players.high)
        )


def _refuse_odd_name(name: str, span: Span, reading: Reading) -> None:
    if name in reading.words.reserved:
        meant = meant_instead(span.line_text.partition("#")[0].rstrip(), span.column - 1)
        hint = f"write `{meant}`" if meant else "use a different word, or join it to another with a hyphen"
        reading.report.add(diagnostic("P120", Label(span, "a name is expected here"), hint=hint, name=name))
    elif name != _SPEAKER and (name != name.lower() or "_" in name):
        kebab = _kebab(name)
        label = Label(span, "capital letters" if name != name.lower() else "an underscore")
        reading.report.add(diagnostic("P124", label, hint=f"write `{kebab}`", name=name))


def _kebab(name: str) -> str:
    """The name as it should be: `HandSize` and `hand_size` become `hand-size`."""
    apart = "".join(
        f"-{letter}" if letter.isupper() and before.islower() else letter
        for before, letter in zip(" " + name, name, strict=False)
    )
    return "-".join(part for part in apart.lower().replace("_", "-").split("-") if part)


# Two that say how long a value lasts say it twice, and one would silently count for nothing: what is given is kept.
_SAME_SAID = {"kept": "until", "given": "until"}


def _refuse_repeated(parts: list[Any], reading: Reading) -> None:
    options = [part for part in parts if isinstance(part, Option) and part.field != "per"]

    def said(option: Option) -> str:
        return _SAME_SAID.get(option.field, option.field)

    for _, group in groupby(sorted(options, key=said), key=said):
        first, *others = group
        for other in others:
            labels = Label(other.span, "here again"), Label(first.span, "first here")
            reading.report.add(diagnostic("P136", *labels, hint="keep one of the two"))


def _deeper_than(tree: Tree[Token], limit: int) -> Tree[Token] | None:
    """The first part at the limit, found without recursion."""
    level = [tree]
    for _ in range(limit):
        level = [child for parent in level for child in parent.children if isinstance(child, Tree)]
    return level[0] if level else None
