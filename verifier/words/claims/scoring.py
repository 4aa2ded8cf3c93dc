"""What something is worth: every step of a definition of points, its sign, its number, its condition, its order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from verifier.kernel import expression as ex
from verifier.kernel.domain import NOTHING, Names, Number
from verifier.kernel.machine import Clause, Definition
from verifier.words.claims.conditions import (
    Bound,
    bound,
    bounds_in,
    company,
    conjuncts,
    counted,
    emptiness,
    spoken_of,
)
from verifier.words.claims.outcome import (
    below_zero_claims,
    last_round_claims,
    table_claims,
    unscored_claims,
)
from verifier.words.claims.patches import constant_patch, number_patch, place_patch
from verifier.words.claims.subject import SORTS, Group, Subject, group, parts
from verifier.words.seam import BoundOp, Claim, Patch, Value

COST = group("cost", "subtract", "lose", "pay")
SCORED = group("point", "score", "earn", "add", "finish")
BONUS = group("bonus")


def scoring_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about definitions that are worked out step by step."""
    for name, definition in subject.game.definitions.items():
        if isinstance(definition.domain, Number):
            # What another definition says too, for a card of its own, is said once.
            yield from _definition(subject, name, definition, name in subject.score_names)
    yield from below_zero_claims(subject)
    yield from unscored_claims(subject)
    yield from last_round_claims(subject)


def _definition(subject: Subject, name: str, definition: Definition, is_score: bool) -> Iterator[Claim]:
    for clause in definition.clauses:
        yield from _clause(subject, name, clause, is_score)
    yield from _orders(subject, name, definition, is_score)
    if is_score:
        yield from _multiplied_costs(subject, definition)
        yield from table_claims(subject, name, (definition.start, definition.clauses))


def _clause(subject: Subject, name: str, clause: Clause, is_score: bool) -> Iterator[Claim]:
    match clause.op:
        case "add" | "subtract":
            yield from _added(subject, name, clause, is_score)
        case "multiply":
            yield from _multiplied(subject, name, clause)
        case "at-least" | "at-most":
            yield from _limited(subject, name, clause)
        case "require":
            pass


def _rule(subject: Subject, clause: Clause) -> str:
    return subject.entry(f"rule:{clause.rule}")


def _worth(subject: Subject, name: str) -> Group:
    return subject.definition_words(name) | SCORED


# --- adding and subtracting


def _added(subject: Subject, name: str, clause: Clause, is_score: bool) -> Iterator[Claim]:
    rule, entry = _rule(subject, clause), f"rule:{clause.rule}"
    value, lost = clause.value, clause.op == "subtract"
    if isinstance(value, ex.Const):
        patch = constant_patch(subject, entry, value.value)
        if lost:
            yield from _cost(subject, name, clause, value.value, patch, is_score)
        else:
            yield from _bonus(subject, name, clause, value.value, patch, is_score)
    elif isinstance(value, ex.Fold) and value.op == "sum":
        yield from _sum(subject, clause, value, is_score)
    elif isinstance(value, ex.Read):
        # Points are points; one for each is told of other things.
        if value.cell not in subject.score_names:
            yield from _each_counts(subject, clause, subject.cell_words(value.cell), 1, is_score)
    elif isinstance(value, ex.Call):
        yield from _each_of(subject, name, clause, value)
    elif isinstance(value, ex.Arith) and value.op == "*":
        factor = next((part.value for part in (value.left, value.right) if isinstance(part, ex.Const)), None)
        if factor is not None:
            yield from _each_counts(subject, clause, counted(subject, value), factor, is_score)
    # What is read off a table may be lost as well as won.
    if is_score and not isinstance(value, ex.Lookup) and not _are_points(subject, value):
        patch_sign = place_patch(subject, "arithmetic", entry, clause.op)
        about = COST if lost else _printed(subject, value) or spoken_of(subject, value)
        yield Claim(
            f"{clause.rule}/sign", rule, "arithmetic", "arithmetic", frozenset({clause.op}),
            near=(about,), context=(SCORED | COST,), excluded=BONUS if lost else group("cost"),
            expected=lost, patch=patch_sign,
        ) if about else Claim(f"{clause.rule}/sign", rule, "arithmetic", "arithmetic", frozenset({clause.op}),
            near=(BONUS,), expected=False, patch=patch_sign)  # fmt: skip


def _printed(subject: Subject, value: ex.Expr) -> Group:
    """What is printed on components and added up."""
    tables = (each.table for each in parts(value) if isinstance(each, ex.Lookup))
    return frozenset(f"kind:{table.removeprefix('its ')}" for table in tables if table.startswith("its "))


def _are_points(subject: Subject, value: ex.Expr) -> bool:
    return isinstance(value, ex.Read) and value.cell in subject.score_names


