"""What a player types at the table: commands in their language, and beginnings of the words of a move."""

from __future__ import annotations

import re

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
