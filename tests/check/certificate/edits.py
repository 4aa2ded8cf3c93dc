"""Rules broken and certificates falsified, one edit at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from verifier.certify.text import CertificateText, Said
from verifier.check.certificate.certificate import Certificate
from verifier.check.certificate.check import checked
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Number

Change = Callable[[km.Step], km.Step | None]


def with_block(machine: km.Machine, label: str, change: Callable[[km.Block], km.Block]) -> km.Machine:
    return replace(machine, blocks={**machine.blocks, label: change(machine.blocks[label])})


def with_steps(machine: km.Machine, label: str, change: Change) -> km.Machine:
    """Every step of a block, inner ones too, replaced or left out."""

    def inside(steps: tuple[km.Step, ...]) -> tuple[km.Step, ...]:
        found = []
        for step in steps:
            new = change(step)
            match new:
                case None:
                    continue
                case km.Each() | km.Times():
                    new = replace(new, steps=inside(new.steps))
                case km.Branch():
                    new = replace(new, then=inside(new.then), otherwise=inside(new.otherwise))
            found.append(new)
        return tuple(found)

    return with_block(machine, label, lambda block: replace(block, steps=inside(block.steps)))


def without(sort: type, **wanted: object) -> Change:
    """Leaves out the steps of a sort."""

    def change(step: km.Step) -> km.Step | None:
        fits = isinstance(step, sort) and all(getattr(step, name) == value for name, value in wanted.items())
        return None if fits else step

    return change


def without_guard(machine: km.Machine, label: str, rule: str) -> km.Machine:
    def open_to_all(block: km.Block) -> km.Block:
        out = block.out
        assert isinstance(out, km.Decide)
        kept = tuple(
            replace(
                each,
                prelude=tuple(
                    p for p in each.prelude if not (isinstance(p, km.Guard) and p.rule.endswith(rule))
                ),
            )
            for each in out.alternatives
        )
        assert kept != out.alternatives
        return replace(block, out=replace(out, alternatives=kept))

    return with_block(machine, label, open_to_all)


def _changed(sort: type, change: Callable[..., km.Step]) -> Change:
    return lambda step: change(step) if isinstance(step, sort) else step


def _more(step: km.Times) -> km.Step:
    one = k.Const(1, Number(1, 1))
    return replace(step, count=k.Arith("+", step.count, one), most=step.most + 1)


def _plus(amount: int) -> Callable[[km.Write], km.Step]:
    by = k.Const(amount, Number(0, amount))
    return lambda step: replace(step, value=k.Arith("+", step.value, by))


def _nobody_on_turn(machine: km.Machine) -> km.Machine:
    active = replace(machine.cells["active"], optional=True)
    nobody = k.Const(NOTHING, active.domain)
    made = replace(machine, cells={**machine.cells, "active": active})
    to_nobody = _changed(km.Write, lambda s: replace(s, value=nobody) if s.cell == "active" else s)
    return with_steps(made, "turn ends", to_nobody)


# Of the classic game and its small instances.
BROKEN: dict[str, Callable[[km.Machine], km.Machine]] = {
    "wagers may follow": lambda m: without_guard(m, "play offer", "wagers-first"),
    "routes need not rise": lambda m: without_guard(m, "play offer", "ascending"),
    "the drawn card is lost": lambda m: with_steps(m, "draw-deck", without(km.Put)),
    "the laid card is copied": lambda m: with_steps(m, "lay", without(km.Take)),
    "cards are laid at the bottom": lambda m: with_steps(
        m, "lay", _changed(km.Put, lambda s: replace(s, end="bottom"))
    ),
    "the dropped card is not forgotten": lambda m: with_steps(
        m, "turn ends", without(km.Write, cell="dropped")
    ),
    "play goes on without a deck": lambda m: with_block(
        m, "to play offer", lambda block: replace(block, out=km.Goto("play offer"))
    ),
    "one card more is dealt": lambda m: with_steps(m, "set-up", _changed(km.Times, _more)),
    "points too many": lambda m: with_steps(m, "round over", _changed(km.Write, _plus(3000))),
    "two cards are drawn": lambda m: with_block(
        m, "draw-deck", lambda block: replace(block, steps=block.steps + block.steps)
    ),
    "nobody is on turn": _nobody_on_turn,
}

# Words of a line and what takes their place: most of these make it false.
SPOILT = [
    (r"hand-size - 1", "hand-size"),
    (r"hand-size$", "hand-size + 1"),
    (r"hand-size$", "hand-size - 1"),
    (r"is nothing", "is not nothing"),
    (r"is not empty", "is empty"),
    (r"is empty", "is not empty"),
    (r"is not active", "is active"),
    (r"is at least", "is more than"),
    (r"is at most", "is less than"),
    (r"is more than a\.value", "is less than a.value"),
    (r"is less than e\.position", "is more than e.position"),
    (r"colour is c$", "colour is not c"),
    (r"-400", "400"),
    (r"780", "-780"),
    (r"-80", "156"),
    (r" is 0$", " is 1"),
    (r"is at most 1$", "is at most 0"),
    (r"is at least 1$", "is at least 2"),
    (r"bidders is 1$", "bidders is 2"),
    (r": p is bidding", ": p is not bidding"),
    (r"stack-size$", "stack-size - 1"),
    (r"achievements-shown$", "achievements-shown - 1"),
    (r"bridges-to-end", "1"),
]


def falsified(text: CertificateText) -> Iterator[tuple[str, CertificateText, int]]:
    """Each line with some of its words replaced, with its number."""
    for number, said in enumerate(text.said):
        for words, instead in SPOILT:
            new = re.sub(words, instead, said.text, count=1)
            if said.sort in ("line", "hence") and new != said.text:
                yield f"{said.text} -> {new}", _with(text, number, replace(said, text=new)), number
        if said.sort == "lies":
            whole, colon, places = said.text.rpartition(":")
            zones = places.split(",")
            for place in zones:
                rest = whole + colon + ",".join(each for each in zones if each != place)
                yield f"lies {rest}", _with(text, number, replace(said, text=rest)), number


class _RefusedError(Exception):
    pass


def is_refused(machine: km.Machine, certificate: Certificate) -> bool:
    """Is anything refused? The first refusal ends the check: of a false line nothing more is to be known."""

    def tell(line: str) -> None:
        if line.startswith("refused"):
            raise _RefusedError

    try:
        found = checked(machine, certificate, tell)
    except _RefusedError:
        return True
    return bool(found.broken or found.refused)


def shortened(text: CertificateText) -> Iterator[tuple[str, CertificateText]]:
    """The certificate without one of its lines."""
    for number, said in enumerate(text.said):
        at = {label: tuple(n for n in numbers if n != number) for label, numbers in text.at.items()}
        yield f"without {said.sort} {said.text}", replace(text, at=at)


def _with(text: CertificateText, number: int, said: Said) -> CertificateText:
    return replace(text, said=(*text.said[:number], said, *text.said[number + 1 :]))
