"""Sentences that are true of a game, and sentences that are not, as different authors say them: `said/<lang>.txt` and
`denied/<lang>.txt` in the folder of the game.

A line is a sentence; a line `# name` begins a group: one statement in many wordings, or the sentences of one text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER, DENIED = "said", "denied"
HEADING = "# "
# A text of which so much is known is one of the known texts: it is no witness for itself.
ITSELF = 0.5


@dataclass(frozen=True, slots=True)
class Known:
    """A sentence, true or not, and the group it stands in."""

    text: str
    group: str
    denied: bool = False


def known_sentences(folders: Iterable[Path], lang: str) -> tuple[Known, ...]:
    """What is known of a game in a language; nothing where nobody has written it down."""
    return tuple(
        each
        for folder in folders
        for name in (FOLDER, DENIED)
        if (path := folder / name / f"{lang}.txt").is_file()
        for each in parsed(path.read_text(encoding="utf-8"), denied=name == DENIED)
    )


def parsed(text: str, denied: bool = False) -> Iterator[Known]:
    group = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith(HEADING):
            group = line.removeprefix(HEADING).strip()
        elif line:
            yield Known(line, group, denied)


def without_itself(known: Iterable[Known], said: frozenset[str]) -> Iterator[Known]:
    """The known sentences without groups that the text consists of, and without what was made of them."""
    everything = tuple(known)
    groups: dict[str, list[bool]] = {}
    for each in everything:
        if not each.denied:
            groups.setdefault(each.group, []).append(each.text in said)
    itself = {name for name, found in groups.items() if sum(found) >= max(2, ITSELF * len(found))}
    return (each for each in everything if each.group not in itself)
