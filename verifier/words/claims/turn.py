"""A turn: its phases in order, what must and what may be done in each, how many choices there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from verifier.kernel.domain import Number
from verifier.model import steps as st
from verifier.model.game import Phase
from verifier.words.claims.doings import doings_of
from verifier.words.claims.patches import place_patch
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.seam import Claim, Patch, Value

MUST: frozenset[Value] = frozenset({"must", "assert", "only"})
# What need not be done may be told as not done.
MAY: frozenset[Value] = frozenset({"may", "assert", "only", "negated"})
# Verbs that are in every other sentence say nothing about order.
VAGUE = group("choose", "earn", "pay", "move")
# Permissions and duties about one thing in particular are no word on the phase.
PARTICULAR = group(
    "just-dropped", "multiply", "covered", "tie", "comparison:more-than", "comparison:at-least",
    "comparison:less-than", "comparison:at-most", "quantifier:several", "place:start", "accomplish",
)  # fmt: skip


def turn_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about phases and about what is offered inside procedures."""
    verbs: dict[str, Group] = {}
    for doing in doings_of(subject):
        verbs.setdefault(doing.concept.removeprefix("action:"), doing.verbs)
    phases = subject.game.phases
    if len(phases) > 1:
        yield Claim(
            "turn/phases", "", "count", "number", frozenset({len(phases)}), head=group("step"),
            context=(group("turn", "step"),),
        )  # fmt: skip
        yield Claim(
            "turn/last-phase-ends", "", "end", "modal", MUST, head=group("finish"), near=(group("turn"),)
        )
    yield from _no_passing(subject)
    for phase in phases:
        yield from _phase(subject, phase, verbs)
    for first, second in pairwise(phases):
        yield from _order(subject, first, second, verbs)
    for owner, rule, offer in _offers(subject):
        yield from _offer(subject, owner, rule, offer, verbs)
    yield from _in_a_row(subject)


def _no_passing(subject: Subject) -> Iterator[Claim]:
    """Where every phase asks for something and no action gives up, nobody may pass."""
    offers = [phase.step for phase in subject.game.phases]
    asks = all(isinstance(step, st.Offer) and step.how == "one of" for step in offers)
    printed = _printed(subject)
    if asks and offers and not any("pass" in doing.verbs for doing in doings_of(subject)):
        yield Claim(
            "turn/no-passing", "", "modality", "modal", frozenset({"must-not", "negated"}), head=group("pass"),
            excluded=(printed | group("number-word", "direction:alternate", "direction:clockwise", "card",
                                        "quantifier:none"))
            - group(f"number:{len(offers)}"),
            expected=False,
        )  # fmt: skip
    if asks and len(offers) > 1:
        yield Claim(
            "turn/every-phase", "", "modality", "modal", frozenset({"must", "assert", "must-not"}), head=group(""),
            near=(group("step", f"number:{len(offers)}"),), context=(group("turn", "step", "put"),),
            excluded=(printed | group("card")) - group(f"number:{len(offers)}"), expected=False,
        )  # fmt: skip


def _printed(subject: Subject) -> Group:
    """What is printed on cards, their numbers among it, and the zones: whoever passes those does something else."""
    numbers = (
        f"number:{value}"
        for name, domain in subject.game.kinds.items()
        if isinstance(domain, Number) and f"its {name}" in subject.game.tables
        for value in range(domain.low, domain.high + 1)
    )
    kinds = (f"kind:{name}" for name in subject.game.kinds)
    return frozenset((*numbers, *kinds, *(f"zone:{name}" for name in subject.game.families)))


def _told(subject: Subject, step: st.Offer | st.Do, verbs: dict[str, Group]) -> Group:
    """The verbs of a phase."""
    offers = [step] if isinstance(step, st.Offer) else []
    if isinstance(step, st.Do):
        carried = subject.carried_out((step,))
        offers = [each for each in parts(carried) if isinstance(each, st.Offer)]
        rolled = group("roll") if any(isinstance(each, st.Roll) for each in parts(carried)) else frozenset()
        return rolled or _joined(verbs[each.action] for offer in offers for each in offer.offered)
    return _joined(verbs[each.action] for offer in offers for each in offer.offered)


def _joined(groups: Any) -> Group:
    return frozenset[str]().union(*groups)


def _actions(offer: st.Offer) -> Group:
    return frozenset(f"action:{each.action}" for each in offer.offered)


def _phase(subject: Subject, phase: Phase, verbs: dict[str, Group]) -> Iterator[Claim]:
    rule = subject.entry(f"phase:{phase.name}")
    if not isinstance(phase.step, st.Offer):
        return
    offer, actions = phase.step, _actions(phase.step)
    told = _told(subject, offer, verbs)
    allowed = MUST if offer.how == "one of" else MAY
    yield Claim(
        f"{phase.name}/{'must' if allowed is MUST else 'may'}", rule, "modality", "modal", allowed, head=told,
        near=(actions | group(f"phase:{phase.name}"),),
        context=(group("turn", "step", "order:first", "order:then", f"phase:{phase.name}"),),
        excluded=PARTICULAR, patch=place_patch(subject, "modal", rule, offer.how),
    )  # fmt: skip
    yield from _alternatives(subject, phase.name, rule, offer)
    if offer.how == "one of":
        yield Claim(
            f"{phase.name}/else", rule, "condition", "modal", MUST, head=told, near=(actions,),
            context=(group("condition"), group("modal:negated", "modal:may", "modal:must-not")), expected=False,
        )  # fmt: skip


