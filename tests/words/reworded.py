"""Sentences that say the same as shipped ones in other words: what the check of catalogues must not refuse."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent / "rewordings"
# Problems that call a sentence wrong; the others say what could not be read in it.
WRONG = frozenset(
    {
        "L731",
        "L740",
        "L741",
        "L743",
        "L744",
        "L750",
        "L751",
        "L754",
        "L760",
        "L764",
        "L765",
        "L769",
        "L770",
        "L772",
    }
)


@dataclass(frozen=True, slots=True)
class Rewording:
    """`harmless`: a word or two turned; `free`: written anew."""

    sort: str
    game: str
    key: str
    words: str


def languages() -> list[str]:
    return sorted(path.stem for path in HERE.glob("*.toml"))


def rewordings(lang: str) -> Iterator[Rewording]:
    table = tomllib.loads((HERE / f"{lang}.toml").read_text(encoding="utf-8"))
    for sort, games in table.items():
        for game, keys in games.items():
            for key, sentences in keys.items():
                yield from (Rewording(sort, game, key, words) for words in sentences)
