"""Two rows of steps in, one out: the steps of the first, with a watch wherever the second says it differently.

A watch is a cell that may only hold 1, written where the two must agree: to disagree is a fault. That no such
fault is ever met is then a question like any other, for a play and for a proof. Steps that only one side has are taken
over as long as they touch nothing but cells of that side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never, overload

from verifier.compare.product.rewording import OWN
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Number, Truth
from verifier.kernel.visit import Operand, preorder, substituted

ONE = Number(1, 1)
WATCH = "agrees "

Names = Mapping[str, str]
"""What the first machine calls a name that is bound in the second."""


@dataclass(slots=True)
class Sites:
    """The watches so far."""

    watches: list[str] = field(default_factory=list)

    def watch(self, agree: k.Expr) -> km.Write:
        """A step that is a fault where `agree` does not hold."""
        name = f"{WATCH}{len(self.watches) + 1}"
        self.watches.append(name)
        return km.Write(name, (), k.If(agree, k.Const(1, ONE), k.Const(0, Number(0, 0))))

    def agreeing(self, first: k.Expr, second: k.Expr) -> list[km.Step]:
        """The watch over two expressions, unless they are one."""
        return [] if first == second else [self.watch(k.Compare("=", first, second))]

    def all_agreeing(self, first: tuple[k.Expr, ...], second: tuple[k.Expr, ...]) -> list[km.Step]:
        return [step for pair in zip(first, second, strict=True) for step in self.agreeing(*pair)]

    def cells(self) -> dict[str, km.Cell]:
        return {name: km.Cell(name, (), ONE, False, 1, "match") for name in self.watches}


@overload
def translated(node: k.Expr, names: Names) -> k.Expr: ...
@overload
def translated(node: k.Source, names: Names) -> k.Source: ...
def translated(node: Operand, names: Names) -> Operand:
    """A node of the second machine with its free names as the first calls them."""
    if not names:
        return node
    domains = {each.name: each.domain for each in preorder(node) if isinstance(each, k.Local)}
    local: dict[str, k.Expr] = {
        name: k.Local(names[name], domain)
        for name, domain in domains.items()
        if names.get(name, name) != name
    }
    return substituted(node, local)


def conjunction(parts: tuple[k.Expr, ...]) -> k.Expr:
    if len(parts) == 1:
        return parts[0]
    return k.Logic("and", parts) if parts else k.Const(1, Truth())


Row = tuple[km.Step, ...]


class ApartError(Exception):
    """The two machines are built too differently for a product; the text says where."""


class StepMerger:
    """Merges steps. `private` are the cells that only one of the machines has."""

    def __init__(self, sites: Sites, private: tuple[frozenset[str], frozenset[str]]) -> None:
        self.sites = sites
        self.private = private

    def merged(self, first: Row, second: Row, names: Names) -> tuple[Row, Names]:
        """The steps of both, and the names that are bound after them."""
        found: list[km.Step] = []
        bound = dict(names)
        mine, theirs = list(first), list(second)
        while mine or theirs:
            if _leading(mine) or _leading(theirs):
                self._lets(mine, theirs, bound, found)
            elif mine and self._own(mine[0], 0):
                found.append(mine.pop(0))
            elif theirs and self._own(theirs[0], 1):
                found += self._renamed(theirs.pop(0), bound)
            else:
                if not mine or not theirs:
                    raise ApartError("one of them has more steps")
                found += self._pair(mine.pop(0), theirs.pop(0), bound)
        return tuple(found), bound

    def _lets(
        self, mine: list[km.Step], theirs: list[km.Step], bound: dict[str, str], found: list[km.Step]
    ) -> None:
        """Names given on both sides at one point: those that agree are one."""
        ours, others = _leading(mine), _leading(theirs)
        del mine[: len(ours)], theirs[: len(others)]
        found += ours
        anew = {let.local for let in ours}
        given = {let.value: let.local for let in ours}
        if len(anew) != len(ours):
            raise ApartError("a name is bound twice")
        stale = {name for name, here in bound.items() if here in anew}
        for let in others:
            value = translated(let.value, bound)
            same = given.get(value)
            if same is None:
                if stale:
                    raise ApartError("a name is bound twice")
                found.append(km.Let(let.local + OWN, value))
            bound[let.local] = same if same is not None else let.local + OWN
            stale.discard(let.local)
        if stale:
            raise ApartError("a name is bound twice")

    def _pair(self, first: km.Step, second: km.Step, names: Names) -> list[km.Step]:
        """Two steps as one with its watches."""
        agree = self.sites.agreeing
        match first, second:
            case km.Write(), km.Write() if first.cell == second.cell:
                places = tuple(translated(part, names) for part in second.index)
                value = translated(second.value, names)
                watches = self.sites.all_agreeing(first.index, places)
                return [*watches, *agree(first.value, value), first]
            case km.Take(), km.Take():
                thing, zone = translated(second.thing, names), translated(second.zone, names)
                return [*agree(first.thing, thing), *agree(first.zone, zone), first]
            case km.Put(), km.Put() if first.end == second.end:
                thing, zone = translated(second.thing, names), translated(second.zone, names)
                return [*agree(first.thing, thing), *agree(first.zone, zone), first]
            case km.Branch(), km.Branch():
                return self._branch(first, second, names)
            case km.Each(), km.Each() if first.source == translated(second.source, names):
                inside = bound_anew(names, second.local, first.local)
                inner, _ = self.merged(first.steps, second.steps, inside)
                return [replace(first, steps=inner)]
            case km.Times(), km.Times() if first.most == second.most:
                inner, _ = self.merged(first.steps, second.steps, names)
                return [*agree(first.count, translated(second.count, names)), replace(first, steps=inner)]
            case km.Shuffle(), km.Shuffle():
                return [*agree(first.zone, translated(second.zone, names)), first]
            case km.Roll(), km.Roll() if (first.cell, first.faces) == (second.cell, second.faces):
                return [first]
            case _:
                raise ApartError("their steps differ")

    def _branch(self, first: km.Branch, second: km.Branch, names: Names) -> list[km.Step]:
        watches = self.sites.agreeing(first.test, translated(second.test, names))
        then, _ = self.merged(first.then, second.then, names)
        otherwise, _ = self.merged(first.otherwise, second.otherwise, names)
        return [*watches, replace(first, then=then, otherwise=otherwise)]

    def _renamed(self, step: km.Step, names: Names) -> Row:
        """A step of the second machine alone, its names as the product has them."""
        match step:
            case km.Branch(test, then, otherwise, rule):
                return (
                    km.Branch(
                        translated(test, names), self._all(then, names), self._all(otherwise, names), rule
                    ),
                )
            case km.Each(local, source, inner):
                bound = {**names, local: local + OWN}
                return (km.Each(local + OWN, translated(source, names), self._all(inner, bound)),)
            case km.Times(count, most, inner):
                return (km.Times(translated(count, names), most, self._all(inner, names)),)
            case km.Write(cell, index, value, rule):
                places = tuple(translated(part, names) for part in index)
                return (km.Write(cell, places, translated(value, names), rule),)
            case _:
                raise ApartError("their steps differ")

    def _all(self, steps: Row, names: Names) -> Row:
        found: list[km.Step] = []
        bound = dict(names)
        for step in steps:
            if isinstance(step, km.Let):
                found.append(km.Let(step.local + OWN, translated(step.value, bound)))
                bound[step.local] = step.local + OWN
            else:
                found += self._renamed(step, bound)
        return tuple(found)

    def _own(self, step: km.Step, side: int) -> bool:
        """Does the step touch nothing but cells that only this side has?"""
        match step:
            case km.Write(cell=cell):
                return cell in self.private[side]
            case km.Let():
                return True
            case km.Branch(then=then, otherwise=otherwise):
                return all(self._own(each, side) for each in (*then, *otherwise))
            case km.Each(steps=inner) | km.Times(steps=inner):
                return all(self._own(each, side) for each in inner)
            case km.Take() | km.Put() | km.Shuffle() | km.Roll() | km.Mark():
                return False
            case _:
                assert_never(step)


def bound_anew(names: Names, there: str, here: str) -> Names:
    """The names inside a binder that both sides have."""
    if any(each == here and name != there for name, each in names.items()):
        raise ApartError("a name is bound twice")
    return {**names, there: here}


def _leading(steps: Iterable[km.Step]) -> list[km.Let]:
    found = []
    for step in steps:
        if not isinstance(step, km.Let):
            break
        found.append(step)
    return found


def private_cells(
    first: Mapping[str, km.Cell], second: Mapping[str, km.Cell]
) -> tuple[frozenset[str], frozenset[str]]:
    """The cells that only one of two machines has."""
    return frozenset(first) - frozenset(second), frozenset(second) - frozenset(first)
