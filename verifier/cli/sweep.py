"""`rulewright sweep`: one number of the rules takes several values, and the plays of each are compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

import click

from verifier.check.monitor.rule_use import rules_used
from verifier.check.tasks import Task, carried_out
from verifier.cli import frame
from verifier.cli.files import reject
from verifier.cli.frame import Command, Exit
from verifier.cli.show import Line, answer, grid, number_of, said, track
from verifier.diagnostics import Rejected, Report, diagnostic, did_you_mean
from verifier.engine import Engine
from verifier.program import Subject, program_of
from verifier.report.text import BARS
from verifier.surface.files import ENDING, gathered
from verifier.trace.simulate import Simulated, Simulation, margin_of
from verifier.verdict.budget import Budget
from verifier.verdict.method import Request

RANGE = re.compile(r"([a-z][a-z0-9-]*)=(-?\d+)\.\.(-?\d+)")
# More values than this are asked for by mistake.
MOST_VALUES = 50
# So many seconds of plays look for properties that fail with a value.
SECONDS = 0.3
# In so many plays of each value the actions are counted: plays that are written down are slower.
WRITTEN = 10
# So many rows of actions and of rules are shown; all are in --json.
MOST_ROWS = 20
COLUMNS = ("value", "moves", "score", "margin", "first", "shared", "unended")


@dataclass(frozen=True, slots=True)
class Setting:
    """How plays went with one value of the number; `why` if nothing can be played with it."""

    value: int
    now: bool
    found: tuple[Simulated, ...] = ()
    starters: tuple[int, ...] = ()
    actions: tuple[tuple[str, float], ...] = ()
    rules: tuple[tuple[str, float], ...] = ()
    fails: tuple[str, ...] = ()
    why: str | None = None

    @property
    def ended(self) -> list[Simulated]:
        return [each for each in self.found if each.end == "over"]

    def as_json(self) -> dict[str, Any]:
        if self.why is not None:
            return {"value": self.value, "now": self.now, "why": self.why}
        ended = self.ended
        return {
            "value": self.value,
            "now": self.now,
            "plays": len(self.found),
            "ended": len(ended),
            "moves": _mean([each.steps for each in ended]),
            "score": _mean([score for each in ended for score in each.scores]),
            "margin": _mean([margin_of(each.scores) for each in ended]),
            "first": _mean([float(each.winners == (who,)) for each, who in self._with_starters()]),
            "shared": _mean([float(len(each.winners) > 1) for each in ended]),
            "actions": dict(self.actions),
            "rules": dict(self.rules),
            "fails": list(self.fails),
        }

    def _with_starters(self) -> list[tuple[Simulated, int]]:
        pairs = zip(self.found, self.starters, strict=True)
        return [(each, who) for each, who in pairs if each.end == "over"]


def _mean(numbers: Sequence[float]) -> float | None:
    return round(fmean(numbers), 3) if numbers else None


@click.command(cls=Command)
@frame.ruleset
@click.argument("values", metavar="NUMBER=FROM..TO")
@frame.plays(200, 100_000, "Plays for each value.")
@frame.seed
@frame.players
@frame.who_plays
@frame.think
@frame.most(5_000, "Moves after which a play is cut off.")
@frame.as_json
def sweep(
    ruleset: str,
    values: str,
    plays: int,
    seed: int,
    players: int | None,
    policy: str,
    think: float,
    most: int,
    as_json: bool,
) -> Exit:
    """Vary one number of the rules and compare the plays: length, scores, margin, first player, actions.

    The same seeds are played with each value. `first` is the share of plays that who moves first wins alone.
    """
    number, asked = _asked(values)
    now = _number(ruleset, players, number)
    game = _Played(ruleset, number, players, plays, seed, policy, most, think)
    with TemporaryDirectory() as folder:
        work = (game.setting(value, value == now, Path(folder)) for value in asked)
        found = list(track(work, f"{ruleset}: {number}", len(asked)))
    content = {
        "ruleset": ruleset,
        "number": number,
        "now": now,
        "plays": plays,
        "seed": seed,
        "policy": policy,
        "values": [each.as_json() for each in found],
    }
    answer("sweep", as_json, content, _told(content))
    return Exit.WELL if any(each.why is None for each in found) else Exit.PROBLEM


def _asked(values: str) -> tuple[str, range]:
    matched = RANGE.fullmatch(values)
    if matched is None:
        raise click.UsageError(f"`{values}` is not a number and its range; write `hand-size=5..9`")
    low, high = int(matched[2]), int(matched[3])
    if not 0 <= high - low < MOST_VALUES:
        raise click.UsageError(f"from {low} to {high} there are not 1 to {MOST_VALUES} values")
    return matched[1], range(low, high + 1)


def _number(ruleset: str, players: int | None, name: str) -> int:
    """What the number is in the rules as they are; one that there is not raises `Rejected`."""
    numbers = program_of(ruleset, players, scenarios=False).game.parameters
    known = {each.name: each.value for each in numbers.values() if each.value is not None}
    if name not in known:
        hint = did_you_mean(name, known, f"the numbers are {', '.join(known)}")
        reject(diagnostic("D603", name=name, hint=hint))
    return known[name]


@dataclass(frozen=True, slots=True)
class _Played:
    ruleset: str
    number: str
    players: int | None
    plays: int
    seed: int
    policy: str
    most: int
    think: float

    def setting(self, value: int, now: bool, folder: Path) -> Setting:
        """The plays with one value; a value that the rules do not bear is told with the first mistake."""
        changed = f"{self.ruleset}+{self._overlay(value, folder)}"
        try:
            engine = frame.engine_of(changed, self.players)
        except Rejected as rejected:
            return Setting(value, now, why=rejected.report.diagnostics[0].title)
        simulation = frame.simulation_of(engine, changed, self.policy, self.most, self.think)
        seeds = range(self.seed, self.seed + self.plays)
        found = tuple(simulation.play(seed) for seed in seeds)
        starters = tuple(simulation.starter(seed) for seed in seeds)
        actions = simulation.actions(seeds[:WRITTEN])
        rules = self._rules(changed, seeds[:WRITTEN], found)
        fails = tuple(_failing(Subject(changed, engine.machine.players)))
        return Setting(value, now, found, starters, tuple(actions.items()), tuple(rules.items()), fails)

    def _rules(self, changed: str, seeds: range, found: Sequence[Simulated]) -> dict[str, float]:
        """How often each rule is at work in a play."""

        def watched(engine: Engine) -> Simulation:
            return frame.simulation_of(engine, changed, self.policy, self.most, self.think)

        length = fmean(each.steps for each in found) if found else 0.0
        return rules_used(program_of(changed, self.players).game, watched, seeds, length)

    def _overlay(self, value: int, folder: Path) -> Path:
        names, _ = gathered(self.ruleset, Report())
        of = ", ".join(names[1:] or names)
        path = folder / f"value{value}{ENDING}"
        path.write_text(
            f"house-rule sweep-of-{self.number} of {of}\nset {self.number} to {value}\n", encoding="utf-8"
        )
        return path


def _failing(subject: Subject) -> Iterator[str]:
    """The properties that plays and scenarios refute, those left out that the rules acknowledge."""
    known = {each.property for each in subject.program().game.acknowledged}
    for method in ("simulate", "scenarios"):
        found = carried_out(Task(subject, method, Request(Budget(SECONDS)))).findings
        yield from (
            each.property for each in found if each.verdict == "refuted" and each.property not in known
        )


# --- for people


# What is drawn, and the number that stands at the top of its bars, at the least.
DRAWN = {"moves": 0.0, "score": 0.0, "margin": 0.0, "first": 1.0}


def _picture(played: Sequence[dict[str, Any]]) -> Iterator[str]:
    """A bar for each value, beside each other: what grows and what shrinks with the number.

    Bars begin at 0; where there are negative numbers, at the lowest.
    """
    if len(played) < 2:
        return
    yield ""
    widest = max(len(said(f"sweep.{key}")) for key in DRAWN)
    for key, least in DRAWN.items():
        numbers = [each[key] for each in played]
        if None in numbers:
            continue
        low, top = min(0.0, *numbers), max(*numbers, least)
        if max(numbers) <= 0:
            low, top = min(numbers), max(numbers)
        if top == low:
            continue
        high = [round(7 * (number - low) / (top - low)) for number in numbers]
        yield f"{said(f'sweep.{key}'):<{widest}}  {' '.join(BARS[each] * 2 for each in high)}"


def _fails(played: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Which properties no longer hold with which values."""
    broken: dict[str, list[str]] = {}
    for each in played:
        for name in each["fails"]:
            broken.setdefault(name, []).append(str(each["value"]))
    if not broken and played:
        yield said("sweep.all-hold")
    for name, values in broken.items():
        yield said("sweep.fails", property=name, values=", ".join(values))


