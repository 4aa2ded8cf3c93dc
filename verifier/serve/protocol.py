"""The protocol: what may be asked, what each request carries, and how a request is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any

from verifier.diagnostics import did_you_mean

# Changes when an existing request or answer changes its meaning; new ones may come without.
PROTOCOL = 1
# Bytes of one line, and plays that are open at one time.
LONGEST_LINE = 16_000_000
MOST_PLAYS = 10_000

WORDS: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    NoneType: "null",
}


class RequestError(Exception):
    """A request that is not carried out; `more` is what a program can use beside the message."""

    def __init__(self, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.code = code
        self.more = more

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": str(self), **self.more}


@dataclass(frozen=True, slots=True)
class Field:
    """One entry of a request; `kinds` are what JSON may have there."""

    name: str
    kinds: tuple[type, ...]
    required: bool = False


PLAY = Field("play", (int,), required=True)
RULESET = Field("ruleset", (str,), required=True)
SEED = Field("seed", (int, NoneType))
SHUFFLES = Field("shuffles", (list,))
ROLLS = Field("rolls", (list,))
MOVE = Field("move", (dict,))
MOVES = Field("moves", (list,))
SEAT = Field("player", (int,))

REQUESTS: Mapping[str, tuple[Field, ...]] = {
    "hello": (Field("protocol", (int,)),),
    "games": (),
    "load": (RULESET,),
    "new": (RULESET, Field("players", (int,)), SEED, Field("given", (dict,)), SHUFFLES, ROLLS),
    "from-state": (Field("state", (dict,), required=True), SEED),
    "replay": (Field("written", (dict,), required=True), Field("keep", (bool,)), SEED),
    "legal": (PLAY,),
    "why": (PLAY, Field("move", (dict,), required=True)),
    "apply": (PLAY, MOVE, MOVES, SHUFFLES, ROLLS),
    "undo": (PLAY, Field("count", (int,))),
    "view": (PLAY, Field("player", (int,), required=True), Field("empty", (bool,))),
    "score": (PLAY, SEAT),
    "result": (PLAY,),
    "state": (PLAY,),
    "written": (PLAY,),
    "close": (PLAY,),
    "bye": (),
}


def check_request(request: Any) -> str:
    """The name of what is asked; a request of another shape raises `RequestError`."""
    if not isinstance(request, dict):
        raise RequestError("not-a-request", 'a request is an object such as {"do": "hello"}')
    name = request.get("do")
    if not isinstance(name, str):
        raise RequestError("not-a-request", "a request says in `do` what is asked")
    if name not in REQUESTS:
        hint = did_you_mean(name, REQUESTS)
        raise RequestError("unknown-request", f"there is no request `{name[:80]}`", hint=hint)
    fields = {each.name: each for each in REQUESTS[name]}
    for key, value in request.items():
        if key not in ("do", "id"):
            _check_field(name, fields, key, value)
    for each in fields.values():
        if each.required and each.name not in request:
            raise RequestError("missing", f"`{name}` needs `{each.name}`", field=each.name)
    return name


def _check_field(name: str, fields: Mapping[str, Field], key: str, value: Any) -> None:
    if key not in fields:
        hint = did_you_mean(key, fields)
        raise RequestError("unknown-field", f"`{name}` has no `{key[:80]}`", field=key[:80], hint=hint)
    # `true` is a number for Python, and none for JSON.
    if type(value) not in fields[key].kinds:
        wanted = " or ".join(WORDS[kind] for kind in fields[key].kinds)
        raise RequestError("wrong-type", f"`{key}` of `{name}` is {wanted}", field=key)
