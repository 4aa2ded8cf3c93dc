"""Claims and results evaluated at many states, cached by the part of the state that each reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Mapping, Sequence

from verifier.analysis.effects import Footprint, Footprints
from verifier.engine import Engine, Result, State
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Claim, Machine

Question = Callable[[State], bool]
Panel = Callable[[State], Sequence[str]]
Project = Callable[[State], Hashable]

# Remembering stops when so many different views were seen, or when most views are new.
MOST_REMEMBERED = 1_000_000
TRIAL = 4_096


class ClaimGroup:
    """Claims that look at the same things, and what they said about each view of these things.

    What they say is the names of claims that are news: invariants that do not hold, witnesses that are met.
    """

    def __init__(self, claims: Sequence[tuple[Claim, Question]], views: Sequence[str] | None) -> None:
        self.invariants = [(claim.name, ask) for claim, ask in claims if claim.sort == "invariant"]
        self.witnesses = [(claim.name, ask) for claim, ask in claims if claim.sort == "witness"]
        self.views = views
        self.remembered: dict[Hashable, tuple[str, ...]] = {}
        self.new = 0

    def judged(self, state: State) -> tuple[str, ...]:
        found = [name for name, holds in self.invariants if not holds(state)]
        found += [name for name, holds in self.witnesses if holds(state)]
        return tuple(found)

    def learn(self, state: State, view: Hashable) -> tuple[str, ...]:
        known = self.judged(state)
        self.new += 1
        if len(self.remembered) < MOST_REMEMBERED:
            self.remembered[view] = known
        return known

    def settle(self, asked: int, told: Container[str]) -> bool:
        """Gives up remembering that does not pay, and asking about what was told; has anything changed?"""
        changed = False
        if self.views is not None and asked >= TRIAL and self.new * 2 > asked:
            self.views, changed = None, True
        for claims in (self.invariants, self.witnesses):
            left = [each for each in claims if each[0] not in told]
            if len(left) < len(claims):
                claims[:], changed = left, True
        if changed:
            self.remembered.clear()
        return changed

    @property
    def is_done(self) -> bool:
        return not self.invariants and not self.witnesses


class ClaimWatcher:
    """Groups of claims by the moment at which they are asked; for pauses, by the label of the pause."""

    def __init__(self, engine: Engine, claims: Sequence[Claim], pauses: Mapping[str, str]) -> None:
        self.engine = engine
        self.footprints = Footprints(engine.machine, engine.ranges.possible)
        self.questions = engine.claims
        always = [claim for claim in claims if claim.moment is None and claim.name not in pauses]
        self.always = self._groups(always)
        self.moments = {
            moment: self._groups([claim for claim in claims if claim.moment == moment])
            for moment in {claim.moment for claim in claims if claim.moment is not None}
        }
        numbers = engine.layout.label_number
        self.pauses = {
            numbers[label]: self._groups([claim for claim in claims if pauses.get(claim.name) == label])
            for label in set(pauses.values())
        }
        self._build()

    def _groups(self, claims: Sequence[Claim]) -> list[ClaimGroup]:
        alike: dict[Footprint, list[tuple[Claim, Question]]] = {}
        for claim in claims:
            alike.setdefault(self.footprints.of(claim.truth), []).append((claim, self.questions[claim.name]))
        return [ClaimGroup(each, view_of(self.engine.layout, footprint)) for footprint, each in alike.items()]

    def _build(self) -> None:
        usual = _panel(self.always)
        # A play that is over is at -1, the last of the list.
        panels = [usual] * (len(self.engine.layout.labels) + 1)
        for at, groups in self.pauses.items():
            panels[at] = _panel([*self.always, *groups])
        self.panels: list[Panel] = panels
        self.moment_panels = {moment: _panel(groups) for moment, groups in self.moments.items()}

    def at_pause(self, state: State) -> Sequence[str]:
        """What is news at a pause, or at the end."""
        return self.panels[state.at](state)

    def at_moment(self, state: State, moment: str) -> Sequence[str]:
        panel = self.moment_panels.get(moment)
        return () if panel is None else panel(state)

    def settle(self, states: int, told: Container[str]) -> None:
        """Between two batches: forget what does not pay, and ask no more about what was told."""
        changed = False
        for groups in (self.always, *self.moments.values(), *self.pauses.values()):
            for group in list(groups):
                changed |= group.settle(states, told)
                if group.is_done:
                    groups.remove(group)
        if changed:
            self._build()


def _panel(groups: Sequence[ClaimGroup]) -> Panel:
    """One function that asks several groups, and looks at each thing once."""

    def everything(state: State) -> list[str]:
        return [name for group in groups for name in group.judged(state)]

    names: dict[str, object] = {"everything": everything}
    lines: list[str] = []
    seen: dict[str, str] = {}
    for number, group in enumerate(groups):
        if group.views is None:
            for place, (_, ask) in enumerate(group.invariants):
                names[f"i{number}_{place}"] = ask
                lines.append(f" if not i{number}_{place}(s): return everything(s)")
            for place, (_, ask) in enumerate(group.witnesses):
                names[f"w{number}_{place}"] = ask
                lines.append(f" if w{number}_{place}(s): return everything(s)")
            continue
        for view in group.views:
            if view not in seen:
                seen[view] = f"v{len(seen)}"
                lines.append(f" {seen[view]} = {view}")
        names[f"known{number}"], names[f"learn{number}"] = group.remembered.get, group.learn
        view = (
            f"({', '.join(seen[each] for each in group.views)},)"
            if len(group.views) != 1
            else seen[group.views[0]]
        )
        lines.append(f" v = {view if group.views else '()'}")
        lines.append(f" r = known{number}(v)")
        lines.append(f" if r is None: r = learn{number}(s, v)")
        lines.append(" if r: return everything(s)")
    text = "\n".join(["def panel(s):", " z = s.zones", *lines, " return ()"])
    exec(compile(text, "<rulewright panel>", "exec"), names)
    made: Panel = names["panel"]  # type: ignore[assignment]
    return made


class ResultTally:
    """Lowest and highest scores, how many share the victory, and a final state without a winner."""

    def __init__(self, engine: Engine, turns: bool) -> None:
        """With `turns`, what holds of one player holds of all: states were counted up to whose turn it is."""
        self.engine = engine
        self.turns = turns
        self.project = projection(engine.layout, _looked_at(engine))
        self.known: dict[Hashable, Result] = {}
        self.finals = 0
        self.lowest: list[int] = []
        self.highest: list[int] = []
        self.winners: Counter[int] = Counter()
        self.nobody: int | None = None

    def add(self, number: int, state: State) -> None:
        result = self._result(state)
        self.finals += 1
        self.winners[len(result.winners)] += 1
        if not result.winners and self.nobody is None:
            self.nobody = number
        low, high = result.scores, result.scores
        if self.turns:
            low, high = (min(low),) * len(low), (max(high),) * len(high)
        self.lowest = list(map(min, self.lowest, low)) if self.lowest else list(low)
        self.highest = list(map(max, self.highest, high)) if self.highest else list(high)

    def _result(self, state: State) -> Result:
        if self.project is None:
            return self.engine.result(state)
        view = self.project(state)
        if view not in self.known:
            self.known[view] = self.engine.result(state)
        return self.known[view]


def _looked_at(engine: Engine) -> Footprint:
    machine: Machine = engine.machine
    footprints = Footprints(machine, engine.ranges.possible)
    found = footprints.of(machine.score)
    for rank in machine.winner:
        found |= footprints.of(rank.value)
    return found


def view_of(layout: Layout, footprint: Footprint) -> list[str] | None:
    """Python expressions of a state `s` with zones `z` that show what a footprint covers; `None` if all."""
    if footprint.everywhere:
        return None
    found = []
    for name in sorted(footprint.contents):
        family = layout.machine.families[name]
        found += [f"tuple(z[{zone}])" for zone in range(family.base, family.base + family.size)]
    for name in sorted(footprint.counts - footprint.contents):
        family = layout.machine.families[name]
        found += [f"len(z[{zone}])" for zone in range(family.base, family.base + family.size)]
    for name in sorted(footprint.cells):
        slot = f"s.{layout.slots[name]}"
        found.append(f"tuple({slot})" if layout.machine.cells[name].index else slot)
    return found


def projection(layout: Layout, footprint: Footprint) -> Project | None:
    """A function from a state to what a footprint covers; `None` if that is everything."""
    view = view_of(layout, footprint)
    if view is None:
        return None
    names: dict[str, object] = {}
    text = f"def project(s):\n z = s.zones\n return ({', '.join(view)}{',' if view else ''})"
    exec(compile(text, "<rulewright projection>", "exec"), names)
    made: Project = names["project"]  # type: ignore[assignment]
    return made
