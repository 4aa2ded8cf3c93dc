"""What is in the box: counts of components, of each colour, of each copy; ranges of what is printed on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from verifier.kernel.domain import NOTHING, Names, Number
from verifier.kernel.machine import Table
from verifier.model.game import Game
from verifier.surface import nodes
from verifier.words.claims.doings import doings_of
from verifier.words.claims.patches import number_patch
from verifier.words.claims.piles import filled
from verifier.words.claims.subject import SORTS, Group, Subject, group
from verifier.words.seam import Claim, Patch, Value

# A design with fewer copies is told by its text; a rulebook counts no such cards one by one.
# A class with so many sorts is counted as a whole.
MANY_SORTS = 5
TWO = 2
WORTH_COUNTING = 3
EACH = group("quantifier:each", "quantifier:all", "colour:each", "copy")
CONTENTS = group("contents", "box", "contain")


def component_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about what there is, before anything lies anywhere."""
    gathered = {name for names in filled(subject).values() for name in names}
    for name in (*subject.classes, *SORTS):
        yield from _counts(subject, name, name in gathered or name in subject.designs)
    yield from _sub_sorts(subject)
    yield from _kinds(subject)
    for name in subject.classes:
        yield from _of_each_member(subject, name)
        yield from _printed(subject, name)
    yield from _copies(subject)
    yield from _players(subject)


# --- counts


def _is_one_of_many_sorts(subject: Subject, name: str) -> bool:
    """Rulebooks count regions, not forests, fields and hills."""
    ids = set(subject.game.classes[name].ids)
    above = [set(each.ids) for each in subject.classes.values() if ids < set(each.ids)]
    return any(
        sum(set(other.ids) < whole for other in subject.classes.values()) >= MANY_SORTS for whole in above
    )


def _counts(subject: Subject, name: str, is_told: bool) -> Iterator[Claim]:
    ids = subject.game.classes[name].ids
    if not ids:
        return
    everyone, most = len(ids), len(subject.most.classes[name].ids)
    each = everyone // subject.game.players if _is_owned(subject.game, name) else None
    allowed: set[Value] = {everyone, most, everyone if each is None else each}
    told = everyone >= WORTH_COUNTING and is_told and not _is_one_of_many_sorts(subject, name)
    told = told and not _is_all_of_its_sort(subject, name)
    told = told or (name in SORTS and _has_one_class(subject, name))
    head = subject.class_words(name) if name in SORTS else _called(subject, name)
    yield Claim(
        f"{name}/count", "", "count", "number", frozenset(allowed), head=head,
        context=(CONTENTS,) if name in SORTS else (),
        excluded=group("deal", "discard", "earn", "multiply", "bonus") | _others(subject, name)
        | (group("point", "rest") if name in SORTS else frozenset()),
        expected=told, patch=_copies_patch(subject, name), binding=is_told or name in SORTS,
    )  # fmt: skip
    if each is not None:
        yield Claim(
            f"{name}/each-player", "", "count", "number", frozenset({each}), head=head,
            near=(group("player", "role:each", "quantifier:each"),), patch=_copies_patch(subject, name),
            expected=each > 1,
        )  # fmt: skip


def _is_all_of_its_sort(subject: Subject, name: str) -> bool:
    """Where all cards are of one class a text counts cards."""
    if name in SORTS:
        return False
    classes = subject.game.classes
    return set(classes[name].ids) == set(classes[subject.sort_of(name)].ids)


def _has_one_class(subject: Subject, sort: str) -> bool:
    return any(
        subject.sort_of(each) == sort and _is_all_of_its_sort(subject, each) for each in subject.classes
    )


def _others(subject: Subject, name: str) -> Group:
    """Of a whole sort only the bare word is counted, and only in the box: eight cards in a row are no count."""
    if name not in SORTS:
        return frozenset()
    seen = frozenset[str]().union(
        *(
            subject.zone_words(each)
            for each, family in subject.game.families.items()
            if family.view != "hidden" and each != "box"
        )
    )
    ids = set(subject.game.classes[name].ids)
    below = {f"class:{each}" for each, things in subject.classes.items() if set(things.ids) < ids}
    return seen | below | {"hand", "row", "put", "take"}


def _is_owned(game: Game, name: str) -> bool:
    """Has every player as many of them?"""
    table = game.tables.get("its player")
    return table is not None and all(table.values[id] != NOTHING for id in game.classes[name].ids)


def _copies_patch(subject: Subject, name: str) -> Patch | None:
    """The number of copies of a class, where it is told in one line and nothing else makes more of them."""
    made = [item for item in subject.items(nodes.Component) if item.name.text == name]
    if len(made) != 1 or any(isinstance(field, nodes.ForEach) for field in made[0].fields):
        return None
    return number_patch(subject, made[0], len(subject.game.classes[name].ids))


