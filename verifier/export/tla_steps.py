"""Steps, pauses and jumps in TLA+: a state to the state after it, or to the set of states that chance may lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from verifier.export.tla_expressions import Env, TlaExpressions, number_text
from verifier.kernel import machine as km
from verifier.kernel.domain import Labels, bounds
from verifier.kernel.expression import End
from verifier.kernel.visit import steps_within

# What follows, given the name of the state by then and what is bound.
Rest = Callable[[str, Env], str]


class TlaSteps:
    """Puts the blocks of one machine into TLA+. The piles of `unordered` families are sets."""

    def __init__(self, expressions: TlaExpressions, unordered: frozenset[str]) -> None:
        self.say = expressions
        self.machine = expressions.machine
        self.names = expressions.names
        self.unordered = unordered

    def is_chance(self, step: km.Step) -> bool:
        if isinstance(step, km.Let):
            return isinstance(step.value, End) and step.value.where is None and bool(self.unordered)
        return isinstance(step, km.Shuffle | km.Roll)

    def _asks(self, steps: Sequence[km.Step]) -> bool:
        return any(self.is_chance(step) for step in steps_within(steps))

    # --- step by step

    def run(self, steps: Sequence[km.Step], s: str, env: Env, rest: Rest) -> str:
        """The set of what `rest` gives for every state that the steps may lead to."""
        if not steps:
            return rest(s, env)
        step, *others = steps

        def on(after: str, bound: Env) -> str:
            return self.run(others, after, bound, rest)

        if isinstance(step, km.Mark):
            return on(s, env)
        if isinstance(step, km.Let):
            return self._let(step, s, env, on)
        after = self.names.fresh("S")
        if self._asks([step]):
            return f"UNION {{{on(after, env)} : {after} \\in {self._outcomes(step, s, env)}}}"
        return f"LET {after} == {self._after(step, s, env)} IN {on(after, env)}"

    def _let(self, step: km.Let, s: str, env: Env, on: Rest) -> str:
        local = self.names.fresh(step.local)
        bound = {**env, step.local: local}
        if self.is_chance(step):
            assert isinstance(step.value, End)
            zone, drawn = self.say.num(step.value.zone, s, env), self.say.num(step.value, s, env)
            return f"UNION {{{on(s, bound)} : {local} \\in Drawn({s}, {zone}, {drawn})}}"
        return f"LET {local} == {self.say.num(step.value, s, env)} IN {on(s, bound)}"

    def _plain(self, steps: Sequence[km.Step], s: str, env: Env) -> str:
        """The state after steps that ask no chance."""
        return self.run(steps, s, env, lambda after, _: after)

    def _set(self, steps: Sequence[km.Step], s: str, env: Env) -> str:
        return self.run(steps, s, env, lambda after, _: f"{{{after}}}")

    def _after(self, step: km.Step, s: str, env: Env) -> str:
        """The state after one step that asks no chance."""
        num = self.say.num
        match step:
            case km.Write(cell, index, value, _):
                return self._written(cell, [num(each, s, env) for each in index], num(value, s, env), s)
            case km.Take(thing, zone):
                return f"TakenFrom({s}, {num(thing, s, env)}, {num(zone, s, env)})"
            case km.Put(thing, zone, end):
                return f'PutTo({s}, {num(thing, s, env)}, {num(zone, s, env)}, "{end}")'
            case km.Branch(test, then, otherwise, _):
                first, second = self._plain(then, s, env), self._plain(otherwise, s, env)
                return f"(IF {self.say.cond(test, s, env)} THEN {first} ELSE {second})"
            case km.Each() | km.Times():
                return self._loop(step, s, env)
            case km.Let() | km.Mark() | km.Shuffle() | km.Roll():
                raise AssertionError(step)
            case _:
                assert_never(step)

    def _outcomes(self, step: km.Step, s: str, env: Env) -> str:
        """The set of states after one step that asks chance somewhere."""
        match step:
            case km.Shuffle(zone):
                return f"Shuffled({s}, {self.say.num(zone, s, env)})"
            case km.Roll(cell, faces):
                face = self.names.fresh("face")
                listed = ", ".join(map(number_text, sorted(set(faces))))
                return f"{{{self._written(cell, [], face, s)} : {face} \\in {{{listed}}}}}"
            case km.Branch(test, then, otherwise, _):
                first, second = self._set(then, s, env), self._set(otherwise, s, env)
                return f"(IF {self.say.cond(test, s, env)} THEN {first} ELSE {second})"
            case km.Each() | km.Times():
                return self._loop(step, s, env)
            case km.Let() | km.Mark() | km.Write() | km.Take() | km.Put():
                raise AssertionError(step)
            case _:
                assert_never(step)

    def _loop(self, step: km.Each | km.Times, s: str, env: Env) -> str:
        """A recursive operator over what is left to do and the state so far."""
        name, left, here = (self.names.fresh(each) for each in ("Loop", "left", "S"))
        bound, head = dict(env), ""
        if isinstance(step, km.Each):
            bound[step.local] = self.names.fresh(step.local)
            head = f"LET {bound[step.local]} == Head({left}) IN "
            end, rest, start = f"{left} = <<>>", f"Tail({left})", self.say.in_order(step.source, s, env)
        else:
            end, rest, start = f"{left} = 0", f"{left} - 1", f"Max2(0, {self.say.num(step.count, s, env)})"
        if self._asks(step.steps):
            after = self.names.fresh("S")
            inner = f"{head}{self._set(step.steps, here, bound)}"
            ended, again = f"{{{here}}}", f"UNION {{{name}({rest}, {after}) : {after} \\in ({inner})}}"
        else:
            inner = f"{head}{self._plain(step.steps, here, bound)}"
            ended, again = here, f"{name}({rest}, {inner})"
        shape = f"RECURSIVE {name}(_, _) {name}({left}, {here}) == IF {end} THEN {ended} ELSE {again}"
        return f"(LET {shape} IN {name}({start}, {s}))"

    def _written(self, cell: str, index: Sequence[str], value: str, s: str) -> str:
        shape, slot = self.machine.cells[cell], self.names.cells[cell]
        if shape.saturates:
            low, high = bounds(shape.domain)
            value = f"Clamped({value}, {number_text(low)}, {number_text(high)})"
        if not shape.index:
            return f"[{s} EXCEPT !.{slot} = {value}]"
        place = self.say.place(self.say.layout.cell_axes(shape), index)
        return f"[{s} EXCEPT !.{slot}[{place}] = {value}]"

    # --- control

    def block(self, block: km.Block) -> str:
        """The operator of a block: a state, and what its alternative chose, to the set of states at the next pause."""
        env = {name: self.names.fresh(name) for name in block.params}
        s = self.names.fresh("S")
        head = ", ".join([s, *env.values()])
        return (
            f"{self.names.blocks[block.label]}({head}) == {self.run(block.steps, s, env, self._out(block))}"
        )

    def _out(self, block: km.Block) -> Rest:
        def leave(s: str, env: Env) -> str:
            match block.out:
                case km.Goto(label):
                    return f"{self.names.blocks[label]}({s})"
                case km.Fork(test, then, otherwise, _):
                    first, second = self.names.blocks[then], self.names.blocks[otherwise]
                    return f"(IF {self.say.cond(test, s, env)} THEN {first}({s}) ELSE {second}({s}))"
                case km.Return(cell):
                    return self._returned(cell, s)
                case km.Decide(if_none=if_none):
                    pause = f"{{[{s} EXCEPT !.at = {self._number(block.label)}]}}"
                    if if_none is None:
                        return pause
                    nobody = f"~Can_{self.names.blocks[block.label]}({s})"
                    return f"(IF {nobody} THEN {self.names.blocks[if_none]}({s}) ELSE {pause})"
                case km.Final():
                    return f"{{[{s} EXCEPT !.at = -1]}}"
                case _:
                    assert_never(block.out)

        return leave

    def _number(self, label: str) -> int:
        return self.say.layout.label_number[label]

    def _returned(self, cell: str, s: str) -> str:
        domain = self.machine.cells[cell].domain
        assert isinstance(domain, Labels)
        held = f"{s}.{self.names.cells[cell]}"
        ways = (
            f"{held} = {at} -> {self.names.blocks[label]}({s})" for at, label in enumerate(domain.members)
        )
        return f"(CASE {' [] '.join(ways)})"

    # --- pauses

    def pause(self, label: str, out: km.Decide) -> list[str]:
        """Whether somebody can move at a pause, and the set of states to which moves lead."""
        name = self.names.blocks[label]
        able, after = self.names.fresh("S"), self.names.fresh("S")
        can = [self._alternative(each, out, able, lambda _, __: "TRUE", "FALSE") for each in out.alternatives]
        ways = [self._alternative(each, out, after, self._taken(each), "{}") for each in out.alternatives]
        if out.stop is not None:
            ways.append(f"{self.names.blocks[out.stop]}({after})")
        anyone, anywhere = " \\/ ".join(can) or "FALSE", " \\cup ".join(ways) or "{}"
        return [f"Can_{name}({able}) == {anyone}", f"From_{name}({after}) == {anywhere}"]

    def _taken(self, alternative: km.Alternative) -> Rest:
        params = self.machine.blocks[alternative.to].params

        def jump(s: str, env: Env) -> str:
            given = ", ".join([s, *(env[name] for name in params)])
            return f"{self.names.blocks[alternative.to]}({given})"

        return jump

    def _alternative(self, taken: km.Alternative, out: km.Decide, s: str, rest: Rest, none: str) -> str:
        """What `rest` gives for every way to take an alternative: any of them, or all of them together."""
        me = self.names.fresh("me")
        inner = self._prelude(list(taken.prelude), s, {"me": me}, rest, none)
        return f"(LET {me} == {self.say.num(out.player, s, {})} IN {inner})"

    def _prelude(
        self, parts: Sequence[km.Choice | km.Let | km.Guard], s: str, env: Env, rest: Rest, none: str
    ) -> str:
        if not parts:
            return rest(s, env)
        part, *others = parts
        match part:
            case km.Let(local, value):
                bound = {**env, local: self.names.fresh(local)}
                inner = self._prelude(others, s, bound, rest, none)
                return f"LET {bound[local]} == {self.say.num(value, s, env)} IN {inner}"
            case km.Guard(_, when, require):
                holds = f"({self.say.all_of(when, s, env)} => {self.say.all_of(require, s, env)})"
                return f"IF {holds} THEN {self._prelude(others, s, env, rest, none)} ELSE {none}"
            case km.Choice(local, source, where, _):
                bound = {**env, local: self.names.fresh(local)}
                inner = self._prelude(others, s, bound, rest, none)
                if where is not None:
                    inner = f"IF {self.say.cond(where, s, bound)} THEN {inner} ELSE {none}"
                source_text, name = self.say.members(source, s, env), bound[local]
                if none == "FALSE":
                    return f"(\\E {name} \\in {source_text} : {inner})"
                return f"UNION {{({inner}) : {name} \\in {source_text}}}"
            case _:
                assert_never(part)
