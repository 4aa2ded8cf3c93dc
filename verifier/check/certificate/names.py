"""Names for terms. To name a term and not to say what it is only leaves hypotheses out, so it is always sound.

Facts about a name are told wherever the name occurs. Its definition is told in a later round, or not at all.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

import z3

from verifier.check.certificate.terms import Term, any_of, implied, is_known

# The rounds in which definitions are told: none, what definitions of the rules amount to, sums and places of what a
# question speaks of, everything.
NAMED, WORKED_OUT, NEAR, EVERYTHING = range(4)


@dataclass(slots=True)
class Names:
    """The names of one solver.

    A fact is told only beside a name that occurs in a question: what is said on one path is not said on another. Terms
    are kept with the names, so that none of their numbers is given away twice.
    """

    context: z3.Context
    # What must hold for the facts told now to be true: steps under a condition are carried out as if it held.
    premise: Term = True
    options: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _facts: dict[str, list[Term]] = field(default_factory=dict)
    _definitions: dict[str, tuple[int, Callable[[], Term]]] = field(default_factory=dict)
    _defined: dict[str, Term] = field(default_factory=dict)
    _kept: dict[object, tuple[Term, object]] = field(default_factory=dict)
    _inside: dict[int, tuple[frozenset[str], Term]] = field(default_factory=dict)
    _asked: dict[int, tuple[frozenset[str], Term]] = field(default_factory=dict)
    _numbers: itertools.count[int] = field(default_factory=itertools.count)

    def number(self, what: str, options: Sequence[int] | None = None) -> Term:
        """A new number; one of the options, if there are some."""
        made = z3.Int(f"{what}!{next(self._numbers)}", self.context)
        if options is not None:
            self.options[made.decl().name()] = tuple(options)
            self.tell(made, [one_of(made, options)])
        return made

    def truth(self, what: str) -> Term:
        return z3.Bool(f"{what}!{next(self._numbers)}", self.context)

    def kept(self, key: object, make: Callable[[], Term], keep: object = None, always: bool = False) -> Term:
        """The name with this key, made once; `keep` holds what the key numbers.

        What was said of a name under a premise is not known without it: there the name is another one.
        """
        own = key if always or self.premise is True else (key, self.premise.get_id())
        found = self._kept.get(key) or self._kept.get(own)
        if found is None:
            found = self._kept[own] = make(), (keep, self.premise)
        return found[0]

    def tell(self, name: Term, facts: Iterable[Term], always: bool = False) -> None:
        """Facts that hold of every state in which the name is used; `always` if they need no premise."""
        told = self._facts.setdefault(name.decl().name(), [])
        premise = True if always else self.premise
        told += [fact for fact in (implied(premise, each) for each in facts) if fact is not True]

    def define(self, name: Term, level: int, definition: Callable[[], Term]) -> None:
        """What the name stands for: written out when its round is reached, and only then."""
        self._definitions[name.decl().name()] = level, lambda: name == definition()

    def short(self, what: str, term: Term, level: int) -> Term:
        """A name for a term, the same for the same term."""
        if is_known(term):
            return term

        def make() -> Term:
            name = self.truth(what) if z3.is_bool(term) else self.number(what)
            self.define(name, level, lambda: term)
            return name

        return self.kept((level, term.get_id()), make, term, always=True)

    def inside(self, term: Term) -> frozenset[str]:
        """The names made here that occur in a term."""
        if is_known(term):
            return frozenset()
        # The same object is asked for again and again: its own number is found sooner than that of the term.
        known = self._asked.get(id(term))
        if known is None:
            known = self._asked[id(term)] = self._names_in(term), term
        return known[0]

    def _names_in(self, term: Term) -> frozenset[str]:
        known = self._inside.get(term.get_id())
        if known is None:
            if z3.is_const(term):
                own = term.decl().name()
                found = frozenset([own]) if "!" in own else frozenset[str]()
            else:
                found = frozenset[str]().union(*map(self._names_in, term.children()))
            known = self._inside[term.get_id()] = found, term
        return known[0]

    def cone(
        self,
        goal: Term,
        path: Iterable[Term],
        level: int,
        heights: bool = True,
        beside: frozenset[str] = frozenset(),
    ) -> list[Term]:
        """The goal, and what of the path and of the facts speaks of the names it speaks of, near or far.

        `beside` are further names to speak of. From `WORKED_OUT` on the whole path is told.
        """
        waiting = [(part, self.inside(part)) for part in path if part is not True]
        found, todo, seen = [goal], {*self.inside(goal), *beside}, set[str]()
        while True:
            for name in sorted(todo - seen):
                for fact in self._about(name, level):
                    inside = self.inside(fact)
                    if heights or not any(each.startswith("height!") for each in inside):
                        found.append(fact)
                        todo |= inside
                seen.add(name)
            rest = []
            for part, names in waiting:
                if level >= WORKED_OUT or not names or names & seen:
                    found.append(part)
                    todo |= names
                else:
                    rest.append((part, names))
            waiting = rest
            if todo <= seen:
                return found

    def _about(self, name: str, level: int) -> Iterable[Term]:
        yield from self._facts.get(name, ())
        told_at, definition = self._definitions.get(name, (EVERYTHING + 1, None))
        if definition is not None and told_at <= level:
            if name not in self._defined:
                self._defined[name] = definition()
            yield self._defined[name]


def one_of(value: Term, options: Collection[int]) -> Term:
    """Is the value one of these?"""
    if is_known(value):
        return value in options
    if not options:
        return False
    low, high = min(options), max(options)
    if len(options) > 2 and high - low + 1 == len(set(options)):
        return z3.And(value >= low, value <= high)
    return any_of(value == each for each in options)
