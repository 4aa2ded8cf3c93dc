"""The normal form of a machine: constants folded, jumps threaded, dead code removed.

Whatever the normal machine does, the machine does, move by move and score by score. Faults apart: a value
that is never read may leave its range unnoticed; whether it does is another question (`bounds`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import assert_never

from verifier.analysis.constants import Facts, facts_after, facts_kept_by, known_cells
from verifier.analysis.dead_code import live_cells, without_dead_code
from verifier.analysis.simplify import FALSE, TRUE, Folding, Sure
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Labels
from verifier.kernel.graph import successors

ROUNDS = 6


def normal_machine(machine: km.Machine, marks: bool = False) -> km.Machine:
    """The normal machine; claims and measures, which change no play, are left out.

    Marked moments only serve claims; with `marks` they stay.
    """
    found = replace(machine, claims=(), measures=(), entries=None)
    for _ in range(ROUNDS):
        before = (found.blocks, found.cells, found.definitions)
        found = _round(found, marks)
        if (found.blocks, found.cells, found.definitions) == before:
            break
    return found


def _round(machine: km.Machine, marks: bool) -> km.Machine:
    folding = Folding(machine)
    facts = known_cells(machine, folding)
    blocks = {label: _block(machine, machine.blocks[label], facts[label], folding, marks) for label in facts}
    score = folding.expr(machine.score)
    winner = tuple(km.Rank(rank.op, folding.expr(rank.value)) for rank in machine.winner)
    definitions = {name: folding.definition(name) for name in machine.definitions}
    made = replace(machine, blocks=blocks, definitions=definitions, score=score, winner=winner)
    return jumps_threaded(without_dead_code(made, live_cells(made)))


def _block(machine: km.Machine, block: km.Block, facts: Facts, folding: Folding, marks: bool) -> km.Block:
    work = _Rewriting(folding, machine, marks)
    # What an alternative has chosen is a member of a source.
    sure = frozenset(block.params)
    steps, sure = work.steps(block.steps, facts, sure)
    return replace(
        block, steps=steps, out=work.out(block.out, facts_after(block.steps, facts, folding), sure)
    )


class _Rewriting:
    def __init__(self, folding: Folding, machine: km.Machine, marks: bool) -> None:
        self.folding = folding
        self.machine = machine
        self.marks = marks

    def steps(self, steps: tuple[km.Step, ...], facts: Facts, sure: Sure) -> tuple[tuple[km.Step, ...], Sure]:
        found: list[km.Step] = []
        now = facts
        for step in steps:
            found += self.step(step, now, sure)
            if isinstance(step, km.Let):
                sure -= {step.local}
            now = facts_after((step,), now, self.folding)
        return tuple(found), sure

    def step(self, step: km.Step, facts: Facts, sure: Sure) -> tuple[km.Step, ...]:
        fold = self.folding.expr
        match step:
            case km.Let(local, value):
                return (km.Let(local, fold(value, facts, sure)),)
            case km.Write(cell, index, value, rule):
                places = tuple(fold(part, facts, sure) for part in index)
                new = fold(value, facts, sure)
                same = not index and isinstance(new, k.Const) and facts.get(cell) == new.value
                return () if same else (km.Write(cell, places, new, rule),)
            case km.Take(thing, zone):
                return (km.Take(fold(thing, facts, sure), fold(zone, facts, sure)),)
            case km.Put(thing, zone, end):
                return (km.Put(fold(thing, facts, sure), fold(zone, facts, sure), end),)
            case km.Branch():
                return self._branch(step, facts, sure)
            case km.Each(local, source, inner):
                stable = facts_kept_by(facts, inner)
                body, _ = self.steps(inner, stable, sure | {local})
                each = km.Each(local, self.folding.source(source, facts, sure), body)
                return (each,) if body else ()
            case km.Times(count, most, inner):
                body, _ = self.steps(inner, facts_kept_by(facts, inner), sure)
                times = fold(count, facts, sure)
                never = isinstance(times, k.Const) and times.value <= 0
                return (km.Times(times, most, body),) if body and not never else ()
            case km.Shuffle(zone):
                return (km.Shuffle(fold(zone, facts, sure)),)
            case km.Roll():
                return (step,)
            case km.Mark():
                return (step,) if self.marks else ()
            case _:
                assert_never(step)

    def _branch(self, step: km.Branch, facts: Facts, sure: Sure) -> tuple[km.Step, ...]:
        test = self.folding.expr(step.test, facts, sure)
        if isinstance(test, k.Const):
            return self.steps(step.then if test.value else step.otherwise, facts, sure)[0]
        then, otherwise = (self.steps(each, facts, sure)[0] for each in (step.then, step.otherwise))
        if then == otherwise:
            return then
        return (km.Branch(test, then, otherwise, step.rule),)

    def out(self, out: km.Out, facts: Facts, sure: Sure) -> km.Out:
        match out:
            case km.Fork(test, then, otherwise, rule):
                folded = self.folding.expr(test, facts, sure)
                if isinstance(folded, k.Const):
                    return km.Goto(then if folded.value else otherwise)
                return km.Fork(folded, then, otherwise, rule)
            case km.Decide(player, alternatives, stop, if_none):
                left = [self._alternative(each, facts) for each in alternatives]
                who = self.folding.expr(player, facts, sure)
                return km.Decide(who, tuple(each for each in left if each), stop, if_none)
            case km.Return(cell) if cell in facts:
                domain = self.machine.cells[cell].domain
                assert isinstance(domain, Labels)
                return km.Goto(domain.members[facts[cell]])
            case km.Goto() | km.Return() | km.Final():
                return out
            case _:
                assert_never(out)

    def _alternative(self, taken: km.Alternative, facts: Facts) -> km.Alternative | None:
        """The alternative with what is left of its guards; `None` if it is never legal."""
        sure: Sure = frozenset({"me"})
        filled: list[k.Contents] = []
        prelude: list[km.Choice | km.Let | km.Guard] = []
        for part in taken.prelude:
            match part:
                case km.Choice(local, source, where, rule):
                    members = self.folding.source(source, facts, sure)
                    sure |= {local}
                    fits = self.folding.expr(where, facts, sure) if where is not None else TRUE
                    if fits == FALSE:
                        return None
                    prelude.append(km.Choice(local, members, None if fits == TRUE else fits, rule))
                case km.Let(local, value):
                    new = self.folding.expr(value, facts, sure)
                    prelude.append(km.Let(local, new))
                    sure = sure | {local} if _is_there(new, filled) else sure - {local}
                case km.Guard(rule, when, require):
                    case = self.folding.conditions(when, facts, sure)
                    if case is None:
                        continue
                    wanted = self.folding.conditions(require, facts, sure)
                    if wanted is None and not case:
                        return None
                    filled += [] if case else _filled(wanted or ())
                    if wanted != ():
                        prelude.append(km.Guard(rule, case, (FALSE,) if wanted is None else wanted))
                case _:
                    assert_never(part)
        return km.Alternative(taken.action, tuple(prelude), taken.to)


def _filled(conditions: tuple[k.Expr, ...]) -> list[k.Contents]:
    """The zones that hold something where the conditions hold."""
    found = []
    for each in conditions:
        match each:
            case k.Compare(
                "<=", k.Const(1), k.Fold("count", (k.Bind(_, k.Contents() as inside),), None, k.Const())
            ):
                found.append(inside)
            case _:
                pass
    return found


def _is_there(value: k.Expr, filled: list[k.Contents]) -> bool:
    """Is this the end of a zone that holds something?"""
    match value:
        case k.End(_, _, zone, things, None):
            return any(
                zone == inside.zones and set(inside.things.ids) <= set(things.ids) for inside in filled
            )
        case _:
            return False


# --- jump threading


def jumps_threaded(machine: km.Machine) -> km.Machine:
    """The machine with empty blocks skipped and a block that only one jump leads to drawn into it."""
    blocks = {label: replace(block, out=_led(machine, block.out)) for label, block in machine.blocks.items()}
    start = _goal(machine, machine.start)
    returns = _returns(machine)
    drawn = _drawn(machine, blocks, start, returns)
    return replace(machine, blocks=_reached(machine, drawn, start), start=start)


def _goal(machine: km.Machine, label: str) -> str:
    """The first block on the way that does something."""
    seen: set[str] = set()
    while label not in seen:
        seen.add(label)
        block = machine.blocks[label]
        if block.steps or not isinstance(block.out, km.Goto):
            return label
        label = block.out.label
    return label


def _led(machine: km.Machine, out: km.Out) -> km.Out:
    def goal(label: str) -> str:
        return _goal(machine, label)

    match out:
        case km.Goto(label):
            return km.Goto(goal(label))
        case km.Fork(test, then, otherwise, rule):
            yes, no = goal(then), goal(otherwise)
            return km.Goto(yes) if yes == no else km.Fork(test, yes, no, rule)
        case km.Decide(player, alternatives, stop, if_none):
            # An alternative leads to a block of its own, with its choices.
            return km.Decide(player, alternatives, stop and goal(stop), if_none and goal(if_none))
        case km.Return() | km.Final():
            return out
        case _:
            assert_never(out)


def _returns(machine: km.Machine) -> list[str]:
    """The labels that cells hold: control comes there by a return."""
    domains = [cell.domain for cell in machine.cells.values()]
    return [label for domain in domains if isinstance(domain, Labels) for label in domain.members]


def _drawn(
    machine: km.Machine, blocks: dict[str, km.Block], start: str, returns: list[str]
) -> dict[str, km.Block]:
    reached = _reached(machine, blocks, start)
    led = Counter(label for block in reached.values() for label in successors(block.out, machine.cells))
    led[start] += 1
    led.update(returns)
    made = dict(reached)
    for label in list(made):
        while label in made:
            block = made[label]
            if not isinstance(block.out, km.Goto):
                break
            following = block.out.label
            if following == label or led[following] != 1 or following not in made:
                break
            behind = made.pop(following)
            made[label] = replace(block, steps=(*block.steps, *behind.steps), out=behind.out)
    return made


def _reached(machine: km.Machine, blocks: dict[str, km.Block], start: str) -> dict[str, km.Block]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        label = waiting.pop()
        if label not in seen and label in blocks:
            seen.add(label)
            waiting.extend(successors(blocks[label].out, machine.cells))
    return {label: block for label, block in blocks.items() if label in seen}
