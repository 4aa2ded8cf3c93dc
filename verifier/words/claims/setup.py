"""How the game is made ready: what goes where, how many are dealt, which face is up, what is left over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from verifier.kernel import expression as ex
from verifier.kernel.domain import Names, Number, Players, Things, values
from verifier.model import steps as st
from verifier.surface import nodes
from verifier.surface.index import walk
from verifier.words.claims.patches import number_patch
from verifier.words.claims.piles import filled, pour, total_claims
from verifier.words.claims.subject import SORTS, Group, Subject, group, names_in, parts
from verifier.words.claims.zones import FACES
from verifier.words.seam import Claim, Patch, Value

# What is not used goes back: that is how people say it.
SAID: frozenset[Value] = frozenset({"assert", "must", "negated"})
HANDED_OUT = group("deal", "take", "earn", "choose")
KEPT = group("box", "zone:box", "put", "return", "remove", "keep", "contain", "face:down")
LAID = group("put", "deal", "take", "reveal", "face:up", "face:down", "choose")


@dataclass(frozen=True, slots=True)
class _Dealt:
    """So many components from one zone to another, once or for each of some index."""

    count: ex.Expr
    source: str
    to: str
    things: tuple[str, ...]
    # For each player, or how often otherwise.
    each_player: bool
    times: int
    different: bool = False


def setup_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about the set-up."""
    piles = filled(subject)
    yield from total_claims(subject, piles)
    shuffled = dict.fromkeys(
        subject.family(each.zone) for each in parts(subject.set_up) if isinstance(each, st.Shuffle)
    )
    for family in shuffled:
        if family is not None:
            yield from _shuffle(subject, family, piles)
    for dealt in _deals_in(subject, subject.set_up, {}, False, 1):
        yield from _deal(subject, dealt)
    yield from _unused(subject)
    yield from _amounts(subject)
    yield from _lying(subject)


def _rule(subject: Subject) -> str:
    return subject.entry("setup") or subject.entry("setup-once")


def _things(subject: Subject, names: set[str]) -> Group:
    words = frozenset().union(*(subject.class_words(name) for name in names)) if names else frozenset()
    return words | frozenset(subject.sort_of(name) for name in names if name in subject.game.classes)


def _shuffle(subject: Subject, family: str, piles: dict[str, set[str]]) -> Iterator[Claim]:
    things = _things(subject, piles.get(family, set()))
    yield Claim(
        f"{family}/shuffled", _rule(subject), "setup", "modal", frozenset({"assert", "must"}),
        head=group("shuffle"), context=(things | subject.zone_words(family),) if things else (),
    )  # fmt: skip
    yield Claim(
        f"{family}/shuffled-face", _rule(subject), "visibility", "face", frozenset({"down"}),
        near=(group("shuffle"),), context=(things | subject.zone_words(family),) if things else (),
        expected=False, binding=False,
    )  # fmt: skip


# --- dealing


def _deals_in(
    subject: Subject, steps: tuple[st.Step, ...], piles: dict[str, set[str]], each_player: bool, times: int
) -> Iterator[_Dealt]:
    """Everything dealt at set-up, in one step or one by one; `piles` keeps up with what lies where."""
    for step in steps:
        if isinstance(step, st.Each):
            pour(subject, step, piles)
        match step:
            case st.Each(binds=binds, steps=inner):
                player = any(_is_over(bind, Players) for bind in binds)
                often = _times(binds) if not player else 1
                carried = subject.carried_out(inner)
                yield from _deals_in(subject, carried, piles, each_player or player, times * often)
            case st.Repeat(count=count, steps=inner):
                yield from _repeated(subject, count, subject.carried_out(inner), each_player)
            case st.Rule(steps=inner) | st.As(steps=inner):
                yield from _deals_in(subject, subject.carried_out(inner), piles, each_player, times)
            case st.Deal(count=count, source=source, to=to):
                before, behind = subject.family(source), subject.family(to)
                if before is not None and behind is not None:
                    things = tuple(sorted(piles.get(before, ())))
                    yield _Dealt(count, before, behind, things, each_player, times)


def _is_over(bind: ex.Bind, domain: type[Any]) -> bool:
    return isinstance(bind.source, ex.Values) and isinstance(bind.source.domain, domain)


def _times(binds: tuple[ex.Bind, ...]) -> int:
    found = 1
    for bind in binds:
        if isinstance(bind.source, ex.Values) and isinstance(bind.source.domain, Names | Number):
            found *= len(values(bind.source.domain))
    return found


