"""What an action looks like in a text: its verb worked out from the zones between which it moves something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from verifier.kernel import expression as ex
from verifier.kernel.domain import Number, Truth
from verifier.model import steps as st
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.seam import Doing


@dataclass(frozen=True, slots=True)
class Moved:
    """One movement of an action or procedure, with the zones it is from and to."""

    step: st.Move
    things: str
    source: str | None
    # By which end it is taken from there, if it matters.
    taken: Literal["top", "bottom"] | None
    to: str


def moves(subject: Subject, steps: tuple[st.Step, ...], through: bool = True) -> Iterator[Moved]:
    """Every movement in some steps, in order, with those in the procedures they do unless told otherwise."""
    carried = subject.carried_out(steps) if through else steps
    origin: dict[str, tuple[str | None, Any, str]] = {}
    for each in parts(carried):
        match each:
            case st.Choose(binds=binds):
                for bind in binds:
                    if isinstance(bind.source, ex.Contents):
                        zone = subject.family(bind.source.zones)
                        origin[bind.local] = (zone, None, bind.source.things.name)
            case st.Let(name=name, value=ex.End(end, _, zone, things)):
                origin[name] = (subject.family(zone), end, things.name)
            case st.Each(binds=(ex.Bind(local, ex.Contents(zones, things)),)):
                origin[local] = (subject.family(zones), None, things.name)
            case st.Move(thing=thing, to=to) if (target := subject.family(to)) is not None:
                yield _moved(subject, each, thing, target, origin)


def _moved(
    subject: Subject, step: st.Move, thing: ex.Expr, to: str, origin: dict[str, tuple[str | None, Any, str]]
) -> Moved:
    match thing:
        case ex.End(end, _, zone, things):
            return Moved(step, things.name, subject.family(zone), end, to)
        case ex.Local(name, domain):
            source, end, things = origin.get(name, (None, None, getattr(domain, "name", "component")))
            # What has been moved once lies there now.
            origin[name] = (to, None, things)
            return Moved(step, things, source, end, to)
    return Moved(step, "component", None, None, to)


def verbs(subject: Subject, moved: Moved) -> Group:
    """The verbs that tell a movement: what is put, taken, discarded, revealed or removed depends on the zones."""
    game = subject.game
    to, source = game.families[moved.to], game.families.get(moved.source or "")
    owned, from_owned = subject.is_owned(moved.to), subject.is_owned(moved.source or "")
    if moved.to == "box":
        return group("remove", "discard", "return", "put")
    if to.view == "owner":
        return group("take")
    if source is not None and source.view == "hidden" and to.view == "seen":
        return group("reveal", "take", "put") if not owned else group("take", "put", "reveal")
    if owned:
        return group("put", "move") if from_owned or source is None else group("take", "put")
    if from_owned and game.families[moved.source or ""].view == "owner":
        return group("discard", "put")
    return group("put", "move")


def doings_of(subject: Subject) -> tuple[Doing, ...]:
    """Every action as a text would tell it."""
    return subject.once(_all_doings)


def _all_doings(subject: Subject) -> tuple[Doing, ...]:
    return tuple(doing for name in subject.game.actions for doing in _doings(subject, name))


def _doings(subject: Subject, name: str) -> Iterator[Doing]:
    """An action is told by any of its movements: laying the card, moving the figure."""
    steps = subject.game.actions[name].steps
    moved = own_moves(subject, name)
    paid = other_verbs(subject, subject.carried_out(steps))
    beside = _beside(subject, steps) | (group("build", "pay") if "pay" in paid else frozenset())
    if not moved:
        yield Doing(f"action:{name}", paid, frozenset(), frozenset(), frozenset())
    for each in {(one.source, one.to): one for one in moved}.values():
        yield Doing(
            f"action:{name}",
            verbs(subject, each) | beside,
            subject.zone_words(each.source),
            subject.zone_words(each.to),
            subject.class_words(each.things),
        )


def _beside(subject: Subject, steps: tuple[st.Step, ...]) -> Group:
    """Who puts something where he takes something exchanges; who is shown what lies there looks through it."""
    ways = {(each.source, each.to) for each in moves(subject, steps)}
    found = {"swap"} if any((to, source) in ways for source, to in ways if source != to) else set()
    if any(isinstance(each, st.Show) for each in parts(subject.carried_out(steps))):
        found.add("see")
    return frozenset(found)


def own_moves(subject: Subject, name: str) -> tuple[Moved, ...]:
    """What an action moves itself; through procedures only if that is all it does."""
    steps = subject.game.actions[name].steps
    direct = tuple(moves(subject, steps, through=False))
    things = any(isinstance(each, ex.Contents) for each in parts(_chosen(steps)))
    if direct or (not things and any(isinstance(each, st.Choose | st.Write) for each in steps)):
        return direct
    return tuple(moves(subject, steps))


def _chosen(steps: tuple[st.Step, ...]) -> tuple[ex.Bind, ...]:
    return tuple(bind for each in steps if isinstance(each, st.Choose) for bind in each.binds)


def other_verbs(subject: Subject, steps: tuple[st.Step, ...]) -> Group:
    """The verbs of an action that moves nothing: it offers an amount, gives up, pays and gains."""
    found: set[str] = set()
    signs: set[str] = set()
    chosen = {
        bind.local
        for each in parts(steps)
        if isinstance(each, st.Choose)
        for bind in each.binds
        if isinstance(bind.source, ex.Values) and isinstance(bind.source.domain, Number)
    }
    for each in parts(steps):
        if not isinstance(each, st.Write):
            continue
        domain = subject.game.cells[each.cell].domain
        if isinstance(domain, Truth) and isinstance(each.value, ex.Const) and not each.value.value:
            found.add("pass")
        if isinstance(each.value, ex.Local) and each.value.name in chosen:
            found |= {"announce", "choose", "pay"}
        if isinstance(each.value, ex.Arith) and each.value.op in "+-":
            signs.add(each.value.op)
    if any(isinstance(each, st.Swap) for each in parts(steps)):
        found.add("swap")
    if {"-", "+"} <= signs:
        found |= {"trade", "swap", "pay", "return"}
    elif signs:
        found |= {"pay"} if "-" in signs else {"earn", "take"}
    return frozenset(found) or group("choose")


@lru_cache(maxsize=256)
def action_group(name: str) -> Group:
    return group(f"action:{name}")
