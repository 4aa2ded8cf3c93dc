"""A player's summary of one or two pages: sentences alone, without ids, verdicts and formal texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from verifier.pages.pen import Pen, escaped, section
from verifier.pages.rules import called_procedures, items, phase_sentences
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.surface.index import rules_in


def summary(pen: Pen) -> str:
    """Everything below the title: what is done, in the order in which a player meets it."""
    w = pen.words
    return "\n".join(
        part
        for part in (
            section(w("section.setup"), "setup", *_paragraphs(_setup(pen))),
            section(w("section.turn"), "turn", _numbered(_turn(pen))),
            section(w("section.actions"), "actions", *_actions(pen)),
            section(w("section.scoring"), "scoring", _list(_scoring(pen))),
            section(w("section.end"), "end", _list(_ending(pen))),
        )
        if part
    )


def _setup(pen: Pen) -> Iterator[str | None]:
    found = items(pen, nodes.Setup)
    called = {name for item in found for name in called_procedures(item)}
    for item in found:
        yield pen.say("setup-once" if item.once else "setup")
        yield from _rules(pen, item)
    for each in items(pen, nodes.Procedure):
        if each.name.text in called:
            yield pen.say(f"procedure:{each.name.text}")
    if any(not each.later for each in items(pen, nodes.Starter)):
        yield pen.say("starter")


def _turn(pen: Pen) -> Iterator[str | None]:
    for item in items(pen, nodes.Turn):
        for phase in item.phases:
            sentence = phase_sentences(pen, phase)
            yield f"**{escaped(pen.heading('phase', phase.name.text))}.** {sentence}" if sentence else None


def _actions(pen: Pen) -> Iterator[str]:
    for action in items(pen, nodes.Action):
        name = action.name.text
        sentence = pen.say(f"action:{name}")
        if sentence is not None:
            yield f"**{escaped(pen.heading('action', name))}.** {sentence}\n"
            yield _list(_rules(pen, action))


def _scoring(pen: Pen) -> Iterator[str | None]:
    defined = {each.name.text: each for each in items(pen, nodes.Define)}
    for name in reversed(pen.material.scoring):
        if name in defined:
            yield pen.say(f"define:{name}")
            yield from _rules(pen, defined[name])


def _ending(pen: Pen) -> Iterator[str | None]:
    for item in items(pen, nodes.End):
        yield from _rules(pen, item)
    for hook in items(pen, nodes.Hook):
        if printed(hook.path) in ("round", "game"):
            yield pen.say(f"{hook.when}:{printed(hook.path)}")
    for kind, id in ((nodes.Rounds, "rounds"), (nodes.Winner, "winner")):
        if items(pen, kind):
            yield pen.say(id)


def _rules(pen: Pen, node: Any) -> Iterator[str | None]:
    return (pen.say(f"rule:{rule.name.text}") for rule in rules_in(node))


def _told(sentences: Iterable[str | None]) -> list[str]:
    """Each sentence once; what has none is left to the rulebook."""
    return list(dict.fromkeys(each for each in sentences if each is not None))


def _paragraphs(sentences: Iterable[str | None]) -> list[str]:
    return [f"{each}\n" for each in _told(sentences)]


def _list(sentences: Iterable[str | None]) -> str:
    return "".join(f"- {each}\n" for each in _told(sentences))


def _numbered(sentences: Iterable[str | None]) -> str:
    return "".join(f"{number}. {each}\n" for number, each in enumerate(_told(sentences), 1))
