"""Amounts: what they hold, what is paid, gained, shared and left over; who is next because of it."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel import expression as ex
from verifier.kernel.domain import Domain, Number, Players, Things
from verifier.kernel.machine import Cell
from verifier.model import steps as st
from verifier.words.claims.blocks import SAID, Block, blocks
from verifier.words.claims.conditions import counted, spoken_of
from verifier.words.claims.patches import constant_patch, number_patch
from verifier.words.claims.piles import CONTENTS
from verifier.words.claims.subject import OF_THE_FRAME, Group, Subject, group, parts
from verifier.words.seam import Claim, Value


def amount_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about amounts and about what changes them."""
    for name, cell in subject.game.cells.items():
        yield from _holds(subject, name, cell)
    for block in blocks(subject):
        yield from _changes(subject, block, block.steps, {})
        yield from _steps_on(subject, block)
        yield from _shares(subject, block)


# --- what an amount holds


def _holds(subject: Subject, name: str, cell: Cell) -> Iterator[Claim]:
    """The bounds of an amount: told where each component has one, or where what is too much is lost."""
    domain = cell.domain
    if not isinstance(domain, Number) or cell.given or name == "round":
        return
    rule, words = subject.entry(f"amount:{name}"), subject.cell_words(name)
    owners = frozenset[str]().union(*(_owner(subject, each) for each in cell.index))
    told = any(isinstance(each, Things) for each in cell.index)
    patch = number_patch(subject, subject.surface(rule), domain.high)
    yield Claim(
        f"{name}/range", rule, "range", "range", frozenset({(domain.low, domain.high)}),
        context=(words | owners,), expected=False, binding=told,
    )  # fmt: skip
    yield Claim(
        f"{name}/most", rule, "threshold", "number", frozenset({domain.high}), op="at-most", head=words | group(""),
        context=(owners or words,), excluded=group("multiply", "bonus"), expected=told, patch=patch, binding=told,
    )  # fmt: skip
    if cell.life == "match" and cell.index and name not in subject.score_names:
        yield Claim(
            f"{name}/in-the-box", rule, "count", "number", frozenset({domain.high}), head=words | group("token"),
            near=(words,), context=(CONTENTS,), expected=False,
        )  # fmt: skip
    if cell.saturates and told:
        yield Claim(
            f"{name}/too-much-is-lost", rule, "modality", "modal", SAID | {"must-not", "negated"},
            head=group("lose", "take", "earn", "contain"), context=(words | owners, group("rest", "lose", "covered")),
        )  # fmt: skip


def _owner(subject: Subject, domain: Domain) -> Group:
    return subject.wide_words(domain.name) if isinstance(domain, Things) else frozenset()


# --- what changes it


def _changes(
    subject: Subject, block: Block, steps: tuple[st.Step, ...], lets: dict[str, ex.Expr]
) -> Iterator[Claim]:
    """Every step of a block that writes an amount, wherever it stands in the block."""
    for step in steps:
        match step:
            case st.Let(name=name, value=value):
                lets[name] = value
            case st.Write():
                yield from _write(subject, block, step, steps, lets)
            case st.Rule(rule=rule, steps=inner):
                own = Block(rule, f"rule:{rule}", inner, block.about)
                yield from _changes(subject, own, inner, lets)
            case st.Each(steps=inner) | st.Repeat(steps=inner) | st.GoRound(steps=inner) | st.As(steps=inner):
                yield from _changes(subject, block, inner, lets)
            case _:
                pass


def _write(
    subject: Subject, block: Block, step: st.Write, steps: tuple[st.Step, ...], lets: dict[str, ex.Expr]
) -> Iterator[Claim]:
    rule, words = subject.entry(block.entry), subject.cell_words(step.cell)
    value = step.value
    if step.cell == "next-player":
        yield from _next(subject, block, step)
        return
    if not (isinstance(value, ex.Arith) and value.op in "+-" and isinstance(value.left, ex.Read)):
        return
    around = (block.about,) if block.about else ()
    verbs_ = group("earn", "take", "add") if value.op == "+" else group("pay", "lose", "subtract", "return")
    sign: frozenset[Value] = frozenset({"add"} if value.op == "+" else {"subtract"})
    yield Claim(
        f"{block.name}/{step.cell}-{next(iter(sign))}", rule, "arithmetic", "arithmetic", sign,
        near=(words,), context=around, expected=False, binding=bool(block.about),
    )  # fmt: skip
    amount = value.right
    if isinstance(amount, ex.Local):
        amount = lets.get(amount.name, amount)
        amount = lets.get(amount.name, amount) if isinstance(amount, ex.Local) else amount
    if isinstance(amount, ex.Const) and amount.value > 0 and isinstance(amount.domain, Number):
        yield Claim(
            f"{block.name}/{step.cell}-amount", rule, "quantity", "number", frozenset({amount.value}),
            head=words | group(""), near=(verbs_,), context=around, expected=amount.value > 1 and bool(block.about),
            binding=amount.value > 1 and bool(block.about),
            patch=constant_patch(subject, block.entry, amount.value),
        )  # fmt: skip
    if isinstance(amount, ex.Fold) and amount.op == "count" and value.op == "+":
        things = counted(subject, amount)
        yield Claim(
            f"{block.name}/{step.cell}-for-each", rule, "quantity", "number", frozenset({1}),
            head=words | group("token"), context=(things,), excluded=group("multiply"), expected=False,
        )  # fmt: skip
    if value.op == "-" and _is_singled_out(step):
        yield Claim(
            f"{block.name}/others-pay-nothing", rule, "modality", "modal", frozenset({"negated", "must-not"}),
            head=group("pay", "lose", "cost"), near=(group("rest"),), context=(group("rest"),), expected=False,
        )  # fmt: skip
    if value.op == "-" and _targets(subject, step, steps):
        yield Claim(
            f"{block.name}/{step.cell}-paid", rule, "modality", "modal", SAID, head=verbs_ | group("put"),
            context=(words | spoken_of(subject, amount), _targets(subject, step, steps)), expected=True,
        )  # fmt: skip