def _cost(
    subject: Subject, name: str, clause: Clause, value: int, patch: Patch | None, is_score: bool
) -> Iterator[Claim]:
    rule = _rule(subject, clause)
    yield Claim(
        f"{clause.rule}/cost", rule, "quantity", "number", frozenset({value, -value}), head=group("point", "", "score"),
        near=(COST | group("score"),), context=(group("cost", "subtract"),), excluded=BONUS,
        patch=patch, expected=is_score,
    )  # fmt: skip
    if is_score and any(emptiness(each) is False for each in conjuncts(clause.when)):
        # `A colour in which nothing lies` is an empty row of that colour.
        zones = _zones(subject, clause.when) | _kinds(subject, clause.when)
        yield Claim(
            f"{clause.rule}/none-when-empty", rule, "condition", "emptiness", frozenset({"not-empty"}),
            near=(zones | group("card"),), context=(group("cost", "subtract", "lose"),),
            excluded=group("bonus", "put", "finish"),
        )  # fmt: skip
        yield Claim(
            f"{clause.rule}/no-points-when-empty", rule, "condition", "emptiness", frozenset({"not-empty"}),
            near=(zones | group("card"),), context=(group("point", "earn", "score"),),
            excluded=group("bonus", "put", "cost"), expected=False,
        )  # fmt: skip


def _zones(subject: Subject, node: Any) -> Group:
    return frozenset[str]().union(*(subject.zone_words(each) for each in subject.families(node)))


def _kinds(subject: Subject, node: Any) -> Group:
    """What there is a zone of each for: colours."""
    families = [subject.game.families[each] for each in subject.families(node)]
    names = {index.name for each in families for _, index in each.index if isinstance(index, Names)}
    return frozenset[str]().union(*(subject.kind_words(each) for each in names & subject.game.kinds.keys()))


def _bonus(
    subject: Subject, name: str, clause: Clause, value: int, patch: Patch | None, is_score: bool
) -> Iterator[Claim]:
    rule = _rule(subject, clause)
    conditional = bool(clause.when)
    limits = list(bounds_in(subject, clause.when))
    # The threshold tells the amount and the amount the threshold, whatever a text calls them.
    told_by = frozenset(f"number:{found.value}" for found in limits if found.value > 1)
    near = (BONUS | group("point", "earn", "add"),) if conditional else ()
    around = company(subject, name)
    things = frozenset(each for each in around if each in SORTS or each.startswith("class:")) | group("")
    places = frozenset(each for each in around if each.startswith("zone:") or each == "hand")
    told = BONUS | told_by | spoken_of(subject, clause.when) if conditional and is_score else places or around
    yield Claim(
        f"{clause.rule}/amount", rule, "quantity", "number", frozenset({value}),
        head=group("point", "", "bonus", "score") if is_score else things, binding=is_score,
        near=near, context=(told,), excluded=group("cost"), patch=patch, expected=is_score or bool(places),
    )  # fmt: skip
    for number, found in enumerate(limits):
        direct = any(bound(condition) == found for condition in conjuncts(clause.when))
        named = BONUS | (group(f"number:{value}") if value > 1 else frozenset())
        context = (named if direct else named | counted(subject, found.left) | group("token", "earn"),)
        yield Claim(
            f"{clause.rule}/threshold" + (f"-{number + 1}" if number else ""), rule, "threshold", "number",
            frozenset({found.value}), op=found.op,
            head=counted(subject, found.left) | (frozenset() if direct else group("")),
            context=context if is_score else (company(subject, name),),
            patch=constant_patch(subject, f"rule:{clause.rule}", found.value)
            or _anywhere(subject, clause.when, found.value), expected=is_score, binding=is_score,
        )  # fmt: skip
    if is_score:
        yield from _count_too(subject, clause, limits)


def _count_too(subject: Subject, clause: Clause, limits: Sequence[Bound]) -> Iterator[Claim]:
    """Of all cards that are counted those too that bear no number, of which a reader may think that they do not."""
    for found in limits:
        counts = [each for each in parts(found.left) if isinstance(each, ex.Fold) and each.op == "count"]
        sources = [each.binds[0].source for each in counts]
        for name in (each.things.name for each in sources if isinstance(each, ex.Contents)):
            ids = set(subject.game.classes[name].ids)
            within = {each for each, things in subject.classes.items() if set(things.ids) < ids}
            bearing = {each for each in within if subject.printed_on(group(f"class:{each}"))}
            for other in sorted(within - bearing) if bearing else ():
                yield Claim(
                    f"{clause.rule}/{other}-count-too", _rule(subject, clause), "condition", "modal",
                    frozenset({"assert", "must", "may"}), head=group("count", "contain", "add"),
                    near=(subject.wide_words(other),),
                    context=(group(f"number:{found.value}"), group("count", "contain", "add")),
                    excluded=group("multiply", "modal:only"), expected=False,
                )  # fmt: skip


