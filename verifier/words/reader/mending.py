"""A text as scans and editors leave it, mended: marks of Markdown gone, torn and hyphenated words whole again."""

from __future__ import annotations

import re

from verifier.words.reader.folding import Plain
from verifier.words.reader.lexicon import Lexicon

_TAG = re.compile(
    r"</?[a-zA-Z][a-zA-Z0-9]{0,9}(?: [^<>\n]{0,80})?/?>|<!--.{0,2000}?-->|<\|[\w-]{1,80}\|>", re.DOTALL
)
_PICTURE = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)")
_LINK = re.compile(r"\[([^\]\n]+)\]\([^)\n]*\)")
# Stars and strokes around words; one at the start of a line is the dot of a list.
_EMPHASIS = re.compile(
    r"\*{2,}|__+|(?<=\S)\*|\*(?=\S)|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)|[$\\~\u00ad\ufeff\u200b]"
)
_HYPHENATED = re.compile(r"(?<=[^\W\d_])-[ ]*\n[ ]*(?=[a-zß-ÿ])")
# A scan tears words before a letter with an accent.
_TORN = re.compile(r"(?<![^\W\d_])([^\W\d_]+) ([ß-ÿ][^\W\d_]*)(?![^\W\d_])")
_TIMES = re.compile(r"(?<!\w)x(?=\d)")
_WORD = re.compile(r"[^\W\d_]+")


def mended(plain: Plain, lexicon: Lexicon) -> Plain:
    """The text without marks, with whole words."""
    plain = plain.replaced(_TAG, lambda tag: "\n" if tag[0].startswith("<br") else "")
    plain = plain.replaced(_PICTURE, lambda _: "").replaced(_LINK, lambda link: link[1])
    plain = plain.replaced(_EMPHASIS, lambda _: "").replaced(_HYPHENATED, lambda _: "")
    plain = plain.replaced(_TIMES, lambda _: "x ")
    known = frozenset(word.lower() for word in _WORD.findall(plain.text))
    prepositions = lexicon.grammar.prepositions

    def whole(torn: re.Match[str]) -> str:
        # `piocher à` is no torn `piochera`.
        if lexicon.knows(torn[1]) and prepositions.fullmatch(lexicon.folded(torn[2])):
            return torn[0]
        joined = torn[1] + torn[2]
        return joined if joined.lower() in known or lexicon.knows(joined.lower()) else torn[0]

    return plain.replaced(_TORN, whole)
