"""Must, may, must not, not: what the sentence demands or leaves open against what the rule does."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.diagnostics import Diagnostic, did_you_mean
from verifier.surface import nodes
from verifier.surface.index import rules_in, walk
from verifier.words.lexicon import ORDERS, Phrase
from verifier.words.reading import denials_before
from verifier.words.sentence_context import Case
from verifier.words.template import Mark

# A witness says what can happen, a definition what can be called so, a zone who can see it, an addition to a phase what
# else can be done there.
CAN = frozenset({"witness", "define", "zone", "also"})


def modality_problems(case: Case) -> Iterator[Diagnostic]:
    """The choices and denials of a sentence that are not the rule's."""
    if case.formal.is_guard:
        yield from _condition(case)
    elif case.formal.may:
        yield from _open_choice(case)
    elif case.entry.sort not in CAN:
        yield from _no_choice(case)
    yield from _denials(case)


def _condition(case: Case) -> Iterator[Diagnostic]:
    read = case.reading
    allows, demands = read.of("may", "any-number"), read.of("must", "must-not", "only")
    # `No card may ...`: a denial earlier in the clause makes it a prohibition.
    open_ones = [each for each in allows if not denials_before(read, each)]
    if open_ones and not read.of("only", "must-not"):
        yield _at(case, "L750", open_ones[0], _wordings(case, "must", "must-not", "only"))
    elif not demands and len(open_ones) == len(allows):
        yield case.whole("L752", _wordings(case, "must", "must-not", "only"))


def _open_choice(case: Case) -> Iterator[Diagnostic]:
    read = case.reading
    demands = read.of("must")
    if demands and not case.formal.must_choose:
        yield _at(case, "L751", demands[0], _wordings(case, "may", "any-number"))
    elif not read.of("may", "any-number") and "at-most" not in {said.sense for said in read.comparisons}:
        yield case.whole("L753", _wordings(case, "may", "any-number"))


def _no_choice(case: Case) -> Iterator[Diagnostic]:
    read = case.reading
    allows = read.of("may", "any-number")
    if allows and not read.of("not", "must-not"):
        yield _at(case, "L750", allows[0], "state what is done; it is not optional")


def _denials(case: Case) -> Iterator[Diagnostic]:
    # A denial that turns a comparison round has done its work.
    used = [denial for said in case.reading.comparisons for denial in said.denials]
    denials = [each for each in case.reading.of("not", "must-not") if each not in used]
    said = denials or case.reading.of("only", "other")
    if denials and not (case.formal.denies or case.formal.may_deny):
        yield _at(
            case, "L754", denials[0], "avoid the negation, or annotate harmless words with `[...](plain)`"
        )
    if case.formal.denies and not said and not used:
        yield case.whole("L755", _wordings(case, "not", "must-not"))


def _at(case: Case, code: str, phrase: Phrase, hint: str) -> Diagnostic:
    return case.problem(code, phrase.start, phrase.end, hint=hint, word=phrase.text)


def _wordings(case: Case, *senses: str) -> str:
    known = [
        phrase
        for sense in senses
        for phrase in case.lexicon.wordings.get(sense, ())[:2]
        if "..." not in phrase
    ]
    return f"use {', '.join(f'`{phrase}`' for phrase in known)}, or annotate the words: `[...]({senses[0]})`"


# --- before, after, then: what the sentence says comes first against the order of the rules


# What a mark says of the thing that it names.
SPOKEN = {"before": "later", "after": "earlier", "then": "later", "first": "first"}


