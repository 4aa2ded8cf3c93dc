"""What happens by rule: conditions and consequences, for everyone, again and again, in turn, in which order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from verifier.kernel import expression as ex
from verifier.kernel.domain import Number, Players, Truth
from verifier.model import steps as st
from verifier.words.claims.blocks import SAID, Block, blocks, effects
from verifier.words.claims.conditions import bound, bounds_in, conjuncts, counted, emptiness, spoken_of
from verifier.words.claims.doings import moves, verbs
from verifier.words.claims.patches import constant_patch
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.seam import Claim, Value

TRADED = group("trade", "swap", "pay", "return", "cost")
HAPPENS: frozenset[Value] = frozenset({"assert", "must", "only", "may"})


def procedure_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about what happens inside blocks."""
    for block in blocks(subject):
        yield from _in_block(subject, block, block.steps)


def _in_block(subject: Subject, block: Block, steps: tuple[st.Step, ...]) -> Iterator[Claim]:
    for step in steps:
        match step:
            case st.Rule(rule=rule, when=when, steps=inner):
                own = Block(rule, f"rule:{rule}", inner, block.about)
                yield from _conditions(subject, own, when, inner)
                yield from _not_replaced(subject, own, steps)
                yield from _in_block(subject, own, inner)
            case st.Each(binds=binds, where=where, steps=inner):
                yield from _everyone(subject, block, binds, where, inner)
                yield from _in_block(subject, block, inner)
            case st.As(steps=inner):
                yield from _in_block(subject, block, inner)
            case st.Repeat(count=count, steps=inner):
                yield from _repeat(subject, block, count, inner)
                yield from _in_block(subject, block, inner)
            case st.GoRound():
                yield from _go_round(subject, block, step)
                yield from _in_block(subject, block, step.steps)
            case st.Choose(may=True):
                yield from _may(subject, block, steps)
            case st.Roll(cell=cell):
                yield from _roll(subject, block, cell)
            case _:
                pass


# --- rules with conditions


def _conditions(
    subject: Subject, block: Block, when: tuple[ex.Expr, ...], steps: tuple[st.Step, ...]
) -> Iterator[Claim]:
    rule, does = subject.entry(block.entry), effects(subject, steps)
    around = tuple(each for each in (block.about,) if each)
    for number, condition in enumerate(conjuncts(when)):
        name = f"{block.name}/when" + (f"-{number + 1}" if number else "")
        zones = frozenset[str]().union(*(subject.zone_words(each) for each in subject.families(condition)))
        empty = emptiness(condition)
        found = bound(condition)
        if empty is not None and zones:
            words: frozenset[Value] = frozenset({"empty", "last"} if empty else {"not-empty"})
            yield Claim(
                name, rule, "condition", "emptiness", words, near=(zones,), context=(*around, does) if does else around,
                excluded=group("win", "finish"), expected=empty,
            )  # fmt: skip
        elif found is not None and not isinstance(found.left, ex.Read | ex.Local):
            head = counted(subject, found.left)
            yield Claim(
                name, rule, "threshold", "number", frozenset({found.value}), op=found.op,
                head=head | group("") if head else None, context=(*around, does | head),
                expected=found.value > 1, binding=found.value > 1 and bool(head),
                patch=constant_patch(subject, block.entry, found.value),
            )  # fmt: skip
        elif (about := spoken_of(subject, condition)) and does:
            yield Claim(
                name, rule, "condition", "modal", HAPPENS if _affirms(condition) else HAPPENS | {"negated", "must-not"},
                head=does, near=(about,), context=around, expected=False, binding=False,
            )  # fmt: skip
    if does:
        spoken = spoken_of(subject, (when, steps))
        # `Storm: everybody loses a card`: the name of the face is the condition.
        named = frozenset(each for each in spoken_of(subject, when) if each.startswith("name:"))
        yield Claim(
            f"{block.name}/happens", rule, "condition", "modal", SAID, head=does,
            near=(spoken,) if spoken else (), context=(*around, group("condition") | named),
            excluded=group("modal:must-not"), expected=not _is_there(when),
        )  # fmt: skip


