"""What must hold before something may be done: comparisons, prohibitions, what is allowed at the start only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from verifier.kernel import expression as ex
from verifier.kernel.domain import Names, Number
from verifier.model import steps as st
from verifier.surface import nodes
from verifier.surface.index import walk
from verifier.words.claims.conditions import (
    OPS,
    bound,
    classes_meant,
    comparison,
    conjuncts,
    counted,
    emptiness,
    spoken_of,
)
from verifier.words.claims.doings import action_group, doings_of
from verifier.words.claims.patches import constant_patch, place_patch
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.seam import Claim, Patch, Value

FORBIDS: frozenset[Value] = frozenset({"must-not", "only", "negated"})
DEMANDS: frozenset[Value] = frozenset({"must", "assert", "only", "may", "must-not", "negated"})
PREVIOUS = group("previous", "just-dropped")


@dataclass(frozen=True, slots=True)
class Required:
    """One condition of one rule, with whom and what it is about."""

    rule: str
    condition: ex.Expr
    # The classes to which the rule is limited, and the actions it guards.
    classes: tuple[str, ...]
    actions: tuple[str, ...]

    @property
    def entry(self) -> str:
        return f"rule:{self.rule}"


def guard_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about what a rule requires."""
    for required in requirements(subject):
        yield from _requirement(subject, required)


def requirements(subject: Subject) -> tuple[Required, ...]:
    """What every rule requires: of actions, and of truths that actions ask for."""
    return subject.once(_requirements)


def _requirements(subject: Subject) -> tuple[Required, ...]:
    return tuple(_required(subject))


def _required(subject: Subject) -> Iterator[Required]:
    for name, action in subject.game.actions.items():
        for guard in (each for each in parts(action.steps) if isinstance(each, st.Guard)):
            for condition in conjuncts(guard.require):
                yield Required(guard.rule, condition, classes_meant(guard.when), (name,))
    for name, definition in subject.game.definitions.items():
        demanded = [clause for clause in definition.clauses if clause.op == "require"]
        users = _users(subject, name) if demanded else ()
        for clause in demanded:
            for condition in conjuncts((clause.value,)):
                yield Required(clause.rule, condition, classes_meant(clause.when), users)


def _users(subject: Subject, definition: str) -> tuple[str, ...]:
    """The actions that ask for a definition."""
    return tuple(
        name
        for name, action in subject.game.actions.items()
        if any(isinstance(each, ex.Call) and each.definition == definition for each in parts(action.steps))
    )


def _requirement(subject: Subject, required: Required) -> Iterator[Claim]:
    condition = required.condition
    if (empty := emptiness(condition)) is not None:
        yield from _empty(subject, required, empty)
    elif bound(condition) is not None:
        yield from _threshold(subject, required)
    elif (compared := comparison(condition)) is not None:
        if compared.op in ("=", "!="):
            yield from _sameness(subject, required, compared)
        else:
            yield from _comparison(subject, required, compared)
    elif _none_there(condition):
        yield from _none(subject, required)
    else:
        yield from _needed(subject, required)


def _doing(required: Required) -> Group:
    return frozenset(f"action:{name}" for name in required.actions)


def _verbs(subject: Subject, required: Required) -> Group:
    names = _doing(required)
    return frozenset[str]().union(*(each.verbs for each in doings_of(subject) if each.concept in names))


def _subjects(subject: Subject, required: Required) -> Group:
    found = frozenset[str]().union(*(subject.wide_words(name) for name in required.classes))
    return found or group("card")


# --- a card against the cards that lie there, an amount against an amount


