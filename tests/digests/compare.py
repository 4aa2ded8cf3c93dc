"""Two sets of digests side by side."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Literal

LINES_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Difference:
    name: str
    sort: Literal["added", "removed", "changed"]


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[Difference]:
    """What came, what went and what is different now, by name."""
    found = []
    for name in sorted({*before, *after}):
        if name not in before:
            found.append(Difference(name, "added"))
        elif name not in after:
            found.append(Difference(name, "removed"))
        elif before[name] != after[name]:
            found.append(Difference(name, "changed"))
    return found


def excerpt(name: str, before: Path, after: Path) -> list[str]:
    """Some lines from the first that differs on, in two kept texts; none if one of them was not kept."""
    old, new = kept_at(before, name), kept_at(after, name)
    if not (old.is_file() and new.is_file()):
        return []
    was, now = (path.read_text(encoding="utf-8").splitlines() for path in (old, new))
    pairs = enumerate(zip(was, now, strict=False))
    first = next((at for at, (one, other) in pairs if one != other), min(len(was), len(now)))
    # To compare long texts whole would take minutes.
    window = slice(max(0, first - 1), first + LINES_SHOWN)
    lines = unified_diff(
        was[window], now[window], "before", f"after, from line {first + 1} on", lineterm="", n=1
    )
    return [line[:200] for line in lines][:LINES_SHOWN]


def kept_at(folder: Path, name: str) -> Path:
    return folder / f"{name}.txt"


def kept_texts(folder: Path) -> dict[str, str]:
    """Every text that was kept in a folder, by name."""
    return {
        str(path.relative_to(folder))[: -len(".txt")]: path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.txt"))
    }


def keep(folder: Path, name: str, text: str) -> None:
    path = kept_at(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
