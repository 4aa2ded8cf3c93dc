"""What can be wrong with a written play, and where in its JSON text that stands. The letter `R` is for replays."""

from __future__ import annotations

import json
import re

from verifier.diagnostics import Diagnostic, Label
from verifier.source import Source, Span

PLAY_CODES: dict[str, str] = {
    "R401": "this is not JSON",
    "R402": "nested too deeply for a play",
    "R403": "`{key}` is written twice",
    "R404": "{place} should be {wanted}",
    "R405": "{place} has no `{key}`",
    "R406": "{place} cannot have a `{key}`",
    "R407": "this is a play of `{named}`, not of `{asked}`",
    "R408": "a play has at most {limit} {what}",
    "R410": "plays of this game do not need `{name}`",
    "R411": "`{name}` is missing",
    "R412": "`{name}` cannot be {value}",
    "R413": "no component is called `{name}`",
    "R414": "the shuffle of `{zone}` has `{name}` too often",
    "R415": "`{name}` is not in `{zone}` when it is shuffled",
    "R416": "the shuffle of `{zone}` lacks {names}",
    "R417": "a shuffle of `{zone}` is missing",
    "R418": "there is no die `{name}`",
    "R419": "the die `{name}` has no face {face}",
    "R420": "a roll of `{name}` is missing",
    "R421": "`{name}` is rolled here, not `{written}`",
    "R422": "there is no action `{name}`",
    "R423": "`{action}` cannot have `{name}` {value}",
    "R424": "the play continues after its end",
    "R425": "too many {what}: {count}",
    "R430": "cannot write `{path}`",
}


def problem(code: str, /, label: Label, hint: str | None = None, **names: object) -> Diagnostic:
    """The diagnostic with this code, its title filled in with the names."""
    return Diagnostic(code, (label,), PLAY_CODES[code].format_map(names), hint=hint)


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