def _anywhere(subject: Subject, when: Any, value: int) -> Patch | None:
    """The named number of this value in the definitions that a condition asks for."""
    called = tuple(
        subject.surface(f"define:{each.definition}") for each in parts(when) if isinstance(each, ex.Call)
    )
    return number_patch(subject, called, value)


def _each_of(subject: Subject, name: str, clause: Clause, value: ex.Call) -> Iterator[Claim]:
    """`add p.progress` to a limit of the hand: one more for each."""
    if name in subject.score_names:
        return
    words = counted(subject, value)
    yield Claim(
        f"{clause.rule}/one-for-each", _rule(subject, clause), "quantity", "number", frozenset({1}),
        head=group("", "card"), near=(words | group("quantifier:each"),), context=(words,), binding=False,
    )  # fmt: skip
    yield Claim(
        f"{clause.rule}/each-sign", _rule(subject, clause), "arithmetic", "arithmetic", frozenset({clause.op}),
        near=(words,), context=(company(subject, name),), expected=False,
    )  # fmt: skip


def _sum(subject: Subject, clause: Clause, value: ex.Fold, is_score: bool) -> Iterator[Claim]:
    """`add sum value of X in r`: all of them count, by what is printed; `add sum points of row`: every row does."""
    rule = _rule(subject, clause)
    printed = [e.table.removeprefix("its ") for e in parts(value.body) if isinstance(e, ex.Lookup)]
    over = spoken_of(subject, value.binds)
    measured = frozenset(f"kind:{name}" for name in printed) or over
    yield Claim(
        f"{clause.rule}/all", rule, "quantifier", "quantifier", frozenset({"all", "each", "several"}),
        near=(measured | over,), context=(group("add", "score", "count", "earn", "point"),),
        excluded=group("put", "take", "bonus", "multiply", "deal"), expected=is_score,
    )  # fmt: skip
    yield Claim(
        f"{clause.rule}/added", rule, "arithmetic", "modal", frozenset({"assert", "must"}),
        head=group("add", "count"), context=(measured,), expected=False, binding=False,
    )  # fmt: skip
    if printed and is_score:
        yield from _each_counts(subject, clause, measured, 1, is_score)
    if isinstance(value.binds[0].source, ex.ZonesOf) and is_score:
        yield Claim(
            f"{clause.rule}/from-one-card-on", rule, "threshold", "number", frozenset({1}), op="at-least",
            head=group("card"), near=(over,), context=(SCORED,), excluded=BONUS, expected=False, binding=False,
        )  # fmt: skip


def _each_counts(
    subject: Subject, clause: Clause, words: Group, factor: int, is_score: bool
) -> Iterator[Claim]:
    """So many points for each."""
    patch = constant_patch(subject, f"rule:{clause.rule}", factor) if factor != 1 else None
    yield Claim(
        f"{clause.rule}/points-each", _rule(subject, clause), "quantity", "number", frozenset({factor}),
        head=group("point", "bonus", "score"), near=(words | group("earn"),), context=(words,),
        excluded=group("multiply", "cost"), patch=patch,
        # That a printed value counts as it stands goes without saying, that coins are points does not.
        expected=is_score and (factor != 1 or any(each.startswith("cell:") for each in words)),
    )  # fmt: skip


# --- multiplying, limits, order


def _multiplied(subject: Subject, name: str, clause: Clause) -> Iterator[Claim]:
    rule, entry, value = _rule(subject, clause), f"rule:{clause.rule}", clause.value
    about = counted(subject, value) | spoken_of(subject, clause.when)
    yield Claim(
        f"{clause.rule}/is-multiplied", rule, "arithmetic", "modal", frozenset({"assert", "must", "may"}),
        head=group("multiply"), context=(about,) if about else (), excluded=BONUS, expected=False, binding=False,
    )  # fmt: skip
    yield Claim(
        f"{clause.rule}/multiplies", rule, "arithmetic", "arithmetic", frozenset({"multiply"}), near=(about,),
        patch=place_patch(subject, "arithmetic", entry, "multiply"), excluded=BONUS, expected=bool(about),
    )  # fmt: skip
    if isinstance(value, ex.Const):
        yield Claim(
            f"{clause.rule}/factor", rule, "quantity", "number", frozenset({value.value}),
            near=(group("multiply"),), context=(about,) if about else (),
            patch=constant_patch(subject, entry, value.value),
        )  # fmt: skip
        return
    base = next(
        (e.value for e in parts(value) if isinstance(e, ex.Const) and isinstance(e.domain, Number)), 0
    )
    most = _most_of(subject, value)
    keys, factors = tuple(range(1, most + 1)), tuple(base + key for key in range(1, most + 1))
    if len(keys) > 1:
        lists = [(keys, "keys"), (factors, "factors")]
        for numbers, what in lists:
            # A text may stop before the last and say `and so on`.
            allowed: frozenset[Value] = frozenset(numbers[:end] for end in range(2, len(numbers) + 1))
            yield Claim(
                f"{clause.rule}/{what}", rule, "table", "list", allowed, context=(group("multiply"), about),
                expected=False,
            )  # fmt: skip
    yield Claim(
        f"{clause.rule}/factor", rule, "table", "number", frozenset(factors), near=(group("multiply"),),
        context=(about,) if about else (),
    )  # fmt: skip
    for key, factor in zip(keys, factors, strict=True):
        yield Claim(
            f"{clause.rule}/factor-of-{key}", rule, "table", "number", frozenset({factor}),
            near=(group("multiply"), group(f"number:{key}")), context=(about,) if about else (), expected=False,
        )  # fmt: skip