def order_problems(case: Case) -> Iterator[Diagnostic]:
    """Every word of order names what it refers to, and the rules have it in that order."""
    for phrase in case.reading.phrases:
        if phrase.sense in ORDERS and not phrase.text.startswith("["):
            hint = f"name what it refers to: `[...]({phrase.sense}: some-rule)`; if not about order, `[...](plain)`"
            yield case.problem(
                "L761", phrase.start, phrase.end, hint=hint, word=phrase.text, said=phrase.sense
            )
    inside = _inside(case)
    last = -1
    for mark in case.template.marks():
        if mark.sense not in ORDERS:
            continue
        if mark.ref is None:
            hint, said = f"`({mark.sense}: some-rule)`", mark.sense
            yield case.problem("L761", mark.at, mark.end, hint=hint, word=said, said=said)
        elif mark.sense in ("then", "first"):
            position = inside.index(mark.ref) if mark.ref in inside else None
            if position is None:
                yield _unknown(case, mark, inside)
                continue
            if position < last:
                yield _reversed(case, mark, "earlier")
            last = max(last, position)
        else:
            yield from _beside(case, mark, mark.ref)


def _inside(case: Case) -> list[str]:
    """The names in a block in the order of its steps."""
    return list(dict.fromkeys(each.text for each in walk(case.entry.node) if isinstance(each, nodes.Name)))


def _beside(case: Case, mark: Mark, ref: str) -> Iterator[Diagnostic]:
    """`before: x` and `after: x`, for a rule among its neighbours, a phase of the turn, a hook."""
    hook = next((each for each in (case.entry.node, case.entry.place) if isinstance(each, nodes.Hook)), None)
    if hook is not None and hook.path.parts[-1].text == ref:
        if hook.when != mark.sense:
            yield _reversed(case, mark, "earlier" if hook.when == "after" else "later")
        return
    for order in _orders(case):
        mine = next((at for at, names in enumerate(order) if case.entry.name in names), None)
        other = next((at for at, names in enumerate(order) if ref in names), None)
        if mine is not None and other is not None and mine != other:
            if mark.sense != ("after" if mine > other else "before"):
                yield _reversed(case, mark, "earlier" if mine > other else "later")
            return
    yield _unknown(case, mark, [name for order in _orders(case) for names in order for name in names])


def _reversed(case: Case, mark: Mark, rule: str) -> Diagnostic:
    return case.problem("L760", mark.at, mark.end, name=mark.ref, rule=rule, said=SPOKEN[mark.sense])


def _orders(case: Case) -> Iterator[list[set[str]]]:
    """Rules of one block, one after the other; then the phases, each with all that can happen in it."""
    if case.entry.place is not None:
        rules = list(dict.fromkeys(rule.name.text for rule in rules_in(_whole(case))))
        yield [{name} for name in rules]
    actions = {item.name.text: item for item in case.book.laid.items if isinstance(item, nodes.Action)}
    for item in case.book.laid.items:
        if isinstance(item, nodes.Turn):
            yield [_happens(phase, actions) for phase in item.phases]


def _whole(case: Case) -> tuple[object, ...]:
    """All rules of the definition that a rule belongs to, also those that a `change` adds to it."""
    place = case.entry.place
    name = getattr(getattr(place, "name", None), "text", None)
    if not isinstance(place, nodes.Define | nodes.Change) or name is None:
        return (place,)
    same = [item for item in case.book.laid.items if isinstance(item, nodes.Define | nodes.Change)]
    return tuple(item for item in same if item.name.text == name)


def _happens(phase: nodes.Phase, actions: dict[str, nodes.Action]) -> set[str]:
    names = {phase.name.text}
    if isinstance(phase.step, nodes.Offer):
        for offered in phase.step.offered:
            action = actions.get(offered.action.text)
            names.add(offered.action.text)
            names.update(rule.name.text for rule in rules_in(action) if action is not None)
    return names


def _unknown(case: Case, mark: Mark, known: list[str]) -> Diagnostic:
    some = ", ".join(f"`{name}`" for name in list(dict.fromkeys(known))[:8])
    otherwise = f"known here: {some}" if some else "there is no neighbouring rule"
    hint = did_you_mean(mark.ref or "", known, otherwise)
    return case.problem("L762", mark.at, mark.end, hint=hint, name=mark.ref)