def _alternatives(subject: Subject, name: str, rule: str, offer: st.Offer) -> Iterator[Claim]:
    actions = _actions(offer)
    if len(actions) < 2:
        return
    # What looks the same in a text may be told as one.
    told = {(d.verbs, d.source, d.target) for d in doings_of(subject) if d.concept in actions}
    counts = frozenset[Value](range(max(2, len(told)), len(actions) + 1))
    verbs = _joined(each.verbs for each in doings_of(subject) if each.concept in actions)
    yield Claim(
        f"{name}/choices", rule, "quantity", "number", counts, head=group("option"),
        context=(actions | verbs,) if len(subject.game.phases) > 1 else (),
        expected=False,
    )  # fmt: skip
    # One of them excludes the others; any number of them does not.
    words: frozenset[Value] = frozenset({"or", "either"} if offer.how != "any number of" else {"or", "and"})
    yield Claim(
        f"{name}/alternatives", rule, "choice", "connective", words, near=(actions,), context=(actions,)
    )


def _order(subject: Subject, first: Phase, second: Phase, verbs: dict[str, Group]) -> Iterator[Claim]:
    before, after = (_told(subject, each.step, verbs) - VAGUE for each in (first, second))
    sooner = (before - after) | {f"phase:{first.name}"}
    later = (after - before) | {f"phase:{second.name}"}
    pairs: frozenset[Value] = frozenset(f"{one}<{other}" for one in sooner for other in later)
    yield Claim(
        f"turn/{first.name}-before-{second.name}", subject.entry(f"phase:{first.name}"), "order", "order", pairs,
        patch=Patch("order", "turn", f"{first.name}<{second.name}"),
    )  # fmt: skip


# --- choices inside procedures and rules


def _offers(subject: Subject) -> Iterator[tuple[str, str, st.Offer]]:
    """Every offer that is no phase, with what it stands in and the entry that tells of it."""
    game = subject.game
    for name, action in game.actions.items():
        yield from _offers_in(subject, name, f"action:{name}", action.steps)
    for name, procedure in game.procedures.items():
        yield from _offers_in(subject, name, f"procedure:{name}", procedure.steps)
    for (moment, name), steps in game.hooks.items():
        yield from _offers_in(subject, name, f"{moment}:{name}", steps)


def _offers_in(
    subject: Subject, name: str, entry: str, steps: tuple[st.Step, ...]
) -> Iterator[tuple[str, str, st.Offer]]:
    for step in steps:
        match step:
            case st.Offer():
                yield name, subject.entry(entry), step
            case st.Rule(rule=rule, steps=inner):
                yield from _offers_in(subject, rule, f"rule:{rule}", inner)
            case st.Each(steps=inner) | st.Repeat(steps=inner) | st.GoRound(steps=inner) | st.As(steps=inner):
                yield from _offers_in(subject, name, entry, inner)
            case _:
                pass


def _offer(
    subject: Subject, owner: str, rule: str, offer: st.Offer, verbs: dict[str, Group]
) -> Iterator[Claim]:
    actions, told = _actions(offer), _joined(verbs[each.action] for each in offer.offered)
    name = f"{owner}/{'-or-'.join(each.action for each in offer.offered)}"
    patch = place_patch(subject, "modal", rule, offer.how)
    allowed = MUST | {"may"} if offer.how == "one of" and len(actions) > 1 else MUST
    yield Claim(
        f"{name}/{'must' if offer.how == 'one of' else 'may'}", rule, "modality", "modal",
        allowed if offer.how == "one of" else MAY, head=told, near=(actions,), excluded=PARTICULAR, patch=patch,
    )  # fmt: skip
    yield from _alternatives(subject, name, rule, offer)
    if offer.how == "any number of":
        yield Claim(
            f"{name}/how-many", rule, "quantifier", "quantifier", frozenset({"all", "several", "some", "each"}),
            near=(actions,),
        )  # fmt: skip
    elif offer.how == "at most one of":
        yield Claim(
            f"{name}/one", rule, "quantity", "number", frozenset({1}), head=_joined(
                doing.things for doing in doings_of(subject) if doing.concept in actions
            ) | group("card", ""), near=(actions,), patch=None, expected=False,
            # Inside another action it is told with that one.
            context=(group(f"action:{owner}"),) if owner in subject.game.actions else (),
        )  # fmt: skip
        yield Claim(
            f"{name}/at-most-one", rule, "quantifier", "quantifier", frozenset({"one", "none"}), near=(actions,),
            context=(_joined(doing.source | doing.target for doing in doings_of(subject) if doing.concept in actions),),
            expected=owner not in subject.game.actions,
        )  # fmt: skip


def _in_a_row(subject: Subject) -> Iterator[Claim]:
    """Offers that follow each other in a procedure: one and the other, not one or the other."""
    for name, procedure in subject.game.procedures.items():
        offers = [each for each in subject.carried_out(procedure.steps) if isinstance(each, st.Offer)]
        for first, second in pairwise(offers):
            one, other = _actions(first), _actions(second)
            names = "-".join(sorted(one | other)).replace("action:", "")
            yield Claim(
                f"{name}/{names}/both", subject.entry(f"procedure:{name}"), "choice", "connective",
                frozenset({"and"}), near=(one | other,), context=(one, other),
            )  # fmt: skip