def _sub_sorts(subject: Subject) -> Iterator[Claim]:
    """Into how many sorts a class is divided, one level down."""
    for name, things in subject.classes.items():
        below = {
            each: set(other.ids)
            for each, other in subject.classes.items()
            if set(other.ids) < set(things.ids)
        }
        direct = [one for one, ids in below.items() if not any(ids < other for other in below.values())]
        if len(direct) > 1 and set().union(*(below[one] for one in direct)) == set(things.ids):
            yield Claim(
                f"{name}/sorts", "", "count", "number", frozenset({len(direct)}), head=group("sort"),
                context=(subject.class_words(name),), expected=False,
            )  # fmt: skip


def _kinds(subject: Subject) -> Iterator[Claim]:
    for name, domain in subject.game.kinds.items():
        if name == "name" or name in subject.classes:
            continue
        if isinstance(domain, Names) and len(domain.members) > 1:
            yield Claim(
                f"{name}/members", "", "count", "number", frozenset({len(domain.members)}),
                head=subject.kind_words(name), expected=_has_a_card_for_each(subject, name),
                shown_by=(frozenset(f"name:{each}" for each in domain.members),),
            )  # fmt: skip
        elif isinstance(domain, Number):
            size = domain.high - domain.low + 1
            named = number_patch(subject, _items(subject, nodes.Kind, name), size)
            yield Claim(
                f"{name}/range", "", "range", "range", frozenset({(domain.low, domain.high)}),
                context=(subject.kind_words(name) | _bearers(subject, name),),
                expected=_is_printed(subject, name),
            )  # fmt: skip
            yield Claim(
                f"{name}/size", "", "count", "number", frozenset({size}), head=subject.kind_words(name),
                binding=not _is_printed(subject, name),
                expected=named is not None and not _is_printed(subject, name) and not _is_index(subject, name),
                patch=named,
            )  # fmt: skip


def _is_index(subject: Subject, kind: str) -> bool:
    """Zones of a kind alone are counted as zones."""
    return any([name for name, _ in family.index] == [kind] for family in subject.game.families.values())


def _items(subject: Subject, sort: type[nodes.Kind | nodes.Component], name: str) -> tuple[object, ...]:
    return tuple(item for item in subject.items(sort) if item.name.text == name)


def _has_a_card_for_each(subject: Subject, kind: str) -> bool:
    """Colours are counted where there are cards of each of them."""
    return any(
        isinstance(field, nodes.ForEach) and field.kind.text == kind
        for item in subject.items(nodes.Component)
        for field in item.fields
    )


def _is_printed(subject: Subject, kind: str) -> bool:
    return f"its {kind}" in subject.game.tables


def _bearers(subject: Subject, kind: str) -> Group:
    """The classes on which something of a kind is printed."""
    table = subject.game.tables.get(f"its {kind}")
    if table is None:
        return frozenset()
    found: set[str] = {"card", "number-word"}
    for name, things in subject.classes.items():
        if all(table.values[id] != table.missing for id in things.ids):
            found |= subject.class_words(name)
    return frozenset(found)


# --- of each colour, of each value


def _of_each_member(subject: Subject, name: str) -> Iterator[Claim]:
    for kind, domain in subject.game.kinds.items():
        table = subject.game.tables.get(f"its {kind}")
        if kind == "name" or table is None or not isinstance(domain, Names):
            continue
        counts = Counter(table.values[id] for id in subject.classes[name].ids)
        if NOTHING in counts or len(set(counts.values())) != 1 or len(counts) < len(domain.members):
            continue
        count = next(iter(counts.values()))
        yield Claim(
            f"{name}/of-each-{kind}", "", "count", "number", frozenset({count}),
            head=_called(subject, name) | group(subject.sort_of(name), ""),
            context=(_called(subject, name), subject.kind_words(kind) | group("colour:each")),
            binding=not _is_divided(subject, name),
            excluded=group("put", "discard", "take", "multiply", "deal", "earn"),
            expected=1 < count < len(subject.classes[name].ids)
            and name in subject.designs and not _is_listed(subject, name),
            patch=number_patch(subject, _items(subject, nodes.Component, name), count),
        )  # fmt: skip


def _is_divided(subject: Subject, name: str) -> bool:
    ids = set(subject.classes[name].ids)
    return any(set(things.ids) < ids for things in subject.classes.values())


def _called(subject: Subject, name: str) -> Group:
    """A class by its own word; the larger part of another one by the word for both: plain boats are boats."""
    ids = set(subject.classes[name].ids)
    above = [
        other
        for other, things in subject.classes.items()
        if ids < set(things.ids) and 2 * len(ids) > len(things.ids)
    ]
    return subject.class_words(name).union(*(subject.class_words(other) for other in above))


def _is_listed(subject: Subject, name: str) -> bool:
    """A class whose cards have values is told by their range, not by how many there are of a colour."""
    return any(
        label.startswith("its ")
        and isinstance(table.domain, Number)
        and len(table.index) == 1
        and len({table.values[id] for id in subject.classes[name].ids}) > 1
        for label, table in subject.game.tables.items()
    )


# --- copies, and what is printed


