"""Lark tree to nodes: a tree of the grammar in, the units of the text out, every node with its span."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lark import Token, Tree

from verifier.source import Source, Span
from verifier.surface import build_expressions, build_items, build_steps, nodes

# What a rule of the grammar becomes: its span and its children, already built, in; a node or a part of one out.
Builder = Callable[[Span, list[Any]], Any]
BUILDERS: dict[str, Builder] = {
    **build_expressions.BUILDERS,
    **build_steps.BUILDERS,
    **build_items.BUILDERS,
}


def units(tree: Tree[Token], source: Source, keywords: Mapping[str, str]) -> tuple[nodes.Unit, ...]:
    """The units of a whole text; `keywords` says in English what the text may say in another language."""
    found: tuple[nodes.Unit, ...] = tuple(built(unit, source, keywords) for unit in tree.children)
    return found


def built(tree: Tree[Token] | Token | None, source: Source, keywords: Mapping[str, str]) -> Any:
    """The node for one rule of the grammar, its parts built first; None for what was left out."""
    match tree:
        case None:
            return None
        case Token():
            return _token(tree, source, keywords)
        case Tree():
            children = [built(child, source, keywords) for child in tree.children]
            meta = tree.meta
            return BUILDERS[tree.data](Span(source, meta.start_pos, meta.end_pos), children)


def _token(
    token: Token, source: Source, keywords: Mapping[str, str]
) -> nodes.Name | nodes.Integer | nodes.Text | str:
    start = token.start_pos or 0
    span = Span(source, start, start + len(token))
    match token.type:
        case "NAME":
            return nodes.Name(str(token), span)
        case "INT":
            return nodes.Integer(int(token), span)
        case "STRING":
            return nodes.Text(token[1:-1], span)
        case _:
            word = " ".join(token.split())
            return keywords.get(word, word)