def _not_replaced(subject: Subject, rule: Block, around: tuple[st.Step, ...]) -> Iterator[Claim]:
    """What has just been moved is moved away again, and nothing comes in its place."""
    before = {
        each.thing.name: each
        for each in around
        if isinstance(each, st.Move) and isinstance(each.thing, ex.Local)
    }
    for each in rule.steps:
        name = each.thing.name if isinstance(each, st.Move) and isinstance(each.thing, ex.Local) else ""
        if name in before:
            came = frozenset[str]().union(
                *(verbs(subject, m) for m in moves(subject, around) if m.step is before[name])
            )
            yield Claim(
                f"{rule.name}/not-replaced", subject.entry(rule.entry), "modality", "modal",
                frozenset({"negated", "must-not"}), head=came | group("swap", "refill"), expected=False,
                context=(group("card", "rest"),), near=(group("rest", "refill", "colour:other", "swap"),),
                binding=False,
            )  # fmt: skip


def _is_there(when: tuple[ex.Expr, ...]) -> bool:
    """Is all that is asked for that there is something to do it with? That goes without saying."""
    return all(
        emptiness(each) is False or (isinstance(each, ex.Fold) and each.op == "any")
        for each in conjuncts(when)
    )


def _affirms(condition: ex.Expr) -> bool:
    return not isinstance(condition, ex.Not)


# --- everybody, again and again, in turn


def _everyone(
    subject: Subject,
    block: Block,
    binds: tuple[ex.Bind, ...],
    where: ex.Expr | None,
    steps: tuple[st.Step, ...],
) -> Iterator[Claim]:
    """`each player ...`: it happens to all, or to those of whom something holds."""
    players = any(isinstance(b.source, ex.Values) and isinstance(b.source.domain, Players) for b in binds)
    does = effects(subject, steps)
    if players and does and where is None:
        yield Claim(
            f"{block.name}/everyone", subject.entry(block.entry), "quantifier", "quantifier",
            frozenset({"each", "all"}), near=(group("player"), does),
            context=(spoken_of(subject, steps),), expected=False,
        )  # fmt: skip
        if block.about:
            yield Claim(
                f"{block.name}/not-one-alone", subject.entry(block.entry), "role", "role", frozenset({"each", "all"}),
                near=(does,), context=(block.about,), expected=False,
            )  # fmt: skip
    if where is None:
        return
    for number, found in enumerate(bounds_in(subject, where)):
        head = counted(subject, found.left)
        yield Claim(
            f"{block.name}/those-with" + (f"-{number + 1}" if number else ""), subject.entry(block.entry),
            "threshold", "number", frozenset({found.value}), op=found.op,
            head=head | group("", "card") if head else None,
            context=(block.about or does | head,), patch=constant_patch(subject, block.entry, found.value),
            expected=found.value > 1, binding=found.value > 1,
        )  # fmt: skip


def _repeat(subject: Subject, block: Block, count: ex.Expr, steps: tuple[st.Step, ...]) -> Iterator[Claim]:
    rule, does = subject.entry(block.entry), effects(subject, steps)
    if isinstance(count, ex.Const) and count.value > 1:
        things = spoken_of(subject, subject.carried_out(steps))
        yield Claim(
            f"{block.name}/times", rule, "quantity", "number", frozenset({count.value}),
            head=things | group("card", ""), near=(does,) if does else (),
            context=(block.about or things,), patch=constant_patch(subject, block.entry, count.value),
        )  # fmt: skip
    elif isinstance(count, ex.Call):
        yield from _amount_of(subject, block, count, does)


def _amount_of(subject: Subject, block: Block, count: ex.Call, does: Group) -> Iterator[Claim]:
    """`repeat my rate times`: the number that a definition starts with, and its bounds."""
    own = subject.game.definitions[count.definition]
    entry = f"define:{count.definition}"
    numbers = [own.start, *(clause.value for clause in own.clauses)]
    company = (block.about or spoken_of(subject, block.steps), _moving(subject, block))
    around = tuple(each for each in company if each)
    for number, each in enumerate(
        value for value in numbers if isinstance(value, ex.Const) and value.value > 0
    ):
        yield Claim(
            f"{block.name}/as-often-as-{count.definition}" + (f"-{number + 1}" if number else ""),
            subject.entry(entry) or subject.entry(block.entry), "quantity", "number", frozenset({each.value}),
            head=_paid(subject, block.steps) | group(""), near=(does | TRADED,) if does else (),
            context=around,
            binding=each.value > 1 and bool(block.about),
            expected=each.value > 1, patch=constant_patch(subject, entry, each.value),
        )  # fmt: skip


def _moving(subject: Subject, block: Block) -> Group:
    """The zones between which a block moves things while it pays."""
    zones = (
        subject.zone_words(each.to) | subject.zone_words(each.source) for each in moves(subject, block.steps)
    )
    return frozenset[str]().union(*zones)


