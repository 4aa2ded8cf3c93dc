"""One layout for every text: nodes in, or a text with its comments, the same in its one layout out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from verifier.diagnostics import Report
from verifier.languages import ENGLISH
from verifier.source import Source
from verifier.surface import nodes
from verifier.surface.keyword_language import keyword_language
from verifier.surface.keywords import Words
from verifier.surface.layout import Line, lines_of, tidied
from verifier.surface.parser import keywords, read
from verifier.surface.print_expressions import expression, path, place, range_, ranges
from verifier.surface.print_items import header, item, replaced
from verifier.surface.print_steps import fact, moment, rule, step, value_step

INDENT = "    "
_BEFORE_COMMENT = "  "
_CLAIMS = (nodes.Invariant, nodes.Witness, nodes.Measure, nodes.MayLoop, nodes.Accept)


@dataclass(frozen=True, slots=True)
class Printed:
    """A line to be: its depth, its words, and whether an empty line must stand before it."""

    depth: int
    text: str
    apart: bool = False


def printed(node: Any, words: str = ENGLISH) -> str:
    """The text of a node, or of several units; reading it again in its place gives the same node."""
    language = keywords(words)
    match node:
        case tuple():
            return "".join(_text(line) for line in _unit_lines(node, language))
        case nodes.Unit():
            return printed((node,), words)
        case nodes.Name() | nodes.Text():
            return node.text
        case nodes.Path() | nodes.Dotted():
            return path(node, language)
        case nodes.Place():
            return place(node, language)
        case nodes.Range() | nodes.NumberRange():
            return range_(node, language)
        case nodes.Ranges():
            return ranges(node, language)
    if isinstance(node, nodes.Expr):
        return expression(node, language)
    return "\n".join(INDENT * depth + text for depth, text in _node_lines(node, language))


def _node_lines(node: Any, words: Words) -> list[tuple[int, str]]:
    if isinstance(node, nodes.Header):
        return [header(node, words)]
    if isinstance(node, nodes.Fact):
        return [fact(node, words, 0)]
    if isinstance(node, nodes.ValueStep):
        return [(0, value_step(node, words))]
    if isinstance(node, nodes.Moment | nodes.Decision):
        return moment(node, words, 0)
    if isinstance(node, nodes.Rule):
        return rule(node, words, 0)
    if isinstance(node, nodes.Step):
        return step(node, words, 0)
    return replaced(node, words, 0)


def formatted(source: Source, report: Report, words: str | None = None) -> str | None:
    """A text in its one layout, comments kept; None when it has a mistake, and then the report says which."""
    source = tidied(source)
    words = words or keyword_language(source.text)
    units = read(source, report, words)
    if not units:
        return None
    # Every line of a text is one line of its nodes, so the comments find their lines again by counting.
    old, new = list(lines_of(source.text)), list(_unit_lines(units, keywords(words)))
    gaps = _gaps(source.text, old)
    output: list[str] = []
    indents = [0]
    before: Printed | None = None
    for written, line, gap in zip(old, new, gaps, strict=False):
        output += _laid_out(gap, before, line, indents)
        comment = f"{_BEFORE_COMMENT}{written.comment}" if written.comment else ""
        output.append(f"{INDENT * line.depth}{line.text}{comment}")
        indents = [*indents[: line.depth], written.indent]
        before = line
    output += _laid_out(gaps[-1], before, Printed(0, ""), indents)
    return "\n".join(output).strip("\n") + "\n"


def _unit_lines(units: tuple[nodes.Unit, ...], words: Words) -> Iterator[Printed]:
    for unit in units:
        depth, text = header(unit.header, words)
        yield Printed(depth, text, apart=unit is not units[0])
        blocks = [item(node, words) for node in unit.items]
        sorts = [_sort(node) for node in unit.items]
        yield from (Printed(*line) for line in blocks[0])
        for (block, sort), (following, next_sort) in pairwise(zip(blocks, sorts, strict=True)):
            # Two blocks of one sort may stand close together, as short claims do.
            apart = sort is not next_sort and max(len(block), len(following)) > 1
            yield from (Printed(*line, apart and number == 0) for number, line in enumerate(following))


def _sort(node: Any) -> type:
    """What sort of block this is for the eye: claims are one sort, and what replaces a thing is like it."""
    if isinstance(node, nodes.Replace):
        return _sort(node.item)
    return nodes.Invariant if isinstance(node, _CLAIMS) else type(node)


def _text(line: Printed) -> str:
    return ("\n" if line.apart else "") + f"{INDENT * line.depth}{line.text}\n"


def _gaps(text: str, lines: list[Line]) -> list[list[str]]:
    """What stands before each line and after the last: empty lines and lines with a comment only."""
    starts = {line.start for line in lines}
    gaps: list[list[str]] = [[]]
    start = 0
    for line in text.removesuffix("\n").split("\n"):
        if start in starts:
            gaps.append([])
        else:
            gaps[-1].append(line.rstrip(" "))
        start += len(line) + 1
    return gaps


def _laid_out(gap: list[str], before: Printed | None, after: Printed, indents: list[int]) -> Iterator[str]:
    """A gap with its comments at their depth and never two empty lines in a row."""
    deepest = after.depth if before is None else max(before.depth, after.depth)
    opens = before is not None and after.depth > before.depth
    apart = after.apart and "" not in gap
    empty = False
    for line in gap:
        if not line:
            empty = not opens
            continue
        depth = _comment_depth(line, after.depth, deepest, indents)
        if empty or (apart and depth == after.depth):
            yield ""
            apart = False
        empty = False
        yield INDENT * depth + line.lstrip(" ")
    if empty or apart:
        yield ""


def _comment_depth(line: str, shallowest: int, deepest: int, indents: list[int]) -> int:
    """A comment belongs to the line after it, unless it is indented like the block that ends there."""
    indent = len(line) - len(line.lstrip(" "))
    depths = range(shallowest + 1, min(deepest + 1, len(indents)))
    return max((depth for depth in depths if indents[depth] <= indent), default=shallowest)
