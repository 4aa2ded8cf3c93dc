"""Two rule sets in; equal, or the play that tells them apart, and the lines in which they differ out."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from verifier.analysis.normal_form import normal_machine
from verifier.compare.align import Alignment, Pairs, aligned, aligned_names, kinds_of
from verifier.compare.canonical.shape import Shape, normal_shape
from verifier.compare.distinguish import (
    CoupledEngines,
    JointSearch,
    JointSearchLimits,
    JointSearchResult,
    parting,
)
from verifier.compare.line_diff import LineDiffers, differing_lines
from verifier.compare.observe import Parting
from verifier.compare.product.prove import Agreement
from verifier.engine import Engine
from verifier.kernel.domain import Number
from verifier.kernel.machine import Machine
from verifier.program import Program, program_of
from verifier.surface.compose import Composition
from verifier.verdict.budget import Budget

Verdict = Literal["equal", "different", "unknown"]
Renamed = tuple[str, str, str]

SAME_MACHINE = "same machine"
AGREEMENT = "agreement in every state"
PLAY = "play"
# So many plays by whim come before a long proof.
FIRST_PLAYS = 30


@dataclass(frozen=True, slots=True)
class Diff:
    """What was found. `equal` is a proof, `different` has a play, `unknown` says how far was looked."""

    rulesets: tuple[str, str]
    players: int
    verdict: Verdict
    method: str
    detail: str
    renamed: tuple[Renamed, ...] = ()
    lines: tuple[LineDiffers, ...] = ()
    parting: Parting | None = None
    searched: JointSearchResult | None = None
    seconds: float = field(default=0.0, compare=False)


def diff(
    first: str,
    second: str,
    players: int | None = None,
    pairs: Pairs | None = None,
    limits: JointSearchLimits | None = None,
) -> Diff:
    """Two rule sets compared; `pairs` say what stands for what. Mistakes in the texts raise `Rejected`."""
    began = time.process_time()
    programs = program_of(first, players), program_of(second, players)
    names = aligned_names(pairs, programs[0].machine, programs[1].machine) if pairs else None
    found = compared_programs((first, second), programs, names, limits or JointSearchLimits())
    return replace(found, seconds=round(time.process_time() - began, 3))


def compared_programs(
    rulesets: tuple[str, str],
    programs: tuple[Program, Program],
    names: Mapping[str, str] | None,
    limits: JointSearchLimits,
) -> Diff:
    """The comparison of two machines and of the texts they come from; mistakes in these raise `Rejected`."""
    machines = programs[0].machine, programs[1].machine
    texts = programs[0].composition, programs[1].composition
    shapes = _shapes(*machines)
    alignment = aligned(*machines, names)
    in_place = _in_place(machines, shapes) if shapes[0].digest == shapes[1].digest else []
    same = bool(in_place) and all((names or {}).get(here, there) == there for _, here, there in in_place)
    called = in_place if same else alignment.renamed(*machines)
    renamed = tuple(_as_written(machines[0], called))
    lines = tuple(_lines(texts, renamed, alignment))
    seats = machines[0].players
    if same:
        detail = "the two machines are the same, step by step and score by score"
        detail += ", after renaming" if renamed else ""
        return Diff(rulesets, seats, "equal", SAME_MACHINE, detail, renamed, lines)
    if seats != machines[1].players:
        detail = f"{seats} players in A, {machines[1].players} in B"
        return Diff(rulesets, seats, "different", "players", detail, renamed, lines)
    engines = CoupledEngines(Engine(machines[0]), Engine(machines[1]), names)
    search = JointSearch(engines, limits)
    proof = Agreement(*machines, names, Budget(limits.seconds))
    searched, agreed = _settled(search, proof)
    if searched.found is not None:
        shown = parting(engines, searched.found, rulesets)
        detail = _length(shown, searched)
        return Diff(rulesets, seats, "different", PLAY, detail, renamed, lines, shown, searched)
    if agreed:
        return Diff(rulesets, seats, "equal", AGREEMENT, _agreed(proof.goals), renamed, lines, None, searched)
    detail = f"{_looked(searched)} ({proof.why})"
    return Diff(rulesets, seats, "unknown", "search", detail, renamed, lines, None, searched)


def _settled(search: JointSearch, proof: Agreement) -> tuple[JointSearchResult, bool]:
    """Plays and proofs by turns, what is cheap first."""
    searched = search.short()
    if searched.found is not None:
        return searched, False
    if proof.at_once():
        return searched, True
    searched = search.long(FIRST_PLAYS)
    if searched.found is not None:
        return searched, False
    if proof.by_induction():
        return searched, True
    return search.long(), False


def _shapes(first: Machine, second: Machine) -> tuple[Shape, Shape]:
    """The shapes of two machines, names aside; failing that, with names deciding between what looks alike."""
    if first is second:
        same = normal_shape(normal_machine(first))
        return same, same
    plain = normal_machine(first), normal_machine(second)
    shapes = normal_shape(plain[0]), normal_shape(plain[1])
    if shapes[0].digest == shapes[1].digest:
        return shapes
    return normal_shape(plain[0], named=True), normal_shape(plain[1], named=True)


def _agreed(goals: int) -> str:
    count = "1 goal" if goals == 1 else f"{goals:,} goals"
    return f"their different wording agrees in every reachable state (Z3, {count})"


def _looked(searched: JointSearchResult) -> str:
    return (
        f"no difference in {searched.positions} positions of short plays and {searched.plays} plays"
        f" of up to {searched.moves} moves; this is not a proof"
    )


def _length(shown: Parting, searched: JointSearchResult) -> str:
    moves = "1 move" if shown.length == 1 else f"{shown.length} moves"
    if not shown.length:
        return "before the first move"
    return f"after {moves}, {'the fewest for the deals tried' if searched.shortest else 'the fewest found'}"


def _lines(
    texts: tuple[Composition, Composition], renamed: tuple[Renamed, ...], alignment: Alignment
) -> list[LineDiffers]:
    words = {here: there for _, here, there in renamed}
    words |= {here: there for (_, here), there in alignment.names.items() if here != there}
    return differing_lines(texts[0].items, texts[1].items, words)


def _in_place(machines: tuple[Machine, Machine], shapes: tuple[Shape, Shape]) -> list[Renamed]:
    """Of two machines of one shape: what each thing is called on the two sides, by its place in the shape."""
    found: list[Renamed] = []
    kinds = kinds_of(machines[0]), kinds_of(machines[1])
    for (sort, here), (_, there) in zip(shapes[0].names, shapes[1].names, strict=True):
        if sort in ("label", "table"):
            continue
        found.append((sort, here, there))
        if sort == "kind":
            members = zip(kinds[0].get(here, ()), kinds[1].get(there, ()), strict=False)
            found += [(here, one, other) for one, other in members]
    actions = list(zip(shapes[0].actions, shapes[1].actions, strict=False))
    # The steps of an action that belong to no rule of their own bear its name.
    rules = [pair for pair in zip(shapes[0].rules, shapes[1].rules, strict=False) if pair not in actions]
    return [*found, *(("rule", *pair) for pair in rules), *(("action", *pair) for pair in actions)]


def _as_written(machine: Machine, called: Iterable[Renamed]) -> Iterator[Renamed]:
    """What is called otherwise, in the words of the texts; what only the machine has a name for is left out."""
    for sort, here, there in called:
        if here != there and re.fullmatch(r"[\w.-]+", here):
            yield _sort(machine, sort, here), here, there


def _sort(machine: Machine, sort: str, name: str) -> str:
    match sort:
        case "family":
            return "zone"
        case "cell":
            return "amount" if isinstance(machine.cells[name].domain, Number) else "note"
        case _:
            return sort
