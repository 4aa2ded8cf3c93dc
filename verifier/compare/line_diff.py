"""Two rulebooks line by line: what each says under the same name, and what only one of them says.

Texts that differ in nothing but names that stand for each other say the same; which stand for each other is learnt from
lines that are alike in everything else. Claims, scenarios and titles are no rules and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.surface.index import rules_in, walk

Key = tuple[str, str]
Texts = Mapping[Key, str]
"""What a rulebook says, by sort and name."""

_WORD = re.compile(r"[^\W\d][\w-]*")
_SORTS: dict[type, str] = {
    nodes.Number: "number",
    nodes.Kind: "kind",
    nodes.Zone: "zone",
    nodes.Die: "die",
    nodes.Action: "action",
    nodes.Procedure: "procedure",
    nodes.Define: "define",
    nodes.Change: "change",
    nodes.Setup: "setup",
    nodes.Rounds: "rounds",
    nodes.Winner: "winner",
    nodes.Turn: "turn",
    nodes.Players: "players",
    nodes.End: "end",
    nodes.Hook: "hook",
}


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


def same_line(sort: str, first: str, second: str, words: Mapping[str, str]) -> bool:
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


def declared_names(node: Any) -> frozenset[str]:
    """Every name that is given to something anywhere below a node."""
    found: set[str] = set()
    for each in walk(node):
        given = getattr(each, "names", None) or getattr(each, "faces", None) or ()
        found |= {name.text for name in (getattr(each, "name", None), *given) if isinstance(name, nodes.Name)}
    return frozenset(found)


def _agrees(key: Key, first: Texts, second: Texts, words: Mapping[str, str]) -> bool:
    other = partner(key, second, words)
    return other is not None and same_line(key[0], first[key], second[other], words)


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


@dataclass(frozen=True, slots=True)
class RulebookLine:
    """What a rulebook says under a name, and where."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class LineDiffers:
    """A number, kind, zone, rule or other line that the two rulebooks do not share."""

    sort: str
    name: str
    first: RulebookLine | None
    second: RulebookLine | None


def lines_of(items: tuple[nodes.Item, ...]) -> dict[Key, RulebookLine]:
    """Every rule by its id, and around them every other line of the rulebook by its sort and name."""
    found: dict[Key, RulebookLine] = {}
    for item in items:
        key = _key(item)
        if key is None:
            continue
        rules = [(("rule", rule.name.text), rule) for rule in rules_in(item)]
        for each, node in ((key, item), *rules):
            said = RulebookLine(_outline(node), node.span)
            before = found.get(each)
            # Hooks, changes and end conditions may come from several places: together they are one line.
            found[each] = said if before is None else RulebookLine(f"{before.text}\n{said.text}", before.span)
    return found


def _key(item: nodes.Item) -> Key | None:
    match item:
        case nodes.Component(sort, name):
            return sort, name.text
        case nodes.Store(sort, name):
            return sort, name.text
        case nodes.Starter(later):
            return "starter", "later" if later else ""
        case nodes.Hook(when, path):
            return when, printed(path)
        case nodes.Setup(once):
            return "setup", "once" if once else ""
        case _:
            word = _SORTS.get(type(item))
            named = getattr(item, "name", None)
            return (word, named.text if isinstance(named, nodes.Name) else "") if word else None


def _outline(node: Any) -> str:
    """The text of a node; of the rules inside it the names alone, for they are lines of their own."""
    kept: list[str] = []
    inside: int | None = None
    for number, line in enumerate(printed(node).splitlines()):
        depth = len(line) - len(line.lstrip())
        if inside is not None and depth > inside:
            continue
        opens = number > 0 and line.lstrip().startswith("rule ")
        inside = depth if opens else None
        kept.append(line)
    return "\n".join(kept)


def differing_lines(
    first: tuple[nodes.Item, ...], second: tuple[nodes.Item, ...], renamed: Mapping[str, str]
) -> list[LineDiffers]:
    """The lines in which two rulebooks differ, in the order of the first."""
    ours, others = lines_of(first), lines_of(second)
    mine = {key: said.text for key, said in ours.items()}
    theirs = {key: said.text for key, said in others.items()}
    words = learned(mine, theirs, renamed, (declared_names(first), declared_names(second)))
    partners = {key: partner(key, theirs, words) for key in ours}
    taken = set(partners.values())
    found = []
    for key, said in ours.items():
        there = partners[key]
        other = others[there] if there is not None else None
        if other is None or not same_line(key[0], said.text, other.text, words):
            found.append(LineDiffers(*key, said, other))
    found += [LineDiffers(*key, None, said) for key, said in others.items() if key not in taken]
    return _folded(found)


def _folded(found: list[LineDiffers]) -> list[LineDiffers]:
    """A definition that only one side has, and only to say another line shorter, is told with that line."""
    helpers = {
        line.name: said
        for line in found
        if line.sort == "define" and (line.first is None) != (line.second is None)
        for said in (line.first or line.second,)
        if said is not None and "\n" not in said.text
    }
    used = {
        name
        for name in helpers
        for line in found
        for said in (line.first, line.second)
        if said is not None and line.name != name and name in words_of(said.text)
    }
    kept = []
    for line in found:
        if line.sort == "define" and line.name in used:
            continue
        mine, theirs = _explained(line.first, helpers), _explained(line.second, helpers)
        kept.append(LineDiffers(line.sort, line.name, mine, theirs))
    return kept


def _explained(said: RulebookLine | None, helpers: Mapping[str, RulebookLine]) -> RulebookLine | None:
    if said is None:
        return None
    words = words_of(said.text)
    extra = [helper.text for name, helper in helpers.items() if name in words and helper.text != said.text]
    return RulebookLine("\n".join([said.text, *extra]), said.span)
