"""Words of two rulebooks that stand for each other: what each says in, a word for a word out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from verifier.source import Span
from verifier.surface import nodes

Key = tuple[str, str]
Texts = Mapping[Key, str]
"""What a rulebook says, by sort and name."""

_WORD = re.compile(r"[^\W\d][\w-]*")


def words_of(text: str) -> list[str]:
    return _WORD.findall(text)


def in_words(text: str, words: Mapping[str, str]) -> str:
    """A text with its names replaced."""
    return _WORD.sub(lambda found: words.get(found[0], found[0]), text)


def partner(key: Key, second: Texts, words: Mapping[str, str]) -> Key | None:
    """What the second side calls a line of the first."""
    sort, name = key
    for other in ((sort, in_words(name, words)), key):
        if other in second:
            return other
    return None


def same(sort: str, first: str, second: str, words: Mapping[str, str]) -> bool:
    """Do two lines say the same?"""
    mine = in_words(first, words)
    if mine == second:
        return True
    # In which order the members of a kind are listed changes nothing.
    return sort == "kind" and sorted(words_of(mine)) == sorted(words_of(second)) and ".." not in mine


def learned(
    first: Texts, second: Texts, renamed: Mapping[str, str], names: tuple[frozenset[str], frozenset[str]]
) -> dict[str, str]:
    """Words that stand for each other: a line of one side is a line of the other but for some names.

    Only a name that one side declares and the other does not know can stand for another such name.
    """
    words = dict(renamed)
    mine, theirs = names[0] - names[1], names[1] - names[0]
    alike = _by_form(second)
    waiting = list(first)
    while waiting := [key for key in waiting if not _agrees(key, first, second, words)]:
        found: list[list[dict[str, str]]] = []
        for key in waiting:
            texts = alike.get(_form(key, first[key]), ())
            learnt = (_pairs(first[key], text, words, (mine, theirs)) for text in texts)
            found.append([pairs for pairs in learnt if pairs])
        # What can only be one thing is settled first; where nothing can, the order of the texts decides.
        sure = [each[0] for each in found if len(each) == 1] or [each[0] for each in found if each][:1]
        if not sure:
            break
        for pairs in sure:
            if not pairs.keys() & words.keys() and not set(pairs.values()) & set(words.values()):
                words |= pairs
    return words


Form = tuple[str, bool, str]


def _form(key: Key, text: str) -> Form:
    """A line with every word left out."""
    return key[0], bool(key[1]), _WORD.sub("?", text)


def _by_form(texts: Texts) -> dict[Form, list[str]]:
    found: dict[Form, list[str]] = {}
    for key, text in texts.items():
        found.setdefault(_form(key, text), []).append(text)
    return found


def declared(node: Any) -> frozenset[str]:
    """Every name that is given to something anywhere below a node."""
    if isinstance(node, tuple):
        return frozenset().union(*map(declared, node))
    if not is_dataclass(node) or isinstance(node, Span):
        return frozenset()
    found = frozenset().union(*(declared(getattr(node, field.name)) for field in fields(node)))
    given = [
        getattr(node, "name", None),
        *(getattr(node, "names", None) or getattr(node, "faces", None) or ()),
    ]
    return found | {name.text for name in given if isinstance(name, nodes.Name)}


def _agrees(key: Key, first: Texts, second: Texts, words: Mapping[str, str]) -> bool:
    other = partner(key, second, words)
    return other is not None and same(key[0], first[key], second[other], words)


def _pairs(
    here: str, there: str, words: Mapping[str, str], names: tuple[frozenset[str], frozenset[str]]
) -> dict[str, str] | None:
    """The names that would make one line the other; `None` if there are none, or if they stand for others."""
    taken = set(words.values())
    found: dict[str, str] = {}
    for one, two in zip(words_of(here), words_of(there), strict=True):
        if words.get(one, one) == two:
            continue
        if one in words or two in taken or found.setdefault(one, two) != two:
            return None
        if one not in names[0] or two not in names[1]:
            return None
    return found if len(set(found.values())) == len(found) else None
