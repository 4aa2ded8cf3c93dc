"""Letters that a console cannot show, in letters that it can: not every terminal knows more than its own alphabet."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from io import TextIOWrapper

NAME = "rulewright.letters"
ASCII = "rulewright_ascii"
PLAIN = {
    "→": "->",
    "–": "-",
    "—": "-",
    "…": "...",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "·": "-",
    "×": "x",
    "−": "-",
    "ß": "ss",
    "œ": "oe",
    "Œ": "OE",
    # Bars, by their height.
    **{bar: str(height) for height, bar in enumerate("▁▂▃▄▅▆▇█", start=1)},
}


def plain(letter: str) -> str:
    """A letter in plain ones: `é` without its accent, an arrow as two signs, a question mark where nothing is near."""
    if letter in PLAIN:
        return PLAIN[letter]
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare or "?"


def _handler(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


def bear_any_letter() -> None:
    """From now on a terminal that cannot show a letter shows the nearest that it can."""
    codecs.register_error(NAME, _handler)
    codecs.register(_ascii_of_ours)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            ascii_only = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=ASCII if ascii_only else stream.encoding, errors=NAME)


def _ascii_of_ours(name: str) -> codecs.CodecInfo | None:
    """ASCII by another name: Click takes a stream of that one for a mistake and writes UTF-8 into it instead."""
    if name != ASCII:
        return None
    found = codecs.lookup("ascii")
    return codecs.CodecInfo(
        found.encode,
        found.decode,
        found.streamreader,
        found.streamwriter,
        found.incrementalencoder,
        found.incrementaldecoder,
        name=ASCII,
    )
