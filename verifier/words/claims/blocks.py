"""Steps under the entry that tells of them, and the verbs that tell what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.kernel import expression as ex
from verifier.model import steps as st
from verifier.words.claims.conditions import spoken_of
from verifier.words.claims.doings import moves, verbs
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.seam import Value

SAID: frozenset[Value] = frozenset({"assert", "must"})


@dataclass(frozen=True, slots=True)
class Block:
    """The steps of one action, procedure, text or hook, under the entry that tells of them."""

    name: str
    entry: str
    steps: tuple[st.Step, ...]
    # What the block is about: the component on which it is printed.
    about: Group = frozenset()


def blocks(subject: Subject) -> tuple[Block, ...]:
    """Every block with steps; what is done at set-up only is told there."""
    return subject.once(_all_blocks)


def _all_blocks(subject: Subject) -> tuple[Block, ...]:
    return tuple(_blocks(subject))


def _blocks(subject: Subject) -> Iterator[Block]:
    game = subject.game
    for name, action in game.actions.items():
        yield Block(name, f"action:{name}", action.steps, group(f"action:{name}"))
    for name, procedure in game.procedures.items():
        if only_set_up(subject, name):
            continue
        yield Block(name, f"procedure:{name}", procedure.steps, occasion(subject, name))
    for (design, text), procedure in game.texts.items():
        sort = subject.sort_of(design)
        yield Block(f"{design}.{text}", f"{sort}:{design}", procedure.steps, subject.class_words(design))
    for (moment, name), steps in game.hooks.items():
        yield Block(f"{moment}-{name}", f"{moment}:{name}", steps)


def occasion(subject: Subject, procedure: str) -> Group:
    """The members of kinds and faces of dice on which a procedure is done: `when event is storm: do flooding`."""
    found: set[str] = set()
    for steps in subject.all_blocks():
        for rule in (each for each in parts(steps) if isinstance(each, st.Rule)):
            if any(isinstance(each, st.Do) and each.procedure == procedure for each in rule.steps):
                found |= {each for each in spoken_of(subject, rule.when, 0) if each.startswith("name:")}
    return frozenset(found)


def effects(subject: Subject, steps: tuple[st.Step, ...]) -> Group:
    """The verbs that tell what some steps do."""
    found: set[str] = set()
    carried = subject.carried_out(steps)
    for moved in moves(subject, steps):
        found |= verbs(subject, moved)
    for each in parts(carried):
        match each:
            case st.Write(value=ex.Arith("+")):
                # What is received is dealt, in words.
                found |= {"earn", "add", "take", "deal"}
            case st.Write(value=ex.Arith("-")):
                found |= {"lose", "pay", "subtract"}
            case st.Write(value=ex.Const(0)):
                found |= {"lose", "remove"}
            case st.Swap():
                found |= {"swap", "move"}
            case st.DoText():
                found |= {"accomplish", "effect"}
    if any(isinstance(each, ex.Arith) and each.op == "/" for each in parts(carried)):
        found |= {"share", "divide", "deal"}
    return frozenset(found)


def only_set_up(subject: Subject, name: str) -> bool:
    """Is a procedure done at set-up and nowhere else? Then the set-up tells of it."""
    return name not in subject.done_in_play
