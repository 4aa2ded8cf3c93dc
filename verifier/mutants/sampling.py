"""Which mutants to try: all of them in, a fair part out, the same one each time."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from itertools import zip_longest

from verifier.diagnostics import Report, nearest
from verifier.mutants.mutant import Mutant
from verifier.verify.codes import problem

SEED = 1


def sample(mutants: Sequence[Mutant], limit: int | None, per: int | None = None) -> list[Mutant]:
    """A fair part of the mutants, in their order: every rule and text has one before any has two.

    At most `per` of each, at most `limit` in all.
    """
    apart: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        apart.setdefault(mutant.about, []).append(mutant)
    for about, alike in apart.items():
        random.Random(f"{SEED} {about}").shuffle(alike)
    rules = [alike[:per] for alike in apart.values()]
    random.Random(SEED).shuffle(rules)
    in_turn = [mutant for one_each in zip_longest(*rules) for mutant in one_each if mutant is not None]
    return sorted(in_turn[:limit], key=lambda mutant: mutant.number)


def wished(mutants: Sequence[Mutant], names: Collection[str], files: Collection[str]) -> list[Mutant]:
    """The mutants about these rules, texts, actions or definitions (all if none is named), not in these files."""
    return [
        mutant
        for mutant in mutants
        if not names or not _names(mutant).isdisjoint(names)
        if mutant.place.rpartition(":")[0] not in files
    ]


def unknown(names: Collection[str], mutants: Sequence[Mutant], report: Report) -> None:
    """Names that no mutant is about are reported."""
    known = {name for mutant in mutants for name in _names(mutant)}
    for name in names:
        if name not in known:
            near = nearest(name, known)
            report.add(problem("V406", f"did you mean `{near}`?" if near else None, name=name))


def _names(mutant: Mutant) -> set[str]:
    owner = mutant.about.partition(",")[0]
    return {mutant.about, owner, mutant.subject, *([mutant.rule] if mutant.rule else [])}
