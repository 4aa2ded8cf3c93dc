"""Blocks and pauses as C: every block a function that returns the next block, every pause one that lists its moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from verifier.engine.native.steps import StepWriter
from verifier.engine.native.unit import Names
from verifier.kernel import machine as km
from verifier.kernel.domain import Labels
from verifier.kernel.layout import clean
from verifier.kernel.visit import free_locals, operands

Part = km.Choice | km.Let | km.Guard


class ControlWriter:
    def __init__(self, steps: StepWriter) -> None:
        self.steps = steps
        self.expressions = steps.expressions
        self.unit = steps.unit
        self.machine = steps.machine

    def functions(self, label: str, block: km.Block) -> Iterator[str]:
        """The functions of a block, those of its pause first."""
        number = self.unit.blocks[label]
        yield f"/* {clean(block.origin)} */"
        if isinstance(block.out, km.Decide):
            yield self._asked(number, block.out)
            yield self._moves(number, block.out)
            yield self._onward(number, block.out)
        yield self._block(number, block)

    # --- pauses

    def _asked(self, number: int, decide: km.Decide) -> str:
        return f"static int who{number}(const State *s) {{ return {self.expressions.number(decide.player, {})}; }}"

    def _moves(self, number: int, decide: km.Decide) -> str:
        """`most` moves at most; the stop comes last, if it is asked for."""
        lines = ["int n = 0;", f"int me = who{number}(s); (void)me;"]
        for place, alternative in enumerate(decide.alternatives):
            prelude = early(alternative.prelude)
            lines.append(f"do {{ {self._prelude(prelude, place, alternative, {'me': 'me'})} }} while (0);")
        if decide.stop is not None:
            lines.append("if (stop && n < most) moves[n++].v[0] = -1;")
        body = "\n  ".join(lines)
        head = f"static int moves{number}(const State *s, Move *moves, int most, int stop)"
        return f"{head} {{\n  {body}\n  return n;\n}}"

    def _prelude(self, parts: tuple[Part, ...], number: int, taken: km.Alternative, names: Names) -> str:
        if not parts:
            chosen = [part.local for part in taken.prelude if isinstance(part, km.Choice)]
            stored = " ".join(f"moves[n].v[{at}] = {names[local]};" for at, local in enumerate(chosen, 1))
            return f"moves[n].v[0] = {number}; {stored} if (++n >= most) return n;"
        part, rest, write = parts[0], parts[1:], self.expressions
        match part:
            case km.Let(local, value):
                new = self.unit.fresh("l")
                declared = f"int {new} = {write.number(value, names)};"
                return f"{declared} {self._prelude(rest, number, taken, {**names, local: new})}"
            case km.Guard(_, when, require):
                refused = f"{write.logic('and', when, names)} && !{write.logic('and', require, names)}"
                return f"if ({refused}) continue; {self._prelude(rest, number, taken, names)}"
            case km.Choice(local, source, where, _):

                def chosen_one(inside: Names) -> str:
                    test = "" if where is None else f"if (!{write.number(where, inside)}) continue;"
                    return f"{test} {self._prelude(rest, number, taken, inside)}"

                return write.loop(source, local, names, chosen_one, ordered=True)
            case _:
                assert_never(part)

    def _onward(self, number: int, decide: km.Decide) -> str:
        """Which block a move leads to; its choices are handed over."""
        targets = self.unit.array(self.unit.blocks[each.to] for each in decide.alternatives)
        stop = "" if decide.stop is None else f"if (m->v[0] < 0) return {self.unit.blocks[decide.stop]};"
        given = f"x->given[0] = who{number}(s); for (int i = 1; i < CHOICES; i++) x->given[i] = m->v[i];"
        head = f"static int onward{number}(const State *s, const Move *m)"
        return f"{head} {{ {stop} {given} return {targets}[m->v[0]]; }}"

    # --- blocks

    def _block(self, number: int, block: km.Block) -> str:
        params = {local: f"a{place}" for place, local in enumerate(block.params)}
        given = " ".join(
            f"int {name} = x->given[{at}]; (void){name};" for at, name in enumerate(params.values())
        )
        declared, names = self.steps.scope(block.steps, params, frozenset(params))
        body = self.steps.steps(block.steps, names)
        out = self._out(number, block.out, names)
        return f"static int block{number}(State *s) {{ {given} {declared}\n  {body}\n  {out}\n}}"

    def _out(self, number: int, out: km.Out, names: Names) -> str:
        blocks = self.unit.blocks
        match out:
            case km.Goto(label):
                return f"return {blocks[label]};"
            case km.Fork(test, then, otherwise, _):
                return (
                    f"return {self.expressions.number(test, names)} ? {blocks[then]} : {blocks[otherwise]};"
                )
            case km.Return(cell):
                return self._return(cell)
            case km.Final():
                return "return pause(s, FINAL);"
            case km.Decide(if_none=if_none):
                passed = (
                    ""
                    if if_none is None
                    else f"Move one[1]; if (!moves{number}(s, one, 1, 0)) return {blocks[if_none]};"
                )
                return f"{passed} return pause(s, {number});"
            case _:
                assert_never(out)

    def _return(self, cell: str) -> str:
        domain, slot = self.machine.cells[cell].domain, f"s->{self.unit.cells[cell]}"
        assert isinstance(domain, Labels)
        targets = self.unit.array(self.unit.blocks[label] for label in domain.members)
        outside = f"(unsigned){slot} >= {len(domain.members)}u"
        return f"if ({outside}) fault(FAULT_BOUNDS, {self.unit.cell_number[cell]}, {slot}); return {targets}[{slot}];"


def early(prelude: tuple[Part, ...]) -> tuple[Part, ...]:
    """The same prelude with every name and guard right behind the last choice or name that it needs.

    Choices keep their order, so the moves come in the same order; what is refused is refused sooner.
    """
    found: list[Part] = []
    for part in prelude:
        place = len(found)
        if not isinstance(part, km.Choice) and not _bound_before(part, found):
            needs = frozenset[str]().union(*(free_locals(each) for each in operands(part)))
            place = 1 + max((at for at, each in enumerate(found) if _binds(each, needs)), default=-1)
        found.insert(place, part)
    return tuple(found)


def _bound_before(part: km.Let | km.Guard, before: list[Part]) -> bool:
    """A name that is bound twice stays where it is, and so does what comes between."""
    names = [each.local for each in before if not isinstance(each, km.Guard)]
    return len(set(names)) < len(names) or (isinstance(part, km.Let) and part.local in names)


def _binds(part: Part, names: frozenset[str]) -> bool:
    return not isinstance(part, km.Guard) and part.local in names
