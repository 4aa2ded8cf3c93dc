"""Sentences that are true of a game, as different authors say them: `said/<lang>.txt` in the folder of the game.

A line is a sentence; a line `# name` begins a group: one statement in many wordings, or the sentences of one text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = "said"
HEADING = "# "
# A text of which so much is known is one of the known texts: it is no witness for itself.
ITSELF = 0.5


@dataclass(frozen=True, slots=True)
class Known:
    """A true sentence and the group it stands in."""

    text: str
    group: str


def known_sentences(folders: Iterable[Path], lang: str) -> tuple[Known, ...]:
    """What is known of a game in a language; nothing where nobody has written it down."""
    return tuple(
        each
        for folder in folders
        if (path := folder / FOLDER / f"{lang}.txt").is_file()
        for each in parsed(path.read_text(encoding="utf-8"))
    )


def parsed(text: str) -> Iterator[Known]:
    group = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith(HEADING):
            group = line.removeprefix(HEADING).strip()
        elif line:
            yield Known(line, group)


def without_itself(known: Iterable[Known], said: frozenset[str]) -> Iterator[Known]:
    """The known sentences without groups that the text consists of."""
    groups: dict[str, list[Known]] = {}
    for each in known:
        groups.setdefault(each.group, []).append(each)
    for own in groups.values():
        if sum(each.text in said for each in own) < max(2, ITSELF * len(own)):
            yield from own
