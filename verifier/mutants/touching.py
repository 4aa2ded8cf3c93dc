"""Which mistakes an invariant is likely to notice: those in places that speak of what it speaks of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from verifier.kernel import expression as k
from verifier.kernel.visit import preorder
from verifier.mutants.killing import Bench
from verifier.mutants.mutant import NAMED, Mutant
from verifier.source import Span


class Touching:
    """For each invariant of a game, mutants in the order in which it should be asked about them."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        invariants = [claim for claim in bench.case.game.claims if claim.sort == "invariant"]
        self.spoken = {claim.name: self._with_definitions(claim.truth) for claim in invariants}
        self.common = Counter(word for words in self.spoken.values() for word in words)
        self._known: dict[tuple[str, str], frozenset[str]] = {}

    def order(self, invariant: str, mutants: Sequence[Mutant]) -> list[Mutant]:
        """What the invariant itself names comes first; a word that few invariants use weighs more than one that
        all of them use.
        """
        spoken = self.spoken[invariant]

        def last(mutant: Mutant) -> tuple[bool, float, int]:
            shared = spoken & self._words(mutant)
            return mutant.subject not in spoken, -sum(1 / self.common[word] for word in shared), mutant.number

        return sorted(mutants, key=last)

    def _words(self, mutant: Mutant) -> frozenset[str]:
        key = mutant.field, mutant.subject
        if key not in self._known:
            self._known[key] = frozenset((mutant.subject, *_strings(self._place(mutant))))
        return self._known[key]

    def _place(self, mutant: Mutant) -> Any:
        """The action, definition or text in which the mistake was made."""
        game, machine = self.bench.case.game, self.bench.machine
        if mutant.at is not None:
            return machine.blocks.get(mutant.at[0])
        if mutant.field in NAMED:
            table: Mapping[Any, Any] = getattr(game, mutant.field)
            names = (name if isinstance(name, str) else ".".join(name) for name in table)
            return dict(zip(names, table.values(), strict=True)).get(mutant.subject)
        return getattr(game, mutant.field, None)

    def _with_definitions(self, truth: k.Expr) -> frozenset[str]:
        """The words of a claim, and those of the definitions that it asks for."""
        definitions = self.bench.machine.definitions
        found, asked, waiting = set(_strings(truth)), set[str](), [truth]
        while waiting:
            called = {part.definition for part in preorder(waiting.pop()) if isinstance(part, k.Call)}
            for name in sorted(called - asked):
                asked.add(name)
                found |= set(_strings(definitions[name]))
                rungs = [expr for rung in definitions[name].rungs for expr in (*rung.when, rung.value)]
                waiting += [definitions[name].start, *rungs]
        return frozenset(found)


def _strings(node: Any) -> Iterator[str]:
    """Every name in a tree: of cells, zones, definitions, rules and what they bind."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from _strings(part)
    elif is_dataclass(node) and not isinstance(node, type | Span):
        for field in fields(node):
            yield from _strings(getattr(node, field.name))
