"""How a game looks: tints and symbols for its names, from `look.toml` in its folder. Without it, words do."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from verifier.surface.shelf import spec_folder

TINT = re.compile(r"#[0-9a-fA-F]{6}")
PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE .,+-]+")


@dataclass(frozen=True, slots=True)
class Look:
    """Tints are colours in six hexadecimal digits, symbols are SVG paths on a sheet of 24 by 24.

    `hidden` are fields that sort the cards of a box and that nobody finds printed on them.
    """

    tints: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()

    def tint(self, name: str) -> str:
        """A style that brings the tint of a name to an element, if it has one."""
        found = self.tints.get(name)
        return f' style="--tint: {found}"' if found else ""

    def symbol(self, name: str, label: str) -> str:
        """A name as a picture, with its word for those who do not see it; without a picture the word alone."""
        path = self.symbols.get(name)
        if path is None:
            return f'<span class="word"{self.tint(name)}>{escape(label)}</span>'
        return (
            f'<span class="symbol"{self.tint(name)} title="{escape(label)}"><svg viewBox="0 0 24 24" '
            f'role="img" aria-label="{escape(label)}"><path d="{path}"/></svg></span>'
        )


def look_of(game: str) -> Look:
    """The look of a game. What is no tint or path is left out: it goes into a page as it is."""
    path = spec_folder() / game / "look.toml"
    if not path.is_file():
        return Look()
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return Look(
        {name: str(tint) for name, tint in found.get("tint", {}).items() if TINT.fullmatch(str(tint))},
        {name: str(d) for name, d in found.get("symbol", {}).items() if PATH.fullmatch(str(d))},
        frozenset(map(str, found.get("hidden", ()))),
    )
