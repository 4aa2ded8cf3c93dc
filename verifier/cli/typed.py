"""What a player types at the table: commands in their language, and beginnings of the words of a move."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from verifier.engine import Engine
from verifier.pages.table_words import TableWords

# A question: the move is not made.
QUESTION = re.compile(r"why( not)?\b[ ,:]*", re.IGNORECASE)
# What each line of the help is called here, whatever word the player's language has for it.
COMMANDS = {
    "help": "help",
    "hint": "hint",
    "score": "score",
    "rules": "rules",
    "undo": "undo",
    "show": "table",
    "quit": "quit",
}


def heard(line: str, words: TableWords) -> str:
    """What was typed, with a command in the player's language as it is called here."""
    typed = line.lower()
    for what, command in COMMANDS.items():
        if typed == words.said(f"type-{what}"):
            return command
    card = words.said("type-card").split()[0]
    if typed.split()[:1] == [card]:
        return f"card {line[len(card) :]}"
    why = words.said("type-why").removesuffix(words.said("type-words"))
    return f"why {line[len(why) :]}" if f"{typed} ".startswith(why) else line


def words_of(line: str) -> list[str]:
    """Its words and numbers, in small letters."""
    return re.findall(r"[^\W\d]+|\d+", line.lower())


def begins(words: list[str], typed: list[str]) -> bool:
    """Does the first typed begin the first word, and each further one a later word?"""
    if not words[:1] or not typed or not words[0].startswith(typed[0]):
        return False
    rest = iter(words[1:])
    return all(
        any(word == each if each.isdecimal() else word.startswith(each) for word in rest)
        for each in typed[1:]
    )


def strange_word(line: str, known: Iterable[str]) -> tuple[str, str] | None:
    """The first typed word that no known one begins with, and the known one that looks most like it, if any does."""
    vocabulary = sorted(set(known))
    for word in words_of(line):
        if not word.isdecimal() and not any(each.startswith(word) for each in vocabulary):
            return word, next(iter(get_close_matches(word, vocabulary, n=1)), "")
    return None


def known_words(words: TableWords, engine: Engine, offered: Iterable[list[str]]) -> set[str]:
    """Every word that means something at this table: of the commands, of names, of what is on offer."""
    commands = [words.said(f"type-{what}") for what in COMMANDS]
    return {each for name in (*commands, *words.vocabulary(engine)) for each in words_of(name)}.union(
        *offered
    )


def not_understood(line: str, words: TableWords, known: Iterable[str]) -> str:
    """Which word means nothing here, and which one may have been meant; or that the words make no move together."""
    typed = "".join(letter if letter.isprintable() else "?" for letter in line[:60])
    found = strange_word(typed, known)
    if found is None:
        return words.said("strange", words=typed)
    word, near = found
    meant = words.said("meant", word=near) if near else words.said("see-help")
    return f"{words.said('strange-word', word=word)} {meant}"
