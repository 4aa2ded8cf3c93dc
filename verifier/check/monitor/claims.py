"""Incremental checking of claims: each in pieces, a piece only when what it reads has changed.

`every row r: ...` is one piece for each row. A step that touches one row asks about that row alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from verifier.check.monitor.read_set import ReadSet, ReadSets
from verifier.engine import Engine, State
from verifier.kernel import expression as k
from verifier.kernel.domain import Number, Things, Truth, Zones, values
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Claim, Machine
from verifier.kernel.visit import substituted
from verifier.trace.drive import Asked, Claims, Question
from verifier.trace.record import Run

# A claim is not cut into more pieces than this.
PIECES = 40

# A claim by its name, or `bounds`, and a piece of it.
Piece = tuple[str, Claim]


def claim_pieces(claim: Claim, machine: Machine) -> list[Claim]:
    """Claims that hold together just when an invariant does, of which one is met just when a witness is."""
    whole = "every" if claim.sort == "invariant" else "any"
    truths = [claim.truth]
    while len(truths) < PIECES:
        cut = [piece for truth in truths for piece in _cut(truth, whole, machine)]
        if len(cut) == len(truths) or len(cut) > PIECES:
            break
        truths = cut
    return [replace(claim, name=f"{claim.name} {number}", truth=truth) for number, truth in enumerate(truths)]


def _cut(truth: k.Expr, whole: str, machine: Machine) -> list[k.Expr]:
    if not isinstance(truth, k.Fold) or truth.op != whole:
        return [truth]
    first, rest = truth.binds[0], truth.binds[1:]
    return [_about(truth, first.local, value, rest) for value in _members(first, machine)] or [truth]


def _members(bind: k.Bind, machine: Machine) -> list[k.Const]:
    """What a binder stands for one after the other, if it is few and always the same."""
    match bind.source:
        case k.ZonesOf(name, index) if all(each is None for each in index):
            family = machine.families[name]
            zones = range(family.base, family.base + family.size)
            return [k.Const(zone, Zones(name, tuple(zones))) for zone in zones]
        case k.Values(domain, _) if not isinstance(domain, Things):
            return [k.Const(value, domain) for value in values(domain)]
        case _:
            return []


def _about(fold: k.Fold, local: str, value: k.Const, rest: tuple[k.Bind, ...]) -> k.Expr:
    """A fold for one value of its first binder."""
    if rest:
        found: k.Expr = substituted(k.Fold(fold.op, rest, fold.where, fold.body), {local: value})
        return found
    body: k.Expr = substituted(fold.body, {local: value})
    if fold.where is None:
        return body
    where: k.Expr = substituted(fold.where, {local: value})
    return k.Logic("or", (k.Not(where), body)) if fold.op == "every" else k.Logic("and", (where, body))


def capacity_claims(machine: Machine) -> Iterator[tuple[int, int, Claim]]:
    """Every zone that holds so many at most, that number, and the claim that it does."""
    every = Things("component", tuple(range(len(machine.things))))
    for name, family in machine.families.items():
        zones = tuple(range(family.base, family.base + family.size))
        for zone in zones if family.holds is not None else ():
            assert family.holds is not None
            lying = k.Bind("thing", k.Contents(k.Const(zone, Zones(name, zones)), every))
            count = k.Fold("count", (lying,), None, k.Const(1, Truth()))
            most = k.Const(family.holds, Number(0, family.holds))
            yield zone, family.holds, Claim(f"holds {zone}", "invariant", None, k.Compare("<=", count, most))


class ChangedPieces:
    """Pieces of claims that hold at every pause; `due` are those about which a state has news."""

    def __init__(
        self, machine: Machine, layout: Layout, pieces: Iterable[Piece], questions: Mapping[str, Question]
    ) -> None:
        looking = ReadSets(machine)
        alike: dict[ReadSet, list[Asked]] = {}
        for owner, piece in pieces:
            asked = owner, piece.sort == "witness", questions[piece.name]
            alike.setdefault(looking.at(piece.truth), []).append(asked)
        self._groups = list(alike.values())
        self._look, self._last = _eyes(machine, layout, list(alike))
        self._due: dict[int, list[Asked]] = {}
        self._fresh = True

    def begin(self) -> None:
        """A new play: everything is asked again."""
        self._fresh = True

    def forget(self, name: str) -> None:
        """Ask no more about a claim."""
        self._groups = [[asked for asked in group if asked[0] != name] for group in self._groups]
        self._due.clear()

    def due(self, state: State) -> list[Asked]:
        """What must be asked, for something that it looks at is not as it was."""
        news = self._look(state, self._last)
        if self._fresh:
            news, self._fresh = -1, False
        found = self._due.get(news)
        if found is None:
            # A number below zero has all its bits.
            found = self._due[news] = [
                asked for number, group in enumerate(self._groups) if news >> number & 1 for asked in group
            ]
        return found


class CheapClaims(Claims):
    """Claims in pieces, on an `engine` of their own that is checked; a zone that is too full breaks `bounds`."""

    def __init__(self, claims: Sequence[Claim], machine: Machine) -> None:
        always = [claim for claim in claims if claim.moment is None]
        self.holds = {claim.name: (zone, holds) for zone, holds, claim in capacity_claims(machine)}
        pieces = [(claim.name, piece) for claim in always for piece in claim_pieces(claim, machine)]
        pieces += [(claim.name, claim) for _, _, claim in capacity_claims(machine)]
        others = [claim for claim in machine.claims if claim not in always]
        asked = (*others, *(piece for _, piece in pieces))
        self.engine = Engine(replace(machine, claims=asked), checked=True)
        super().__init__([claim for claim in claims if claim.moment is not None], self.engine.claims)
        self.pieces = ChangedPieces(machine, self.engine.layout, pieces, self.engine.claims)

    def begin(self, run: Run) -> None:
        super().begin(run)
        self.pieces.begin()

    def settle(self, name: str) -> None:
        """Ask no more about a claim."""
        self.settled.add(name)
        self.pieces.forget(name)

    def due(self, state: State, moment: str | None) -> Iterable[Asked]:
        return self.pieces.due(state) if moment is None else self.at.get(moment, ())

    def fails(self, state: State, name: str, moment: str | None) -> None:
        if name not in self.holds:
            super().fails(state, name, moment)
            return
        zone, holds = self.holds[name]
        where, count = self.engine.speech.zone(zone), len(state.zones[zone])
        self.broken["bounds"] = f"`{where}` holds {count}, at most {holds} allowed"


def _eyes(
    machine: Machine, layout: Layout, sights: Sequence[ReadSet]
) -> tuple[Callable[[State, list[object]], int], list[object]]:
    """A function that compares a state with what was seen last: a bit for each sight that has changed."""
    last: list[object] = []
    lines = list(_lines(machine, layout, sights, last))
    text = "\n".join(["def look(s, last):", " z = s.zones", " news = 0", *lines, " return news"])
    names: dict[str, object] = {}
    exec(compile(text, "<rulewright eyes>", "exec"), names)
    made: Callable[[State, list[object]], int] = names["look"]  # type: ignore[assignment]
    return made, last


def _lines(machine: Machine, layout: Layout, sights: Sequence[ReadSet], last: list[object]) -> Iterator[str]:
    """Families and rows are compared as a whole first, and one by one only if that says no."""
    for family in machine.families.values():
        zones = range(family.base, family.base + family.size)
        bits = [_bits(zone in sight.zones for sight in sights) for zone in zones]
        if any(bits):
            yield f" if z[{zones.start}:{zones.stop}] != last[{len(last)}]:"
            yield f"  seen = last[{len(last)}]"
            for place, (zone, mask) in enumerate(zip(zones, bits, strict=True)):
                yield f"  if z[{zone}] != seen[{place}]: seen[{place}] = z[{zone}][:]; news |= {mask}"
            last.append([None] * len(zones))
    for name, cell in machine.cells.items():
        row = layout.row(cell)
        bits = [_bits((name, place) in sight.cells for sight in sights) for place in range(len(row))]
        if not any(bits):
            continue
        slot = f"s.{layout.slots[name]}"
        yield f" if {slot} != last[{len(last)}]:"
        if cell.index:
            yield f"  seen = last[{len(last)}]"
            for place, mask in enumerate(bits):
                yield f"  if {slot}[{place}] != seen[{place}]: news |= {mask}"
            last.append([None] * len(row))
        else:
            yield f"  news |= {bits[0]}"
            last.append(None)
        yield f"  last[{len(last) - 1}] = {slot}{'[:]' if cell.index else ''}"


def _bits(truths: Iterable[bool]) -> int:
    return sum(1 << number for number, truth in enumerate(truths) if truth)
