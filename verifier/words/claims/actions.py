"""What an action does: from where, to where, whose, which colour, which end, which face."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel import expression as ex
from verifier.kernel.domain import Names, Players
from verifier.model import steps as st
from verifier.words.claims.doings import Moved, action_group, moves, own_moves, verbs
from verifier.words.claims.patches import place_patch
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.claims.zones import FACES
from verifier.words.seam import Claim


def action_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about the movements of actions, of procedures and of what stands on cards."""
    for name in subject.game.actions:
        seen: set[tuple[str | None, str]] = set()
        for moved in own_moves(subject, name):
            anchor = action_group(name) if not seen else verbs(subject, moved)
            if (moved.source, moved.to) not in seen:
                yield from _movement(subject, f"{name}", subject.entry(f"action:{name}"), moved, anchor)
            seen.add((moved.source, moved.to))
        yield from _one_at_a_time(subject, name)
    for name, procedure in subject.game.procedures.items():
        if not _only_set_up(subject, name):
            for moved in moves(subject, procedure.steps, through=False):
                rule = _rule_of(subject, moved, procedure.steps) or subject.entry(f"procedure:{name}")
                yield from _movement(subject, name, rule, moved, verbs(subject, moved), expected=False)
    for (design, text), procedure in subject.game.texts.items():
        for moved in moves(subject, procedure.steps):
            rule = subject.entry(f"{subject.sort_of(design)}:{design}")
            context = subject.class_words(design)
            yield from _movement(
                subject, f"{design}.{text}", rule, moved, verbs(subject, moved), context, expected=False
            )


def _only_set_up(subject: Subject, name: str) -> bool:
    """Is a procedure done at set-up and nowhere else? Then the set-up tells of it."""
    outside = (
        subject.game.actions, subject.game.texts, subject.game.phases,
        tuple(steps for key, steps in subject.game.hooks.items() if key[1] != "setup"),
        tuple(each for each in subject.game.procedures.values() if each.name != name),
    )  # fmt: skip
    used = {each.procedure for each in parts(outside) if isinstance(each, st.Do)}
    return name not in used


def _rule_of(subject: Subject, moved: Moved, steps: tuple[st.Step, ...]) -> str:
    """The rule in which a movement stands, if it stands in one."""
    for each in parts(steps):
        if isinstance(each, st.Rule) and any(inner is moved.step for inner in parts(each.steps)):
            return subject.entry(f"rule:{each.rule}")
    return ""


def _movement(
    subject: Subject,
    name: str,
    rule: str,
    moved: Moved,
    anchor: Group,
    context: Group = frozenset(),
    expected: bool = True,
) -> Iterator[Claim]:
    family = subject.game.families[moved.to]
    zone, around = subject.zone_words(moved.to), (context,) if context else ()
    own = f"{name}/{moved.things}-to-{moved.to}"
    face = "down" if moved.to == "box" else FACES.get(family.view)
    if face is not None and family.view != "owner":
        yield Claim(
            f"{own}/face", rule, "visibility", "face", frozenset({face}), near=(anchor,),
            context=(*around, zone | anchor), excluded=group("shuffle", "deal"),
            expected=expected and moved.to != "box", patch=None,
        )  # fmt: skip
    source = subject.zone_words(moved.source)
    if source:
        yield Claim(
            f"{own}/from", rule, "zone", "zone", source, near=(anchor,), context=around, expected=False
        )
        yield Claim(f"{own}/to", rule, "zone", "zone", zone, near=(anchor,), context=around, expected=False)
    yield from _indexes(subject, own, rule, moved, anchor, context, expected)
    yield from _ends(subject, own, rule, moved, anchor, around, expected)


def _indexes(
    subject: Subject, own: str, rule: str, moved: Moved, anchor: Group, context: Group, expected: bool
) -> Iterator[Claim]:
    """Whose zone it is, and whether it is the one of the card's own colour."""
    family = subject.game.families[moved.to]
    index = moved.step.to.index if isinstance(moved.step.to, ex.ZoneAt) else ()
    zone, around = subject.zone_words(moved.to), (context,) if context else ()
    for (name, domain), place in zip(family.index, index, strict=False):
        if isinstance(domain, Names) and isinstance(place, ex.Lookup) and place.table == f"its {name}":
            yield Claim(
                f"{own}/{name}", rule, "condition", "colour", frozenset({"same", "each"}),
                near=(anchor | zone,), context=around, excluded=group("deal", "accomplish"), expected=expected,
            )  # fmt: skip
        if isinstance(domain, Players) and isinstance(place, ex.Local) and family.view != "owner":
            mine = place.name == "me"
            yield Claim(
                f"{own}/owner", rule, "role", "owner", frozenset({"own"} if mine else {"own", "any"}),
                near=(anchor,), context=around, expected=expected and mine,
            )  # fmt: skip


def _ends(
    subject: Subject,
    own: str,
    rule: str,
    moved: Moved,
    anchor: Group,
    around: tuple[Group, ...],
    expected: bool,
) -> Iterator[Claim]:
    family = subject.game.families[moved.to]
    zone = subject.zone_words(moved.to)
    if family.shape in ("row", "pile") and moved.to != "box" and moved.source != moved.to:
        places = {"top": {"top", "end"}, "bottom": {"bottom"}}[moved.step.end]
        yield Claim(
            f"{own}/end", rule, "position", "place", frozenset(places), near=(anchor, zone), context=around,
            excluded=_exempt(subject, moved), expected=False,
        )  # fmt: skip
    if moved.taken is not None:
        patch = place_patch(subject, "place", rule, moved.taken)
        yield Claim(
            f"{own}/taken-from-the-{moved.taken}", rule, "position", "place", frozenset({moved.taken}),
            near=(anchor,), context=(*around, subject.zone_words(moved.source) | group("card", "pile")),
            excluded=group("finish"), expected=expected, patch=patch,
        )  # fmt: skip
        yield Claim(
            f"{own}/only-the-{moved.taken}", rule, "modality", "modal",
            frozenset({"only", "must", "assert", "may", "must-not", "negated"}), head=group("take"),
            near=(group(f"place:{moved.taken}"),), context=around, expected=False,
        )  # fmt: skip


def _exempt(subject: Subject, moved: Moved) -> Group:
    """Classes that a guard lets only to the start of a row have claims of their own there."""
    del moved
    return frozenset(
        f"class:{each.table.removeprefix('is ')}"
        for guard in parts((subject.game.actions, subject.game.definitions))
        if isinstance(guard, st.Guard)
        for each in parts(guard.when)
        if isinstance(each, ex.Lookup) and each.table.startswith("is ")
    )


def _one_at_a_time(subject: Subject, name: str) -> Iterator[Claim]:
    """An action of one choice is about one card."""
    chosen = [each for each in parts(subject.game.actions[name].steps) if isinstance(each, st.Choose)]
    if len(chosen) == 1 and isinstance(chosen[0].binds[0].source, ex.Contents):
        things = chosen[0].binds[0].source.things.name
        yield Claim(
            f"{name}/one", subject.entry(f"action:{name}"), "quantity", "number", frozenset({1}),
            head=subject.class_words(things) | group(subject.sort_of(things)), near=(action_group(name),),
            expected=False,
        )  # fmt: skip