def _counts(played: Sequence[dict[str, Any]], what: str) -> Iterator[Line]:
    """How often each action is taken, each rule at work, with each value; of many those that the number moves most."""
    counts = {name: [each[what].get(name, 0.0) for each in played] for each in played for name in each[what]}
    names = sorted(counts, key=lambda name: (-(max(counts[name]) + 1) / (min(counts[name]) + 1), name))[
        :MOST_ROWS
    ]
    if not names:
        return
    yield ""
    yield said(f"sweep.{what}")
    used = grid("", *(str(each["value"]) for each in played), "")
    for name in sorted(names):
        used.add_row(name, *(f"{count:.1f}" for count in counts[name]), "")
    yield used
    if len(counts) > len(names):
        yield said("sweep.more", count=len(counts) - len(names))


def _told(content: dict[str, Any]) -> Iterator[Line]:
    plays = number_of("sweep.plays", content["plays"])
    yield said(
        "sweep.head", **{key: content[key] for key in ("ruleset", "number", "now", "seed")}, plays=plays
    )
    table = grid(*(said(f"sweep.{each}") for each in COLUMNS), "")
    played = [each for each in content["values"] if "why" not in each]
    for each in played:
        share = [f"{each[key]:.0%}" if each[key] is not None else "-" for key in ("first", "shared")]
        means = [f"{each[key]:.1f}" if each[key] is not None else "-" for key in ("moves", "score", "margin")]
        mark = said("sweep.now") if each["now"] else ""
        table.add_row(str(each["value"]), *means, *share, str(each["plays"] - each["ended"]), mark)
    yield table
    yield from _picture(played)
    yield ""
    yield from _fails(played)
    yield from _counts(played, "actions")
    yield from _counts(played, "rules")
    for each in content["values"]:
        if "why" in each:
            yield said("sweep.refused", value=each["value"], why=each["why"])