def _repeated(
    subject: Subject, count: ex.Expr, steps: tuple[st.Step, ...], each_player: bool
) -> Iterator[_Dealt]:
    """`repeat 2 times: let w be top X in a ... move w to b` deals two."""
    taken = [each for each in parts(steps) if isinstance(each, ex.End)]
    chosen = [each for each in parts(steps) if isinstance(each, ex.Contents)]
    moved = [each for each in steps if isinstance(each, st.Move)]
    if len(moved) != 1 or not (taken or chosen):
        return
    source = subject.family(taken[0].zone) if taken else subject.family(chosen[0].zones)
    things = taken[0].things.name if taken else chosen[0].things.name
    to = subject.family(moved[0].to)
    if source is not None and to is not None:
        differ = bool(taken) and taken[0].where is not None
        yield _Dealt(count, source, to, (things,), each_player, 1, differ)


def _deal(subject: Subject, dealt: _Dealt) -> Iterator[Claim]:
    family = subject.game.families[dealt.to]
    counts = _counts(subject, dealt.count)
    patch = _patch(subject, dealt, counts[0]) if len(counts) == 1 else None
    things, rule = _things(subject, set(dealt.things)), _rule(subject)
    if dealt.to == "box":
        yield from _set_aside(subject, dealt, things)
        return
    face = FACES.get(family.view)
    if len(counts) == 1:
        yield from _numbers(subject, dealt, counts[0], things, patch)
    if face is not None and face == "down" and dealt.each_player:
        yield Claim(
            f"{dealt.to}/dealt-face", rule, "visibility", "face", frozenset({face}), near=(group("deal"),),
            excluded=group("put", "reveal"), expected=False,
        )  # fmt: skip
    elif face == "up":
        yield Claim(
            f"{dealt.to}/laid-face", rule, "visibility", "face", frozenset({face}), near=(LAID,),
            context=(things - group("card") or subject.zone_words(dealt.to),), excluded=group("shuffle"),
        )  # fmt: skip
    if dealt.different:
        kind = next((name for name, each in family.index if isinstance(each, Names)), "colour")
        yield Claim(
            f"{dealt.to}/dealt-different-{kind}", rule, "condition", "colour", frozenset({"other"}),
            near=(HANDED_OUT | group("contain"),), context=(things,),
        )  # fmt: skip


def _counts(subject: Subject, count: ex.Expr) -> list[int]:
    """How many are dealt: one number, or those of a table."""
    if isinstance(count, ex.Lookup):
        return sorted({value for value in subject.game.tables[count.table].values if value > 0})
    return [count.value] if isinstance(count, ex.Const) else []


def _patch(subject: Subject, dealt: _Dealt, count: int) -> Patch | None:
    """The named number by which a zone is filled, where the surface says so once."""
    items = tuple(subject.items(nodes.Setup) + subject.items(nodes.Procedure) + subject.items(nodes.Hook))
    counts = [
        each.count
        for each in walk(items)
        if (isinstance(each, nodes.MoveSome) and each.to.place.path.parts[-1].text == dealt.to)
        or (isinstance(each, nodes.Repeat) and dealt.to in set(names_in(each.steps)))
    ]
    return number_patch(subject, tuple(counts), count)


def _numbers(subject: Subject, dealt: _Dealt, count: int, things: Group, patch: Any) -> Iterator[Claim]:
    rule, zone = _rule(subject), subject.zone_words(dealt.to)
    sort = frozenset({"card", "tile", "figure"}) & things
    allowed: frozenset[Value] = frozenset({count})
    is_seen = FACES.get(subject.game.families[dealt.to].view) == "up"
    # What is decided at the end is not laid out.
    laid = LAID - group("choose")
    if dealt.each_player:
        yield Claim(
            f"{dealt.to}/dealt", rule, "quantity", "number", allowed, head=things | group("") | group("card"),
            near=(HANDED_OUT,), context=(group("player", "deal", "role:each", "quantifier:each"),),
            excluded=group("multiply", "bonus", "contents", "accomplish", "tie", "rest"), patch=patch,
        )  # fmt: skip
    else:
        yield Claim(
            f"{dealt.to}/laid-out", rule, "quantity", "number", allowed, head=things | group("") | sort,
            near=(laid | zone,) if is_seen else (zone | group("pile"),), context=(things | zone, laid | zone),
            excluded=group("accomplish", "multiply", "rest"), patch=patch,
            expected=dealt.times == 1 and is_seen, binding=is_seen,
        )  # fmt: skip
    if subject.game.families[dealt.to].view == "owner" and dealt.each_player:
        yield Claim(
            f"{dealt.to}/size", rule, "quantity", "number", allowed, head=things | group("card"),
            near=(zone,), excluded=group("multiply"), expected=False, patch=patch,
        )  # fmt: skip
    yield from _left(subject, dealt, count, things)