def _comparison(subject: Subject, required: Required, compared: ex.Compare) -> Iterator[Claim]:
    """`card.value is more than highest value in my row`: the comparison, that it is a duty, that it always holds."""
    rule = subject.entry(required.entry)
    measured = counted(subject, compared.left) | counted(subject, compared.right)
    places = frozenset[str]().union(*(subject.zone_words(name) for name in subject.families(compared.right)))
    about = (
        measured
        | PREVIOUS
        | (group("number-word") if any("kind:" in each for each in measured) else frozenset())
        | _bearers(subject, measured)
    )
    # What is not compared with cards that lie somewhere is no comparison of cards.
    cards = group("card") if places else frozenset()
    context = (_doing(required) | places | _verbs(subject, required) | cards,)
    excluded = group("win", "tie", "score", "bonus", "multiply", "finish") | (group("card") - cards)
    patch = _comparison_patch(subject, required)
    # That nobody can pay more than they have goes without saying.
    told = not _is_paid(subject, (compared.left, compared.right), _paid_with(subject, required))
    yield Claim(
        f"{required.rule}/comparison", rule, "comparison", "comparison", frozenset({OPS[compared.op]}),
        near=(about,), context=context, excluded=excluded, patch=patch, expected=told,
    )  # fmt: skip
    compares = group(*(f"comparison:{each}" for each in OPS.values()))
    yield Claim(
        f"{required.rule}/must", rule, "modality", "modal", frozenset({"must", "assert", "only"}),
        near=(about, compares), context=context, excluded=excluded, expected=told,
    )  # fmt: skip
    yield Claim(
        f"{required.rule}/always", rule, "quantifier", "quantifier",
        frozenset({"all", "each", "several", "one", "none"}), near=(about, compares), context=context,
        excluded=excluded, expected=False,
    )  # fmt: skip


def _is_paid(subject: Subject, node: Any, cells: frozenset[str], depth: int = 2) -> bool:
    """Does a term read, through definitions too, what is paid with?"""
    return any(
        (isinstance(each, ex.Read) and each.cell in cells)
        or (
            isinstance(each, ex.Call)
            and depth > 0
            and _is_paid(subject, _terms(subject, each.definition), cells, depth - 1)
        )
        for each in parts(node)
    )


def _paid_with(subject: Subject, required: Required) -> frozenset[str]:
    """What changes hands, and whatever an action takes away that a rule asks to be there before."""
    steps = subject.carried_out(
        step for name in required.actions for step in subject.game.actions[name].steps
    )
    return subject.money | {
        each.cell
        for each in parts(steps)
        if isinstance(each, st.Write) and isinstance(each.value, ex.Arith) and each.value.op == "-"
    }


def _terms(subject: Subject, definition: str) -> tuple[ex.Expr, ...]:
    own = subject.game.definitions[definition]
    return (own.start, *(clause.value for clause in own.clauses))


def _bearers(subject: Subject, measured: Group) -> Group:
    """The classes on which is printed what is compared: a card that is higher has the higher number."""
    return frozenset(
        f"class:{name}"
        for name in subject.classes
        if (printed := subject.printed_on(group(f"class:{name}"))) and printed & measured
    )


def _comparison_patch(subject: Subject, required: Required) -> Patch | None:
    """The only comparison of a rule on the surface."""
    found = [each for each in walk(subject.surface(required.entry)) if isinstance(each, nodes.Compare)]
    unequal = [each for each in found if each.op not in ("is", "is-not")]
    return place_patch(subject, "comparison", required.entry, unequal[0].op) if len(unequal) == 1 else None


def _threshold(subject: Subject, required: Required) -> Iterator[Claim]:
    """Something compared with a number."""
    found = bound(required.condition)
    assert found is not None
    rule, head = subject.entry(required.entry), counted(subject, found.left)
    yield Claim(
        f"{required.rule}/threshold", rule, "threshold", "number", frozenset({found.value}), op=found.op,
        head=head | group("") if head else None, context=(_doing(required) | head,),
        patch=constant_patch(subject, required.entry, found.value),
        expected=found.value > 1 and not _is_the_most(subject, found.left, found.value),
        binding=found.value > 1 and bool(head) and bool(required.actions),
    )  # fmt: skip


def _is_the_most(subject: Subject, left: ex.Expr, value: int) -> bool:
    """Nobody says that nothing goes on beyond the last step."""
    domain = subject.game.cells[left.cell].domain if isinstance(left, ex.Read) else None
    return isinstance(domain, Number) and domain.high == value


