"""Where things lie: which face is up, who sees what, how many piles there are, and what lies below the top."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from verifier.kernel import expression as ex
from verifier.kernel.domain import Names, Number, Players, values
from verifier.kernel.machine import Family
from verifier.model import steps as st
from verifier.words.claims.doings import own_moves
from verifier.words.claims.patches import number_patch, place_patch
from verifier.words.claims.piles import filled
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.seam import Claim

FACES = {"seen": "up", "top": "up", "hidden": "down", "owner": "down"}


def zone_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about a family of zones, whatever is done with it."""
    for name, family in subject.game.families.items():
        if name == "box":
            continue
        yield from _faces(subject, name, family)
        yield from _piles(subject, name, family)
        yield from _ends(subject, name, family)
        yield from _room(subject, name, family)
        yield from _one_kind(subject, name, family)


def _rule(subject: Subject, name: str) -> str:
    return subject.entry(f"zone:{name}")


def _faces(subject: Subject, name: str, family: Family) -> Iterator[Claim]:
    rule, face = _rule(subject, name), FACES.get(family.view)
    if face is None:
        return
    yield Claim(
        f"{name}/face", rule, "visibility", "face", frozenset({face}),
        near=(subject.zone_words(name) | _lying_there(subject, name),),
        excluded=group("shuffle", "point", "money", "emptiness:last") | _other_zones(subject, name),
        expected=family.shape != "set" and _is_told(subject, name),
        patch=place_patch(subject, "face", rule, family.view),
    )  # fmt: skip
    only = filled(subject).get(name, set())
    if len(only) == 1:
        yield Claim(
            f"{name}/pile-face", rule, "visibility", "face", frozenset({face}),
            near=(subject.class_words(next(iter(only))),), context=(group("pile", "rest") | subject.zone_words(name),),
            excluded=group("point", "money"), expected=False, binding=False,
        )  # fmt: skip
    if family.view == "owner":
        yield Claim(
            f"{name}/seen-by", rule, "role", "owner", frozenset({"own"}),
            near=(subject.zone_words(name), group("see")), expected=False,
        )  # fmt: skip


def _lying_there(subject: Subject, name: str) -> Group:
    """Tiles that lie in one zone from the set-up on stand for it: a text turns the tiles over, not their places."""
    if FACES.get(subject.game.families[name].view) != "up":
        return frozenset()
    things = {
        each.thing.things.name
        for each in parts(subject.set_up)
        if isinstance(each, st.Move) and isinstance(each.thing, ex.End) and subject.family(each.to) == name
    }
    return frozenset(things & {"tile", "figure"})


def _is_told(subject: Subject, name: str) -> bool:
    """A zone into which actions put things is told with them, and one for the set-up alone seldom at all."""
    into = {moved.to for action in subject.game.actions for moved in own_moves(subject, action)}
    made_of = {other for others in subject.origins.values() for other in others}
    used = {zone for steps in subject.played() for zone in subject.families(steps)}
    return name not in into | made_of and name in used


def _other_zones(subject: Subject, name: str) -> Group:
    """Zones with another face: a clause that names two is not clearly about either."""
    mine = FACES.get(subject.game.families[name].view)
    return frozenset(
        f"zone:{other}"
        for other, family in subject.game.families.items()
        if other not in (name, "box") and FACES.get(family.view) not in (None, mine)
    )


def _piles(subject: Subject, name: str, family: Family) -> Iterator[Claim]:
    """How many there are: for each player, and for all where the table holds them."""
    indexes = [domain for _, domain in family.index if not isinstance(domain, Players)]
    if not indexes:
        return
    count = prod(len(values(domain)) for domain in indexes)
    patch = number_patch(subject, tuple(_kind_nodes(subject, family)), count)
    # Of one's own rows, or of spaces by two kinds, a text counts some.
    told = len(indexes) == 1 and not subject.is_owned(name)
    yield Claim(
        f"{name}/piles", _rule(subject, name), "count", "number", frozenset({count}),
        head=subject.zone_words(name) | (group("pile") if family.shape == "pile" else group("space")),
        context=(subject.zone_words(name) | _kinds(family),),
        excluded=group("multiply", "accomplish", "earn", "player"),
        expected=told, patch=patch, binding=told,
    )  # fmt: skip


def _kind_nodes(subject: Subject, family: Family) -> Iterator[object]:
    """The kinds by which there are several zones, on the surface."""
    names = {name for name, _ in family.index}
    yield from (
        item for item in subject.laid.items if getattr(getattr(item, "name", None), "text", "") in names
    )


def _kinds(family: Family) -> Group:
    return frozenset(f"kind:{name}" for name, domain in family.index if isinstance(domain, Names | Number))


def _ends(subject: Subject, name: str, family: Family) -> Iterator[Claim]:
    """Of some piles only one end is seen: which one, that it is only one, and that the rest may not be looked at."""
    if family.view not in ("top", "bottom"):
        return
    rule, zone = _rule(subject, name), subject.zone_words(name)
    around = zone | group("discard", "pile", "card")
    yield Claim(
        f"{name}/seen-end", rule, "visibility", "place", frozenset({family.view}), near=(group("see"),),
        context=(around,),
    )  # fmt: skip
    yield Claim(
        f"{name}/seen-only-one", rule, "visibility", "quantifier", frozenset({"one", "none", "each", "all"}),
        near=(group("see"), group(f"place:{family.view}")), context=(zone | group("discard"),), expected=False,
    )  # fmt: skip
    yield Claim(
        f"{name}/only-the-end-is-seen", rule, "modality", "modal",
        frozenset({"only", "must-not", "negated", "assert", "must"}), head=group("see"),
        near=(group(f"place:{family.view}"),),
    )  # fmt: skip
    yield Claim(
        f"{name}/covered", rule, "modality", "modal", frozenset({"must-not", "negated", "only"}),
        head=group("see", "take"), context=(group("covered"),), expected=False,
    )  # fmt: skip


def _room(subject: Subject, name: str, family: Family) -> Iterator[Claim]:
    if family.shape == "space" or family.holds is not None:
        holds = family.holds or 1
        yield Claim(
            f"{name}/holds", _rule(subject, name), "quantity", "number", frozenset({holds}),
            head=group("card", "figure", "tile"), near=(subject.zone_words(name), group("contain", "modal:only")),
            expected=False,
        )  # fmt: skip


def _one_kind(subject: Subject, name: str, family: Family) -> Iterator[Claim]:
    """Rows for each colour hold cards of one colour."""
    kinds = [kind for kind, domain in family.index if isinstance(domain, Names)]
    if len(kinds) == 1 and f"its {kinds[0]}" in subject.game.tables:
        yield Claim(
            f"{name}/same-{kinds[0]}", _rule(subject, name), "condition", "colour",
            frozenset({"same", "each"}), near=(subject.zone_words(name),),
            excluded=group("take", "accomplish", "tie", "deal"), expected=family.shape == "row",
        )  # fmt: skip
        yield Claim(
            f"{name}/always-same-{kinds[0]}", _rule(subject, name), "quantifier", "quantifier",
            frozenset({"all", "each", "several", "one", "none"}),
            near=(group("colour:same"), subject.zone_words(name)), expected=False,
        )  # fmt: skip
