"""What overlays do to each other: every pair (and every three, if asked) in, a judgement of each out.

Two combinations of one shape are the same machine: that is the proof behind every `idle` and `needs`. A pair
is `fine` when it stands in either order with the same outcome and none of the other judgements applies.
Whether two changes of one definition meet is tried in positions made up at random: components in zones where they could
lie. They need not be reachable, for the question is whether the rules say what happens when both count.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import combinations, permutations
from types import SimpleNamespace
from typing import Any, Literal, cast

from verifier.analysis.ranges import ranges_of
from verifier.compare.combinations import Combination, Combinations, Edit, Names, edits_of
from verifier.diagnostics import Diagnostic, Rejected, Report
from verifier.engine.interpret import Interpreter
from verifier.engine.state import State
from verifier.kernel.domain import Number, values
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Definition, Machine
from verifier.workers import Jobs, Workers

Kind = Literal["contradictory", "order matters", "underspecified", "needs", "idle", "fine"]
# The gravest first: what a pair is called when several things can be said of it.
KINDS: tuple[Kind, ...] = ("contradictory", "order matters", "underspecified", "needs", "idle", "fine")
# So many pairs are worth several processes.
MANY = 60
# Pairs are judged in so many shares: each process reads the texts once, whatever its share.
SHARES = 8
_TOGETHER = ("starter", "turn", "setup")
# So many positions are made up.
CASES = 300
_ADDITIVE = ("add", "subtract")


@dataclass(frozen=True, slots=True)
class OverlayFinding:
    """One thing that can be said of a combination, the rules it is about, and the mistakes that show it.

    `always` names an overlay of which it can be said whatever stands beside it; `players`, with how many it shows.
    """

    kind: Kind
    text: str
    rules: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    always: str | None = None
    players: int | None = None


@dataclass(frozen=True, slots=True)
class OverlayJudgement:
    overlays: Names
    findings: tuple[OverlayFinding, ...]

    @property
    def kind(self) -> Kind:
        kinds = [finding.kind for finding in self.findings]
        return min(kinds, key=KINDS.index, default="fine")


class Judge:
    """Judges combinations of one game's overlays."""

    def __init__(self, made: Combinations) -> None:
        self.made = made
        self._edits: dict[str, list[Edit]] = {}

    def pair(self, first: str, second: str) -> OverlayJudgement:
        """What two overlays do to each other."""
        both, turned = self.made.laid(first, second), self.made.laid(second, first)
        if not both.stands or not turned.stands:
            found = list(self._broken(first, second, both, turned))
        else:
            found = [
                *self._order(both, turned),
                *self._underspecified(first, second),
                *self._needs_and_idle(first, second, both),
            ]
        return OverlayJudgement((first, second), tuple(found))

    def _broken(
        self, first: str, second: str, both: Combination, turned: Combination
    ) -> Iterator[OverlayFinding]:
        """The two cannot be laid over the game together, in one order or in both."""
        alone = [name for name in (first, second) if not self.made.laid(name).stands]
        if both.stands or turned.stands:
            good = both if both.stands else turned
            bad = turned if both.stands else both
            order = " before ".join(f"`{name}`" for name in good.names)
            needy = [name for name in alone if name == good.names[1]]
            if needy:
                yield OverlayFinding(
                    "needs", f"`{needy[0]}` changes something that only `{good.names[0]}` defines"
                )
            yield OverlayFinding(
                "order matters", f"only {order} works", _clash(bad.diagnostics), bad.diagnostics
            )
            return
        if alone:
            why = self.made.laid(alone[0]).diagnostics
            text = f"`{alone[0]}` cannot be applied to the game, alone or with the other"
            yield OverlayFinding("contradictory", text, _clash(why), why)
            return
        clash = _clash(both.diagnostics)
        about = ", ".join(f"`{name}`" for name in clash) or both.diagnostics[0].title
        yield OverlayFinding(
            "contradictory",
            f"both change {about} in different ways" if clash else about,
            clash,
            both.diagnostics,
        )

    def _order(self, both: Combination, turned: Combination) -> Iterator[OverlayFinding]:
        counts = both.differing(turned)
        if counts:
            first, second = both.names
            yield OverlayFinding(
                "order matters",
                f"`{first}` then `{second}` gives a different game from `{second}` then `{first}`"
                f"{_only_with(counts, both)}",
                players=counts[0],
            )

    def _needs_and_idle(self, first: str, second: str, both: Combination) -> Iterator[OverlayFinding]:
        base = self.made.laid()
        for one, other in ((first, second), (second, first)):
            alone, beside = self.made.laid(one), self.made.laid(other)
            if self.made.stands_on(one, other):
                yield OverlayFinding("needs", f"`{one}` is based on `{other}`")
            elif not alone.stands:
                yield OverlayFinding("needs", f"`{one}` changes something that only `{other}` defines")
            elif not alone.differing(base) and both.differing(beside):
                yield OverlayFinding("needs", f"`{one}` changes nothing without `{other}`")
            elif not both.differing(beside):
                if self.made.stands_on(other, one):
                    continue
                if not alone.differing(base):
                    yield OverlayFinding("idle", f"`{one}` changes nothing in the game as it is", always=one)
                else:
                    yield OverlayFinding("idle", f"`{one}` changes nothing next to `{other}`")

    # --- what nobody says

    def _underspecified(self, first: str, second: str) -> Iterator[OverlayFinding]:
        """Both speak of one place, and neither says how the two go together."""
        if self.made.stands_on(first, second) or self.made.stands_on(second, first):
            return
        ours, theirs = self.edits(first), self.edits(second)
        for place in dict.fromkeys(edit.place for edit in ours):
            mine = [edit.what for edit in ours if edit.place == place]
            other = [edit.what for edit in theirs if edit.place == place]
            if not other or set(mine) == set(other):
                continue
            about = tuple(dict.fromkeys([*mine, *other]))
            if place.sort in _TOGETHER:
                yield OverlayFinding(
                    "underspecified", f"both affect {place.words}; nothing says how they combine", about
                )
            elif place.sort == "definition":
                yield from self._meeting(first, second, place.name, set(mine), set(other))

    def _meeting(
        self, first: str, second: str, definition: str, mine: set[str], other: set[str]
    ) -> Iterator[OverlayFinding]:
        machines = self.made.machines(first, second)
        mine, other = (self._reworked(definition, rules, machines[0]) for rules in (mine, other))
        met = None
        if mine and other:
            tried = (rule_overlap(machine, definition, mine, other) for machine in machines)
            met = next((each for each in tried if each is not None), None)
        if met is not None:
            yield OverlayFinding(
                "underspecified",
                f"`{met.rules[0]}` and `{met.rules[1]}` may apply to the same {definition},"
                f" together with `{met.between}`; the order is not specified",
                met.rules,
            )

    def _reworked(self, definition: str, rules: set[str], now: Machine) -> set[str]:
        """The rules that do something else than in the game; the same in other cases is the same."""
        shape, old = now.definitions.get(definition), self.base.definitions.get(definition)
        if shape is None or old is None:
            return rules
        before = {(clause.rule, clause.op, clause.value) for clause in old.clauses}
        return rules - {
            clause.rule for clause in shape.clauses if (clause.rule, clause.op, clause.value) in before
        }

    @cached_property
    def base(self) -> Machine:
        return self.made.machines()[0]

    def edits(self, overlay: str) -> list[Edit]:
        """What an overlay edits, with what belongs to it and what it stands on, the game itself apart."""
        found = self._edits.get(overlay)
        if found is None:
            report = Report()
            base = self.made.composition((), report)
            laid = self.made.composition((overlay,), report)
            found = []
            if base is not None and laid is not None:
                found = [
                    edit for unit in laid.units if unit not in base.units for edit in edits_of(unit, laid)
                ]
            self._edits[overlay] = found
        return found

    # --- three at a time

    def three(self, names: Names, pairs: Mapping[Names, OverlayJudgement]) -> OverlayJudgement | None:
        """What three overlays do to each other beyond what any two of them do; `None` if nothing."""
        inside = [pairs[pair] for pair in combinations(names, 2)]
        if any(each.kind in ("contradictory", "order matters") for each in inside):
            return None
        orders = [self.made.laid(*order) for order in permutations(names)]
        broken = [each for each in orders if not each.stands]
        if broken:
            clash = _clash(broken[0].diagnostics)
            return OverlayJudgement(
                names,
                (
                    OverlayFinding(
                        "contradictory", "the three conflict, no two of them do", clash, broken[0].diagnostics
                    ),
                ),
            )
        found: list[OverlayFinding] = []
        if any(each.differing(orders[0]) for each in orders):
            found.append(
                OverlayFinding("order matters", "the order of the three matters, that of no two does")
            )
        for number, name in enumerate(names):
            others = tuple(other for other in names if other != name)
            idle = not orders[0].differing(self.made.laid(*others))
            known = any(
                not self.made.laid(*sorted((name, other), key=names.index)).differing(self.made.laid(other))
                for other in others
            )
            if idle and not known:
                found.append(
                    OverlayFinding("idle", f"`{names[number]}` changes nothing next to the other two")
                )
        return OverlayJudgement(names, tuple(found)) if found else None


