"""A machine as text that depends on its structure alone: not on where a class stands, nor on what fields are called.

Each kind of node has a short tag, fields come by position, mappings in their order. Large domains are written once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

WIDTH = 110

# The tag of every class; a class that is renamed gets a second line here.
TAGS = {
    "Truth": "truth",
    "Number": "number",
    "Names": "names",
    "Players": "players",
    "Things": "things",
    "Zones": "zones",
    "Labels": "labels",
    "Const": "const",
    "Local": "local",
    "Read": "read",
    "Lookup": "lookup",
    "ZoneAt": "zone-at",
    "ZoneOf": "zone-of",
    "Position": "position",
    "Arith": "arith",
    "Compare": "compare",
    "Not": "not",
    "Logic": "logic",
    "If": "if",
    "Values": "values",
    "ZonesOf": "zones-of",
    "Contents": "contents",
    "Bind": "bind",
    "Fold": "fold",
    "End": "end",
    "Call": "call",
    "Thing": "thing",
    "Family": "family",
    "Cell": "cell",
    "Table": "table",
    "Rung": "clause",
    "Clause": "clause",
    "Definition": "definition",
    "Let": "let",
    "Write": "write",
    "Take": "take",
    "Put": "put",
    "Branch": "branch",
    "Each": "each",
    "Times": "times",
    "Shuffle": "shuffle",
    "Roll": "roll",
    "Mark": "mark",
    "Choice": "choice",
    "Guard": "guard",
    "Alternative": "alternative",
    "Decide": "decide",
    "Goto": "goto",
    "Fork": "fork",
    "Return": "return",
    "Final": "final",
    "Block": "block",
    "Claim": "claim",
    "Measure": "measure",
    "Rank": "rank",
    "Machine": "machine",
}
# Words that a field held under another name: the tag, the position of the field, the word now, the word then.
WORDS = {("cell", 5, "spilled"): "frame"}
# Written once and then referred to by number: they are large and stand everywhere.
SHARED = {"names", "things", "zones", "labels"}


def dumped(machine: Any) -> str:
    """The text of a machine, or of any part of one."""
    writer = _Writer()
    body = writer.text(machine)
    return "\n".join([*writer.lines, body]) + "\n"


class _Writer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self._shared: dict[str, str] = {}
        # A node is looked up by identity, and kept so that its identity is not given to another.
        self._texts: dict[int, tuple[Any, str]] = {}

    def text(self, value: Any) -> str:
        if isinstance(value, str | int) or value is None:
            return json.dumps(value, ensure_ascii=False)
        if isinstance(value, Mapping):
            return _bracketed("{", [f"{self.text(key)}: {self.text(of)}" for key, of in value.items()], "}")
        if isinstance(value, frozenset):
            return _bracketed("<", sorted(map(self.text, value)), ">")
        if isinstance(value, tuple | list | range):
            parts = list(map(self.text, value))
            plain = all(isinstance(part, int) for part in value)
            return f"[{' '.join(parts)}]" if plain else _bracketed("[", parts, "]")
        known = self._texts.get(id(value))
        if known is None:
            known = self._texts[id(value)] = (value, self._node(value))
        return known[1]

    def _node(self, node: Any) -> str:
        assert is_dataclass(node), f"{type(node).__name__} is no part of a machine"
        tag = TAGS[type(node).__name__]
        values = [getattr(node, field.name) for field in fields(node) if field.compare]
        parts = [
            self.text(WORDS.get((tag, nth, value), value) if isinstance(value, str) else value)
            for nth, value in enumerate(values)
        ]
        found = _bracketed("(", [tag, *parts], ")")
        return self._by_number(tag, found) if tag in SHARED else found

    def _by_number(self, tag: str, text: str) -> str:
        if text not in self._shared:
            self._shared[text] = f"{tag}#{len(self._shared) + 1}"
            self.lines.append(f"{self._shared[text]} = {text}")
        return self._shared[text]


def _bracketed(opening: str, parts: list[str], closing: str) -> str:
    """On one line if it is short, otherwise a line for each part."""
    if sum(map(len, parts)) + len(parts) < WIDTH and not any("\n" in part for part in parts):
        return f"{opening}{' '.join(parts)}{closing}"
    inner = "\n".join(parts).replace("\n", "\n  ")
    return f"{opening}{inner}{closing}"
