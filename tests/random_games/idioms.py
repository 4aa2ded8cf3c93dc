"""Short patterns whose meaning shows in play: what is done in another order, or to others, leaves another position.

Steps drawn one by one seldom meet: a loop over a pile whose order nobody sees, a hook that changes what nobody reads.
Each of these puts a construct where doing it wrongly can be seen.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.random_games.expressions import Expressions
from tests.random_games.scope import TEXTS, Scope, indented

Lines = list[str]


class Idioms(Expressions):
    def mark(self, scope: Scope) -> str:
        """A step that leaves a trace: two of them in the other order leave another one."""
        ways = ["set bank to 1", "add 1 to bank", "move 1 from deck to heap", "move 1 from heap to deck"]
        ways += ["set bank to bank * 2", f"move top component {self.fresh('c')} in heap to bottom of deck"]
        if scope.me:
            ways += ["add 1 to my fame", "set my fame to 2", "move 1 from deck to my pouch"]
        return self.one(ways)

    def pile(self, scope: Scope) -> str:
        """A zone with an order, most often one in which something lies."""
        ways = ["deck", "deck", "deck", "heap", "heap", "line", f"stack of {self.suit(scope)}"]
        return self.one([*ways, "my pouch"] if scope.me else ways)

    def idiom(self, scope: Scope, asks: bool, texts: bool) -> Lines:
        """One of the patterns, as a rule of its own: its names end with it."""
        ways: list[Callable[[Scope], Lines]] = [self.swap_ends, self.in_order, self.some_of_a_pile]
        if texts:
            ways += [self.texts_of_all]
        lines = (
            self.shown_while_asked(scope) if asks and self.chance(0.4) else self.any_of(*_given(ways, scope))
        )
        return [f"rule {self.rule('steps')}", *indented(lines)]

    def swap_ends(self, scope: Scope) -> Lines:
        """Two components out of two piles: each comes to lie on top of the other pile."""
        one, other = self.fresh("c"), self.fresh("c")
        here = self.one(["deck", "stack of red"])
        there = self.one(["heap", "line", f"stack of {self.suits[1]}"])
        return [
            f"let {one} be {self.one(['top', 'bottom'])} component {self.fresh('c')} in {here} if any",
            f"let {other} be {self.one(['top', 'bottom'])} component {self.fresh('c')} in {there} if any",
            f"swap {one} with {other}",
        ]

    def in_order(self, scope: Scope) -> Lines:
        """What the last of a pile leaves behind, or each of them what it found."""
        name = self.fresh("c")
        traces = [
            [f"set latest to {name}"],
            [f"set trump to {name}.suit"],
            [f"set {name}.tally to bank", "add 1 to bank"],
            [f"set bank to bank * 2 + {name}.value"],
        ]
        where = f" where {self.about_digit(name, scope)}" if self.chance(0.3) else ""
        return [f"each digit {name} in {self.pile(scope)}{where}", *indented(self.one(traces))]

    def some_of_a_pile(self, scope: Scope) -> Lines:
        """Those that fit go to another pile; the others stay."""
        name = self.fresh("c")
        where, target = self.about_digit(name, scope), self.one(["", "bottom of "]) + self.pile(scope)
        return [f"move every digit {name} in {self.pile(scope)} where {where} to {target}"]

    def moved_again(self) -> Lines:
        """A component that was chosen is moved after something, perhaps it under another name, has left its zone."""
        name, other = self.fresh("c"), self.fresh("c")
        zone = self.one(["my hand", "market", "heap", "deck"])
        leaves = [f"move {other} to {self.pile(Scope())}", f"move 1 from {zone} to {self.pile(Scope())}"]
        leaves += [
            f"move top component {self.fresh('c')} in {zone} to line",
            f"swap {zone} with hold of first",
        ]
        step = self.one(leaves if zone in ("my hand", "market") else leaves[:3])
        chosen = [f"choose component {name} in {zone}", f"choose component {other} in {zone}"]
        return [*chosen, step, f"move {name} to {self.pile(Scope())}"]

    def about_digit(self, name: str, scope: Scope) -> str:
        """True of some digits and false of others, in most games."""
        return self.one(
            [
                f"{name}.value is {self.one(['1', '2', 'few'])}",
                f"{name}.value is more than 1",
                f"{name}.suit is {self.suit(scope)}",
                f"{name}.suit is not {self.one(self.suits)}",
                f"{name}.tally is 0",
            ]
        )

    def texts_of_all(self, scope: Scope) -> Lines:
        """The texts of components of several designs, one after the other."""
        name = self.fresh("c")
        where = self.one(["market", "market", "heap", "hold", "my hand" if scope.me else "hand"])
        of = self.one(["component", "card"])
        return [f"each {of} {name} in {where}", f"    do {name}.{self.one(TEXTS)}"]

    def shown_while_asked(self, scope: Scope) -> Lines:
        """What is shown while somebody decides, and no longer when the next decision comes."""
        what = self.zone(scope)[0]
        seer = self.one(["everyone", self.player(scope), self.player(scope), self.player(scope)])
        return [
            f"rule {self.rule('steps')}",
            *indented([f"show {what} to {seer}", f"choose side {self.fresh('s')}", self.mark(scope)]),
            f"may choose side {self.fresh('s')}",
            self.mark(scope),
        ]


def _given(ways: list[Callable[[Scope], Lines]], scope: Scope) -> list[Callable[[], Lines]]:
    return [lambda way=way: way(scope) for way in ways]