def _only_with(counts: Sequence[int], whole: Combination) -> str:
    """With how many players, where it is not the same with all."""
    if len(counts) == len(whole.digests):
        return ""
    return f", with {' or '.join(map(str, counts))} players"


def _clash(diagnostics: tuple[Diagnostic, ...]) -> tuple[str, ...]:
    """What is changed twice: the smallest set of rules that clash."""
    found: dict[str, None] = {}
    for each in diagnostics:
        quoted = each.title.split("`")
        if each.code in ("O310", "N201", "N232") and len(quoted) > 1:
            found.setdefault(quoted[1] or "")
    return tuple(name for name in found if name)


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Every judgement, the pairs in the order of the overlays."""

    game: str
    overlays: Names
    pairs: tuple[OverlayJudgement, ...]
    threes: tuple[OverlayJudgement, ...]
    alone: tuple[Combination, ...]
    # The numbers of players that were looked at.
    players: tuple[int, ...]

    def of(self, first: str, second: str) -> OverlayJudgement | None:
        return next((each for each in self.pairs if set(each.overlays) == {first, second}), None)


def conflicts(
    game: str, overlays: Names, threes: bool = False, jobs: Jobs = 1, players: int | None = None
) -> Conflicts:
    """Every pair of overlays judged, for every number of players unless one is named.

    Mistakes in the texts of the game raise `Rejected`.
    """
    made = Combinations.of_texts(game, overlays, players)
    base = made.laid()
    if not base.stands:
        report = Report()
        report.extend(base.diagnostics)
        raise Rejected(report)
    asked = list(combinations(made.overlays, 2))
    pairs = _judged(made, asked, jobs, (game, overlays, players))
    found = [Judge(made).three(names, pairs) for names in combinations(made.overlays, 3)] if threes else []
    return Conflicts(
        made.game,
        made.overlays,
        tuple(pairs.values()),
        tuple(each for each in found if each is not None),
        tuple(made.laid(name) for name in made.overlays),
        tuple(base.digests),
    )


def _judged(
    made: Combinations, asked: Sequence[Names], jobs: Jobs, texts: tuple[str, Names, int | None]
) -> dict[Names, OverlayJudgement]:
    """The judgement of every pair, by several processes if there are many."""
    if jobs == 1 or len(asked) < MANY:
        return _judged_here(made, asked)
    shares = [asked[number::SHARES] for number in range(SHARES)]
    found: dict[Names, OverlayJudgement] = {}
    for share in Workers(partial(_judged_elsewhere, *texts), jobs).all_results(shares):
        found |= share
    return {pair: found[pair] for pair in asked}


def _judged_here(made: Combinations, asked: Sequence[Names]) -> dict[Names, OverlayJudgement]:
    judge = Judge(made)
    return {pair: judge.pair(pair[0], pair[1]) for pair in asked}


def _judged_elsewhere(
    game: str, overlays: Names, players: int | None, asked: Sequence[Names]
) -> dict[Names, OverlayJudgement]:
    return _judged_here(_combinations(game, overlays, players), asked)


@lru_cache(maxsize=1)
def _combinations(game: str, overlays: Names, players: int | None) -> Combinations:
    """What a process has read already."""
    return Combinations.of_texts(game, overlays, players)


# --- do two changes of one definition meet?


@dataclass(frozen=True, slots=True)
class RuleOverlap:
    """A definition in which a rule of each side changes the value, and some rule does not merely add."""

    definition: str
    rules: tuple[str, str]
    between: str


def rule_overlap(
    machine: Machine, definition: str, ours: set[str], theirs: set[str], seed: int = 1
) -> RuleOverlap | None:
    """A case in which a rule of each side counts and the order of steps matters; `None` if none was met."""
    shape = machine.definitions.get(definition)
    if shape is None or not isinstance(shape.domain, Number):
        return None
    if all(clause.op in _ADDITIVE for clause in shape.clauses):
        # Sums come out the same in any order.
        return None
    chance = random.Random(seed)
    layout = machine.analysis(Layout)
    read = Interpreter(machine, layout)
    possible = ranges_of(machine).possible
    for _ in range(CASES):
        state = _made_up(machine, layout, possible, chance)
        args = tuple(chance.choice(values(domain)) for _, domain in shape.params)
        found = _met(read, shape, args, state, ours, theirs)
        if found is not None:
            return found
    return None


def _met(
    read: Interpreter,
    shape: Definition,
    args: tuple[int, ...],
    state: State,
    ours: set[str],
    theirs: set[str],
) -> RuleOverlap | None:
    counts = [clause for clause, before, after in read.clauses(shape.name, args, state) if before != after]
    names = [clause.rule for clause in counts]
    mine, other = [name for name in names if name in ours], [name for name in names if name in theirs]
    scales = [clause.rule for clause in counts if clause.op not in _ADDITIVE]
    if mine and other and scales:
        return RuleOverlap(shape.name, (mine[0], other[0]), scales[0])
    return None


def _made_up(machine: Machine, layout: Layout, possible: Any, chance: random.Random) -> State:
    """A position with components wherever they may lie, some zones fuller than others."""
    zones: list[list[int]] = [[] for _ in range(machine.zones + 1)]
    where = [machine.box] * len(machine.things) + [-1]
    taste = [chance.random() ** 3 for _ in range(machine.zones)]
    for thing in range(len(machine.things)):
        homes = [zone for zone in range(machine.zones) if thing in possible[zone]] or [machine.box]
        where[thing] = chance.choices(homes, [taste[zone] + 0.01 for zone in homes])[0]
        zones[where[thing]].append(thing)
    cells = {
        layout.slots[name]: layout.row(cell) if cell.index else cell.starts
        for name, cell in machine.cells.items()
    }
    return cast(State, SimpleNamespace(zones=zones, where=where, at=0, **cells))