def _left(subject: Subject, dealt: _Dealt, count: int, things: Group) -> Iterator[Claim]:
    """What is left of the pile, and how many piles of so many are made of it."""
    rule = _rule(subject)
    total = sum(len(subject.game.classes[name].ids) for name in dealt.things if name in subject.game.classes)
    often = subject.game.players if dealt.each_player else dealt.times
    rest = total - count * often
    if rest > 0:
        yield Claim(
            f"{dealt.to}/left-over", rule, "quantity", "number", frozenset({rest}),
            head=things | group("rest"), near=(group("rest"),),
            context=(things, KEPT | subject.zone_words(dealt.source)), expected=False,
            binding=dealt.each_player,
        )  # fmt: skip
        view = FACES.get(subject.game.families[dealt.source].view)
        owned = subject.game.families[dealt.to].view == "owner"
        in_play = {zone for steps in subject.played() for zone in subject.families(steps)}
        if view is not None and dealt.source in in_play and dealt.each_player:
            yield Claim(
                f"{dealt.source}/left-face", rule, "visibility", "face", frozenset({view}), near=(group("rest"),),
                context=(LAID | subject.zone_words(dealt.source),),
                excluded=group("box", "zone:box") | (frozenset(SORTS) - things) | _turned_otherwise(subject, view),
                expected=False,
            )  # fmt: skip
        yield Claim(
            f"{dealt.to}/left-in", rule, "setup", "zone", frozenset({f"zone:{dealt.source}", "zone:box"}),
            near=(group("rest"),), expected=dealt.each_player and owned,
        )  # fmt: skip
    if dealt.times > 1:
        piles = group("pile") | subject.zone_words(dealt.to)
        yield Claim(
            f"{dealt.to}/piles-made", rule, "quantity", "number", frozenset({dealt.times}), head=piles,
            near=(group("divide", "share", "put", "shuffle", "deal"),), excluded=group("discard", "rest"),
            expected=False, binding=False,
        )  # fmt: skip
        yield Claim(
            f"{dealt.to}/piles-aside", rule, "quantity", "number", frozenset({dealt.times - 1}), head=piles,
            near=(group("rest"),), excluded=group("discard"), expected=False, binding=False,
        )  # fmt: skip


def _set_aside(subject: Subject, dealt: _Dealt, things: Group) -> Iterator[Claim]:
    """Cards that go back to the box, perhaps depending on how many play."""
    for number in _counts(subject, dealt.count):
        yield Claim(
            f"box/set-aside-{number}", _rule(subject), "quantity", "number", frozenset({number}),
            head=things | group("card"), near=(group("remove", "return", "put", "discard"),),
            context=(group("box", "zone:box", "player", "rest"),),
        )  # fmt: skip
        yield Claim(
            f"box/set-aside-{number}-face", _rule(subject), "visibility", "face", frozenset({"down"}),
            near=(group("box", "zone:box"),), expected=False,
        )  # fmt: skip


def _unused(subject: Subject) -> Iterator[Claim]:
    """What is left of a pile goes into the box."""
    for each in parts(subject.set_up):
        if not (isinstance(each, st.Each) and len(each.binds) == 1):
            continue
        source = each.binds[0].source
        moved = [step for step in each.steps if isinstance(step, st.Move)]
        if isinstance(source, ex.Contents) and moved and subject.family(moved[0].to) == "box":
            words = subject.class_words(source.things.name)
            yield Claim(
                f"{source.things.name}/unused", _rule(subject), "setup", "modal", SAID,
                head=group("put", "return", "remove", "discard"), near=(group("box", "zone:box"),),
                context=(words,),
            )  # fmt: skip
            yield Claim(
                f"{source.things.name}/unused-to", _rule(subject), "zone", "zone",
                frozenset({"zone:box", "box"}), near=(group("rest"),), context=(words,), expected=False,
            )  # fmt: skip


# --- amounts and single things