# --- what must be there, what must not


def _empty(subject: Subject, required: Required, empty: bool) -> Iterator[Claim]:
    rule = subject.entry(required.entry)
    zones = frozenset[str]().union(
        *(subject.zone_words(each) for each in subject.families(required.condition))
    )
    words: frozenset[Value] = frozenset({"empty"} if empty else {"not-empty"})
    doing = (_doing(required) | _verbs(subject, required),)
    yield Claim(
        f"{required.rule}/empty", rule, "condition", "emptiness", words, near=(zones,), context=doing,
        excluded=group("finish", "cost", "score"), expected=False,
    )  # fmt: skip
    if empty:
        yield Claim(
            f"{required.rule}/one", rule, "quantity", "number", frozenset({1}),
            head=group("card", "figure", "tile", "token") | zones, context=(zones, _doing(required)),
            expected=False, binding=False,
        )  # fmt: skip
        yield Claim(
            f"{required.rule}/only-one", rule, "quantifier", "quantifier", frozenset({"one", "none"}),
            near=(group("card", "figure", "tile", "token"),), context=(zones,),
            excluded=group("finish", "score", "multiply", "deal", "see"),
            expected=not all(_is_space(subject, each) for each in subject.families(required.condition)),
        )  # fmt: skip
        yield Claim(
            f"{required.rule}/not-twice", rule, "modality", "modal", FORBIDS, context=(zones, _doing(required)),
            head=_verbs(subject, required), excluded=group("multiply", "tie"), expected=False, binding=False,
        )  # fmt: skip


def _is_space(subject: Subject, zone: str) -> bool:
    """Nobody says that a space for one holds no second, unless there is one for each colour of card."""
    family = subject.game.families[zone]
    of_each = any(
        isinstance(domain, Names) and f"its {domain.name}" in subject.game.tables
        for _, domain in family.index
    )
    return not of_each and (family.shape == "space" or family.holds is not None)


def _none_there(condition: ex.Expr) -> bool:
    return (
        isinstance(condition, ex.Not)
        and isinstance(condition.operand, ex.Fold)
        and condition.operand.op == "any"
    )


def _none(subject: Subject, required: Required) -> Iterator[Claim]:
    """`no X in my row`: forbidden once one lies there, hence only at the start, where several may follow each other."""
    rule, verbs = subject.entry(required.entry), _verbs(subject, required)
    others = frozenset(
        concept
        for each in parts(required.condition)
        if isinstance(each, ex.Contents)
        for concept in subject.wide_words(each.things.name)
    )
    zones = frozenset[str]().union(
        *(subject.zone_words(each) for each in subject.families(required.condition))
    )
    meant, doing = _subjects(subject, required), group(*verbs, "put")
    yield Claim(
        f"{required.rule}/forbidden", rule, "modality", "modal", FORBIDS, head=doing, near=(meant,),
        context=(others | zones, group("condition", "order:after", "order:before", "order:first", "modal:only",
                                       "modal:must-not", "emptiness:empty", "quantifier:none")),
        excluded=group("quantifier:several", "multiply", "shuffle"),
        # Of cards of any sort nobody says that no second one comes where one lies.
        expected=bool(required.classes) and not _is_narrowed(required.condition),
    )  # fmt: skip
    if _is_narrowed(required.condition):
        # Of what there may be one of each text says that there may be one.
        yield Claim(
            f"{required.rule}/once", rule, "quantifier", "quantifier", frozenset({"one"}), near=(meant | others,),
            context=(group("once", "copy", "sort", "symbol") | (meant & others),),
            excluded=group("multiply", "point", "take"), binding=False,
        )  # fmt: skip
    yield Claim(
        f"{required.rule}/unless-there", rule, "condition", "condition", frozenset({"unless"}),
        head=others | subject.printed_on(others), context=(meant,), excluded=group("multiply", "cost", "point"),
        expected=False,
    )  # fmt: skip
    if required.classes and not _is_narrowed(required.condition):
        yield from _at_the_start(required, rule, meant, doing, zones)


