"""Control flow as Python: which jumps become calls, which blocks are inlined, which jumps are returned.

Blocks run on until a pause. A jump that closes a circle, or stands at the end of a long chain, is handed back
to a loop that makes it. Of the others, a block that is entered from one place only, or is very short, stands
where it is entered; the rest are calls.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import assert_never

from verifier.engine.generate.expressions import function_scope
from verifier.engine.generate.scope import Module, Scope, separate_names
from verifier.engine.generate.steps import StepWriter
from verifier.kernel.domain import Labels
from verifier.kernel.graph import successors_without_pause
from verifier.kernel.layout import clean
from verifier.kernel.machine import Alternative, Block, Choice, Decide, Final, Fork, Goto, Machine, Return
from verifier.kernel.visit import steps_within

# --- calls, inlined blocks, returned jumps


LONGEST_CHAIN = 40
SHORT = 2


class Jumps:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.graph = {
            label: successors_without_pause(block.out, machine.cells)
            for label, block in machine.blocks.items()
        }
        self.back = handed_back(self.graph, machine.start)
        self._entered = _entered(machine, self.graph)
        self.roots = {machine.start, *(machine.entries or {}).values()}

    def target(self, label: str) -> str:
        """Where a jump to a label really leads: blocks without steps that jump on are passed over."""
        while True:
            block = self.machine.blocks[label]
            if block.steps or not isinstance(block.out, Goto) or (label, block.out.label) in self.back:
                return label
            label = block.out.label

    def entered_once(self, label: str) -> bool:
        return self._entered[label] <= 1 and label not in self.roots

    def short(self, label: str) -> bool:
        return weight(self.machine.blocks[label]) <= SHORT


def weight(block: Block) -> int:
    """How long a block is, in steps."""
    ways = {Goto: 0, Fork: 1, Final: 1, Decide: 1, Return: 2}[type(block.out)]
    if_none = isinstance(block.out, Decide) and block.out.if_none
    return ways + sum(1 for _ in steps_within(block.steps)) + (1 if if_none else 0)


def _entered(machine: Machine, graph: dict[str, tuple[str, ...]]) -> Counter[str]:
    """From how many places each block is entered."""
    found = Counter(target for targets in graph.values() for target in targets)
    found[machine.start] += 1
    for block in machine.blocks.values():
        if isinstance(block.out, Decide):
            found.update(alternative.to for alternative in block.out.alternatives)
            found.update([block.out.stop] if block.out.stop is not None else [])
    found.update((machine.entries or {}).values())
    return found


def handed_back(graph: dict[str, tuple[str, ...]], start: str) -> frozenset[tuple[str, str]]:
    """The jumps, as (from, to), that must not be calls."""
    order, back = _leaves_first(graph, start)
    depth: dict[str, int] = {}
    for label in order:
        depth[label] = 0
        for target in graph[label]:
            if (label, target) in back:
                continue
            if depth[target] >= LONGEST_CHAIN:
                back.add((label, target))
            else:
                depth[label] = max(depth[label], depth[target] + 1)
    return frozenset(back)


def _leaves_first(graph: dict[str, tuple[str, ...]], start: str) -> tuple[list[str], set[tuple[str, str]]]:
    """Every block after those it leads to, and the jumps that close a circle (without recursion)."""
    order: list[str] = []
    under_way: set[str] = set()
    done: set[str] = set()
    back: set[tuple[str, str]] = set()
    for root in (start, *graph):
        work = [(root, 0)]
        while work:
            label, nth = work.pop()
            if label in done:
                continue
            under_way.add(label)
            if nth == len(graph[label]):
                under_way.discard(label)
                done.add(label)
                order.append(label)
                continue
            work.append((label, nth + 1))
            target = graph[label][nth]
            if target in under_way:
                back.add((label, target))
            elif target not in done:
                work.append((target, 0))
    return order, back


# --- blocks and moves as functions


DEEPEST = 12

# A return to more places than these calls them all.
FEW = 2


@dataclass(frozen=True, slots=True)
class InlinePath:
    """How a block came to stand where it does: so many blocks inside each other, one of them a copy?"""

    depth: int = 0
    copied: bool = False


class BlockWriter:
    """Writes functions; `wanted` collects the blocks whose functions are called."""

    def __init__(self, module: Module, may_lose: bool) -> None:
        self.module = module
        self.jumps = Jumps(module.machine)
        self.may_lose = may_lose
        self.wanted = set(self.jumps.roots)

    def write(self, block: Block) -> list[str]:
        """The function of a block. It returns the function to go on with, or nothing at a pause."""
        scope = function_scope(self.module, self.module.ranges.parameters[block.label], *block.params)
        self._body(block, scope, InlinePath())
        params = ", ".join(["s", "o", *(scope.names[name] for name in block.params)])
        return scope.function(f"def {self.module.blocks[block.label]}({params}):", f"{clean(block.origin)}.")

    def write_step(self, block: Block, decide: Decide) -> list[str]:
        """A function that carries out a move at a pause."""
        scope = function_scope(self.module, {})
        player = scope.number(decide.player).text
        scope.code.add(f"{scope.assign('me')} = {player}")
        scope.code.add("alternative = move[0]")
        for number, alternative in enumerate(decide.alternatives):
            with scope.code.inside(f"if alternative == {number}:"):
                self._take(alternative, scope)
        if decide.stop is not None:
            self._enter(decide.stop, scope, InlinePath())
        head = f"def {self.module.step[block.label]}(s, move, o):"
        return scope.function(head, f"A move at {clean(block.origin)}.")

    def _take(self, alternative: Alternative, scope: Scope) -> None:
        """Go where an alternative leads, with what was chosen."""
        chosen = [part.local for part in alternative.prelude if isinstance(part, Choice)]
        places = {local: f"move[{nth}]" for nth, local in enumerate(chosen, 1)}
        block = self.module.machine.blocks[alternative.to]
        if not self._stands_here(alternative.to, InlinePath()):
            self.wanted.add(alternative.to)
            given = [places.get(name, scope.names["me"]) for name in block.params]
            scope.code.add(f"return {self.module.blocks[alternative.to]}({', '.join(['s', 'o', *given])})")
            return
        with separate_names(scope, {"me": scope.names["me"]}, self.module.ranges.parameters[alternative.to]):
            for name in block.params:
                if name in places:
                    scope.code.add(f"{scope.assign(name)} = {places[name]}")
            self._body(block, scope, InlinePath(1))

    def _body(self, block: Block, scope: Scope, path: InlinePath) -> None:
        StepWriter(scope, block).write(block.steps)
        self._out(block, scope, path)

    def _out(self, block: Block, scope: Scope, path: InlinePath) -> None:
        match block.out:
            case Goto(label):
                self._jump(block, label, scope, path)
            case Fork(test, then, otherwise, rule):
                condition = scope.term(test).text
                with scope.code.inside(f"if {condition}:{f'  # {clean(rule)}' if rule else ''}"):
                    self._jump(block, then, scope, path)
                self._jump(block, otherwise, scope, path)
            case Return(cell):
                self._return(block, cell, scope, path)
            case Decide(if_none=if_none):
                if if_none is not None:
                    with scope.code.inside(f"if not {self.module.able[block.label]}(s):"):
                        self._jump(block, if_none, scope, path)
                self._pause(str(self.module.layout.label_number[block.label]), scope)
            case Final():
                self._pause("FINAL", scope)
            case _:
                assert_never(block.out)

    def _jump(self, block: Block, label: str, scope: Scope, path: InlinePath) -> None:
        if (block.label, label) in self.jumps.back:
            self.wanted.add(label)
            scope.code.add(f"return {self.module.blocks[label]}")
        else:
            self._enter(label, scope, path)

    def _enter(self, label: str, scope: Scope, path: InlinePath) -> None:
        """Go on at a block, here or in its function."""
        target = self.jumps.target(label)
        if not self._stands_here(target, path):
            self.wanted.add(target)
            scope.code.add(f"return {self.module.blocks[target]}(s, o)")
            return
        block = self.module.machine.blocks[target]
        with separate_names(scope, {}, {}):
            scope.code.add(f"# {clean(target)}")
            copied = path.copied or not self.jumps.entered_once(target)
            self._body(block, scope, InlinePath(path.depth + 1, copied))

    def _stands_here(self, label: str, path: InlinePath) -> bool:
        if path.depth >= DEEPEST:
            return False
        return self.jumps.short(label) or (self.jumps.entered_once(label) and not path.copied)

    def _return(self, block: Block, cell: str, scope: Scope, path: InlinePath) -> None:
        domain = self.module.machine.cells[cell].domain
        assert isinstance(domain, Labels)
        slot = f"s.{self.module.layout.slots[cell]}"
        if len(domain.members) > FEW:
            path = InlinePath(DEEPEST)
        for number, label in enumerate(domain.members):
            with scope.code.inside(f"if {slot} == {number}:"):
                self._jump(block, label, scope, path)
        scope.code.add(f"raise Fault('bounds', {clean(cell)!r}, {slot})")

    def _pause(self, at: str, scope: Scope) -> None:
        scope.code.add(f"s.at = {at}")
        if self.may_lose:
            scope.code.add("nowhere(s.where)")
        if self.module.checked:
            scope.code.add("s.watch(s, None)")
        scope.code.add("return None")
