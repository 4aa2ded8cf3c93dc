"""Files that somebody works on: which they are, and what is done again whenever one of them changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from verifier.surface.files import DEEPEST, ENDING, MADE, game_around, game_folder, spec_folder

# Rules, sentences, words and looks.
WRITTEN = {ENDING, ".po", ".toml"}
SECONDS = 0.5

Stamps = dict[Path, tuple[int, int]]


def watched_places(what: Sequence[str]) -> list[Path]:
    """The folders and files that rule sets, files and folders are read from; without any, those of every game."""
    found = [path for each in what for part in each.split("+") if part for path in _places(part)]
    return list(dict.fromkeys(found)) if what else [spec_folder()]


def _places(part: str) -> Iterator[Path]:
    """A game's folder, or a file and the game in whose folder it lies; the name of an overlay is neither."""
    path = game_folder(part)
    if path.exists():
        yield path
        around = game_around(path) if path.is_file() else None
        if around is not None:
            yield around


def stamps(places: Iterable[Path]) -> Stamps:
    """Every file with its time and size: equal as long as nobody writes."""
    found: Stamps = {}
    for path in (file for place in places for file in _files(place, DEEPEST)):
        try:
            now = path.stat()
        except FileNotFoundError:
            # An editor that saves by renaming takes the file away for a moment.
            continue
        found[path] = now.st_mtime_ns, now.st_size
    return found


def _files(place: Path, deepest: int) -> Iterator[Path]:
    if not place.is_dir():
        yield place
        return
    for path in place.iterdir():
        if path.suffix in WRITTEN:
            yield path
        elif deepest and path.is_dir() and path.name not in MADE and not path.name.startswith("."):
            yield from _files(path, deepest - 1)


def pause() -> None:
    time.sleep(SECONDS)


def again_and_again(places: list[Path], work: Callable[[], object]) -> None:
    """Does the work, and does it again after every change, until somebody interrupts it."""
    try:
        while True:
            # Taken before the work: what changes while it goes on is not missed.
            before = stamps(places)
            work()
            while stamps(places) == before:
                pause()
    except KeyboardInterrupt:
        return