def _multiplied_costs(subject: Subject, definition: Definition) -> Iterator[Claim]:
    """What a cost comes to where nothing else counts: 20 doubled is 40."""
    for first, cost in enumerate(definition.clauses):
        if cost.op != "subtract" or not isinstance(cost.value, ex.Const):
            continue
        for factor in definition.clauses[first + 1 :]:
            if factor.op == "multiply" and not isinstance(factor.value, ex.Const):
                products = [cost.value.value * key for key in range(2, _most_of(subject, factor.value) + 2)]
                yield Claim(
                    f"{cost.rule}/multiplied", _rule(subject, cost), "quantity", "number",
                    frozenset[Value]((*products, *(-each for each in products))), head=group("point", "", "score"),
                    context=(counted(subject, factor.value), COST | group("negative")), expected=False, binding=False,
                )  # fmt: skip


def _most_of(subject: Subject, value: ex.Expr) -> int:
    """How many of the counted class can lie together: as many as there are of one colour."""
    for each in parts(value):
        if isinstance(each, ex.Contents):
            ids = each.things.ids
            for kind, domain in subject.game.kinds.items():
                table = subject.game.tables.get(f"its {kind}")
                if isinstance(domain, Names) and kind != "name" and table is not None:
                    counts = Counter(table.values[id] for id in ids)
                    if NOTHING not in counts:
                        return max(counts.values())
            return len(ids)
    return 0


def _limited(subject: Subject, name: str, clause: Clause) -> Iterator[Claim]:
    """`at least 0`: nothing falls below."""
    rule, value = _rule(subject, clause), clause.value
    if not isinstance(value, ex.Const):
        return
    op: BoundOp = "at-least" if clause.op == "at-least" else "at-most"
    about = subject.definition_words(name) | spoken_of(subject, clause.when)
    yield Claim(
        f"{clause.rule}/limit", rule, "threshold", "number", frozenset({value.value}), op=op,
        head=group("point", "score", "") if name in subject.score_names else None,
        context=(about,), binding=name in subject.score_names and value.value > 0,
        patch=constant_patch(subject, f"rule:{clause.rule}", value.value),
        expected=name in subject.score_names,
    )  # fmt: skip


def _orders(subject: Subject, name: str, definition: Definition, is_score: bool) -> Iterator[Claim]:
    """Whether something is added before or after a multiplication."""
    clauses = definition.clauses
    for first, one in enumerate(clauses):
        for other in clauses[first + 1 :]:
            if "multiply" not in (one.op, other.op) or one.op == other.op:
                continue
            pairs = frozenset[Value](
                f"{a}<{b}" for a in _spoken(subject, one) for b in _spoken(subject, other)
            )
            yield Claim(
                f"{name}/{one.rule}-before-{other.rule}", subject.entry(f"rule:{other.rule}"), "order", "order",
                pairs, expected=is_score and _is_bonus(other),
                patch=Patch("order", f"define:{name}", f"{one.rule}<{other.rule}"),
            )  # fmt: skip
            if one.op == "multiply" and _is_bonus(other):
                yield Claim(
                    f"{other.rule}/not-multiplied", subject.entry(f"rule:{other.rule}"), "order", "modal",
                    frozenset({"negated", "must-not"}), head=group("multiply"), context=(BONUS,), expected=is_score,
                    excluded=group("order:after", "order:before", "order:then", "order:first"),
                )  # fmt: skip


def _is_bonus(clause: Clause) -> bool:
    return clause.op == "add" and isinstance(clause.value, ex.Const) and bool(clause.when)


def _spoken(subject: Subject, clause: Clause) -> Group:
    """What a step is called in a sentence about order."""
    if clause.op == "multiply":
        return group("multiply") | counted(subject, clause.value)
    if _is_bonus(clause):
        return BONUS
    return COST if clause.op == "subtract" else group("add")
