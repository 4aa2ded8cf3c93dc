"""Is it a text at all, and in the language it should be in? Asked before anybody is accused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from verifier.diagnostics import Label, Rejected, Report, diagnostic
from verifier.languages import languages
from verifier.source import Source
from verifier.words.reader.lexicon import Lexicon, lexicon

_WORD = re.compile(r"[^\W\d_]+")
# Of so many words a language can be told; small words make up more than a tenth of any text.
ENOUGH = 25
FEW = 0.06
MUCH_MORE = 1.8
FEWEST_LETTERS = 0.45
# Nobody writes a longer sentence; reading one takes time with the square of its length.
LONGEST_SENTENCE = 5_000
# A rulebook of eighty pages; reading it takes ten seconds.
LONGEST_TEXT = 200_000
# Where a sentence may end: punctuation, a blank line, an item, a cell or a heading.
_END = re.compile(r"[.!?;:](?=\s)|\||\n(?=\s*[-+*•·>#(\d\n])")


def check_readable(source: Source, own: Lexicon) -> None:
    """Raises `Rejected` for a text without words, one that is no text, one in another language."""
    report = Report()
    if len(source.text) > LONGEST_TEXT:
        count = len(source.text)
        hint = f"it has {count} characters, at most {LONGEST_TEXT} are read: give the chapter with the rules"
        _refuse(source, own, hint)
    words = _WORD.findall(own.folded(source.text))
    letters = sum(map(len, words))
    solid = sum(not letter.isspace() for letter in source.text)
    if not words:
        report.add(diagnostic("L791", Label(source.whole), path=source.path))
        raise Rejected(report)
    if max(map(len, _END.split(source.text))) > LONGEST_SENTENCE:
        _refuse(source, own, f"a sentence of it is longer than {LONGEST_SENTENCE} characters")
    mine = _share(words, own)
    if len(words) >= ENOUGH:
        others = {
            code: _share(words, other)
            for code in languages()
            if code != own.lang and (other := lexicon(code)) is not None
        }
        best = max(others, key=lambda code: others[code], default=None)
        if best is not None and others[best] > max(FEW, MUCH_MORE * mine):
            report.add(diagnostic("L793", Label(source.whole), lang=own.lang, other=best, path=source.path))
            raise Rejected(report)
        if mine < FEW or letters < FEWEST_LETTERS * solid:
            report.add(diagnostic("L792", Label(source.whole), lang=own.lang, path=source.path))
            raise Rejected(report)


def _refuse(source: Source, own: Lexicon, hint: str) -> NoReturn:
    report = Report()
    report.add(
        diagnostic("L792", Label(Source(source.path, "").whole), hint=hint, lang=own.lang, path=source.path)
    )
    raise Rejected(report)


def _share(words: Sequence[str], lexicon: Lexicon) -> float:
    """How many of the words are frequent small words of a language."""
    return sum(word in lexicon.grammar.common for word in words) / len(words)
