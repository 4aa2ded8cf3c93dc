"""Lines of a certificate as conjuncts, each with a key: its place in the line and the values of its binders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from verifier.check.certificate.board import zones_of
from verifier.check.certificate.read import Reader
from verifier.check.certificate.state import Env, Slot, State
from verifier.check.certificate.terms import Term, all_of, implied
from verifier.kernel import expression as k

Key = tuple[int, ...]
Reads = frozenset[Slot]


@dataclass(frozen=True, slots=True)
class Conjunct:
    """One case of a line: when it must hold, and what was read to find out."""

    key: Key
    term: Term
    reads: Reads


def conjuncts(reader: Reader, expr: k.Expr, state: State, only: set[Key] | None = None) -> Iterator[Conjunct]:
    """Every conjunct of a truth, or only those whose keys begin with one of these."""
    heads = {key[:length] for key in only or () for length in range(len(key))}
    if walk := _Walk(reader, state, only, heads).at(()):
        yield from walk.parts(expr, Env(), True, frozenset(), ())


@dataclass(frozen=True, slots=True)
class _Walk:
    reader: Reader
    state: State
    only: set[Key] | None
    heads: set[Key]

    def at(self, key: Key) -> _Walk | None:
        """On below this key, if that is asked for: everything, or what leads to a key that is."""
        if self.only is not None and key in self.only:
            return replace(self, only=None)
        return self if self.only is None or key in self.heads else None

    def parts(self, expr: k.Expr, env: Env, hit: Term, reads: Reads, key: Key) -> Iterator[Conjunct]:
        if hit is False:
            yield Conjunct(key, True, reads)
            return
        match expr:
            case k.Logic("and", parts):
                for place, part in enumerate(parts):
                    if below := self.at((*key, place)):
                        yield from below.parts(part, env, hit, reads, (*key, place))
            case k.Fold("every"):
                yield from self._bound(expr, expr.binds, env, hit, reads, key)
            case _:
                term, read = self._read(expr, env)
                yield Conjunct(key, implied(hit, term), reads | read)

    def _read(self, expr: k.Expr, env: Env) -> tuple[Term, Reads]:
        self.reader.reads = set()
        return self.reader.value(expr, self.state, env), frozenset(self.reader.reads)

    def _bound(
        self, expr: k.Fold, binds: tuple[k.Bind, ...], env: Env, hit: Term, reads: Reads, key: Key
    ) -> Iterator[Conjunct]:
        if hit is False:
            yield Conjunct(key, True, reads)
        elif not binds:
            where, read = (True, reads) if expr.where is None else self._read(expr.where, env)
            yield from self.parts(expr.body, env, all_of((hit, where)), reads | read, key)
        else:
            for below, value, own, home, read in self._members(binds[0].source, env, key):
                inner, both = env.bound(binds[0].local, value, home), all_of((hit, own))
                yield from below._bound(expr, binds[1:], inner, both, reads | read, (*key, value))

    def _members(
        self, source: k.Source, env: Env, key: Key
    ) -> Iterator[tuple[_Walk, int, Term, int | None, Reads]]:
        """Every value that could ever be a member, each with what was read to know whether it is."""
        self.reader.reads = set()
        if isinstance(source, k.Contents):
            zones = self.reader.zones(source, self.state, env)
            common = frozenset(self.reader.reads)
            for thing in source.things.ids:
                if below := self.at((*key, thing)):
                    self.reader.reads = set()
                    own, home = self.reader.membership(thing, zones, self.state)
                    yield below, thing, own, home, common | self.reader.reads
            return
        members = {value: own for value, own, _ in self.reader.members(source, self.state, env)}
        reads, everyone = frozenset(self.reader.reads), members.keys() | set[int]()
        if isinstance(source, k.ZonesOf):
            everyone = set(zones_of(self.reader.machine.families[source.family]))
        for value in sorted(everyone):
            if below := self.at((*key, value)):
                yield below, value, members.get(value, False), None, reads