def _is_narrowed(condition: ex.Expr) -> bool:
    """`No expansion of its name`: others may lie there before it."""
    fold = condition.operand if isinstance(condition, ex.Not) else condition
    return isinstance(fold, ex.Fold) and any(
        isinstance(each, ex.Compare) and isinstance(each.right, ex.Lookup)
        for each in parts((fold.where, fold.body))
    )


def _at_the_start(required: Required, rule: str, meant: Group, doing: Group, zones: Group) -> Iterator[Claim]:
    yield Claim(
        f"{required.rule}/at-the-start", rule, "position", "place", frozenset({"start"}), near=(meant,),
        context=(doing | zones,), excluded=group("shuffle"),
    )  # fmt: skip
    yield Claim(
        f"{required.rule}/only-at-the-start", rule, "modality", "modal",
        frozenset({"only", "must-not", "may", "must", "negated", "assert"}), head=doing,
        near=(meant, group("place:start")), expected=False,
    )  # fmt: skip
    yield Claim(
        f"{required.rule}/several", rule, "modality", "modal", frozenset({"may", "assert"}), head=doing,
        near=(meant, group("quantifier:several", "quantifier:all", "quantifier:some")),
    )  # fmt: skip
    yield Claim(
        f"{required.rule}/how-many", rule, "quantifier", "quantifier",
        frozenset({"several", "all", "some", "each", "one"}), near=(meant, doing), context=(zones,), expected=False,
    )  # fmt: skip


def _sameness(subject: Subject, required: Required, compared: ex.Compare) -> Iterator[Claim]:
    """`card is not the one just dropped`, `what is given is not what is got`."""
    rule, verbs = subject.entry(required.entry), _verbs(subject, required)
    noted = [each.cell for each in parts((compared.left, compared.right)) if isinstance(each, ex.Read)]
    if compared.op == "!=" and noted:
        yield Claim(
            f"{required.rule}/forbidden", rule, "modality", "modal", frozenset({"must-not", "negated"}),
            head=verbs | group("take"), context=(group("just-dropped") | subject.cell_words(noted[0]),),
        )  # fmt: skip
        return
    yield from _needed(subject, required)


def _needed(subject: Subject, required: Required) -> Iterator[Claim]:
    """Any other condition: a text that speaks of it demands it, forbids its contrary, or says so."""
    about = spoken_of(subject, required.condition)
    if not about:
        return
    rule = subject.entry(required.entry)
    yield Claim(
        f"{required.rule}/needed", rule, "condition", "modal", DEMANDS, head=_verbs(subject, required) or None,
        near=(about,), context=(_doing(required) | group("condition"),) if required.actions else (),
    )  # fmt: skip


def offer_claims(subject: Subject) -> Iterator[Claim]:
    """Amounts that are chosen: from which number on."""
    for name, action in subject.game.actions.items():
        for each in parts(action.steps):
            if not isinstance(each, st.Choose):
                continue
            for bind in each.binds:
                domain = bind.source.domain if isinstance(bind.source, ex.Values) else None
                if isinstance(domain, Number):
                    entry = f"action:{name}"
                    amounts = _amounts(subject, name, bind.local)
                    yield Claim(
                        f"{name}/{bind.local}-from", subject.entry(entry), "threshold", "number",
                        frozenset({domain.low}), op="at-least", head=amounts | group("", "money"),
                        context=(action_group(name) | amounts,),
                        patch=constant_patch(subject, entry, domain.low),
                    )  # fmt: skip


def _amounts(subject: Subject, action: str, local: str) -> Group:
    """The amounts that a chosen number is set against or written to."""
    found: set[str] = set()
    for each in parts(subject.game.actions[action].steps):
        if isinstance(each, st.Write) and isinstance(each.value, ex.Local) and each.value.name == local:
            found |= subject.cell_words(each.cell)
        if isinstance(each, ex.Compare) and isinstance(each.left, ex.Local) and each.left.name == local:
            found |= counted(subject, each.right)
    return frozenset(found)