def _copies(subject: Subject) -> Iterator[Claim]:
    """How often a card with values occurs; where it depends on the value, for each stretch of values."""
    for item in subject.items(nodes.Component):
        name = item.name.text
        stretch = next((field for field in item.fields if isinstance(field, nodes.FieldRange)), None)
        each = [field for field in item.fields if isinstance(field, nodes.ForEach)]
        values = stretch is not None or any(
            isinstance(subject.game.kinds.get(field.kind.text), Number) for field in each
        )
        if not values or name not in subject.classes:
            continue
        copies = _copies_of(subject, item)
        where = f"-{stretch.low}-{stretch.high}" if stretch is not None else ""
        yield Claim(
            f"{name}/copies{where}", "", "count", "number", frozenset({copies}),
            head=group("copy", "", subject.sort_of(name)) | subject.class_words(name),
            near=(EACH | group("name:value"),) if stretch is None else (group(f"range:{stretch.low}-{stretch.high}"),),
            excluded=group("put", "discard", "take", "deal", "multiply"),
            patch=number_patch(subject, item, copies), expected=stretch is not None or copies > 1,
        )  # fmt: skip
        if copies == 1:
            yield Claim(
                f"{name}/single", "", "count", "quantifier", frozenset({"one", "each"}), near=(group("copy"),),
                context=(subject.class_words(name) | group(subject.sort_of(name)),), expected=False, binding=False,
            )  # fmt: skip
        if stretch is not None:
            yield Claim(
                f"{name}/{stretch.name.text}{where}", "", "range", "range",
                frozenset({(stretch.low, stretch.high)}), context=(subject.class_words(name) | group("card"),),
            )  # fmt: skip


def _copies_of(subject: Subject, item: nodes.Component) -> int:
    for field in item.fields:
        name = getattr(getattr(field, "name", None), "text", "")
        if name == "copies" and isinstance(field, nodes.FieldNumbers):
            return field.values[0]
        if name == "copies" and isinstance(field, nodes.FieldName):
            return subject.numbers.get(field.value.text, 1)
    return 1


def _printed(subject: Subject, name: str) -> Iterator[Claim]:
    """Numbers printed on a class: their range, or the one they all have; what each costs of what."""
    for label, table in sorted(subject.game.tables.items()):
        field = label.removeprefix("its ")
        if field == label or field in ("player", "name") or not isinstance(table.domain, Number):
            continue
        if len(table.index) == 2:
            yield from _prices(subject, name, field, table)
            continue
        values = sorted({table.values[id] for id in subject.classes[name].ids})
        if field in subject.game.kinds or values in ([0], [table.missing]):
            continue
        words = group(f"kind:{field}") | (group("point") if field in ("points", "point") else frozenset())
        # Of a sort with several designs each shows its own number.
        told = len(values) == 1 and values[0] > 0 and name in subject.designs
        told = told and len(subject.classes[name].ids) >= WORTH_COUNTING
        yield Claim(
            f"{name}/{field}", "", "quantity", "number", frozenset[Value](values), head=words,
            context=(subject.class_words(name),), expected=told,
        )  # fmt: skip


def _prices(subject: Subject, name: str, field: str, table: Table) -> Iterator[Claim]:
    """`cost brick 2 lumber 1`: of each what, if all of a class cost the same; asked where an action brings it."""
    domain = table.index[1]
    if not isinstance(domain, Names) or name not in subject.designs:
        return
    width = len(domain.members)
    bought = any(each.things == subject.class_words(name) for each in doings_of(subject))
    rows = {tuple(table.values[id * width : (id + 1) * width]) for id in subject.classes[name].ids}
    if len(rows) != 1 or not any(row := next(iter(rows))):
        return
    for member, amount in zip(domain.members, row, strict=True):
        if amount:
            yield Claim(
                f"{name}/{field}-{member}", "", "quantity", "number", frozenset({amount}),
                head=group(f"name:{member}"), near=(subject.class_words(name),),
                excluded=group("earn", "take", "start", "contain", "trade", "swap", "deal", "add"),
                expected=bought,
            )  # fmt: skip


def _players(subject: Subject) -> Iterator[Claim]:
    counts = subject.counts
    if len(counts) == 1:
        allowed: frozenset[Value] = frozenset({counts[0]})
        yield Claim(
            "players/count", "", "count", "number", allowed, head=group("player"),
            shown_by=(group("role:opponent"), group("owner:opponent")) if counts[0] == TWO else (),
        )  # fmt: skip
        return
    bounds = frozenset[Value]({(counts[0], counts[-1])})
    yield Claim("players/range", "", "range", "range", bounds, context=(group("player"),))
    listed = frozenset[Value]({tuple(counts)})
    printed = frozenset(f"kind:{name}" for name in subject.game.kinds)
    yield Claim(
        "players/list", "", "range", "list", listed, context=(group("player"),),
        excluded=printed | group("colour:each", "card", "number-word", "copy"), expected=False,
    )  # fmt: skip
    numbers = frozenset[Value](counts)
    yield Claim("players/count", "", "count", "number", numbers, head=group("player"), expected=False)
