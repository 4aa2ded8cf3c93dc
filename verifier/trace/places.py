"""Where in the JSON text of a written play something stands."""

from __future__ import annotations

import json
import re

from verifier.source import Source, Span

Path = tuple[str | int, ...]

_BLANK = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


def shown(path: Path) -> str:
    """A path as people write it: `moves[3].with.card`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".") or "the play"


def quoted(path: Path) -> str:
    """A path as it stands in a sentence."""
    return f"`{shown(path)}`" if path else shown(path)


def written_value(value: object) -> str:
    """A value as the file has it, in a sentence."""
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


def span_of(source: Source, path: Path) -> Span:
    """The value at a path; as near as the path leads if it leads nowhere."""
    text = source.text
    start = _blank(text, 0)
    for part in path:
        inner = _member(text, start, part) if isinstance(part, str) else _element(text, start, part)
        if inner is None:
            break
        start = inner
    return source.span(start, _end(text, start))


def _blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _end(text: str, at: int) -> int:
    return int(_DECODER.raw_decode(text, at)[1])


def _member(text: str, at: int, key: str) -> int | None:
    """Where the value of a key starts in the object that starts here."""
    at = _blank(text, at + 1)
    if text[at - 1] == "[" or text[at : at + 1] != '"':
        return None
    while True:
        name, after = _DECODER.raw_decode(text, at)
        value = _blank(text, _blank(text, after) + 1)
        if name == key:
            return value
        at = _blank(text, _end(text, value))
        if text[at] != ",":
            return None
        at = _blank(text, at + 1)


def _element(text: str, at: int, number: int) -> int | None:
    """Where an element starts in the list that starts here."""
    at = _blank(text, at + 1)
    for _ in range(number):
        at = _blank(text, _end(text, at))
        if text[at] != ",":
            return None
        at = _blank(text, at + 1)
    return at
