"""What an action does: from where, to where, whose, which colour, which end, which face."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.kernel import expression as ex
from verifier.kernel.domain import Names, Players
from verifier.model import steps as st
from verifier.words.claims.blocks import only_set_up
from verifier.words.claims.doings import Moved, action_group, moves, own_moves, verbs
from verifier.words.claims.guards import requirements
from verifier.words.claims.patches import place_patch
from verifier.words.claims.subject import SORTS, Group, Subject, group, parts
from verifier.words.claims.zones import FACES
from verifier.words.seam import Claim


@dataclass(frozen=True, slots=True)
class _Told:
    """A movement as it is told: under which name and entry, and what shows that a sentence is about it."""

    moved: Moved
    name: str
    rule: str
    near: tuple[Group, ...]
    context: tuple[Group, ...] = ()
    expected: bool = True

    @property
    def id(self) -> str:
        return f"{self.name}/{self.moved.things}-to-{self.moved.to}"


def action_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about the movements of actions, of procedures and of what stands on cards."""
    for told in _movements(subject):
        yield from _movement(subject, told)
        yield from _indexes(subject, told)
        yield from _ends(subject, told)
    for name in subject.game.actions:
        yield from _one_at_a_time(subject, name)


def _movements(subject: Subject) -> Iterator[_Told]:
    for name in subject.game.actions:
        rule = subject.entry(f"action:{name}")
        seen: set[tuple[str | None, str]] = set()
        for moved in own_moves(subject, name):
            # The first movement is the action; what follows from it is told by its own verbs and zones.
            near = _verbs_and_zones(subject, moved) if seen else (action_group(name),)
            if (moved.source, moved.to) not in seen:
                yield _Told(moved, name, rule, near, expected=not seen)
            seen.add((moved.source, moved.to))
    for name, procedure in subject.game.procedures.items():
        if not only_set_up(subject, name):
            for moved in moves(subject, procedure.steps, through=False):
                rule = _rule_of(subject, moved, procedure.steps) or subject.entry(f"procedure:{name}")
                yield _Told(moved, name, rule, _verbs_and_zones(subject, moved), expected=False)
    for (design, text), procedure in subject.game.texts.items():
        rule = subject.entry(f"{subject.sort_of(design)}:{design}")
        for moved in moves(subject, procedure.steps):
            near = _verbs_and_zones(subject, moved)
            yield _Told(moved, f"{design}.{text}", rule, near, (subject.class_words(design),), expected=False)


def _verbs_and_zones(subject: Subject, moved: Moved) -> tuple[Group, ...]:
    return verbs(subject, moved), subject.zone_words(moved.to) | subject.zone_words(moved.source)


def _rule_of(subject: Subject, moved: Moved, steps: tuple[st.Step, ...]) -> str:
    """The rule in which a movement stands, if it stands in one."""
    for each in parts(steps):
        if isinstance(each, st.Rule) and any(inner is moved.step for inner in parts(each.steps)):
            return subject.entry(f"rule:{each.rule}")
    return ""


def _movement(subject: Subject, told: _Told) -> Iterator[Claim]:
    """Which face is up, and between which zones it goes."""
    moved, family = told.moved, subject.game.families[told.moved.to]
    face = "down" if moved.to == "box" else FACES.get(family.view)
    if face is not None and family.view != "owner":
        # How it lies is told of where it goes, not of where it comes from.
        near = told.near[:1] if len(told.near) == 1 else (told.near[0], subject.zone_words(moved.to))
        yield Claim(
            f"{told.id}/face", told.rule, "visibility", "face", frozenset({face}), near=near,
            context=(*told.context, subject.wide_words(moved.things) | subject.zone_words(moved.to) | _sorts(moved)),
            excluded=group("shuffle", "deal", "rest", "point", "money"),
            expected=told.expected and moved.to != "box" and not _lay_so_before(subject, moved),
            binding=(told.expected and face == "up") or (moved.to == "box" and len(told.near) > 1),
        )  # fmt: skip
    source = subject.zone_words(moved.source)
    if source:
        for what, zones in (("from", source), ("to", subject.zone_words(moved.to))):
            yield Claim(
                f"{told.id}/{what}", told.rule, "zone", "zone", zones, near=told.near, context=told.context,
                expected=False,
            )  # fmt: skip


