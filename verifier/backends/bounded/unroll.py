"""A machine unrolled: so many transitions one after the other from the set-up, as one question.

At each step play stands at one cut, and one way of one transition is gone, or play stops there. A variable that no
way of a step changes stays the same expression; any other gets a new one, which is the old one unless a way that
changes it is gone. Ranges are carried along: a way that they exclude is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.backends.bounded.bits import Pad, Printer, width_of
from verifier.backends.bounded.horizon import Horizon
from verifier.backends.bounded.ranges import Range, hull
from verifier.backends.proof.cutpoints import START, Cut
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.execute import Path, Transition
from verifier.backends.proof.terms import Term

Ranges = Mapping[Term, Range]


@dataclass(frozen=True, slots=True)
class Way:
    """One way of a transition at one step: whether it is gone, and where it leads."""

    transition: Transition
    path: Path
    gone: Any


@dataclass(slots=True)
class Stage:
    """The state before a step: at which cuts play may stand, and what the variables are. `ways` lead on."""

    printer: Printer
    at: dict[Cut, Any]
    ranges: dict[Cut, dict[Term, Range]]
    stopped: Any
    ways: list[Way] = field(default_factory=list)


class Unrolling:
    """The stages so far; `asserted` is called with every truth that they must keep to."""

    def __init__(
        self,
        encoding: Encoding,
        horizon: Horizon,
        asserted: Callable[[Any], None],
    ) -> None:
        self.encoding = encoding
        self.horizon = horizon
        self.pad = Pad()
        self.asserted = asserted
        first = Stage(Printer(self.pad, "@0"), {START: self.pad.yes}, horizon.ranges[0], self.pad.no)
        self._fix(first)
        self.stages = [first]

    def extend(self) -> Stage:
        """One more step."""
        number = len(self.stages) - 1
        stage = self.stages[-1]
        pad = self.pad
        self.horizon.extend_to(number + 1)
        for transition, path in self.horizon.ways[number]:
            self._go(stage, stage.at[transition.source], transition, path)
        stop = pad.truth(f"stop@{number}")
        choices = [*(way.gone for way in stage.ways), stop]
        self.asserted(pad.some(choices))
        self.asserted(pad.at_most_one(choices))
        self.asserted(pad.implied(stage.stopped, stop))
        ranges = self.horizon.ranges[number + 1]
        following = Stage(Printer(pad, f"@{number + 1}"), self._arriving(stage), ranges, stop)
        self._fix(following)
        self._change(stage, following, stop)
        self._keep_ranges(stage)
        self._keep_ranges(following)
        self.stages.append(following)
        return following

    def _fix(self, stage: Stage) -> None:
        """Variables that can have one value only are that value."""
        printer, pad = stage.printer, self.pad
        for variable in self.encoding.slots:
            whole = None
            for ranges in stage.ranges.values():
                whole = hull(whole, ranges.get(variable, (variable.low, variable.high)))
            if whole is not None and whole[0] == whole[1]:
                value = whole[0]
                width = width_of(variable.low, variable.high)
                printer.known[variable] = (
                    (pad.yes if value else pad.no) if variable.truth else pad.numeral(value, width)
                )

    # --- one step

    def _go(self, stage: Stage, here: Any, transition: Transition, path: Path) -> None:
        pad, printer = self.pad, stage.printer
        gone = pad.truth(f"way {len(stage.ways)}{printer.tag}")
        stage.ways.append(Way(transition, path, gone))
        self.asserted(pad.implied(gone, here))
        for fact in (*path.state.facts, *path.state.laws):
            self.asserted(pad.implied(gone, printer(fact)))

    def _arriving(self, stage: Stage) -> dict[Cut, Any]:
        """Where play may stand next: exactly where one of the ways leads."""
        by_target: dict[Cut, list[Any]] = {}
        for way in stage.ways:
            by_target.setdefault(way.path.target, []).append(way.gone)
        return {target: self.pad.some(gone) for target, gone in by_target.items()}

    def _change(self, stage: Stage, following: Stage, stop: Any) -> None:
        pad = self.pad
        changing: dict[Term, list[Way]] = {}
        for way in stage.ways:
            for variable in way.path.state.changed:
                changing.setdefault(variable, []).append(way)
        known = following.printer.known
        for variable in self.encoding.slots:
            ways = changing.get(variable)
            if variable in known and ways is not None:
                continue
            if ways is None:
                known[variable] = stage.printer.variable(variable)
                continue
            new = following.printer.variable(variable)
            if len(ways) < len(stage.ways):
                same = pad.equal(new, stage.printer.variable(variable))
                self.asserted(pad.some([*(way.gone for way in ways), stop, same]))
            by_value: dict[Term, list[Any]] = {}
            for way in ways:
                by_value.setdefault(way.path.state.changed[variable], []).append(way.gone)
            for term, gone in by_value.items():
                value = self._printed(stage, term, variable)
                self.asserted(pad.implied(pad.some(gone), pad.equal(new, value)))

    def _printed(self, stage: Stage, term: Term, variable: Term) -> Any:
        if variable.truth:
            return stage.printer(term)
        return stage.printer.held(term, variable.low, variable.high)

    def _keep_ranges(self, stage: Stage) -> None:
        for limit in stage.printer.ranges:
            self.asserted(limit)
        stage.printer.ranges.clear()
