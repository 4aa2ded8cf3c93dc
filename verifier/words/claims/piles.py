"""Piles at set-up: which classes go into which, and how many there are of all of them together."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel import expression as ex
from verifier.kernel.domain import Things
from verifier.model import steps as st
from verifier.words.claims.subject import Subject, group, parts
from verifier.words.seam import Claim

CONTENTS = group("contents", "box", "contain")


def filled(subject: Subject) -> dict[str, set[str]]:
    """The classes that go into each pile at set-up, before anything is dealt from it."""
    found: dict[str, set[str]] = {}
    for each in parts(subject.set_up):
        if isinstance(each, st.Each) and len(each.binds) == 1:
            source = each.binds[0].source
            moved = [step for step in each.steps if isinstance(step, st.Move)]
            to = subject.family(moved[0].to) if moved else None
            if to is None:
                continue
            if isinstance(source, ex.Values) and isinstance(source.domain, Things):
                found.setdefault(to, set()).add(source.domain.name)
            elif isinstance(source, ex.Contents):
                before = subject.family(source.zones)
                found.setdefault(to, set()).add(source.things.name)
                if source.things.name == "component" and before in found:
                    found[to] = found[before]
    return found


def pour(subject: Subject, step: st.Each, contents: dict[str, set[str]]) -> None:
    """Keeps up with `move every X to a pile`, one step of the set-up after the other."""
    moved = [each for each in step.steps if isinstance(each, st.Move)]
    to = subject.family(moved[0].to) if moved and len(step.binds) == 1 else None
    if to is None:
        return
    source = step.binds[0].source
    if isinstance(source, ex.Values) and isinstance(source.domain, Things):
        contents.setdefault(to, set()).add(source.domain.name)
    elif isinstance(source, ex.Contents):
        before = contents.get(subject.family(source.zones) or "", set())
        ids = set(source.things.ids)
        contents.setdefault(to, set()).add(source.things.name)
        before -= {name for name in before if set(subject.game.classes[name].ids) <= ids}


def total_claims(subject: Subject, piles: dict[str, set[str]]) -> Iterator[Claim]:
    """How many there are of everything that goes into one pile at set-up."""
    for family, names in piles.items():
        sorts = {subject.sort_of(name) for name in names}
        if len(sorts) != 1 or family == "box" or subject.is_owned(family):
            continue
        total = sum(len(subject.game.classes[name].ids) for name in names)
        own = subject.class_words(next(iter(names))) if len(names) == 1 else frozenset[str]()
        yield Claim(
            f"{family}/total", "", "count", "number", frozenset({total}), head=frozenset(sorts) | own,
            context=(CONTENTS | subject.zone_words(family) | group("shuffle"),),
            excluded=group("deal", "take", "point", "bonus"), expected=False,
        )  # fmt: skip