def _lay_so_before(subject: Subject, moved: Moved) -> bool:
    """From an open pile to an open place nothing is turned over, and nobody says so."""
    source = subject.game.families.get(moved.source or "")
    return source is not None and source.view == "seen" == subject.game.families[moved.to].view


def _sorts(moved: Moved) -> Group:
    return group(moved.things) & frozenset(SORTS) or group("card")


def _indexes(subject: Subject, told: _Told) -> Iterator[Claim]:
    """Whose zone it is, and whether it is the one of the card's own colour."""
    family, to = subject.game.families[told.moved.to], told.moved.step.to
    index = to.index if isinstance(to, ex.ZoneAt) else ()
    zone = subject.zone_words(told.moved.to)
    for (name, domain), place in zip(family.index, index, strict=False):
        if isinstance(domain, Names) and isinstance(place, ex.Lookup) and place.table == f"its {name}":
            yield Claim(
                f"{told.id}/{name}", told.rule, "condition", "colour", frozenset({"same", "each"}),
                near=(told.near[0] | zone, *told.near[1:]), context=told.context,
                excluded=group("deal", "accomplish"), expected=told.expected, binding=told.expected,
            )  # fmt: skip
        if isinstance(domain, Players) and isinstance(place, ex.Local) and family.view != "owner":
            mine = place.name == "me"
            yield Claim(
                f"{told.id}/owner", told.rule, "role", "owner", frozenset({"own"} if mine else {"own", "any"}),
                near=told.near, context=told.context, expected=told.expected and mine,
                binding=told.expected and mine,
            )  # fmt: skip


def _ends(subject: Subject, told: _Told) -> Iterator[Claim]:
    """On which end it is put, and from which end it is taken."""
    moved, family = told.moved, subject.game.families[told.moved.to]
    if family.shape in ("row", "pile") and moved.to != "box" and moved.source != moved.to:
        places = {"top": {"top", "end"}, "bottom": {"bottom"}}[moved.step.end]
        yield Claim(
            f"{told.id}/end", told.rule, "position", "place", frozenset(places),
            near=(*told.near, subject.zone_words(moved.to)), context=told.context,
            excluded=_at_the_start(subject), expected=False, binding=told.expected,
        )  # fmt: skip
    if moved.taken is None:
        return
    # Of a pile of one design each is as good as any other: nobody tells from which end it is taken.
    tells = told.expected and moved.things not in subject.designs
    yield Claim(
        f"{told.id}/taken-from-the-{moved.taken}", told.rule, "position", "place", frozenset({moved.taken}),
        near=told.near, context=(*told.context, subject.zone_words(moved.source) | group("card", "pile")),
        excluded=group("finish", "emptiness:last", "superlative:last") | _at_the_start(subject),
        expected=tells, binding=tells,
        patch=place_patch(subject, "place", told.rule, moved.taken),
    )  # fmt: skip
    yield Claim(
        f"{told.id}/only-the-{moved.taken}", told.rule, "modality", "modal",
        frozenset({"only", "must", "assert", "may", "must-not", "negated"}), head=group("take"),
        near=(group(f"place:{moved.taken}"),), context=told.context, expected=False, binding=False,
    )  # fmt: skip


def _at_the_start(subject: Subject) -> Group:
    """Classes that a rule lets only to the start of a row have claims of their own there."""
    limited = {name for required in requirements(subject) for name in required.classes}
    return frozenset[str]().union(*(subject.wide_words(name) for name in limited))


def _one_at_a_time(subject: Subject, name: str) -> Iterator[Claim]:
    """An action of one choice is about one card."""
    chosen = [each for each in parts(subject.game.actions[name].steps) if isinstance(each, st.Choose)]
    if len(chosen) == 1 and isinstance(chosen[0].binds[0].source, ex.Contents):
        things = chosen[0].binds[0].source.things.name
        yield Claim(
            f"{name}/one", subject.entry(f"action:{name}"), "quantity", "number", frozenset({1}),
            head=subject.class_words(things) | group(subject.sort_of(things)), near=(action_group(name),),
            expected=False, binding=False,
        )  # fmt: skip
