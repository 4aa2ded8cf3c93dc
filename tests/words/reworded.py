"""Sentences that say the same as shipped ones in other words: what the check of catalogues must not refuse."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent / "rewordings"


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
