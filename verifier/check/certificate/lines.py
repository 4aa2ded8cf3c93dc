"""Lines of a certificate as conjuncts, each with a key: its place in the line and the values of its binders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from verifier.check.certificate.board import zones_of
from verifier.check.certificate.read import Reader
from verifier.check.certificate.state import Env, Slot, State
from verifier.check.certificate.terms import Term, all_of, implied
from verifier.kernel import expression as k

Key = tuple[int, ...]
# Keys as a tree: an empty one stands for everything below.
Tree = dict[int, "Tree"]


@dataclass(frozen=True, slots=True)
class Conjunct:
    """One case of a line: when it must hold, and what was read to find out."""

    key: Key
    term: Term
    reads: frozenset[Slot]


def tree_of(keys: Iterable[Key]) -> Tree:
    """The tree of some keys; a key covers those that begin with it."""
    found: Tree = {}
    covered: set[Key] = set()
    for key in sorted(keys, key=len):
        if any(key[:length] in covered for length in range(len(key))):
            continue
        covered.add(key)
        node = found
        for part in key:
            node = node.setdefault(part, {})
    return found


def conjuncts(reader: Reader, expr: k.Expr, state: State, only: Tree | None = None) -> Iterator[Conjunct]:
    """Every conjunct of a truth, or those of the tree."""
    yield from _Walk(reader, state).parts(expr, Env(), True, frozenset(), (), only or {})


@dataclass(frozen=True, slots=True)
class _Walk:
    reader: Reader
    state: State

    def parts(
        self, expr: k.Expr, env: Env, hit: Term, reads: frozenset[Slot], key: Key, only: Tree
    ) -> Iterator[Conjunct]:
        if hit is False:
            yield Conjunct(key, True, reads)
            return
        match expr:
            case k.Logic("and", parts):
                for place, part in enumerate(parts):
                    if not only or place in only:
                        below = only.get(place, {})
                        yield from self.parts(part, env, hit, reads, (*key, place), below)
            case k.Fold("every"):
                yield from self._bound(expr, expr.binds, env, hit, reads, key, only)
            case _:
                self.reader.reads = set()
                term = implied(hit, self.reader.value(expr, self.state, env))
                yield Conjunct(key, term, reads | self.reader.reads)

    def _bound(
        self,
        expr: k.Fold,
        binds: tuple[k.Bind, ...],
        env: Env,
        hit: Term,
        reads: frozenset[Slot],
        key: Key,
        only: Tree,
    ) -> Iterator[Conjunct]:
        if hit is False:
            yield Conjunct(key, True, reads)
            return
        if not binds:
            self.reader.reads = set()
            where = True if expr.where is None else self.reader.value(expr.where, self.state, env)
            reads = reads | self.reader.reads
            yield from self.parts(expr.body, env, all_of((hit, where)), reads, key, only)
            return
        for value, own, home, read in self._members(binds[0].source, env, only):
            inner = env.bound(binds[0].local, value, home)
            yield from self._bound(
                expr,
                binds[1:],
                inner,
                all_of((hit, own)),
                reads | read,
                (*key, value),
                only.get(value, {}),
            )

    def _members(
        self, source: k.Source, env: Env, only: Tree
    ) -> Iterator[tuple[int, Term, int | None, frozenset[Slot]]]:
        """Every value that could ever be a member, each with what was read to know whether it is."""
        self.reader.reads = set()
        if isinstance(source, k.Contents):
            zones = self.reader.zones(source, self.state, env)
            common = frozenset(self.reader.reads)
            for thing in source.things.ids:
                if not only or thing in only:
                    self.reader.reads = set()
                    own, home = self.reader.membership(thing, zones, self.state)
                    yield thing, own, home, common | self.reader.reads
            return
        members = {value: own for value, own, _ in self.reader.members(source, self.state, env)}
        reads = frozenset(self.reader.reads)
        if isinstance(source, k.ZonesOf):
            everyone: Iterable[int] = zones_of(self.reader.machine.families[source.family])
        else:
            everyone = list(members)
        for value in everyone:
            if not only or value in only:
                yield value, members.get(value, False), None, reads
