"""Lark tree to nodes: the tree of one piece of a text in, its node out, every part with its span."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from lark import Token, Tree

from verifier.diagnostics import Label, Report, diagnostic
from verifier.source import Source, Span
from verifier.surface import build_expressions, build_items, build_steps, nodes
from verifier.surface.build_items import Option
from verifier.surface.build_parts import Builder
from verifier.surface.words import Words

BUILDERS: dict[str, Builder] = {
    **build_expressions.BUILDERS,
    **build_steps.BUILDERS,
    **build_items.BUILDERS,
}

# Every pass walks the nodes by recursion, so nobody meets a tree deeper than this.
DEEPEST = 60
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
            return BUILDERS[tree.data](reading.span(tree.meta.start_pos, tree.meta.end_pos), children)


def _token(token: Token, reading: Reading) -> nodes.Name | nodes.Integer | nodes.Text | str:
    start = token.start_pos or 0
    span = reading.span(start, start + len(token))
    match token.type:
        case "NAME":
            _refuse_odd_name(str(token), span, reading)
            return nodes.Name(str(token), span)
        case "INT":
            return nodes.Integer(_whole_number(token, span, reading), span)
        case "STRING":
            return nodes.Text(token[1:-1], span)
        case _:
            word = " ".join(token.split())
            return reading.words.english.get((token.type, word), word)


def _whole_number(digits: str, span: Span, reading: Reading) -> int:
    if len(digits) <= LONGEST_NUMBER:
        return int(digits)
    label = Label(span, f"this has {len(digits)} digits")
    reading.report.add(diagnostic("P106", label, hint="numbers in rules are small", limit=LONGEST_NUMBER))
    return 0


def _refuse_odd_name(name: str, span: Span, reading: Reading) -> None:
    if name in reading.words.reserved:
        hint = "use a different word, or join it to another with a hyphen"
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


def _refuse_repeated(parts: list[Any], reading: Reading) -> None:
    options = [part for part in parts if isinstance(part, Option) and part.field != "per"]
    for _, group in groupby(
        sorted(options, key=lambda option: option.field), key=lambda option: option.field
    ):
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
