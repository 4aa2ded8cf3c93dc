"""Blocks as sentences, each in its scope: headings and labels say what is an example, advice, a variant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from verifier.words.reader.folding import Plain
from verifier.words.reader.layout import Block, blocks
from verifier.words.reader.lexicon import Lexicon
from verifier.words.reader.patterns import Pattern
from verifier.words.seam import Scope

# Those that a heading or a label can give.
_SCOPES: tuple[Scope, ...] = tuple(each for each in get_args(Scope) if each not in ("rules", "heading"))
_END = re.compile(r"[.!?]+['\")»”\]]*[ \n]+(?=['\"(«„“\[]*[^\W\d_a-zß-ÿ]|['\"(«„“\[-]*\d|[-–•] )")
# A label stands before a colon at the start of a paragraph, or alone before its end.
# A label of so many words is put before what it labels.
SHORT_LABEL = 3
LONGEST_LABEL = 40


@dataclass(frozen=True, slots=True)
class RawSentence:
    plain: Plain
    scope: Scope
    trail: tuple[str, ...]
    is_item: bool
    # The number of the item or heading that begins here.
    number: int | None = None
    is_title: bool = False


def raw_sentences(plain: Plain, lexicon: Lexicon) -> Iterator[RawSentence]:
    """Every sentence of a text with its scope. The scope of a heading reaches as far as the heading does."""
    labelled: Scope | None = None
    for block in blocks(plain):
        above = _scope_of(block.trail, lexicon)
        if block.is_heading:
            labelled = None
            own = _scope_of((*block.trail, block.plain.text), lexicon)
            yield RawSentence(
                _one_line(block.plain),
                "heading" if own == "rules" else own,
                block.trail,
                False,
                is_title=True,
            )
            continue
        label = _label(block, lexicon)
        # A label that stands alone is of the block behind it; items of a list stay below their label.
        scope = label or (labelled if labelled and block.is_item else None) or above
        ends_open = block.plain.text.rstrip().endswith(":")
        labelled = label if label and (ends_open or block.is_item) else labelled if block.is_item else None
        if label and len(block.plain.text.strip()) <= LONGEST_LABEL and ends_open:
            labelled = label
        yield from _split(block, scope, lexicon)


def _split(block: Block, scope: Scope, lexicon: Lexicon) -> Iterator[RawSentence]:
    text, at = block.plain.text, 0
    cuts = [found for found in _END.finditer(text) if not _is_abbreviation(text[: found.start()], lexicon)]
    for start, end in (*((cut.start(), cut.end()) for cut in cuts), (len(text), len(text))):
        raw = block.plain.part(at, end)
        line = _one_line(raw)
        if line.text:
            own = scope
            if scope == "rules" and _is_example(line.text, lexicon):
                own = "example"
            number = block.number if at == 0 else None
            yield RawSentence(line, own, block.trail, block.is_item, number)
        at = end if start <= end else at


_SUM = re.compile(r"\d ?[-+x/] ?\d[^=]{0,20}= ?-?\d|= ?-?\d+ ?[-+x]|\d ?\+ ?\d")


def _is_example(text: str, lexicon: Lexicon) -> bool:
    """Something worked out, or something that is said to be an example."""
    bare = lexicon.folded(text)
    inline: tuple[Pattern, ...] = lexicon.labels.get("inline-example", ())
    if _SUM.search(bare) is not None or any(each.places(bare) for each in inline):
        return True
    # `One more example: ...`, within a paragraph too.
    label, colon, _ = bare.partition(":")
    short = bool(colon) and len(label.split()) <= SHORT_LABEL
    return short and any(each.places(f"{label}:") for each in lexicon.labels.get("example", ()))


def _is_abbreviation(before: str, lexicon: Lexicon) -> bool:
    low = before.lower()
    return any(
        low.endswith(each) and not low[: -len(each)][-1:].isalnum() for each in lexicon.grammar.abbreviations
    )


def _label(block: Block, lexicon: Lexicon) -> Scope | None:
    """`Example: ...` makes an example of the whole paragraph."""
    head = lexicon.folded(block.plain.text[:LONGEST_LABEL]).replace("\n", " ").lstrip(" '\"(-")
    for scope in _SCOPES:
        if any((place := each.places(head)) and place[0][0] == 0 for each in lexicon.labels.get(scope, ())):
            return scope
    return None


def _scope_of(trail: tuple[str, ...], lexicon: Lexicon) -> Scope:
    """The scope that headings give; the nearest that gives one decides."""
    for title in reversed(trail):
        bare = lexicon.folded(title)
        for scope in _SCOPES:
            if any(each.places(bare) for each in lexicon.sections.get(scope, ())):
                return scope
        if any(each.places(bare) for each in lexicon.sections.get("rules", ())):
            return "rules"
    return "rules"


_BLANKS = re.compile(r"\s+")


def _one_line(plain: Plain) -> Plain:
    return plain.replaced(_BLANKS, lambda _: " ").stripped()