def _paid(subject: Subject, steps: tuple[st.Step, ...]) -> Group:
    """The amounts that some steps change: what is counted when something is done so many times."""
    cells = {each.cell for each in parts(subject.carried_out(steps)) if isinstance(each, st.Write)}
    numbers = (cell for cell in cells if isinstance(subject.game.cells[cell].domain, Number))
    return frozenset[str]().union(*(subject.cell_words(cell) for cell in numbers))


def _go_round(subject: Subject, block: Block, step: st.GoRound) -> Iterator[Claim]:
    rule = subject.entry(block.entry)
    offered = [each for each in parts(step.steps) if isinstance(each, st.Offer)]
    actions = frozenset(f"action:{o.action}" for each in offered for o in each.offered)
    yield Claim(
        f"{block.name}/in-turn", rule, "direction", "direction", frozenset({"clockwise", "alternate"}),
        near=(actions | group("player", "announce", "pass"),), context=(actions,),
    )  # fmt: skip
    dropping = [
        name
        for name, action in subject.game.actions.items()
        if f"action:{name}" in actions and any(_gives_up(subject, each) for each in parts(action.steps))
    ]
    if dropping:
        passing = frozenset(f"action:{name}" for name in dropping) | group("pass")
        yield Claim(
            f"{block.name}/gone-for-good", rule, "modality", "modal", frozenset({"must-not", "negated"}),
            context=(passing, block.about | actions), head=group("return", "start", "announce", "pass"),
        )  # fmt: skip
        # That somebody must raise or pass is no word on who has passed.
        yield Claim(
            f"{block.name}/drops-out", rule, "modality", "modal", frozenset({"assert", "must"}),
            context=(passing, block.about | actions), head=group("finish", "lose"), expected=False,
        )  # fmt: skip
    left = bound(step.until)
    if left is not None:
        yield Claim(
            f"{block.name}/until", rule, "end", "number", frozenset({left.value, left.value - 1}),
            head=group("player", ""), near=(group("pass", "finish", "rest"),), expected=False, binding=False,
        )  # fmt: skip
        yield Claim(
            f"{block.name}/ends", rule, "end", "quantifier", frozenset({"all", "each", "one"}),
            near=(group("player", "pass"),), context=(group("finish"), group("pass")),
        )  # fmt: skip


def _gives_up(subject: Subject, step: Any) -> bool:
    return (
        isinstance(step, st.Write)
        and isinstance(subject.game.cells[step.cell].domain, Truth)
        and isinstance(step.value, ex.Const)
        and not step.value.value
    )


# --- what may be left out, dice, order


def _may(subject: Subject, block: Block, steps: tuple[st.Step, ...]) -> Iterator[Claim]:
    does, about = effects(subject, steps) | group("move", "choose"), spoken_of(subject, steps) | block.about
    # Who uses what stands on a component does what it says.
    does |= group("put", "accomplish", "effect") if block.about else frozenset()
    yield Claim(
        f"{block.name}/may", subject.entry(block.entry), "modality", "modal", frozenset({"may", "assert"}),
        head=does, context=tuple(each for each in (block.about, about) if each),
    )  # fmt: skip


def _roll(subject: Subject, block: Block, cell: str) -> Iterator[Claim]:
    yield Claim(
        f"{block.name}/rolled-{cell}", subject.entry(block.entry), "modality", "modal", SAID, head=group("roll"),
        context=(subject.cell_words(cell) | group("die"),), expected=False,
    )  # fmt: skip


def order_claims(subject: Subject) -> Iterator[Claim]:
    """What comes before what inside a procedure: the dice of a turn, the steps of an event."""
    for block in blocks(subject):
        named = [(step, _step_words(subject, step)) for step in block.steps]
        told = [(step, words) for step, words in named if words]
        for number, ((_, before), (_, after)) in enumerate(pairwise(told)):
            pairs = frozenset[Value](f"{one}<{other}" for one in before - after for other in after - before)
            if pairs:
                yield Claim(
                    f"{block.name}/order-{number + 1}", subject.entry(block.entry), "order", "order", pairs,
                    expected=False,
                )  # fmt: skip


def _step_words(subject: Subject, step: st.Step) -> Group:
    """What a step is called in a sentence about order: the face of the die it is for, or what it does."""
    if isinstance(step, st.Rule):
        faces = {each for each in spoken_of(subject, step.when) if each.startswith(("name:", "cell:"))}
        return frozenset(faces) or effects(subject, step.steps)
    if isinstance(step, st.Do):
        return group(f"procedure:{step.procedure}") | effects(subject, (step,))
    return frozenset()
