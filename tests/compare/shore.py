"""A game made up for the tests, copies of it in other words, and overlays written where they are used."""

import re
from pathlib import Path

SHORE = Path(__file__).with_name("shore.rules").read_text(encoding="utf-8")

# Every name of the game, and what a copy calls it.
OTHERWISE = {
    "shore": "meadow",
    "hand-size": "basket-size",
    "side": "bank",
    "north": "left-bank",
    "south": "right-bank",
    "size": "height",
    "shell": "flower",
    "stone": "leaf",
    "bag": "sack",
    "beach": "row-of-flowers",
    "wind": "weather-die",
    "calm": "sun",
    "breeze": "cloud",
    "storm": "rain",
    "youngest": "smallest",
    "coins": "bees",
    "weather": "morning",
    "play": "noon",
    "again": "afternoon",
    "fill": "evening",
    "blow": "look-up",
    "storm-costs": "rain-brings-bees",
    "lay": "plant",
    "shells-rise": "flowers-rise",
    "pay": "feed",
    "price": "portion",
    "coins-enough": "bees-enough",
    "fill-up": "gather",
    "one-from-the-bag": "one-from-the-sack",
    "bag-empty": "sack-empty",
    "worth": "beauty",
    "sizes": "heights",
    "stones-double": "leaves-double",
    "beaches": "rows",
    "coins-count": "bees-count",
}


def otherwise(text: str = SHORE) -> str:
    """The same game with every name changed."""
    return re.sub(r"[a-z][a-z-]*", lambda word: OTHERWISE.get(word[0], word[0]), text)


def written(folder: Path, name: str, text: str) -> str:
    """A text in a file; the path is what a command takes."""
    path = folder / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return str(path)


def house(folder: Path, name: str, *lines: str, of: str = "shore") -> str:
    """A house rule in a file of its own."""
    return written(folder, name, "\n".join((f"house-rule {name} of {of}", *lines)) + "\n")