def _is_singled_out(step: st.Write) -> bool:
    """Is it one player of several who pays, and not whoever acts?"""
    index = step.index[0] if step.index else None
    return isinstance(index, ex.Local) and isinstance(index.domain, Players) and index.name != "me"


def _targets(subject: Subject, step: st.Write, steps: tuple[st.Step, ...]) -> Group:
    """The amounts to which the same steps add something: what is taken here goes there."""
    found: set[str] = set()
    for each in steps:
        if (
            isinstance(each, st.Write)
            and each.cell != step.cell
            and isinstance(each.value, ex.Arith)
            and each.value.op == "+"
        ):
            found |= subject.cell_words(each.cell)
    return frozenset(found)


def _steps_on(subject: Subject, block: Block) -> Iterator[Claim]:
    """`do step-onto with my reached + 1`: how far something goes on."""
    for each in parts(block.steps):
        args = each.args if isinstance(each, st.Do) else ()
        for arg in args:
            if not (isinstance(arg, ex.Arith) and arg.op in "+-" and isinstance(arg.left, ex.Read)):
                continue
            if isinstance(arg.right, ex.Const) and arg.left.cell not in OF_THE_FRAME:
                yield Claim(
                    f"{block.name}/{arg.left.cell}-on", subject.entry(block.entry), "quantity", "number",
                    frozenset({arg.right.value}), near=(group("move"),),
                    head=subject.cell_words(arg.left.cell) | _scale(subject, arg.left.cell) | group("space", ""),
                    context=(block.about,) if block.about else (),
                )  # fmt: skip


def _scale(subject: Subject, name: str) -> Group:
    """The kind along which an amount runs: it ends where the kind does."""
    own = subject.game.cells[name].domain
    return frozenset(
        f"kind:{kind}"
        for kind, domain in subject.game.kinds.items()
        if isinstance(domain, Number) and isinstance(own, Number) and domain.high == own.high
    )


# --- shares


def _shares(subject: Subject, block: Block) -> Iterator[Claim]:
    """What is shared equally, and what happens to the rest."""
    rule = subject.entry(block.entry)
    for share in (each for each in block.steps if isinstance(each, st.Let) and _is_share(each.value)):
        words = spoken_of(subject, share.value)
        yield Claim(
            f"{block.name}/shared", rule, "modality", "modal", SAID | {"may"},
            head=group("share", "divide", "deal"), context=(words,), excluded=group("finish", "rest", "keep"),
        )  # fmt: skip
        yield Claim(
            f"{block.name}/rest-stays", rule, "modality", "modal", SAID, head=group("keep", "put", "return"),
            near=(group("rest"),), context=(words,),
        )  # fmt: skip
        for end in subject.game.ends:
            yield Claim(
                f"{block.name}/not-at-{end.rule}", subject.entry(f"rule:{end.rule}"), "modality", "modal",
                frozenset({"negated", "must-not"}), head=group("share", "divide", "deal"),
                context=(words, group("finish")), expected=end.moment is None,
            )  # fmt: skip


def _is_share(value: ex.Expr) -> bool:
    return isinstance(value, ex.Arith) and value.op == "/" and isinstance(value.left, ex.Read)


def _next(subject: Subject, block: Block, step: st.Write) -> Iterator[Claim]:
    """`set next-player to left of winner`: who goes on is not the next in order."""
    words = spoken_of(subject, (block.steps,)) | block.about
    beside = _side(step.value)
    allowed: frozenset[Value] = frozenset({beside} if beside is not None else {"acting", "winner"})
    yield Claim(
        f"{block.name}/next", subject.entry(block.entry), "role", "role", allowed,
        near=(group("start", "turn", "take", "player", "next-round"),),
        context=(words | group("win", "announce", "role:winner"),),
    )  # fmt: skip


def _side(value: ex.Expr) -> str | None:
    """`left of p` is one further round the table, `right of p` one less."""
    for each in parts(value):
        if isinstance(each, ex.Arith) and each.op == "%" and isinstance(each.left, ex.Arith):
            one = isinstance(each.left.right, ex.Const) and each.left.right.value == 1
            return "left-neighbour" if one and each.left.op == "+" else "right-neighbour"
    return None