def _amounts(subject: Subject) -> Iterator[Claim]:
    """What every player starts with: a number, or a share of what there is."""
    rule = _rule(subject)
    for each in parts(subject.set_up):
        if not isinstance(each, st.Write):
            continue
        words = subject.cell_words(each.cell)
        value = each.value
        if isinstance(value, ex.Const) and value.value > 0 and isinstance(value.domain, Number):
            patch = number_patch(subject, tuple(subject.laid.items), value.value)
            yield Claim(
                f"{each.cell}/starts", rule, "quantity", "number", frozenset({value.value}), head=words,
                context=(group("start", "set-up", "earn", "deal"),), patch=patch, binding=value.value > 1,
            )  # fmt: skip
        if isinstance(value, ex.Arith) and value.op == "/" and isinstance(value.left, ex.Const):
            yield Claim(
                f"{each.cell}/in-the-box", rule, "count", "number", frozenset({value.left.value}), head=words,
                patch=number_patch(subject, subject.surface(rule), value.left.value),
            )  # fmt: skip
            yield Claim(
                f"{each.cell}/share-of-each", rule, "quantity", "number",
                frozenset[Value](value.left.value // count for count in subject.counts), head=words | group(""),
                context=(words, group("player", "deal", "share", "role:each")), expected=False, binding=False,
            )  # fmt: skip
            yield Claim(
                f"{each.cell}/shared-out", rule, "setup", "modal", frozenset({"assert", "must"}),
                head=group("share", "deal", "divide"), context=(words,),
            )  # fmt: skip


def _lying(subject: Subject) -> Iterator[Claim]:
    """How many of a class lie in front of each player when play begins."""
    counted: dict[str, int] = {}
    for step in parts(subject.set_up):
        if isinstance(step, st.Each) and any(_is_over(bind, Players) for bind in step.binds):
            for each in step.steps:
                if isinstance(each, st.Move) and isinstance(each.thing, ex.End):
                    counted[each.thing.things.name] = counted.get(each.thing.things.name, 0) + 1
    counted |= _picked_out(subject)
    for name, count in counted.items():
        yield from _still_there(subject, name, count)
        yield Claim(
            f"{name}/starting", _rule(subject), "count", "number", frozenset({count}),
            head=subject.class_words(name),
            context=(group("start", "set-up", "player", "deal", "put", "take", "earn"),),
            excluded=group("cost", "build"), expected=count > 1,
        )  # fmt: skip


def _still_there(subject: Subject, name: str, count: int) -> Iterator[Claim]:
    """How many are left where each player has some in front of them from the start."""
    whole = len(subject.game.classes[name].ids)
    rests = frozenset[Value](whole - count * players for players in subject.counts if whole > count * players)
    if rests:
        yield Claim(
            f"{name}/still-there", _rule(subject), "count", "number", rests, head=subject.class_words(name),
            context=(group("rest", "pile", "put", "divide", "contain"),), excluded=group("cost", "build", "deal"),
        )  # fmt: skip


def _picked_out(subject: Subject) -> dict[str, int]:
    """`each X where X.home is h` for a player: as many as have that home."""
    found: dict[str, int] = {}
    for step in (
        each for each in parts((subject.game.setup_once, subject.game.setup)) if isinstance(each, st.Do)
    ):
        procedure = subject.game.procedures[step.procedure]
        given = {
            p.name: a for p, a in zip(procedure.params, step.args, strict=True) if isinstance(a, ex.Const)
        }
        for each in procedure.steps:
            if isinstance(each, st.Each) and isinstance(each.where, ex.Compare) and each.where.op == "=":
                ids = _chosen(subject, each, given)
                if ids is not None and any(isinstance(a, Players) for a in map(_domain, step.args)):
                    found[ids[0]] = ids[1]
    return found


def _domain(arg: ex.Expr) -> object:
    if isinstance(arg, ex.Local | ex.Const):
        return arg.domain
    return Players(0)


def _chosen(subject: Subject, each: st.Each, given: dict[str, ex.Const]) -> tuple[str, int] | None:
    """The class over which is gone, and how many of it have what is printed on them as asked for."""
    source, where = each.binds[0].source, each.where
    assert isinstance(where, ex.Compare)
    if not (isinstance(source, ex.Values) and isinstance(source.domain, Things)):
        return None
    if not (isinstance(where.left, ex.Lookup) and isinstance(where.right, ex.Local)):
        return None
    wanted, table = given.get(where.right.name), subject.game.tables.get(where.left.table)
    if wanted is None or table is None:
        return None
    return source.domain.name, sum(table.values[id] == wanted.value for id in source.domain.ids)


def _turned_otherwise(subject: Subject, face: str) -> Group:
    """The zones in which things lie with the other face up."""
    return frozenset(
        f"zone:{name}" for name, each in subject.game.families.items() if FACES.get(each.view, face) != face
    )
